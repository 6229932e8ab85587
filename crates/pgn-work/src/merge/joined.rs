//! An output of games of the store.

use std::io;

use pgn_stream::Output;

use super::store::Meta;
use crate::{
    appender::{Coming, Joining, OutputEnd},
    progress::Beside,
};

/// The output.
pub(super) struct Joined {
    out: Beside<Output>,
    end: OutputEnd,
}

impl Joined {
    /// `end`: what is known of the end of the output.
    pub(super) fn new(out: Beside<Output>, end: OutputEnd) -> Joined {
        Joined { out, end }
    }

    /// Writes a game, or its first bytes if its edges are those of an unknown one.
    pub(super) fn begin(
        &mut self,
        joining: &mut Joining<'_>,
        meta: &Meta,
        bytes: &[u8],
        name: impl Fn() -> String,
    ) -> io::Result<()> {
        let Meta { position, is_apart, edges, .. } = *meta;
        let input = u64::from(meta.input);
        let Some(number) = position.game else {
            return self.end.append_text(joining, (input, bytes), &mut self.out);
        };
        let game = Coming { input, number, is_apart, edges, bytes };
        self.end.append(joining, &game, name, &mut self.out)
    }

    /// Writes more bytes of the game at hand.
    pub(super) fn extend(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.end.extend(bytes, &mut self.out)
    }

    /// Writes what is held back, and returns the output.
    pub(super) fn into_inner(mut self) -> io::Result<Output> {
        self.end.flush(&mut self.out)?;
        Ok(self.out.into_inner())
    }
}
