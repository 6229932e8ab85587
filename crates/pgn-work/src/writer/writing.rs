//! The part of the writer that writes the text of games to the output.

use std::{io, ops::Range};

use pgn_stream::{InputInfo, WrittenHash};
use pgn_syntax::boundary::Edges;

use super::{Target, Writer, partitions::paths};
use crate::{
    appender::{AppendedText, OutputEnd},
    batch::PieceKind,
    inputs::name_of,
    left_out::OmissionKind,
    text::Text,
};

impl Writer<'_> {
    /// Writes bytes unchanged, or counts the positions in them.
    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if let Some(counts) = &mut self.counts {
            return counts.add(bytes);
        }
        self.with_out(|_, out| out.write_all(bytes))
    }

    /// Calls `act` with the end of the output and the output; does nothing if the target has no output.
    pub(super) fn with_out(
        &mut self,
        act: impl FnOnce(&mut OutputEnd, &mut dyn io::Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let out: &mut dyn io::Write = match &mut self.target {
            Target::Stream(out) => out,
            Target::InPlace { file: Some(out), .. } => out,
            _ => return Ok(()),
        };
        match &mut self.written {
            Some(written) => act(&mut self.end, &mut Noted { out, written }),
            None => act(&mut self.end, out),
        }
    }

    /// Writes some of the games of a chunk. `games`: indices of their texts.
    pub(super) fn write_games(
        &mut self,
        input: &InputInfo,
        text: &Text,
        games: Range<usize>,
    ) -> io::Result<()> {
        if self.replaced.is_some() {
            let from = text.left_out.partition_point(|left| left.index < games.start);
            let here = text.left_out[from..].iter().take_while(|left| left.index < games.end);
            // Games with errors are in the file of rejects, if there is one.
            let n_left_out = match self.rejects {
                Some(_) => 0,
                None => here.filter(|left| left.kind == OmissionKind::Game).count(),
            };
            self.replaced.keep((games.len() - n_left_out) as u64);
        }
        if let Target::Partitions(..) = self.target {
            self.number += games.len() as u64;
            return self.write_rows(text, games);
        }
        let start_of = |game: usize| game.checked_sub(1).map_or(0, |before| text.ends[before]);
        let (mut game, first) = (games.start, self.number);
        self.number += games.len() as u64;
        let Some(mut joining) = self.joining.take() else {
            let mut from = start_of(games.start);
            while let Some(mut rest) = self.unwritten.pop_front_if(|rest| rest.index < games.end) {
                // The rest of a game that is not selected is dropped.
                if rest.index >= games.start {
                    self.write(&text.bytes[from..text.ends[rest.index]])?;
                    from = text.ends[rest.index];
                    rest.write(|bytes| self.write(bytes))?;
                }
            }
            return self.write(&text.bytes[from..start_of(games.end)]);
        };
        let from = text.odd.partition_point(|(index, _)| *index < games.start);
        let mut odd = text.odd[from..].iter().peekable();
        while game < games.end {
            // A run of plain games, or one game that is not plain.
            let (end, edges) = match odd.peek() {
                Some(&&(index, edges)) if index == game => {
                    odd.next();
                    (game + 1, edges)
                }
                // The first game after one that is not plain is examined separately.
                _ if !self.end.is_plain() => (game + 1, Edges::UNKNOWN),
                Some(&&(index, _)) => (index.min(games.end), Edges::UNKNOWN),
                None => (games.end, Edges::UNKNOWN),
            };
            let bytes = &text.bytes[start_of(game)..text.ends[end - 1]];
            let number = first + (game - games.start) as u64;
            let appended = AppendedText {
                kind: PieceKind::Game,
                input: input.index as u64,
                name: &|| name_of(input),
                number,
                is_apart: false,
                edges,
                bytes,
            };
            self.with_out(|end, out| end.append(&mut joining, &appended, out))?;
            self.end.skip((end - game - 1) as u64);
            game = end;
        }
        self.joining = Some(joining);
        Ok(())
    }

    /// Writes the rows of some of the games of a chunk to the folders of their values.
    fn write_rows(&mut self, text: &Text, games: Range<usize>) -> io::Result<()> {
        let Target::Partitions(partitions, unknown) = &mut self.target else { return Ok(()) };
        let first = text.folders.partition_point(|it| it.text < games.start);
        let mut folders = &text.folders[first..];
        for game in games {
            let n = folders.iter().take_while(|it| it.text == game).count();
            let (here, after) = folders.split_at(n);
            folders = after;
            let folders_of_game = match here {
                [] => vec![unknown.clone()],
                _ => paths(here.iter().map(|it| (it.level, &*it.name))),
            };
            let start = game.checked_sub(1).map_or(0, |before| text.ends[before]);
            let mut append = |rows: &[u8]| {
                folders_of_game.iter().try_for_each(|path| partitions.append(path, rows))
            };
            append(&text.bytes[start..text.ends[game]])?;
            while let Some(mut rest) = self.unwritten.pop_front_if(|rest| rest.index <= game) {
                // The rest of a game that is not selected is dropped.
                if rest.index == game {
                    rest.write(&mut append)?;
                }
            }
        }
        Ok(())
    }

    /// Writes the bytes after the last game of a chunk: a piece of an oversized game, or the text of an input without
    /// games.
    pub(super) fn write_rest(&mut self, input: &InputInfo, text: &Text) -> io::Result<()> {
        let bytes = &text.bytes[text.ends.last().copied().unwrap_or(0)..];
        if bytes.is_empty() {
            return Ok(());
        }
        let Some(mut joining) = self.joining.take() else { return self.write(bytes) };
        // Appended after games, this text would be read as a part of the last game.
        if text.is_without_games && !joining.takes_text(bytes, || name_of(input)) {
            self.joining = Some(joining);
            return Ok(());
        }
        let appended = AppendedText {
            kind: if text.is_without_games { PieceKind::NoGame } else { PieceKind::Part },
            input: input.index as u64,
            name: &|| name_of(input),
            number: self.number,
            is_apart: false,
            edges: Edges::OVERSIZED,
            bytes,
        };
        self.with_out(|end, out| end.append(&mut joining, &appended, out))?;
        self.joining = Some(joining);
        Ok(())
    }
}

/// A writer that adds what it writes to a fingerprint.
struct Noted<'a> {
    out: &'a mut dyn io::Write,
    written: &'a mut WrittenHash,
}

impl io::Write for Noted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n = self.out.write(bytes)?;
        self.written.add(&bytes[..n]);
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
