use super::prelude::*;

use pgn_chess::Variant;

rule!("variant_not_checked.md", Check::Tag(&[TagName::VARIANT], check), Check::Game(check_players));

fn check(cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    let start = cx.start();
    if start.variant == Variant::Unchecked && !start.faults.contains(StartFault::UnknownVariant) {
        report.at(pair.value, format!("the moves of {} are not checked", cx.quote(value)));
    }
}

/// Reports bughouse without a Variant tag, by its players.
fn check_players(cx: &GameCx<'_>, report: &mut Report<'_>) {
    let is_player =
        |pair: &&TagPair| matches!(pair.known, Some(TagName::WHITE_B | TagName::BLACK_B));
    let Some(pair) = cx.game.tags.iter().find(is_player) else { return };
    if cx.game.tag(cx.src, TagName::VARIANT).is_none() && cx.game.is_bughouse(cx.src) {
        report.at(pair.name, "the moves of bughouse, by its players, are not checked");
    }
}
