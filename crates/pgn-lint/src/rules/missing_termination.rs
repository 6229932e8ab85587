use super::prelude::*;

use pgn_chess::{
    export::result_of_text,
    replay::{FinalZeros, GameEnd},
};
use pgn_syntax::{CommentKind, count_line_ends, is_line_end};

use crate::doubts::HELP_CUT_OFF;

rule!(
    "missing_termination.md",
    Check::Syntax(SyntaxErrorKind::MissingTermination, check),
    Check::End(EndFact::Zeros, check_zeros)
);

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    // An unterminated comment contains the marker; another rule reports it.
    if !cx.game.errors.iter().any(|other| other.kind == SyntaxErrorKind::UnterminatedComment) {
        found(cx, error.span, report);
    }
}

/// Handles a final `0-0`: it is either a bad marker, or castling without a marker after it.
fn check_zeros(cx: &GameCx<'_>, end: &GameEnd, report: &mut Report<'_>) {
    if end.final_zeros == FinalZeros::Castling {
        let span = Span { start: cx.game.end, end: cx.game.end };
        found(cx, span, report);
    }
}

const MESSAGE: &str = "the game has no termination marker";
const HELP: &str = "`1-0`, `0-1`, `1/2-1/2` or `*` ends a game";

fn found(cx: &GameCx<'_>, span: Span, report: &mut Report<'_>) {
    if let Some(char) = foreign_line_end(cx) {
        let code = u32::from(char);
        let message = format!("{MESSAGE}: U+{code:04X} does not end its `;` comment");
        report
            .at(span, message)
            .help("lines of PGN end with LF or CR LF: write one of these instead");
        return;
    }
    let is_line = |node: &Node| node.kind == NodeKind::Comment(CommentKind::Line);
    let hides_movetext = hides_movetext(cx);
    let (is_cut_off, lacks_plies) = (cx.may_be_cut_off(), cx.lacks_plies());
    let help = match hides_movetext && last_in_text(cx).is_some_and(is_line) {
        true => "the text from `;` to the end of the line is a comment, with the marker in it",
        false if is_cut_off || lacks_plies && lines::is_last(cx) => HELP_CUT_OFF,
        false if lacks_plies => "PlyCount names more moves: the end of the game may be missing",
        false => HELP,
    };
    let finding = report.at(span, MESSAGE).help(help);
    let marker = marker(cx, span.end);
    let has_movetext = cx.game.nodes.iter().any(|node| node.span.start >= cx.game.movetext_start);
    let is_doubtful = cx.ends_with_text_apart()
        || hides_movetext
        || has_marker_aside(cx)
        || is_cut_off
        || lacks_plies
        || ends_with_pair(cx)
        || cx.may_be_remark()
        || cx.precedes_remark()
        || !has_movetext && begins_with_comment(cx.after);
    finding.fix(Applicability::safe_if(!is_doubtful), marker);
}

/// Returns true if a tag pair on the line of the last move ends the game: the next game may begin there.
fn ends_with_pair(cx: &GameCx<'_>) -> bool {
    cx.game.errors.iter().any(|error| {
        error.kind == SyntaxErrorKind::MalformedTag
            && error.span.end == cx.game.end
            && cx.pair_at(error.span.start).is_none()
    })
}

/// Returns true if the rest of the moves may be in an escape line or in a comment, which then ends with a marker.
fn hides_movetext(cx: &GameCx<'_>) -> bool {
    let is_hiding =
        |node: &Node| node.kind.is_comment() && ends_with_marker(node.comment_text(cx.src));
    last_in_text(cx).is_some_and(is_hiding)
        || cx.game.escapes.iter().any(|escape| ends_with_marker(escape.of(cx.src)))
}

/// Returns true if the game may have the marker of a variation, or that of an escape line or comment on the line after its
/// last one, which leads to the next game.
fn has_marker_aside(cx: &GameCx<'_>) -> bool {
    let is_marker = |node: &Node| matches!(node.kind, NodeKind::Marker(_));
    let below = || {
        let rest = &cx.src[cx.game.end as usize..cx.game.span.end as usize];
        let line = cx.after.split(is_line_end).next().unwrap_or_default();
        count_line_ends(rest) == 1
            && matches!(line, [b'%' | b';' | b'{', ..])
            && ends_with_marker(line.strip_suffix(b"}").unwrap_or(line))
    };
    cx.game.nodes.iter().any(is_marker) || below()
}

fn ends_with_marker(text: &[u8]) -> bool {
    let last = text.trim_ascii_end().rsplit(u8::is_ascii_whitespace).next();
    last.is_some_and(|word| Marker::exact(word).is_some())
}

/// Returns the last node that is in the text, as variations may be open.
fn last_in_text<'a>(cx: &GameCx<'a>) -> Option<&'a Node> {
    cx.game.nodes.iter().rev().find(|node| !node.span.is_empty())
}

/// Returns the character that ends lines in Unicode but not in PGN, if a `;` comment that ends the game has one.
fn foreign_line_end(cx: &GameCx<'_>) -> Option<char> {
    let node = cx.game.nodes.last()?;
    let is_line = matches!(node.kind, NodeKind::Comment(kind) if !kind.is_braced());
    lines::foreign_line_end(node.span.of(cx.src)).filter(|_| is_line)
}

/// Returns true if a comment with words precedes everything else in `text`. After tags without
/// movetext, readers disagree whether such a comment belongs to this game or to the next one unless
/// a marker decides. An empty comment does not count, because the fixes of the next game may remove
/// it.
fn begins_with_comment(mut text: &[u8]) -> bool {
    loop {
        text = text.trim_ascii_start();
        let Some(&first) = text.first() else { return false };
        let end = match first {
            b'%' | b';' => memchr::memchr2(b'\n', b'\r', text),
            b'{' => memchr::memchr(b'}', text).map(|at| at + 1),
            _ => return false,
        };
        let (comment, rest) = text.split_at(end.unwrap_or(text.len()));
        let has_words = || comment.iter().any(|byte| !b"{;}".contains(byte) && *byte > b' ');
        if first != b'%' && has_words() {
            return true;
        }
        text = rest;
    }
}

/// Returns an edit that adds the result of the Result tag, or `*`, after the last token. After an
/// unterminated variation there is no edit, because the marker would be inside the variation.
fn marker(cx: &GameCx<'_>, end: u32) -> Option<Edit> {
    if cx.game.errors.iter().any(|error| error.is_open_variation(cx.src)) {
        return None;
    }
    let marker = result_of_text(cx.game, cx.src).text();
    let line_end = cx.line_end();
    let is_line = |node: &&Node| node.kind == NodeKind::Comment(CommentKind::Line);
    let after = cx.game.nodes.last().filter(|node| node.span.end > end || is_line(node));
    Some(match after.map(|node| (node.kind, node.span.end)) {
        Some((NodeKind::Comment(kind), end)) if kind.is_braced() => {
            Edit::insert(end, format!(" {marker}"))
        }
        Some((_, end)) => Edit::insert(end, format!("{line_end}{marker}")),
        None if cx.game.tags.last().is_some_and(|pair| pair.span.end == end) => {
            Edit::insert(end, format!("{line_end}{line_end}{marker}"))
        }
        None => Edit::insert(end, format!(" {marker}")),
    })
}
