//! The first error of a game, for messages.

use pgn_chess::{GameEnd, MoveErrorKind, Start, StartError};
use pgn_stream::ChunkOffset;
use pgn_syntax::{Game, NodeKind, Span, TagName};

/// Offset of an error in the chunk, and its rule and message.
pub type FirstError = (ChunkOffset, String);

/// Returns the first error of a game with errors.
pub fn what_is_wrong(game: &Game, start: &Start, end: &GameEnd, src: &[u8]) -> FirstError {
    if let Err(error) = &start.position {
        let at = game.tag(src, TagName::FEN).map_or(game.start, |pair| pair.value.start);
        let rule = match error {
            StartError::IllegalPosition => "illegal-position",
            _ => "bad-fen",
        };
        return (ChunkOffset(at), format!("{rule}: {error}"));
    }
    match end.first_error {
        Some((id, error)) => {
            let span = game.nodes[id.0 as usize].span;
            let text = String::from_utf8_lossy(span.of(src)).into_owned();
            let message = message_of(error.kind, &text);
            (ChunkOffset(span.start), format!("{}: {message}", rule_of(error.kind)))
        }
        None => {
            let at = first_null_move(game).map_or(game.movetext_start, |(span, _)| span.start);
            (ChunkOffset(at), "null-move: in the main line".to_owned())
        }
    }
}

/// Returns the first null move of the main line: its span, and its number among the half-moves of the line, from 1.
/// `None` if there is none.
pub(crate) fn first_null_move(game: &Game) -> Option<(Span, u32)> {
    let (mut at, mut ply) = (0, 0);
    while let Some(node) = game.nodes.get(at) {
        at += 1;
        match node.kind {
            NodeKind::RavOpen { end, .. } => at = end.0 as usize + 1,
            NodeKind::Move { .. } => ply += 1,
            NodeKind::NullMove { .. } => return Some((node.span, ply + 1)),
            _ => (),
        }
    }
    None
}

/// Returns the message about a move that cannot be played. `name` is the move as messages name it.
pub(crate) fn message_of(kind: MoveErrorKind, name: &str) -> String {
    let what = match kind {
        MoveErrorKind::Ambiguous => "is ambiguous",
        MoveErrorKind::MissingPromotion => "does not say what the pawn becomes",
        MoveErrorKind::ForeignLetter => "has the piece letter of another language",
        MoveErrorKind::Unreadable => "is no move",
        MoveErrorKind::OtherSide => "follows a number that names the other side",
        _ => "is not legal",
    };
    format!("`{name}` {what}")
}

/// Returns the rule that reports an error of this kind.
pub(crate) fn rule_of(kind: MoveErrorKind) -> &'static str {
    match kind {
        MoveErrorKind::Ambiguous => "ambiguous-move",
        MoveErrorKind::MissingPromotion => "missing-promotion",
        MoveErrorKind::ForeignLetter => "foreign-piece-letter",
        _ => "illegal-move",
    }
}
