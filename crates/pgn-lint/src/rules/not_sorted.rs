use super::prelude::*;

use pgn_chess::export::result_of_text;
use pgn_syntax::collation::{put_roster, put_text};

rule!("not_sorted.md", Check::Across(Across { take, judge: Judge::Order(message) }));

fn take(cx: &GameCx<'_>, notes: &mut Notes<'_>) {
    let mut key = Vec::new();
    put_roster(cx.game, cx.src, cx.replay.fallback, &mut key);
    put_text(result_of_text(cx.game, cx.src).text(), &mut key);
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
