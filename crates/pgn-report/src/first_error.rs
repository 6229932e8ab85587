//! The first error of a game, for messages.

use pgn_chess::{GameEnd, MoveErrorKind, Start, StartError};
use pgn_stream::ChunkOffset;
use pgn_syntax::{Game, TagName};

/// The offset of an error in the chunk, and its rule and words.
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
            (ChunkOffset(span.start), format!("{}: `{text}`", rule_of(error.kind)))
        }
        None => (ChunkOffset(game.movetext_start), "null-move: in the main line".to_owned()),
    }
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
