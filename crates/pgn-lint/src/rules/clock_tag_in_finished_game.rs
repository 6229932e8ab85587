use super::prelude::*;

rule!("clock_tag_in_finished_game.md", Check::Tag(&[TagName::CLOCK], check));

fn check(cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    let is_finished = matches!(cx.game.marker, Some((marker, _)) if marker != Marker::Unknown);
    if is_finished && !value.starts_with(b"N/") {
        report.at(pair.value, "the game is over, but the tag says that a clock is running");
    }
}
