//! The part of the writer that writes the text of games to the output.

use std::{io, ops::Range};

use pgn_stream::InputInfo;

use super::{Target, Writer, partitions::paths};
use crate::{left_out::OmissionKind, text::Text};

impl Writer<'_> {
    /// Writes bytes unchanged. Does nothing if the target is not one that takes any bytes.
    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match &mut self.target {
            Target::Lines(lines) => lines.write(bytes),
            Target::InPlace(files) => files.write(bytes),
            Target::Games(_) | Target::Partitions(..) | Target::Check(_) | Target::Diff(_) => {
                Ok(())
            }
        }
    }

    /// Writes some of the games of a chunk. `games`: indices of their texts.
    pub(super) fn write_games(
        &mut self,
        input: &InputInfo,
        text: &Text,
        games: Range<usize>,
    ) -> io::Result<()> {
        let from = text.left_out.partition_point(|left| left.index < games.start);
        let here = text.left_out[from..].iter().take_while(|left| left.index < games.end);
        // Games with errors are in the file of rejects, if there is one.
        let n_left_out = match self.rejects {
            Some(_) => 0,
            None => here.filter(|left| left.kind == OmissionKind::Game).count(),
        };
        self.replaced.keep((games.len() - n_left_out) as u64);
        let number = self.number;
        self.number += games.len() as u64;
        match &mut self.target {
            Target::Games(stream) => return stream.write_games(input, text, games, number),
            Target::Partitions(..) => return self.write_rows(text, games),
            Target::Lines(_) | Target::InPlace(_) | Target::Check(_) | Target::Diff(_) => (),
        }
        let mut from = text.start_of(games.start);
        while let Some(mut rest) = self.unwritten.pop_front_if(|rest| rest.index < games.end) {
            // The rest of a game that is not selected is dropped.
            if rest.index >= games.start {
                self.write(&text.bytes[from..text.ends[rest.index]])?;
                from = text.ends[rest.index];
                rest.write(|bytes| self.write(bytes))?;
            }
        }
        self.write(&text.bytes[from..text.start_of(games.end)])
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
            let mut append = |rows: &[u8]| {
                folders_of_game.iter().try_for_each(|path| partitions.append(path, rows))
            };
            append(&text.bytes[text.start_of(game)..text.ends[game]])?;
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
        match &mut self.target {
            Target::Games(stream) => stream.write_rest(input, text, self.number),
            _ => self.write(text.rest()),
        }
    }
}
