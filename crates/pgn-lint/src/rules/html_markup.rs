use super::prelude::*;

use crate::markup;

rule!("html_markup.md", Check::Game(check));

fn check(cx: &GameCx<'_>, report: &mut Report<'_>) {
    // Fast path: nearly all games have no deviation.
    if cx.game.errors.is_empty() {
        return;
    }
    let mut pieces = markup::of(cx);
    let Some(first) = pieces.next() else { return };
    let others = match pieces.count() {
        0 => String::new(),
        1 => ", as is one more piece of this game".to_owned(),
        n => format!(", as are {n} more pieces of this game"),
    };
    let what = if first.of(cx.src).starts_with(b"&") { "a character entity" } else { "a tag" };
    let text = cx.quoted(first);
    report.at(first, format!("{text} is {what} of HTML, not PGN{others}"));
}
