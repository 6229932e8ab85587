//! Long games whose rows or positions the sink writes: a worker would have all of them in memory at once.

use std::{io, sync::Arc};

use pgn_report::games::{columns::Columns, placed::Placing};
use pgn_stream::{ChunkView, GameIndex, InputInfo, PlacedText};
use pgn_syntax::{Game, Span, set_line_ends};
use pgn_table::Form;

use super::GameWriter;

/// What is still to be written of a game.
pub(crate) struct Rest {
    /// Which of the texts of the chunk it follows.
    pub(crate) index: usize,
    game: Game,
    /// The bytes of the chunk.
    src: Arc<[u8]>,
    /// Index in the chunk and bytes of the game.
    span: (GameIndex, Span),
    writer: GameWriter,
    is_crlf: bool,
    placing: Option<Placing>,
}

impl std::fmt::Debug for Rest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rest").field("index", &self.index).field("span", &self.span).finish()
    }
}

impl Rest {
    /// Returns what `writer` has not written of `game`, which it wrote last; `None` if there is nothing.
    pub(crate) fn of(
        writer: &mut GameWriter,
        (index_in_chunk, game): (GameIndex, &Game),
        (chunk, before): (&ChunkView<'_>, Option<&Rest>),
        index: usize,
        is_crlf: bool,
    ) -> Option<Rest> {
        let writer = match writer {
            GameWriter::Pgn(_) | GameWriter::Json(_) => None,
            GameWriter::Positions(writer) => writer.rest().map(Box::new).map(GameWriter::Positions),
            GameWriter::Rows(writer) => writer.rest().map(GameWriter::Rows),
        }?;
        let src = before.map_or_else(|| chunk.bytes.into(), |rest| Arc::clone(&rest.src));
        let span = (index_in_chunk, game.span);
        Some(Rest { index, game: game.clone(), src, span, writer, is_crlf, placing: None })
    }

    /// Sets the columns of its rows that are known last.
    pub(crate) fn set_place(
        &mut self,
        table: (Columns, Form),
        input: &InputInfo,
        text: &PlacedText<'_>,
    ) {
        self.placing = Some(Placing::of_game(self.span, table, input, text));
    }

    /// Gives it to `write`, a piece at a time.
    ///
    /// # Errors
    /// Those of `write`.
    pub(crate) fn write(
        &mut self,
        mut write: impl FnMut(&[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        let Rest { game, src, placing, is_crlf, .. } = self;
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
