//! `has(comments)`: features of a game.

use pgn_syntax::{NodeKind, RavKind, TagName, command, is_unknown_value};

use crate::games::facts::{Depth, Facts};

/// A feature that a game may have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Feature {
    pub(crate) depth: Depth,
    pub(crate) is_in: fn(&Facts<'_>) -> bool,
}

/// All features by name.
pub(crate) const FEATURES: [(&str, Feature); 7] = [
    ("comments", of_movetext(|it| any(it, |kind| kind.is_comment()))),
    ("variations", of_movetext(|it| any(it, is_variation))),
    ("nags", of_movetext(|it| any(it, NodeKind::is_nag))),
    ("clk", of_movetext(|it| has_command(it, b"clk"))),
    ("eval", of_movetext(|it| has_command(it, b"eval"))),
    ("null", of_movetext(|it| any(it, |kind| matches!(kind, NodeKind::NullMove { .. })))),
    ("fen", Feature { depth: Depth::Tags, is_in: has_fen }),
];

const fn of_movetext(is_in: fn(&Facts<'_>) -> bool) -> Feature {
    Feature { depth: Depth::Movetext, is_in }
}

fn any(it: &Facts<'_>, is_it: fn(NodeKind) -> bool) -> bool {
    it.game.nodes.iter().any(|node| is_it(node.kind))
}

fn is_variation(kind: NodeKind) -> bool {
    matches!(kind, NodeKind::RavOpen { kind: RavKind::Plain, .. })
}

fn has_command(it: &Facts<'_>, name: &[u8]) -> bool {
    let comments = it.game.nodes.iter().filter(|node| node.kind.is_comment());
    let mut texts = comments.map(|node| node.comment_text(it.src));
    texts.any(|text| command::commands(text).any(|command| command.name.eq_ignore_ascii_case(name)))
}

fn has_fen(it: &Facts<'_>) -> bool {
    let value = it.game.tag(it.src, TagName::FEN).map(|pair| pair.value.of(it.src));
    value.is_some_and(|value| !is_unknown_value(value))
}
