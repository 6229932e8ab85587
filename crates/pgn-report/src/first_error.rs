//! The first error of a game, for messages.

use std::fmt;

use pgn_chess::{GameEnd, MoveErrorKind, Start, StartError, moves::move_number, shakmaty::Color};
use pgn_lint::name;
use pgn_stream::ChunkOffset;
use pgn_syntax::{Game, NodeId, NodeKind, Span, TagName};

/// The first error of a game. Its text is the name of the rule, a colon and the message.
#[derive(Debug)]
pub struct FirstError {
    /// The offset of the error in the chunk.
    pub at: ChunkOffset,
    /// The name of the rule that reports such errors.
    pub rule: &'static str,
    /// The message of the rule.
    pub message: String,
}

impl fmt::Display for FirstError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.rule, self.message)
    }
}

/// Returns the first error of a game with errors.
pub fn what_is_wrong(game: &Game, start: &Start, end: &GameEnd, src: &[u8]) -> FirstError {
    let error = |at, rule, message| FirstError { at: ChunkOffset(at), rule, message };
    if let Err(what) = &start.position {
        let at = game.tag(src, TagName::FEN).map_or(game.start, |pair| pair.value.start);
        return error(at, rule_of_start(*what), what.to_string());
    }
    match (end.first_error, end.bad_null) {
        (Some((id, what)), null) if null.is_none_or(|(null, _)| id < null) => {
            let span = game.nodes[id.0 as usize].span;
            let text = String::from_utf8_lossy(span.of(src));
            let message = message_of(what.kind, &format!("{} {text}", number_of(game, start, id)));
            error(span.start, rule_of(what.kind), message)
        }
        (_, Some((id, _))) => {
            let span = game.nodes[id.0 as usize].span;
            error(span.start, name::null_move, null_message(span, src))
        }
        // Unreachable for a game with errors.
        (_, None) => {
            let message = "its moves cannot be played".to_owned();
            error(game.movetext_start, rule_of(MoveErrorKind::Illegal), message)
        }
    }
}

/// Returns the number of the move at `id` with its dots, as messages name it: `3.` or `3...`.
fn number_of(game: &Game, start: &Start, id: NodeId) -> String {
    let first = start.position.as_ref().map_or(0, |position| {
        2 * position.fullmove_number() + u32::from(position.turn().is_black())
    });
    // Number of half-moves since the start of move 0 (`half`), and its value before each open variation.
    let (mut half, mut open) = (first, Vec::new());
    for node in &game.nodes[..id.0 as usize] {
        match node.kind {
            NodeKind::Move { .. } | NodeKind::NullMove { .. } => half += 1,
            NodeKind::RavOpen { .. } => {
                open.push(half);
                half = half.saturating_sub(1);
            }
            NodeKind::RavClose => half = open.pop().unwrap_or(half),
            _ => (),
        }
    }
    move_number(half / 2, Color::from_white(half.is_multiple_of(2)))
}

/// Returns the rule that reports a position that cannot be set up.
pub(crate) fn rule_of_start(error: StartError) -> &'static str {
    match error {
        StartError::IllegalPosition => name::illegal_position,
        _ => name::bad_fen,
    }
}

/// Returns the message of the rule about a null move of the main line.
pub(crate) fn null_message(null: Span, src: &[u8]) -> String {
    format!("`{}` is a null move in the main line", String::from_utf8_lossy(null.of(src)))
}

/// Returns the message about a move that cannot be played. `name` is the move as messages name it.
pub(crate) fn message_of(kind: MoveErrorKind, name: &str) -> String {
    let what = match kind {
        MoveErrorKind::Ambiguous => "is ambiguous",
        MoveErrorKind::MissingPromotion => "does not say what the pawn becomes",
        MoveErrorKind::ForeignLetter => "has the piece letter of another language",
        MoveErrorKind::Unreadable => "is not a move",
        MoveErrorKind::OtherSide => "follows a move number of the other side",
        _ => "is not legal",
    };
    format!("`{name}` {what}")
}

/// Returns the rule that reports an error of this kind.
pub(crate) fn rule_of(kind: MoveErrorKind) -> &'static str {
    match kind {
        MoveErrorKind::Ambiguous => name::ambiguous_move,
        MoveErrorKind::MissingPromotion => name::missing_promotion,
        MoveErrorKind::ForeignLetter => name::foreign_piece_letter,
        _ => name::illegal_move,
    }
}
