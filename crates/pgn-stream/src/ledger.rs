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
    /// `None`: not counted.
    pub(crate) n_lines: Option<u64>,
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

/// How far the lines of an input are counted: so many end before this offset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counted {
    pub(crate) offset: u64,
    pub(crate) n_lines: u64,
}

/// What is to be done with a chunk, and how far lines are counted. The place is still without its line.
#[derive(Debug)]
pub(crate) struct Verdict {
    pub(crate) place: Place,
    pub(crate) counted: Counted,
    pub(crate) what: What,
}

#[derive(Debug)]
pub(crate) enum What {
    /// The reading stands.
    Stands,
    /// It is to be read with `carry` in front, which begins at the place.
    Reread { carry: Carry, in_oversized: bool },
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
    /// The first chunk of the input.
    first: u64,
    n_games: u64,
    counted: Counted,
    /// Where the last chunk began, and its lines.
    last: (u64, Option<u64>),
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
        let mut verdict = self.verdicts.swap_remove(index).1;
        // What was counted since it was found.
        if number >= self.first && self.counted.offset <= verdict.place.offset {
            verdict.counted = self.counted;
        }
        Some(verdict)
    }

    /// Takes how far the worker of a chunk has counted.
    pub(crate) fn learn(&mut self, number: u64, counted: Counted) {
        if number >= self.first && counted.offset > self.counted.offset {
            self.counted = counted;
        }
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
        self.last.1 = sums.n_lines;
        self.carry = sums.carry;
        self.in_oversized = sums.in_oversized;
    }

    fn advance(&mut self, own: Option<u64>) -> bool {
        let mut found_other = false;
        while !self.is_rereading
            && let Some(Some(posted)) = self.posted.front_mut()
        {
            if posted.is_first {
                self.first = self.next;
                self.n_games = 0;
                self.counted = Counted::default();
                self.last = (0, None);
                self.carry = Carry::default();
                self.in_oversized = false;
            }
            let offset = posted.offset - self.carry.len as u64;
            if let (start, Some(n_lines)) = self.last
                && start == self.counted.offset
            {
                self.counted = Counted { offset, n_lines: self.counted.n_lines + n_lines };
            }
            self.last = (offset, None);
            let place = Place { offset, first_line: 0, first_game: self.n_games + 1 };
            let counted = self.counted;
            let is_clean = self.carry.len == 0 && !self.in_oversized;
            found_other |= own != Some(self.next);
            match posted.sums.take_if(|_| is_clean) {
                Some(sums) => {
                    let verdict = Verdict { place, counted, what: What::Stands };
                    self.verdicts.push((self.next, verdict));
                    self.posted.pop_front();
                    self.next += 1;
                    self.add(sums);
                }
                None => {
                    let carry = std::mem::take(&mut self.carry);
                    let in_oversized = self.in_oversized;
                    let what = What::Reread { carry, in_oversized };
                    self.verdicts.push((self.next, Verdict { place, counted, what }));
                    self.is_rereading = true;
                }
            }
        }
        found_other
    }
}
