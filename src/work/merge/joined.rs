//! An output of games that come together anew: between two that were no neighbors, the line end and
//! the empty line that must stand there are added.

use std::io::{self, Write as _};

use pgn_stream::Output;

use crate::{progress::Beside, work::joint::joint};

/// The output.
pub(super) struct Joined {
    out: Beside<Output>,
    /// Input and number of the game written last.
    last: Option<(u32, u64)>,
    tail: [u8; 4],
    n_bytes: u64,
}

impl Joined {
    pub(super) fn new(out: Beside<Output>) -> Joined {
        Joined { out, last: None, tail: *b"\n\n\n\n", n_bytes: 0 }
    }

    /// A game begins: number `number` of input `input`, whose first bytes are `bytes`.
    pub(super) fn begin(&mut self, input: u32, number: u64, bytes: &[u8]) -> io::Result<()> {
        let follows = self.last == number.checked_sub(1).map(|before| (input, before));
        self.last = Some((input, number));
        if follows || self.n_bytes == 0 {
            return self.write(bytes);
        }
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        self.write(joint(&self.tail, bytes))?;
        self.write(bytes)
    }

    /// More bytes of the game at hand.
    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)?;
        self.n_bytes += bytes.len() as u64;
        let n = bytes.len().min(4);
        self.tail.rotate_left(n);
        self.tail[4 - n..].copy_from_slice(&bytes[bytes.len() - n..]);
        Ok(())
    }

    pub(super) fn into_inner(self) -> Output {
        self.out.into_inner()
    }
}
