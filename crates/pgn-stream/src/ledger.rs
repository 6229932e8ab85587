//! The running sums over chunks: which game and line a chunk begins with, and which bytes of the
//! chunk before it are unfinished.

use std::collections::VecDeque;

use crate::job::Place;

/// Bytes at the end of a chunk that belong to a game which goes on.
#[derive(Debug, Default)]
pub(crate) struct Carry {
    pub(crate) len: usize,
    /// The bytes, unless they can be had from the map.
    pub(crate) bytes: Vec<u8>,
    /// A reading of so many bytes did not get to the end of the game.
    pub(crate) tried: usize,
}

/// What the reading of a chunk came to.
#[derive(Debug, Default)]
pub(crate) struct Sums {
    pub(crate) n_games: u64,
    pub(crate) n_lines: u64,
    pub(crate) carry: Carry,
    /// The chunk ends inside a game that is too large to be parsed.
    pub(crate) in_oversized: bool,
}

/// What is known of a chunk before the chunks before it are.
#[derive(Debug)]
pub(crate) struct Posted {
    /// The first chunk of an input.
    pub(crate) is_first: bool,
    pub(crate) offset: u64,
    /// `None`: it was not worth reading alone.
    pub(crate) sums: Option<Sums>,
}

/// What is to be done with a chunk.
#[derive(Debug)]
pub(crate) enum Verdict {
    /// The reading stands.
    Stands(Place),
    /// It is to be read with `carry` in front, which begins at `place`.
    Reread { place: Place, carry: Carry, in_oversized: bool },
}

#[derive(Debug, Default)]
pub(crate) struct Ledger {
    /// The chunk that comes next, and all that is known of it and those after it.
    next: u64,
    posted: VecDeque<Option<Posted>>,
    /// Verdicts not yet taken.
    verdicts: Vec<(u64, Verdict)>,
    /// The chunk `next` is being read once more.
    is_rereading: bool,
    n_games: u64,
    n_lines: u64,
    carry: Carry,
    in_oversized: bool,
}

impl Ledger {
    /// Takes what is known of a chunk. Whether a verdict on another chunk was found.
    pub(crate) fn post(&mut self, number: u64, posted: Posted) -> bool {
        let index = usize::try_from(number - self.next).unwrap_or(usize::MAX);
        while self.posted.len() <= index {
            self.posted.push_back(None);
        }
        self.posted[index] = Some(posted);
        self.advance(Some(number))
    }

    /// The verdict on a chunk, once.
    pub(crate) fn take_verdict(&mut self, number: u64) -> Option<Verdict> {
        let index = self.verdicts.iter().position(|(n, _)| *n == number)?;
        Some(self.verdicts.swap_remove(index).1)
    }

    /// Takes what a second reading came to. Whether a verdict on another chunk was found.
    pub(crate) fn publish(&mut self, sums: Sums) -> bool {
        self.is_rereading = false;
        self.posted.pop_front();
        self.next += 1;
        self.add(sums);
        self.advance(None)
    }

    /// Whether all chunks before `number` are settled; if so, whether a game is unfinished.
    pub(crate) fn settled(&self, number: u64) -> Option<bool> {
        (self.next == number).then_some(self.carry.len > 0 || self.in_oversized)
    }

    fn add(&mut self, sums: Sums) {
        self.n_games += sums.n_games;
        self.n_lines += sums.n_lines;
        self.carry = sums.carry;
        self.in_oversized = sums.in_oversized;
    }

    fn advance(&mut self, own: Option<u64>) -> bool {
        let mut found_other = false;
        while !self.is_rereading
            && let Some(Some(posted)) = self.posted.front_mut()
        {
            if posted.is_first {
                self.n_games = 0;
                self.n_lines = 0;
                self.carry = Carry::default();
                self.in_oversized = false;
            }
            let place = Place {
                offset: posted.offset - self.carry.len as u64,
                first_line: self.n_lines + 1,
                first_game: self.n_games + 1,
            };
            let is_clean = self.carry.len == 0 && !self.in_oversized;
            found_other |= own != Some(self.next);
            match posted.sums.take_if(|_| is_clean) {
                Some(sums) => {
                    self.verdicts.push((self.next, Verdict::Stands(place)));
                    self.posted.pop_front();
                    self.next += 1;
                    self.add(sums);
                }
                None => {
                    let carry = std::mem::take(&mut self.carry);
                    let in_oversized = self.in_oversized;
                    self.verdicts.push((self.next, Verdict::Reread { place, carry, in_oversized }));
                    self.is_rereading = true;
                }
            }
        }
        found_other
    }
}
