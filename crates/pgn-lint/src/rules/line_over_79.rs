use super::prelude::*;

use pgn_syntax::{count_columns, write::WIDTH};

use crate::lines::TextLine;

rule!("line_over_79.md", Check::Game(check));

fn check(cx: &GameCx<'_>, report: &mut Report<'_>) {
    let n_chars = |line: &TextLine| count_columns(line.span.of(cx.src));
    let is_fault = |line: &TextLine| line.span.len() > WIDTH && n_chars(line) > WIDTH;
    let mut found = lines::of(cx, cx.game.movetext_start..cx.game.span.end).filter(is_fault);
    if let Some(line) = found.next() {
        let (n, others) = (n_chars(&line), lines::others(1 + found.count(), "as has", "as have"));
        let place = Span { end: line.span.start, ..line.span };
        report.at(place, format!("this line has {n} characters, more than 79{others}"));
    }
}
