//! Games that are written as they were read, because they are not to be changed.

use pgn_syntax::{Parser, boundary::Edges};

use crate::{
    games::{
        batch::PieceKind,
        select::{Pick, Select},
    },
    writing::text::WrittenChunk,
};

/// Replaces the games that `select` does not take, or `--where` does not select, by their text as it was read. `parser`:
/// reads these again.
pub(super) fn restore(written: &mut WrittenChunk, select: &mut Select, parser: &mut Parser) {
    let texts = &mut written.texts;
    let new = std::mem::take(&mut texts.bytes);
    let (mut from, mut old_from) = (0, 0);
    written.is_changed = false;
    for piece in &mut texts.pieces {
        let old_end = piece.value.old_end;
        let (text, old) = (&new[from..piece.end], &written.old[old_from..old_end]);
        (from, old_from) = (piece.end, old_end);
        // A text that belongs to no game, or to a game that continues, was not changed.
        let is_game = piece.kind == PieceKind::Game;
        let is_picked = is_game && piece.value.is_selected && select.pick() == Pick::Take;
        if is_game && piece.is_changed && !is_picked {
            piece.edges = Edges::of_text(parser, old, false);
        }
        piece.is_changed &= is_picked;
        written.is_changed |= piece.is_changed;
        texts.bytes.extend_from_slice(if is_picked { text } else { old });
        piece.end = texts.bytes.len();
    }
}
