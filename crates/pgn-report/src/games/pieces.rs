//! Rows and lines of long games: the first are written at once, the rest a piece at a time.

use std::io;

/// Rows or lines of a game that are written at once: all together they may be fifty times as large as their game.
const AT_ONCE: usize = 1 << 14;

/// Bytes after which a piece is passed on.
const PIECE: usize = 1 << 16;

/// Takes a piece: whole rows or lines. What it leaves in the buffer comes before the next ones.
pub type Take<'a> = dyn FnMut(&mut Vec<u8>) -> io::Result<()> + 'a;

/// Where the rows or lines of a game go.
pub(super) struct Pieces<'a> {
    out: &'a mut Vec<u8>,
    n: usize,
    part: Part<'a>,
}

enum Part<'a> {
    AtOnce,
    Rest { take: &'a mut Take<'a>, result: io::Result<()> },
}

impl<'a> Pieces<'a> {
    /// Takes those that are written at once.
    pub(super) fn at_once(out: &'a mut Vec<u8>) -> Pieces<'a> {
        Pieces { out, n: 0, part: Part::AtOnce }
    }

    /// Takes the rest. `out`: an empty buffer.
    pub(super) fn rest(out: &'a mut Vec<u8>, take: &'a mut Take<'a>) -> Pieces<'a> {
        Pieces { out, n: 0, part: Part::Rest { take, result: Ok(()) } }
    }

    /// Returns whether the next row or line is to be written.
    pub(super) fn takes_next(&mut self) -> bool {
        self.n += 1;
        match &mut self.part {
            Part::AtOnce => self.n <= AT_ONCE,
            Part::Rest { take, result } => {
                if self.out.len() >= PIECE && result.is_ok() {
                    *result = take(self.out);
                }
                self.n > AT_ONCE && result.is_ok()
            }
        }
    }

    /// Returns the buffer for a row or line.
    pub(super) fn out(&mut self) -> &mut Vec<u8> {
        self.out
    }

    /// Returns whether there is a rest.
    pub(super) fn is_cut(&self) -> bool {
        self.n > AT_ONCE
    }

    /// Passes the last piece on.
    ///
    /// # Errors
    /// The first that a piece met.
    pub(super) fn end(self) -> io::Result<()> {
        match self.part {
            Part::AtOnce => Ok(()),
            Part::Rest { take, result } => result.and_then(|()| take(self.out)),
        }
    }
}
