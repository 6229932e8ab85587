//! Prefix sums over chunks: the first game and line of each chunk, and the unfinished bytes of the chunk before it.
//!
//! Chunks are posted as they are read, in any order. Each is returned as soon as the sums of all chunks before it are
//! known, with the way to process it.

use std::collections::VecDeque;

use crate::{
    inputs::input::Start,
    pipeline::job::Flags,
    position::{GameNumber, LineNumber, Lines, Place, TextOffset},
};

/// Bytes at the end of a chunk that belong to a game which continues in the next one.
#[derive(Debug, Default)]
pub(crate) struct Carry {
    pub(crate) len: usize,
    /// The bytes; empty if they are in a map.
    pub(crate) bytes: Vec<u8>,
    /// Number of bytes in the last reading that did not reach the end of the game.
    pub(crate) tried: usize,
    /// Number of the bytes that belong to an incomplete line.
    pub(crate) line: usize,
}

/// Counts of a chunk that was read.
#[derive(Debug, Default)]
pub(crate) struct Sums {
    pub(crate) n_games: u64,
    /// `None`: not counted.
    pub(crate) lines: Option<Lines>,
    pub(crate) carry: Carry,
    /// The place of the oversized game inside of which the chunk ends.
    pub(crate) oversized: Option<Place>,
    pub(crate) flags: Flags,
}

/// Data of a chunk that does not depend on the chunks before it.
#[derive(Debug)]
pub(crate) struct ReadResult {
    /// Start of the reading, if this is the first chunk of its input.
    pub(crate) start: Option<Start>,
    pub(crate) offset: TextOffset,
    /// `None` if the chunk was not read, because it is unlikely to begin with a game.
    pub(crate) sums: Option<Sums>,
}

/// The beginning of an input whose lines are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counted {
    /// End of the counted part.
    pub(crate) offset: TextOffset,
    /// Lines before `offset`.
    pub(crate) lines: Lines,
}

impl Counted {
    /// Returns the number of the line at `offset`.
    pub(crate) fn line(&self) -> LineNumber {
        LineNumber(self.lines.n_ends + 1)
    }

    /// Sets the line and the columns of a place, which must be at `offset`.
    pub(crate) fn complete(&self, place: &mut Place) {
        place.first_line = Some(self.line());
        place.n_columns = self.lines.n_columns;
    }
}

/// How a chunk is processed, and how far lines are counted. The place does not have its line yet.
#[derive(Debug)]
pub(crate) struct Resolution {
    pub(crate) place: Place,
    pub(crate) counted: Counted,
    pub(crate) action: ChunkAction,
}

/// How a chunk is processed.
#[derive(Debug)]
pub(crate) enum ChunkAction {
    /// The reading is valid.
    Finish,
    /// The chunk must be read again with `carry` before it, which begins at the place. `oversized`: the place of the
    /// oversized game that continues there.
    Reread { carry: Carry, oversized: Option<Place> },
}

/// A chunk whose place is known.
pub(crate) struct Ready<P> {
    pub(crate) number: u64,
    pub(crate) resolution: Resolution,
    /// The value that was posted with the chunk.
    pub(crate) pending: P,
}

/// The chunk before the next one.
#[derive(Clone, Copy, Debug, Default)]
struct LastChunk {
    offset: TextOffset,
    /// Its lines; `None`: not counted.
    lines: Option<Lines>,
}

/// The prefix sums of a run, with the chunks that wait for them.
pub(crate) struct PrefixSums<P> {
    /// Number of the next chunk, which is the first of `posted`.
    next: u64,
    posted: VecDeque<Option<(ReadResult, P)>>,
    /// True while the chunk before `next` is read again.
    is_rereading: bool,
    /// Number of the first chunk of the input.
    first: u64,
    n_games: u64,
    counted: Counted,
    last: LastChunk,
    carry: Carry,
    oversized: Option<Place>,
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
            last: LastChunk::default(),
            carry: Carry::default(),
            oversized: None,
            flags: 0,
        }
    }
}

impl<P> PrefixSums<P> {
    /// Adds a chunk. Returns the chunks whose places are known now, in order; if the chunk itself is among them, it
    /// comes first.
    pub(crate) fn post(&mut self, number: u64, posted: ReadResult, pending: P) -> Vec<Ready<P>> {
        let index = usize::try_from(number - self.next).unwrap_or(usize::MAX);
        while self.posted.len() <= index {
            self.posted.push_back(None);
        }
        self.posted[index] = Some((posted, pending));
        self.advance()
    }

    /// Adds the sums of a chunk that was read again. Returns the chunks whose places are known now, in order.
    pub(crate) fn publish(&mut self, sums: Sums) -> Vec<Ready<P>> {
        self.is_rereading = false;
        self.add(sums);
        self.advance()
    }

    /// Returns the farthest place before chunk `number`, or at its beginning, up to which lines are counted.
    pub(crate) fn counted(&self, number: u64, resolution: &Resolution) -> Counted {
        if number >= self.first && self.counted.offset <= resolution.place.offset {
            self.counted
        } else {
            resolution.counted
        }
    }

    /// Stores how far lines were counted for a chunk.
    pub(crate) fn learn(&mut self, number: u64, counted: Counted) {
        if number >= self.first && counted.offset > self.counted.offset {
            self.counted = counted;
        }
    }

    /// Returns true if a game is unfinished after all chunks before `number`; `None` if that is not known yet.
    pub(crate) fn is_inside_game_before(&self, number: u64) -> Option<bool> {
        (self.next == number && !self.is_rereading)
            .then_some(self.carry.len > 0 || self.oversized.is_some())
    }

    /// Begins an input with chunk `number`, whose reading starts at `start`.
    fn begin_input(&mut self, number: u64, start: Start) {
        let offset = TextOffset(start.offset);
        self.first = number;
        self.n_games = start.n_games;
        self.counted = Counted { offset, lines: Lines { n_ends: start.n_lines, n_columns: 0 } };
        self.last = LastChunk { offset, lines: None };
        self.carry = Carry::default();
        self.oversized = None;
        self.flags = 0;
    }

    /// Adds the sums of the next chunk.
    fn add(&mut self, sums: Sums) {
        self.n_games += sums.n_games;
        self.last.lines = sums.lines;
        self.carry = sums.carry;
        self.oversized = sums.oversized;
        self.flags = sums.flags.change(self.flags);
    }

    /// Returns the posted chunks whose places are known now, up to the first one that must be read again.
    fn advance(&mut self) -> Vec<Ready<P>> {
        let mut ready = Vec::new();
        while !self.is_rereading
            && let Some((posted, pending)) = self.posted.front_mut().and_then(Option::take)
        {
            self.posted.pop_front();
            let number = self.next;
            self.next += 1;
            if let Some(start) = posted.start {
                self.begin_input(number, start);
            }
            let offset = TextOffset(posted.offset.0 - self.carry.len as u64);
            if let Some(lines) = self.last.lines
                && self.last.offset == self.counted.offset
            {
                self.counted = Counted { offset, lines: self.counted.lines.then(lines) };
            }
            self.last = LastChunk { offset, lines: None };
            let (first_game, flags) = (GameNumber(self.n_games + 1), self.flags);
            let place = Place { offset, first_line: None, n_columns: 0, first_game, flags };
            let counted = self.counted;
            let is_clean = self.carry.len == 0 && self.oversized.is_none();
            let action = match posted.sums.filter(|_| is_clean) {
                Some(sums) => {
                    self.add(sums);
                    ChunkAction::Finish
                }
                None => {
                    self.is_rereading = true;
                    let carry = std::mem::take(&mut self.carry);
                    ChunkAction::Reread { carry, oversized: self.oversized }
                }
            };
            ready.push(Ready {
                number,
                resolution: Resolution { place, counted, action },
                pending,
            });
        }
        ready
    }
}
