use super::prelude::*;

use crate::lines::TextLine;

rule!("trailing_space.md", Check::Game(check));

fn check(cx: &GameCx<'_>, report: &mut Report<'_>) {
    // The next game may be on the same line.
    let is_whole = |line: &TextLine| line.span.end < cx.game.span.end || cx.after.is_empty();
    let is_fault = |line: &TextLine| line.span.of(cx.src).last() == Some(&b' ') && is_whole(line);
    let mut found = lines::of(cx, cx.game.span.start..cx.game.span.end).filter(is_fault);
    if let Some(TextLine { span: Span { end, .. }, .. }) = found.next() {
        let others = lines::others(1 + found.count(), "as does", "as do");
        report.at(Span { start: end - 1, end }, format!("this line ends in a blank{others}"));
    }
}
