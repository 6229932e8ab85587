use super::prelude::*;

use pgn_chess::shakmaty::Role;
use pgn_syntax::look_alike::has_no_width;

use crate::{
    doubts::HELP_CUT_OFF, explanation, jumps, numbers, piece_letters, reading_language,
    rule::Diagnostic,
};

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
    if let Some(first) = first_alternative(cx, ply) {
        alternative(found, cx, ply, first);
        return;
    }
    if let Some(letter) = novelty_before_pawn(ply, text) {
        found
            .help("the letter may be the sign of a novelty: write `$146` for it")
            .unsafe_fix([Edit::replace(letter, "$146")]);
        return;
    }
    if text.contains(&b'@') && cx.game.tag(cx.src, TagName::VARIANT).is_none() {
        found.help("it is a drop, a move of Crazyhouse: `[Variant \"Crazyhouse\"]` is missing");
        return;
    }
    if let Some(hidden) = without_width(text) {
        found.help(format!(
            "U+{hidden:04X} is in it, which is not seen: write a blank there if it parts two moves"
        ));
        return;
    }
    if let Some(notation) = other_notation(text) {
        found.message = format!("{} is not a move", moves::quoted_with_number(cx, ply)).into();
        found.help(notation);
        return;
    }
    if ply.before.legal_moves().is_empty() {
        found.help(over(ply));
        return;
    }
    if cx.may_be_cut_off() && ply.span.end == cx.game.end {
        found.help(HELP_CUT_OFF);
        return;
    }
    if add_jump(found, cx, ply) || explanation::add(found, cx, ply) {
        return;
    }
    match piece_letters::translate(cx) {
        Some((lang, edits)) => found.help(piece_letters::help(lang)).unsafe_fix(edits),
        None => found.help(help(cx, ply)),
    };
}

/// Returns the place of the `N` in `N d6` if only the move of a pawn is legal there.
fn novelty_before_pawn(ply: &Ply<'_>, text: &[u8]) -> Option<Span> {
    let rest = text.strip_prefix(b"N")?;
    let pawn = rest.trim_ascii_start();
    let is_legal = |san: &str| san.trim_end_matches(['+', '#']).as_bytes() == pawn;
    let is_novelty =
        pawn.len() < rest.len() && ply.before.legal_sans().iter().any(|san| is_legal(san.as_str()));
    is_novelty.then_some(Span { end: ply.span.start + 1, ..ply.span })
}

/// Says of a move that the number before it shows that moves are missing or occur twice; returns true if it does.
fn add_jump(found: &mut Diagnostic, cx: &GameCx<'_>, ply: &Ply<'_>) -> bool {
    let Some(jump) = jumps::before(cx, ply) else { return false };
    let Some(last) = jumps::quoted_before(cx, ply) else { return false };
    let start = numbers::before(cx, ply.span).start;
    let here = cx.quote(Span { start, ..ply.span }.of(cx.src));
    found.message = format!("{here} cannot follow {last}: {}", jump.words()).into();
    found.help(jump.help());
    true
}

fn check_unreadable(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    let found =
        report.at(ply.span, format!("{} is not a move", moves::quoted_with_number(cx, ply)));
    found.fen(ply.before.fen());
    if let Some(notation) = other_notation(ply.span.of(cx.src)) {
        found.help(notation);
    } else if cx.may_be_cut_off() && ply.span.end == cx.game.end {
        found.help(HELP_CUT_OFF);
    } else {
        explanation::add(found, cx, ply);
    }
}

fn check_other_side(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    let (named, turn) = if ply.turn.is_white() { ("Black", "White") } else { ("White", "Black") };
    let mv = cx.quoted(ply.span);
    let found =
        report.at(ply.span, format!("the number before {mv} names {named}, and {turn} is to move"));
    found.fen(ply.before.fen());
    if let Some(first) = first_alternative(cx, ply) {
        alternative(found, cx, ply, first);
    } else if !add_jump(found, cx, ply) && !explanation::add(found, cx, ply) {
        found.help("a half-move is missing before it, or the number is wrong");
    }
}

/// Returns the first character of zero width in a move.
fn without_width(text: &[u8]) -> Option<u32> {
    let text = String::from_utf8_lossy(text);
    text.chars().map(u32::from).find(|&code| has_no_width(code))
}

/// Returns what to say of a move after which the game was over.
fn over(ply: &Ply<'_>) -> &'static str {
    if ply.before.is_checkmate() {
        "the game is over: the move before it is checkmate"
    } else if ply.before.is_stalemate() {
        "the game is over: the move before it is stalemate"
    } else {
        "the game is over: no move is legal after the one before it"
    }
}

/// Number of nodes before a move among which the first move of its variation is looked for.
const NEAR: usize = 64;

/// Returns the first move of the variation that a move is in, with its number, if the move has the same number: it is
/// then a second alternative to the move that the variation replaces.
fn first_alternative(cx: &GameCx<'_>, ply: &Ply<'_>) -> Option<Span> {
    if ply.depth == 0 || ply.index == 0 {
        return None;
    }
    let (mut depth, mut first) = (0_usize, None);
    for node in cx.game.nodes[..ply.id.0 as usize].iter().rev().take(NEAR) {
        match node.kind {
            NodeKind::RavClose => depth += 1,
            NodeKind::RavOpen { .. } if depth == 0 => {
                let first: Span = first?;
                let [of_first, here] = [first, ply.span].map(|mv| numbers::before(cx, mv));
                let is_same = of_first.of(cx.src) == here.of(cx.src)
                    && here.of(cx.src).first().is_some_and(u8::is_ascii_digit)
                    && node.span.end <= of_first.start
                    && here.start >= first.end
                    && cx.src[here.end as usize..ply.span.start as usize].trim_ascii().is_empty();
                return is_same.then_some(Span { start: of_first.start, end: first.end });
            }
            NodeKind::RavOpen { .. } => depth -= 1,
            NodeKind::Move { .. } if depth == 0 => first = Some(node.span),
            _ => (),
        }
    }
    None
}

/// Says of a move that it is a second alternative in one variation; `first`: the first one, with its number.
fn alternative(found: &mut Diagnostic, cx: &GameCx<'_>, ply: &Ply<'_>, first: Span) {
    let [first, here] = [first, Span { start: numbers::before(cx, ply.span).start, ..ply.span }]
        .map(|span| cx.quoted(span));
    found.message = format!("{here} is a second alternative in the variation of {first}").into();
    found.help("put each alternative into parentheses of its own: `(2. Bc4) (2. f4)`");
}

/// Returns a help line for a move in descriptive or numeric notation (`P-K4`, `5254`), or a promotion with another sign
/// (`e8-Q`).
fn other_notation(text: &[u8]) -> Option<&'static str> {
    let is_piece = |letter: &u8| b"KQRNBP".contains(letter);
    if matches!(text.len(), 4 | 5) && text.iter().all(|digit| matches!(digit, b'1'..=b'8')) {
        return Some(
            "it looks like the numeric notation of correspondence chess: PGN has `e4` for `5254`",
        );
    }
    if let [b'a'..=b'h', b'1' | b'8', b'-' | b':', piece, rest @ ..] = text
        && b"QRBN".contains(piece)
        && rest.iter().all(|byte| b"+#".contains(byte))
    {
        return Some("the piece of a promotion follows a `=` in PGN: `e8=Q`");
    }
    let dash = text.iter().position(|byte| *byte == b'-')?;
    let (piece, square) = (&text[..dash], &text[dash + 1..]);
    let (rank, file) = square.split_last()?;
    let has_both = (1..=2).contains(&piece.len()) && (1..=2).contains(&file.len());
    let is_descriptive = has_both && piece.iter().chain(file).all(is_piece);
    (is_descriptive && matches!(rank, b'1'..=b'8'))
        .then_some("it looks like descriptive notation: PGN has `e4` for `P-K4`")
}

/// Returns the legal moves of the piece that a move names.
fn help(cx: &GameCx<'_>, ply: &Ply<'_>) -> String {
    let text = ply.span.of(cx.src);
    if let Some((from, to)) = squares(text) {
        return format!("no legal move goes from {from} to {to}");
    }
    let role = reading_language::role(cx, text);
    let (whose, are) = match role {
        Role::King => ("the king", "the king's legal moves are"),
        Role::Queen => ("a queen", "legal moves of a queen are"),
        Role::Rook => ("a rook", "legal moves of a rook are"),
        Role::Bishop => ("a bishop", "legal moves of a bishop are"),
        Role::Knight => ("a knight", "legal moves of a knight are"),
        Role::Pawn => ("a pawn", "legal moves of a pawn are"),
    };
    let legal = moves::of_role(cx, ply, role);
    match &legal[..] {
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
