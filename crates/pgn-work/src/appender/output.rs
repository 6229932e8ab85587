//! An output of games with its end.

use std::io::{self, Write};

use super::{Coming, Joining, OutputEnd};

/// An output of games: where their bytes go, and its end.
#[derive(Debug)]
pub(crate) struct GamesOutput<W> {
    pub(crate) out: W,
    end: OutputEnd,
}

impl<W: Write> GamesOutput<W> {
    /// Returns the output that goes on behind `end`.
    pub(crate) fn new(out: W, end: OutputEnd) -> GamesOutput<W> {
        GamesOutput { out, end }
    }

    /// Writes a text behind what was written. `name`: what messages call its input.
    ///
    /// # Errors
    /// Those of the output.
    pub(crate) fn append(
        &mut self,
        joining: &mut Joining<'_>,
        coming: &Coming<'_>,
        name: impl Fn() -> String,
    ) -> io::Result<()> {
        self.end.append(joining, coming, name, &mut self.out)
    }

    /// Writes further bytes of the game that was written last.
    ///
    /// # Errors
    /// Those of the output.
    pub(crate) fn extend(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.end.extend(bytes, &mut self.out)
    }

    /// Returns how many bytes are held back.
    pub(crate) fn n_held(&self) -> usize {
        self.end.n_held()
    }

    /// Flushes, as nothing more may come for a while.
    ///
    /// # Errors
    /// Those of the output.
    pub(crate) fn idle(&mut self) -> io::Result<()> {
        self.end.idle(&mut self.out)?;
        self.out.flush()
    }

    /// Writes what is held back: nothing follows.
    ///
    /// # Errors
    /// Those of the output.
    pub(crate) fn end(&mut self) -> io::Result<()> {
        self.end.flush(&mut self.out)
    }
}
