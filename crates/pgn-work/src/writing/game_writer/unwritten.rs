//! Long games whose rows or positions are written by the sink, so that a worker need not keep all of them in memory.

use std::{io, sync::Arc};

use pgn_report::games::{columns::TableForm, placed::Placing};
use pgn_stream::{ChunkView, GameIndex, InputInfo, PlacedText};
use pgn_syntax::{Game, set_line_ends};

use super::GameWriter;

/// The part of a game that has not been written.
pub(crate) struct UnwrittenPart {
    game: Game,
    /// The bytes of the chunk.
    src: Arc<[u8]>,
    /// Index of the game in the chunk.
    index: GameIndex,
    writer: GameWriter,
    is_crlf: bool,
    placing: Option<Placing>,
}

impl UnwrittenPart {
    /// Returns the part of `game` that `writer` has not written; `None` if there is none. `game` must be the last one
    /// that was written. `src`: a copy of the bytes of the chunk, if one was made.
    pub(crate) fn of(
        writer: &mut GameWriter,
        index: GameIndex,
        game: &Game,
        chunk: &ChunkView<'_>,
        src: &mut Option<Arc<[u8]>>,
        is_crlf: bool,
    ) -> Option<UnwrittenPart> {
        let writer = match writer {
            GameWriter::Pgn(_) | GameWriter::Json(_) => None,
            GameWriter::Positions(writer) => writer.rest().map(Box::new).map(GameWriter::Positions),
            GameWriter::Rows(writer) => writer.rest().map(GameWriter::Rows),
        }?;
        let src = Arc::clone(src.get_or_insert_with(|| chunk.bytes.into()));
        Some(UnwrittenPart { game: game.clone(), src, index, writer, is_crlf, placing: None })
    }

    /// Sets the columns that depend on the place of the chunk.
    pub(crate) fn set_place(&mut self, form: TableForm, input: &InputInfo, text: &PlacedText<'_>) {
        self.placing = Some(Placing::of_game(self.index, self.game.span, form, input, text));
    }

    /// Passes the text to `write` in pieces.
    pub(crate) fn write(
        &mut self,
        mut write: impl FnMut(&[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        let UnwrittenPart { game, src, placing, is_crlf, .. } = self;
        let mut placed = Vec::new();
        let mut take = |piece: &mut Vec<u8>| {
            if let Some(placing) = placing {
                placed.clear();
                placing.place(piece, &mut placed);
                write(&placed)?;
            } else {
                if *is_crlf {
                    set_line_ends(piece, 0, true);
                }
                write(piece)?;
            }
            piece.clear();
            Ok(())
        };
        match &mut self.writer {
            GameWriter::Pgn(_) | GameWriter::Json(_) => Ok(()),
            GameWriter::Positions(writer) => writer.write_rest(game, src, &mut take),
            GameWriter::Rows(writer) => writer.write_rest(game, src, &mut take),
        }
    }
}
