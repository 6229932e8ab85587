use super::prelude::*;

rule!("same_player.md", Check::Tag(&[TagName::BLACK], check));

/// Values that do not name a particular player.
const NOBODY: &[&str] =
    &["?", "-", "NN", "N.N.", "N. N.", "N, N", "Anonymous", "bye", "Human", "Computer"];

fn check(cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    let Some(white) = cx.game.tag(cx.src, TagName::WHITE) else { return };
    let is_nobody = NOBODY.iter().any(|name| value.eq_ignore_ascii_case(name.as_bytes()));
    if !is_nobody && white.value.of(cx.src).eq_ignore_ascii_case(value) {
        report
            .at(pair.value, format!("{} plays both sides", cx.quote(value)))
            .related(white.value, "White");
    }
}
