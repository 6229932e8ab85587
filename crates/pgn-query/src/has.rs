//! `has(comments)`: features of a game.

use pgn_syntax::{NodeKind, RavKind, TagName, command, is_unknown_value};

use crate::facts::{Depth, Facts};

/// A feature that a game may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Feature {
    Comments,
    Variations,
    Nags,
    Clk,
    Eval,
    Null,
    Fen,
}

/// All features by name.
pub(crate) const FEATURES: [(&str, Feature); 7] = [
    ("comments", Feature::Comments),
    ("variations", Feature::Variations),
    ("nags", Feature::Nags),
    ("clk", Feature::Clk),
    ("eval", Feature::Eval),
    ("null", Feature::Null),
    ("fen", Feature::Fen),
];

impl Feature {
    pub(crate) fn depth(self) -> Depth {
        if self == Feature::Fen { Depth::Tags } else { Depth::Movetext }
    }

    pub(crate) fn is_in(self, it: &Facts<'_>) -> bool {
        let any = |is_it: fn(NodeKind) -> bool| it.game.nodes.iter().any(|node| is_it(node.kind));
        match self {
            Feature::Comments => any(|kind| matches!(kind, NodeKind::Comment(_))),
            Feature::Variations => {
                any(|kind| matches!(kind, NodeKind::RavOpen { kind: RavKind::Plain, .. }))
            }
            Feature::Nags => any(NodeKind::is_nag),
            Feature::Null => any(|kind| matches!(kind, NodeKind::NullMove { .. })),
            Feature::Clk => has_command(it, b"clk"),
            Feature::Eval => has_command(it, b"eval"),
            Feature::Fen => {
                let value = it.game.tag(it.src, TagName::FEN).map(|pair| pair.value.of(it.src));
                value.is_some_and(|value| !is_unknown_value(value))
            }
        }
    }
}

fn has_command(it: &Facts<'_>, name: &[u8]) -> bool {
    let comments = it.game.nodes.iter().filter(|node| matches!(node.kind, NodeKind::Comment(_)));
    let mut texts = comments.map(|node| node.comment_text(it.src));
    texts.any(|text| command::commands(text).any(|command| command.name.eq_ignore_ascii_case(name)))
}
