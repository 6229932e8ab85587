//! An output of games and its end.

use std::io::{self, Write};

use super::{AppendedText, Joining, OutputEnd};

/// An output of games: the writer of the bytes, and the end of what was written.
#[derive(Debug)]
pub(crate) struct GamesOutput<W> {
    pub(crate) out: W,
    end: OutputEnd,
}

impl<W: Write> GamesOutput<W> {
    /// Returns an output that continues after `end`.
    pub(crate) fn new(out: W, end: OutputEnd) -> GamesOutput<W> {
        GamesOutput { out, end }
    }

    /// Appends a text.
    pub(crate) fn append(
        &mut self,
        joining: &mut Joining<'_>,
        text: &AppendedText<'_>,
    ) -> io::Result<()> {
        self.end.append(joining, text, &mut self.out)
    }

    /// Writes further bytes of the last game.
    pub(crate) fn extend(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.end.extend(bytes, &mut self.out)
    }

    /// Returns the number of bytes that are held back.
    pub(crate) fn n_held(&self) -> usize {
        self.end.n_held()
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
