use super::prelude::*;

use pgn_syntax::Span;

use crate::lines;

pub(super) static RULE: Rule = Rule {
    code: "L003",
    name: "blank-lines",
    severity: Severity::Style,
    otherwise: None,
    page: include_str!("blank_lines.md"),
    checks: &[Check::Game(check)],
};

fn check(cx: &GameCx<'_>, report: &mut Report<'_>) {
    let game = cx.game;
    if let Some(first) = lead(cx) {
        report.at(first, "empty lines before the first game").help(HELP);
    }
    if let Some(last) = game.tags.last()
        && !game.nodes.is_empty()
        && last.span.end <= game.movetext_start
        && let Some((n, span)) = lines::not_one(cx, last.span.end..next_text(cx, last.span.end))
    {
        let message = match n {
            0 => "no empty line between the tags and the movetext".to_owned(),
            n => format!("{n} empty lines between the tags and the movetext"),
        };
        report.at(span, message).help(HELP);
    }
    let end = lines::content_end(cx);
    if lines::is_last(cx)
        && end < game.span.end
        && lines::n_ends(&cx.src[end as usize..]) > 0
        && let Some((n, span)) = lines::not_one(cx, end..game.span.end)
    {
        let message = match n {
            0 => "no empty line after the last game".to_owned(),
            n => format!("{n} empty lines after the last game"),
        };
        report.at(span, message).help(HELP);
    }
}

const HELP: &str = "`export` writes one";

/// Returns the empty lines at the beginning of a file.
fn lead(cx: &GameCx<'_>) -> Option<Span> {
    let start = next_text(cx, cx.game.span.start);
    let lead = Span { start: cx.game.span.start, end: start };
    (lines::n_ends(lead.of(cx.src)) > 0).then_some(lead)
}

/// Returns the offset of the next byte that is not white space.
fn next_text(cx: &GameCx<'_>, from: u32) -> u32 {
    let text = &cx.src[from as usize..cx.game.span.end as usize];
    let is_white = |byte: &u8| lines::is_blank(*byte) || lines::is_end(byte);
    let n = text.iter().position(|byte| !is_white(byte)).unwrap_or(text.len());
    from + u32::try_from(n).unwrap_or(0)
}
