use super::prelude::*;

use crate::{explanation, piece_letters};

rule!(
    "illegal_move.md",
    Check::Move(MoveErrorKind::Illegal, check),
    Check::Move(MoveErrorKind::Unreadable, check_unreadable),
    Check::Move(MoveErrorKind::OtherSide, check_other_side)
);

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    let text = ply.span.of(cx.src);
    let fen = ply.before.fen();
    let found = report.at(ply.span, format!("{} is not legal", moves::quoted_with_number(cx, ply)));
    found.fen(fen);
    if text.contains(&b'@') && cx.game.tag(cx.src, TagName::VARIANT).is_none() {
        found.help("it is a drop, a move of Crazyhouse: `[Variant \"Crazyhouse\"]` is missing");
        return;
    }
    if let Some(notation) = other_notation(text) {
        found.help(notation);
        return;
    }
    if explanation::add(found, cx, ply) {
        return;
    }
    match piece_letters::translate(cx) {
        Some((lang, edits)) => found.help(piece_letters::help(lang)).unsafe_fix(edits),
        None => found.help(help(text, &moves::of_same_piece(ply, text))),
    };
}

fn check_unreadable(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    let found =
        report.at(ply.span, format!("{} is not a move", moves::quoted_with_number(cx, ply)));
    found.fen(ply.before.fen());
    if let Some(notation) = other_notation(ply.span.of(cx.src)) {
        found.help(notation);
    } else {
        explanation::add(found, cx, ply);
    }
}

fn check_other_side(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    let (named, turn) = if ply.turn.is_white() { ("Black", "White") } else { ("White", "Black") };
    let mv = quote(ply.span.of(cx.src));
    let found =
        report.at(ply.span, format!("the number before {mv} names {named}, and {turn} is to move"));
    found.fen(ply.before.fen());
    if !explanation::add(found, cx, ply) {
        found.help("a half-move is missing before it, or the number is wrong");
    }
}

/// Returns a help line for a move in descriptive or numeric notation: `P-K4`, `5254`.
fn other_notation(text: &[u8]) -> Option<&'static str> {
    let is_piece = |letter: &u8| b"KQRNBP".contains(letter);
    if matches!(text.len(), 4 | 5) && text.iter().all(|digit| matches!(digit, b'1'..=b'8')) {
        return Some(
            "it looks like the numeric notation of correspondence chess: PGN has `e4` for `5254`",
        );
    }
    let dash = text.iter().position(|byte| *byte == b'-')?;
    let (piece, square) = (&text[..dash], &text[dash + 1..]);
    let (rank, file) = square.split_last()?;
    let has_both = (1..=2).contains(&piece.len()) && (1..=2).contains(&file.len());
    let is_descriptive = has_both && piece.iter().chain(file).all(is_piece);
    (is_descriptive && matches!(rank, b'1'..=b'8'))
        .then_some("it looks like descriptive notation: PGN has `e4` for `P-K4`")
}

fn help(text: &[u8], legal: &[String]) -> String {
    if let Some((from, to)) = squares(text) {
        return format!("no legal move goes from {from} to {to}");
    }
    let (whose, are) = match text.first() {
        Some(b'K' | b'O' | b'0' | b'o') => ("the king", "the king's legal moves are"),
        Some(b'Q') => ("a queen", "legal moves of a queen are"),
        Some(b'R') => ("a rook", "legal moves of a rook are"),
        Some(b'B') => ("a bishop", "legal moves of a bishop are"),
        Some(b'N') => ("a knight", "legal moves of a knight are"),
        _ => ("a pawn", "legal moves of a pawn are"),
    };
    match legal {
        [] => format!("no move of {whose} is legal"),
        [legal] => format!("the only legal move of {whose} is {legal}"),
        _ => format!("{are} {}", legal.join(", ")),
    }
}

/// Returns the squares of a move without a piece letter that names both: `e1c1`, `b8-c6`.
fn squares(text: &[u8]) -> Option<(&str, &str)> {
    let square = |text: &[u8]| matches!(text, [b'a'..=b'h', b'1'..=b'8', ..]);
    let target = text.get(2..)?;
    let target = target.strip_prefix(b"-").unwrap_or(target);
    if !square(text) || !square(target) {
        return None;
    }
    Some((std::str::from_utf8(&text[..2]).ok()?, std::str::from_utf8(&target[..2]).ok()?))
}
