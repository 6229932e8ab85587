//! One output for the games of all inputs.

use std::{io, ops::Range};

use pgn_stream::{GameNumber, InputInfo, Output};
use pgn_syntax::boundary::Edges;

use super::checks::ReadBack;
use crate::{
    appender::{AppendedText, GamesOutput, Joining},
    batch::PieceKind,
    inputs::name_of,
    progress::SuspendingWriter,
    text::Text,
};

/// One output for the games of all inputs.
pub(super) struct GamesStream<'a> {
    pub(super) out: GamesOutput<ReadBack<SuspendingWriter<Output>>>,
    /// The separators of the games.
    pub(super) joining: Joining<'a>,
}

impl<'a> GamesStream<'a> {
    /// Writes some of the games of a chunk. `games`: indices of their texts; `number`: number of the first one in the
    /// input.
    pub(super) fn write_games(
        &mut self,
        input: &InputInfo,
        text: &Text,
        games: Range<usize>,
        number: GameNumber,
    ) -> io::Result<()> {
        let from = text.odd.partition_point(|(index, _)| *index < games.start);
        let mut odd = text.odd[from..].iter().peekable();
        let mut game = games.start;
        while game < games.end {
            // A run of plain games, or one game that is not plain.
            let (end, edges) = match odd.peek() {
                Some(&&(index, edges)) if index == game => {
                    odd.next();
                    (game + 1, edges)
                }
                // The first game after one that is not plain is examined separately.
                _ if !self.out.is_plain() => (game + 1, Edges::UNKNOWN),
                Some(&&(index, _)) => (index.min(games.end), Edges::UNKNOWN),
                None => (games.end, Edges::UNKNOWN),
            };
            let appended = AppendedText {
                kind: PieceKind::Game,
                input: input.index as u64,
                name: &|| name_of(input),
                number: number + (game - games.start) as u64,
                is_apart: false,
                edges,
                bytes: &text.bytes[text.start_of(game)..text.ends[end - 1]],
            };
            self.out.append_run(&mut self.joining, &appended, (end - game) as u64)?;
            game = end;
        }
        Ok(())
    }

    /// Writes the bytes after the last game of a chunk: a piece of an oversized game with this number, or the text of an
    /// input without games.
    pub(super) fn write_rest(
        &mut self,
        input: &InputInfo,
        text: &Text,
        number: GameNumber,
    ) -> io::Result<()> {
        let (bytes, name) = (text.rest(), &|| name_of(input));
        // Appended after games, this text would be read as a part of the last game.
        if bytes.is_empty() || text.is_without_games && !self.joining.takes_text(bytes, name) {
            return Ok(());
        }
        let appended = AppendedText {
            kind: if text.is_without_games { PieceKind::NoGame } else { PieceKind::Part },
            input: input.index as u64,
            name,
            number,
            is_apart: false,
            edges: Edges::OVERSIZED,
            bytes,
        };
        self.out.append(&mut self.joining, &appended)
    }

    /// Writes the bytes that are held back. Returns the output, and how its games were joined.
    pub(super) fn finish(mut self) -> io::Result<(ReadBack<Output>, Joining<'a>)> {
        self.out.end()?;
        let ReadBack { out, written } = self.out.out;
        Ok((ReadBack { out: out.into_inner(), written }, self.joining))
    }
}
