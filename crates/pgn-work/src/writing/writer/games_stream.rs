//! One output for the games of all inputs.

use std::{io, ops::Range};

use pgn_stream::{InputInfo, Output};

use super::checks::ReadBack;
use crate::{
    games::batch::PieceKind,
    inputs::name_of,
    reports::progress::SuspendingWriter,
    writing::{
        appender::{AppendedText, GamesOutput, Joining},
        text::{BatchTexts, TextPiece},
    },
};

/// One output for the games of all inputs.
pub(super) struct GamesStream<'a> {
    pub(super) out: GamesOutput<ReadBack<SuspendingWriter<Output>>>,
    /// The separators of the games.
    pub(super) joining: Joining<'a>,
}

impl<'a> GamesStream<'a> {
    /// Writes some of the texts of a chunk. `range`: their indices.
    pub(super) fn write_texts(
        &mut self,
        input: &InputInfo,
        texts: &BatchTexts,
        range: Range<usize>,
    ) -> io::Result<()> {
        let name = &|| name_of(input);
        let mut at = range.start;
        while at < range.end {
            let pieces = &texts.pieces[at..range.end];
            // A run of plain games, or one other text. The first game after one that is not plain is examined separately.
            let is_plain = |it: &&TextPiece| it.kind == PieceKind::Game && it.edges.is_plain();
            let n = match self.out.is_plain() {
                true => pieces.iter().take_while(is_plain).count().max(1),
                false => 1,
            };
            let (first, bytes) = (&pieces[0], &texts.bytes[texts.start_of(at)..pieces[n - 1].end]);
            at += n;
            // Appended after games, the text of an input without games would be read as a part of the last game.
            let is_taken = match first.kind {
                PieceKind::Game => true,
                PieceKind::Part => !bytes.is_empty(),
                PieceKind::NoGame => !bytes.is_empty() && self.joining.takes_text(bytes, name),
            };
            if is_taken {
                let text = AppendedText::of(input.index as u64, name, first, bytes);
                self.out.append_run(&mut self.joining, &text, n as u64)?;
            }
        }
        Ok(())
    }

    /// Writes the bytes that are held back. Returns the output, and how its games were joined.
    pub(super) fn finish(mut self) -> io::Result<(ReadBack<Output>, Joining<'a>)> {
        self.out.finish()?;
        let ReadBack { out, written } = self.out.out;
        Ok((ReadBack { out: out.into_inner(), written }, self.joining))
    }
}
