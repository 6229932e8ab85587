use super::prelude::*;

use pgn_syntax::{CommentKind, count_line_ends, is_white_space};

rule!("blank_lines.md", Check::Game(check_hiding), Check::GameAtOwnLevel(check));

/// Reports empty lines that make other readers lose the moves: they take the first empty line after
/// the tags, or after a comment, for the beginning or the end of the movetext.
fn check_hiding(cx: &GameCx<'_>, report: &mut Report<'_>) {
    let game = cx.game;
    let (Some(last), Some(first)) = (game.tags.last(), game.nodes.first()) else { return };
    if last.span.end > game.movetext_start || first.span.start < last.span.end {
        return;
    }
    let stretch = last.span.end..next_text(cx, last.span.end);
    let text = &cx.src[stretch.start as usize..stretch.end as usize];
    if hides_moves(first, text) {
        let place = Span { start: stretch.start, end: stretch.start };
        let empty_line = cx.line_end().repeat(2);
        report
            .at(place, "the movetext begins on the line of the last tag pair")
            .help("other readers lose the moves on that line: begin a new one, as `export` does")
            .otherwise()
            .safe_fix([Edit::replace(Span { start: stretch.start, end: stretch.end }, empty_line)]);
        return;
    }
    // Fast path: nearly always two line ends and nothing else.
    if !matches!(text, b"\n\n" | b"\r\n\r\n")
        && memchr::memmem::find(text, b"\r\r\n").is_none()
        && let Some((n, span)) = lines::wrong_empty_lines(cx, stretch).filter(|(n, _)| *n > 1)
    {
        report
            .at(span, format!("{n} empty lines between the tags and the movetext"))
            .help(HELP_HIDING)
            .otherwise()
            .safe_fix(Edit::delete_empty_lines(cx.src, span.start));
    }
    let is_lead =
        |node: &&Node| matches!(node.kind, NodeKind::Comment(kind) if kind != CommentKind::Words);
    let n_lead = game.nodes.iter().take_while(is_lead).count();
    let (lead, rest) = game.nodes.split_at(n_lead);
    let is_text = |node: &Node| !matches!(node.kind, NodeKind::Comment(_) | NodeKind::Marker(_));
    if !rest.first().is_some_and(is_text) {
        return;
    }
    for (at, comment) in lead.iter().enumerate() {
        let end = comment.span.end;
        let found = lines::wrong_empty_lines(cx, end..next_text(cx, end)).or_else(|| one(cx, end));
        let Some((_, span)) = found.filter(|(n, _)| *n > 0) else { continue };
        let after = if at + 1 == n_lead { "the first move" } else { "the next one" };
        report
            .at(span, format!("an empty line between the comment and {after}"))
            .help(HELP_HIDING)
            .otherwise()
            .safe_fix(Edit::delete_empty_lines(cx.src, span.start));
    }
}

/// Returns true if no line ends in the text between the tags and the first token, which is part of a move.
fn hides_moves(first: &Node, text: &[u8]) -> bool {
    let is_of_move = matches!(
        first.kind,
        NodeKind::Move { .. }
            | NodeKind::NullMove { .. }
            | NodeKind::MoveNumber(_)
            | NodeKind::RavOpen { .. }
    );
    is_of_move && count_line_ends(text) == 0 && !matches!(text, [.., b'\n' | b'\r'])
}

const HELP_HIDING: &str = "other readers lose the moves after it: delete it, as `export` does";

/// Returns the one empty line after a comment.
fn one(cx: &GameCx<'_>, from: u32) -> Option<(u64, Span)> {
    let mut lines = lines::of(cx, from..next_text(cx, from)).skip(1);
    lines.next().map(|line| (1, line.span))
}

fn check(cx: &GameCx<'_>, report: &mut Report<'_>) {
    let game = cx.game;
    if let Some(first) = lead(cx) {
        report.at(first, "empty lines before the first game").help(HELP);
    }
    if let Some(last) = game.tags.last()
        && !game.nodes.is_empty()
        && last.span.end <= game.movetext_start
        && let Some((n, span)) =
            lines::wrong_empty_lines(cx, last.span.end..next_text(cx, last.span.end))
    {
        // More than one are reported above, and so are moves on the same line.
        let next = next_text(cx, last.span.end) as usize;
        let text = &cx.src[last.span.end as usize..next];
        if n == 0 && !game.nodes.first().is_some_and(|first| hides_moves(first, text)) {
            report.at(span, "no empty line between the tags and the movetext").help(HELP);
        }
    }
    let end = lines::content_end(cx);
    if lines::is_last(cx)
        && end < game.span.end
        && count_line_ends(&cx.src[end as usize..]) > 0
        && let Some((n, span)) = lines::wrong_empty_lines(cx, end..game.span.end)
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
    (count_line_ends(lead.of(cx.src)) > 0).then_some(lead)
}

/// Returns the offset of the next byte that is not white space.
fn next_text(cx: &GameCx<'_>, from: u32) -> u32 {
    let text = &cx.src[from as usize..cx.game.span.end as usize];
    let n = text.iter().position(|byte| !is_white_space(byte)).unwrap_or(text.len());
    from + index(n)
}
