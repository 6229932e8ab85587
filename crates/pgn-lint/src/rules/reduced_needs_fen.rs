use super::prelude::*;

rule!("reduced_needs_fen.md", Check::Tag(&[TagName::FEN], check));

fn check(cx: &GameCx<'_>, pair: &TagPair, _value: &[u8], report: &mut Report<'_>) {
    let is_reduced = |name: TagName| SEVEN_TAG_ROSTER.contains(&name) || name.is_of_position();
    let is_bare = |kind| {
        matches!(
            kind,
            NodeKind::Move { .. }
                | NodeKind::NullMove { .. }
                | NodeKind::MoveNumber(_)
                | NodeKind::Marker(_)
        )
    };
    if cx.game.tags.iter().all(|pair| pair.known.is_some_and(is_reduced))
        && cx.game.nodes.iter().all(|node| is_bare(node.kind))
    {
        let message = "a start position in a game in reduced export format, which cannot store it";
        report.at(pair.span, message).help("without this tag the game cannot be read");
    }
}
