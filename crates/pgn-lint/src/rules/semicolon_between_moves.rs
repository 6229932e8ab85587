use super::prelude::*;

use pgn_syntax::{CommentKind, Games, NumberForm};

use crate::numbers::{first_half_move, is_beside_move};

rule!("semicolon_between_moves.md", Check::Game(check));

fn check(cx: &GameCx<'_>, report: &mut Report<'_>) {
    // Fast path: most games have no comments of people, and hardly any has such a comment.
    if cx.game.has_only_server_comments() || !cx.game.nodes.iter().any(is_line_comment) {
        return;
    }
    let mut found = Vec::new();
    each(cx, |node, hidden| found.push((node.span, hidden)));
    let Some((first, hidden)) = found.first() else { return };
    let others = match found.len() - 1 {
        0 => String::new(),
        1 => ", as does one more `;` of this game".to_owned(),
        n => format!(", as do {n} more `;` of this game"),
    };
    let which = if hidden.is_alternative { "an alternative" } else { "the move that is due" };
    let start = first.start;
    let text = cx.quoted(hidden.first_move);
    let message = format!("this `;` makes {which}, {text}, part of a comment{others}");
    let help = match hidden.is_alternative {
        true => {
            "put each variation in its own parentheses: in PGN, all text from `;` to the end of the line is a comment"
        }
        false => "delete the `;`: in PGN, all text from it to the end of the line is a comment",
    };
    let it = report.at(Span { start, end: start + 1 }, message).help(help);
    if found.iter().any(|(_, hidden)| hidden.closes_variation) {
        it.otherwise();
    }
}

/// What a `;` comment holds that belongs to the moves.
#[derive(Debug)]
struct Hidden {
    /// The text of its first move, with the number.
    first_move: Span,
    /// True if the move is an alternative to the first move of the variation, instead of the move that is due.
    is_alternative: bool,
    /// True if the comment also holds the `)` of its variation.
    closes_variation: bool,
    /// Number of half-moves before the first one that is not in the comment.
    next: u32,
}

/// A line of play, in half-moves since White's first move of move 1, as they are numbered in the text.
#[derive(Clone, Copy, Debug)]
struct Line {
    /// The number of the next half-move.
    next: u32,
    /// The number of the first half-move, in a variation.
    first: Option<u32>,
    has_move: bool,
}

/// Calls `found` with each `;` comment that holds moves of the line around it.
fn each(cx: &GameCx<'_>, mut found: impl FnMut(&Node, Hidden)) {
    let mut line = Line { next: first_half_move(cx), first: None, has_move: false };
    let mut outer = Vec::new();
    for (at, node) in cx.game.played_nodes(0) {
        match node.kind {
            NodeKind::MoveNumber(number) => {
                line.next = half_moves(number, line.next % 2 == 1);
            }
            NodeKind::Move { .. } | NodeKind::NullMove { .. } => {
                if !line.has_move && line.first.is_some() {
                    line.first = Some(line.next);
                }
                (line.next, line.has_move) = (line.next.saturating_add(1), true);
            }
            NodeKind::RavOpen { .. } => {
                outer.push(line);
                let next = line.next.saturating_sub(1);
                line = Line { next, first: Some(next), has_move: false };
            }
            NodeKind::RavClose => line = outer.pop().unwrap_or(line),
            NodeKind::Comment(CommentKind::Line) if line.has_move => {
                if let Some(hidden) = hidden(cx, node, line, at + 1) {
                    if !hidden.is_alternative {
                        line.next = hidden.next;
                    }
                    found(node, hidden);
                }
            }
            _ => (),
        }
    }
}

/// Returns the number of half-moves before move `number` of a side.
fn half_moves(number: u32, is_black: bool) -> u32 {
    number.saturating_sub(1).saturating_mul(2).saturating_add(u32::from(is_black))
}

/// Returns what a comment holds, if it begins with the move that is due in `line`, or in a variation with an alternative to
/// its first move, and what follows shows that this move was meant to be played. `after` is the index of the node after it.
fn hidden(cx: &GameCx<'_>, node: &Node, line: Line, after: usize) -> Option<Hidden> {
    let text = node.comment_text(cx.src);
    let offset = node.span.end as usize - text.len();
    let number = begins_with_number(text);
    // A move of Black needs no number.
    let is_unnumbered = number.is_none();
    let begin = number.or(Some(line.next).filter(|next| next % 2 == 1))?;
    let is_alternative = begin != line.next;
    if is_alternative && line.first != Some(begin) {
        return None;
    }
    let moves = Moves::of(text)?;
    let next = begin.saturating_add(moves.n);
    let n_blanks = text.len() - text.trim_ascii_start().len();
    if is_unnumbered && moves.first.0 != n_blanks {
        return None;
    }
    let first_move = Span::new(offset + moves.first.0, offset + moves.first.1);
    let closes_variation = moves.closes && line.first.is_some() && cx.has_unmatched_paren();
    let is_glued = || {
        let before = &cx.src[..node.span.start as usize];
        before.last().is_some_and(|byte| !byte.is_ascii_whitespace())
    };
    let is_certain = match number_after(cx, after, line.next) {
        // The next number counts the moves of the comment, or it does not. If the variation ends in the comment, it is that
        // of another line.
        Some(number) => number == next || closes_variation && number != line.next,
        None => closes_variation || !is_unnumbered && moves.is_all && is_glued(),
    };
    is_certain.then_some(Hidden { first_move, is_alternative, closes_variation, next })
}

/// Returns the half-moves before the move number that `text` begins with.
fn begins_with_number(text: &[u8]) -> Option<u32> {
    let text = text.trim_ascii_start();
    let n_digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = text.split_at(n_digits);
    let number: u32 = std::str::from_utf8(digits).ok()?.parse().ok()?;
    let is_black = match rest {
        [b'.', b'.', ..] => true,
        [b'.', ..] => false,
        _ => rest.starts_with("…".as_bytes()),
    };
    (is_black || rest.starts_with(b".")).then(|| half_moves(number, is_black))
}

/// Number of nodes after a comment among which the next move is looked for.
const NEAR: usize = 64;

/// Returns the half-moves before the move number that is written next in the line, if the next move has one. `due` is that
/// of the move by counting.
fn number_after(cx: &GameCx<'_>, after: usize, due: u32) -> Option<u32> {
    let mut nodes = cx.game.nodes[after..].iter().take(NEAR);
    let node = nodes.find(|node| !is_beside_move(node.kind))?;
    match node.kind {
        NodeKind::MoveNumber(number) => {
            let dots = node.span.of(cx.src).iter().filter(|byte| !byte.is_ascii_digit());
            Some(half_moves(number, dots.take(2).count() == 2))
        }
        NodeKind::Move { number, .. } | NodeKind::NullMove { number } => match number {
            NumberForm::None => None,
            NumberForm::NamesBlack => Some(due | 1),
            _ => Some(due),
        },
        _ => None,
    }
}

/// The moves at the beginning of a comment.
#[derive(Debug)]
struct Moves {
    /// The start and end of the first move, with its number.
    first: (usize, usize),
    /// Number of half-moves.
    n: u32,
    /// True if a `)` without its partner follows them.
    closes: bool,
    /// True if nothing but moves and a `)` is in the comment.
    is_all: bool,
}

impl Moves {
    /// Returns the moves at the beginning of the text of a comment, within which each `;` is taken for a blank.
    fn of(text: &[u8]) -> Option<Moves> {
        let text: Vec<u8> =
            text.iter().map(|byte| if *byte == b';' { b' ' } else { *byte }).collect();
        let mut games = Games::try_new(&text).ok()?;
        let game = games.next()?;
        let mut closing = game.errors.iter().filter(|error| {
            error.kind == SyntaxErrorKind::UnmatchedParen && error.span.of(&text) == b")"
        });
        let close = closing.next().map(|error| error.span.start);
        let (mut first, mut start, mut n) = (None, None, 0);
        let mut is_all = true;
        for (_, node) in game.mainline_nodes(0) {
            let is_before_close = close.is_none_or(|close| node.span.start < close);
            match node.kind {
                NodeKind::MoveNumber(_) => _ = start.get_or_insert(node.span.start),
                NodeKind::Move { .. } if is_before_close && is_all => {
                    let start = start.unwrap_or(node.span.start) as usize;
                    first.get_or_insert((start, node.span.end as usize));
                    n += 1;
                }
                NodeKind::Comment(CommentKind::Words) => is_all = false,
                _ => (),
            }
        }
        Some(Moves { first: first?, n, closes: close.is_some(), is_all })
    }
}

/// Returns true for a `;` comment.
fn is_line_comment(node: &Node) -> bool {
    node.kind == NodeKind::Comment(CommentKind::Line)
}
