//! Prefix sums over chunks: which game and line a chunk begins with, and which bytes of the chunk before it are
//! unfinished.
//!
//! Chunks are posted as they are read, in any order. Each is returned as soon as the sums of all chunks before it are
//! known, with what is to be done with it.

use std::collections::VecDeque;

use crate::{
    input::Start,
    job::Flags,
    position::{GameNumber, LineNumber, Lines, Place, TextOffset},
};

/// Bytes at the end of a chunk that belong to a game which goes on.
#[derive(Debug, Default)]
pub(crate) struct Carry {
    pub(crate) len: usize,
    /// The bytes, unless they can be had from the map.
    pub(crate) bytes: Vec<u8>,
    /// The length of a reading that did not get to the end of the game.
    pub(crate) tried: usize,
    /// How many of the bytes belong to a line that goes on.
    pub(crate) line: usize,
}

/// What the reading of a chunk came to.
#[derive(Debug, Default)]
pub(crate) struct Sums {
    pub(crate) n_games: u64,
    /// `None`: not counted.
    pub(crate) lines: Option<Lines>,
    pub(crate) carry: Carry,
    /// The chunk ends inside a game that is too large to be parsed.
    pub(crate) in_oversized: bool,
    pub(crate) flags: Flags,
}

/// What is known of a chunk before the chunks before it are.
#[derive(Debug)]
pub(crate) struct Posted {
    /// Where the reading of the input begins, if it begins with this chunk.
    pub(crate) start: Option<Start>,
    pub(crate) offset: TextOffset,
    /// `None`: it was not worth reading alone.
    pub(crate) sums: Option<Sums>,
}

/// How far the lines of an input are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counted {
    /// They are counted up to here.
    pub(crate) offset: TextOffset,
    /// The lines before the offset.
    pub(crate) lines: Lines,
}

impl Counted {
    /// Returns the line of the byte at the offset.
    pub(crate) fn line(&self) -> LineNumber {
        LineNumber(self.lines.n_ends + 1)
    }

    /// Adds the line and the columns before it to a place, that of the offset.
    pub(crate) fn complete(&self, place: &mut Place) {
        place.first_line = Some(self.line());
        place.n_columns = self.lines.n_columns;
    }
}

/// What is to be done with a chunk, and how far lines are counted. The place is still without its line.
#[derive(Debug)]
pub(crate) struct Settlement {
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

/// A chunk whose place is known.
pub(crate) struct Ready<P> {
    pub(crate) number: u64,
    pub(crate) settlement: Settlement,
    /// What was posted with it.
    pub(crate) pending: P,
}

pub(crate) struct PrefixSums<P> {
    /// The chunk that comes next, and all that is known of it and those after it.
    next: u64,
    posted: VecDeque<Option<(Posted, P)>>,
    /// The chunk before `next` is being read once more.
    is_rereading: bool,
    /// The first chunk of the input.
    first: u64,
    n_games: u64,
    counted: Counted,
    /// Where the last chunk began, and its lines.
    last: (TextOffset, Option<Lines>),
    carry: Carry,
    in_oversized: bool,
    flags: u64,
}

impl<P> Default for PrefixSums<P> {
    fn default() -> PrefixSums<P> {
        PrefixSums {
            next: 0,
            posted: VecDeque::new(),
            is_rereading: false,
            first: 0,
            n_games: 0,
            counted: Counted::default(),
            last: (TextOffset(0), None),
            carry: Carry::default(),
            in_oversized: false,
            flags: 0,
        }
    }
}

impl<P> PrefixSums<P> {
    /// Takes what is known of a chunk. Returns the chunks whose places are known now, in order: the chunk
    /// itself comes first if it is among them.
    pub(crate) fn post(&mut self, number: u64, posted: Posted, pending: P) -> Vec<Ready<P>> {
        let index = usize::try_from(number - self.next).unwrap_or(usize::MAX);
        while self.posted.len() <= index {
            self.posted.push_back(None);
        }
        self.posted[index] = Some((posted, pending));
        self.advance()
    }

    /// Takes what a second reading came to. Returns the chunks whose places are known now, in order.
    pub(crate) fn publish(&mut self, sums: Sums) -> Vec<Ready<P>> {
        self.is_rereading = false;
        self.add(sums);
        self.advance()
    }

    /// Returns how far lines are counted by now, for a chunk with this settlement.
    pub(crate) fn counted(&self, number: u64, settlement: &Settlement) -> Counted {
        if number >= self.first && self.counted.offset <= settlement.place.offset {
            self.counted
        } else {
            settlement.counted
        }
    }

    /// Takes how far lines were counted for a chunk.
    pub(crate) fn learn(&mut self, number: u64, counted: Counted) {
        if number >= self.first && counted.offset > self.counted.offset {
            self.counted = counted;
        }
    }

    /// Returns whether a game is unfinished after all chunks before `number`; `None` if that is not known yet.
    pub(crate) fn settled(&self, number: u64) -> Option<bool> {
        (self.next == number && !self.is_rereading)
            .then_some(self.carry.len > 0 || self.in_oversized)
    }

    fn add(&mut self, sums: Sums) {
        self.n_games += sums.n_games;
        self.last.1 = sums.lines;
        self.carry = sums.carry;
        self.in_oversized = sums.in_oversized;
        self.flags = sums.flags.change(self.flags);
    }

    fn advance(&mut self) -> Vec<Ready<P>> {
        let mut ready = Vec::new();
        while !self.is_rereading
            && let Some((posted, pending)) = self.posted.front_mut().and_then(Option::take)
        {
            self.posted.pop_front();
            let number = self.next;
            self.next += 1;
            if let Some(Start { offset, n_lines, n_games }) = posted.start {
                let offset = TextOffset(offset);
                self.first = number;
                self.n_games = n_games;
                self.counted = Counted { offset, lines: Lines { n_ends: n_lines, n_columns: 0 } };
                self.last = (offset, None);
                self.carry = Carry::default();
                self.in_oversized = false;
                self.flags = 0;
            }
            let offset = TextOffset(posted.offset.0 - self.carry.len as u64);
            if let (start, Some(lines)) = self.last
                && start == self.counted.offset
            {
                self.counted = Counted { offset, lines: self.counted.lines.then(lines) };
            }
            self.last = (offset, None);
            let (first_game, flags) = (GameNumber(self.n_games + 1), self.flags);
            let place = Place { offset, first_line: None, n_columns: 0, first_game, flags };
            let counted = self.counted;
            let is_clean = self.carry.len == 0 && !self.in_oversized;
            let what = match posted.sums.filter(|_| is_clean) {
                Some(sums) => {
                    self.add(sums);
                    What::Stands
                }
                None => {
                    self.is_rereading = true;
                    let carry = std::mem::take(&mut self.carry);
                    What::Reread { carry, in_oversized: self.in_oversized }
                }
            };
            ready.push(Ready { number, settlement: Settlement { place, counted, what }, pending });
        }
        ready
    }
}
