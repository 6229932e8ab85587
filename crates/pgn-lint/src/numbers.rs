//! Move number indications: where export format requires them (section 8.2.2.2), and where a game
//! has them.

use pgn_chess::{FenFields, shakmaty::Color};
use pgn_syntax::{NodeKind, NumberForm, RavKind, Span, TagName, count_line_ends, span::index};

use crate::context::GameCx;

/// A move whose number indication differs from export format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NumberFault {
    /// The move lacks a required number.
    Missing,
    /// The move has a number that is not required.
    Superfluous,
}

/// The state of a line of play.
struct LineState {
    is_black: bool,
    /// True if Black's next move needs a number.
    is_due: bool,
}

/// Returns the first move with this fault, and the number of moves with it; `None` if there are none.
pub(crate) fn first(cx: &GameCx<'_>, fault: NumberFault) -> Option<(Span, usize)> {
    let (mut first, mut n) = (None, 0);
    let mut line = LineState { is_black: first_half_move(cx) % 2 == 1, is_due: true };
    let mut outer = Vec::new();
    let mut at = 0;
    while let Some(node) = cx.game.nodes.get(at) {
        at += 1;
        match node.kind {
            NodeKind::Move { number, .. } | NodeKind::NullMove { number } => {
                if cx.game.final_zeros == u32::try_from(at - 1).ok() {
                    break;
                }
                let is_due = !line.is_black || line.is_due;
                let is_faulty = match fault {
                    NumberFault::Missing => is_due && number == NumberForm::None,
                    NumberFault::Superfluous => !is_due && number != NumberForm::None,
                };
                if is_faulty {
                    first.get_or_insert(node.span);
                    n += 1;
                }
                line = LineState { is_black: !line.is_black, is_due: false };
            }
            NodeKind::RavOpen { kind: RavKind::Plain, .. } => {
                let is_black = !line.is_black;
                outer.push(std::mem::replace(&mut line, LineState { is_black, is_due: true }));
            }
            NodeKind::RavOpen { kind, end } => {
                // Export keeps its text as a comment; of an empty variation it keeps only comments.
                let close = end.0 as usize;
                let kept = cx.game.nodes.get(at..close).unwrap_or_default();
                let is_comment = |kind| matches!(kind, NodeKind::Comment(_) | NodeKind::Marker(_));
                line.is_due |=
                    kind == RavKind::WithoutMove || kept.iter().any(|node| is_comment(node.kind));
                at = at.max(close + 1);
            }
            NodeKind::RavClose => {
                if let Some(before) = outer.pop() {
                    line = LineState { is_due: true, ..before };
                }
            }
            NodeKind::Comment(_) => {
                line.is_due |= !node.comment_text(cx.src).trim_ascii().is_empty();
            }
            NodeKind::Nag(nag) => line.is_due |= nag != 0,
            NodeKind::Suffix(_) | NodeKind::Glyph { .. } => line.is_due = true,
            // Export turns a marker inside a variation into a comment.
            NodeKind::Marker(_) => line.is_due |= !outer.is_empty(),
            NodeKind::MoveNumber(_) => (),
        }
    }
    first.map(|span| (span, n))
}

/// Calls `found` with each move outside irregular variations, and true for a move of Black.
pub(crate) fn each_turn(cx: &GameCx<'_>, mut found: impl FnMut(Span, bool)) {
    let (mut is_black, mut outer) = (first_half_move(cx) % 2 == 1, Vec::new());
    for (_, node) in cx.game.played_nodes(0) {
        match node.kind {
            kind if kind.is_move() => {
                found(node.span, is_black);
                is_black = !is_black;
            }
            NodeKind::RavOpen { .. } => {
                outer.push(is_black);
                is_black = !is_black;
            }
            NodeKind::RavClose => is_black = outer.pop().unwrap_or(is_black),
            _ => (),
        }
    }
}

/// Returns the span of the move number before a move, with its dots.
pub(crate) fn before(cx: &GameCx<'_>, mv: Span) -> Span {
    let text = &cx.src[cx.game.movetext_start.min(mv.start) as usize..mv.start as usize];
    let dots = text.iter().rposition(|byte| byte.is_ascii_digit()).unwrap_or(text.len());
    let digits = text[..dots].iter().rposition(|byte| !byte.is_ascii_digit());
    let len = text.len() - digits.map_or(0, |last| last + 1);
    let start = mv.start - index(len);
    let end = start + index(text[text.len() - len..].trim_ascii_end().len());
    Span { start, end }
}

/// Returns true if the main line begins with a null move and the number of a move of White, but the position has Black to
/// move: the null move is not meant to be played. All moves after it are read as those of the other side.
pub(crate) fn begins_with_placeholder(cx: &GameCx<'_>) -> bool {
    let Some(first) = cx.game.mainline().next() else { return false };
    let is_null = matches!(first.kind, NodeKind::NullMove { .. });
    is_null && first_half_move(cx) % 2 == 1 && {
        let number = before(cx, first.span).of(cx.src);
        number.first().is_some_and(u8::is_ascii_digit) && !number.ends_with(b"..")
    }
}

/// The help where another game may begin among the moves of a game.
pub(crate) const HELP_RESTART: &str =
    "if a game begins here, put the termination marker of the one before it, such as `*`, in front";

/// Number of nodes around an empty line among which the move number after it is looked for.
const NEAR: usize = 64;

/// Returns true if the moves after an empty line begin with White's move number 1, so that a game may begin there.
/// `next` is the index of the first node after the line.
pub(crate) fn restart_after(cx: &GameCx<'_>, next: usize) -> bool {
    let after = cx.game.nodes.get(next..).unwrap_or_default().iter().take(NEAR);
    let n_comments = after.take_while(|node| is_beside_move(node.kind)).count();
    restarts(cx, next + n_comments)
}

/// Returns true if a node is White's move number 1 after an empty line after a move, so that a game may begin there.
pub(crate) fn restarts(cx: &GameCx<'_>, number: usize) -> bool {
    let nodes = &cx.game.nodes;
    let Some(node) = nodes.get(number).filter(|node| node.kind == NodeKind::MoveNumber(1)) else {
        return false;
    };
    if node.span.of(cx.src).windows(2).any(|two| two == b"..") {
        return false;
    }
    let (mut start, mut has_empty_line) = (node.span.start, false);
    for node in nodes[..number].iter().rev().take(NEAR) {
        let between = cx.src.get(node.span.end as usize..start as usize).unwrap_or_default();
        has_empty_line |= count_line_ends(between) > 1;
        start = node.span.start;
        if !is_beside_move(node.kind) {
            return has_empty_line && !matches!(node.kind, NodeKind::RavOpen { .. });
        }
    }
    false
}

/// Returns true for what may be between a move and the next move number.
pub(crate) fn is_beside_move(kind: NodeKind) -> bool {
    kind.is_nag() || kind.is_comment()
}

/// Returns the number of half-moves between White's first move of move 1 and the start position, as
/// the FEN counts them.
pub(crate) fn first_half_move(cx: &GameCx<'_>) -> u32 {
    let (number, turn) = match &cx.start().position {
        Ok(position) => (position.fullmove_number(), position.turn()),
        // The position of a FEN with both fields may be illegal.
        Err(_) => {
            let fen = cx.game.tag(cx.src, TagName::FEN).map(|pair| pair.value.of(cx.src));
            let fields = FenFields::of(fen.unwrap_or_default());
            (fields.fullmove_number().unwrap_or(1), fields.turn().unwrap_or(Color::White))
        }
    };
    (number.clamp(1, 1 << 20) - 1) * 2 + u32::from(turn.is_black())
}
