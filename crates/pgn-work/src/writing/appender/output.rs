//! An output of games and its end.

use std::{
    io::{self, Write},
    path::Path,
};

use pgn_stream::Tail;

use super::{AppendedText, Joining, OutputEnd};
use crate::Globals;

/// An output of games: the writer of the bytes, and the end of what was written.
#[derive(Debug)]
pub(crate) struct GamesOutput<W> {
    pub(crate) out: W,
    pub(crate) end: OutputEnd,
}

impl<W: Write> GamesOutput<W> {
    /// Returns an output without games.
    pub(crate) fn new(out: W) -> GamesOutput<W> {
        GamesOutput { out, end: OutputEnd::default() }
    }

    /// Returns an output that adds games to the file at `path`, whose text ends with `tail`. What of this text no game
    /// can change is written.
    ///
    /// # Errors
    /// Returns the errors of `out`, and an error if the file has text and no games, and the text would hide the
    /// appended games.
    pub(crate) fn after_file(
        mut out: W,
        tail: &Tail,
        path: &Path,
        globals: &Globals,
    ) -> io::Result<GamesOutput<W>> {
        let end = OutputEnd::of_file(tail, path, globals, &mut out)?;
        Ok(GamesOutput { out, end })
    }

    /// Returns the output with another writer of the same bytes.
    pub(crate) fn map<V>(self, to: impl FnOnce(W) -> V) -> GamesOutput<V> {
        GamesOutput { out: to(self.out), end: self.end }
    }

    /// Appends a text.
    pub(crate) fn append(
        &mut self,
        joining: &mut Joining<'_>,
        text: &AppendedText<'_>,
    ) -> io::Result<()> {
        self.end.append(joining, text, &mut self.out)
    }

    /// Appends the texts of `n_games`, which follow one another. If there are several, all of them are plain, and so is the
    /// game before them.
    pub(crate) fn append_run(
        &mut self,
        joining: &mut Joining<'_>,
        games: &AppendedText<'_>,
        n_games: u64,
    ) -> io::Result<()> {
        self.append(joining, games)?;
        self.end.skip(n_games - 1);
        Ok(())
    }

    /// Writes further bytes of the last game.
    pub(crate) fn extend(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.end.extend(bytes, &mut self.out)
    }

    /// Flushes the output. Called before a wait for input.
    pub(crate) fn idle(&mut self) -> io::Result<()> {
        self.end.idle(&mut self.out)?;
        self.out.flush()
    }

    /// Writes the bytes that are held back, as nothing follows.
    pub(crate) fn end(&mut self) -> io::Result<()> {
        self.end.flush(&mut self.out)
    }

    /// Writes what is held back, and an empty line: games of another run may follow.
    pub(crate) fn end_apart(&mut self) -> io::Result<()> {
        self.end.end_apart(&mut self.out)
    }
}
