use super::prelude::*;

use pgn_syntax::{
    Fallback,
    collation::{put_roster, put_text},
};

rule!("not_sorted.md", Check::Across(Across { take, judge: Judge::Order(message) }));

fn take(cx: &GameCx<'_>, notes: &mut Notes<'_>) {
    let mut key = Vec::new();
    put_roster(cx.game, cx.src, Fallback::default(), &mut key);
    let tag =
        cx.game.tag(cx.src, TagName::RESULT).and_then(|pair| Marker::read(&pair.value(cx.src)));
    let marker = cx.game.marker.map(|(marker, _)| marker);
    if let Some(result) = tag.or(marker) {
        put_text(result.text(), &mut key);
    }
    let start = cx.game.start;
    notes.add(b"", &key, Span { start, end: start });
}

fn message(n: u64) -> String {
    let others = match n {
        1 => String::new(),
        n => format!(", and so do {} more of the file", n - 1),
    };
    format!("this game belongs before the one above it{others}")
}
