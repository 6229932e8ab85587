//! `--rejects`: copies of games with errors, each behind a line that says what is wrong. PGN itself.

use std::{
    io::{self, Write as _},
    path::Path,
};

use pgn_stream::{InputInfo, Output, OutputOptions};

use super::{
    reader::{name_of, unwritable},
    target,
};
use crate::Globals;

/// The file of rejects.
#[derive(Debug)]
pub(super) struct Rejects(Output);

/// A game with errors.
pub(super) struct Reject<'a> {
    /// Where its first error is, from 1.
    pub(super) line: u64,
    /// In its input, from 1.
    pub(super) number: u64,
    /// Rule and message.
    pub(super) what: &'a str,
    /// Its own bytes.
    pub(super) bytes: &'a [u8],
}

impl Rejects {
    /// # Errors
    /// It cannot be written.
    pub(super) fn open(path: &Path) -> anyhow::Result<Rejects> {
        Output::create(path, &OutputOptions::default())
            .map(Rejects)
            .map_err(|error| unwritable(Some(path), error))
    }

    pub(super) fn take(&mut self, input: &InputInfo, game: &Reject<'_>) -> io::Result<()> {
        let head = format!(
            "% pgnkit: rejected {}:{} game {}: {}\n",
            name_of(input),
            game.line,
            game.number,
            crate::messages::escape(game.what)
        );
        self.0.write_all(head.as_bytes())?;
        self.0.write_all(game.bytes)?;
        self.0.write_all(b"\n\n")
    }

    /// # Errors
    /// It cannot be written.
    pub(super) fn close(self, is_complete: bool, globals: &Globals) -> anyhow::Result<()> {
        target::close(self.0, is_complete, globals)
    }
}
