//! Reads the parts of a document that have changed, and those that depend on them, in slices.

use pgn_syntax::Part;

use super::{COMMENT_REACH, Document, PIECE};
use crate::{
    block::{Block, State},
    compare::{MAX_COMPARED, is_wanted},
    reading::{Progress, Reader, SMALL, TakesNotes},
    settings::Settings,
};

/// The text from a block on, as far as it is needed.
#[derive(Default)]
struct TextAhead {
    text: Vec<u8>,
    /// Index of the first block that is not in the text.
    next: usize,
    /// Offsets in the text at which blocks begin that have not changed since they were read, with the indices of the
    /// blocks.
    known: Vec<(usize, usize)>,
}

impl Document {
    /// Reads about `max` bytes of changed text and of text that depends on it, at least one block. Returns true if
    /// nothing is left to read.
    ///
    /// Edited blocks are read before waiting ones, so that their findings appear first.
    pub(crate) fn read_slice(&mut self, settings: &Settings, mut max: usize) -> bool {
        let mut reader = None;
        loop {
            let find = |is_it: fn(State) -> bool| self.blocks.iter().position(|it| is_it(it.state));
            let edited = find(|state| matches!(state, State::Edited(_)));
            let Some(at) = edited.or_else(|| find(|state| state == State::Waiting)) else {
                return true;
            };
            if edited.is_some() && self.is_unseen(at) {
                self.blocks[at].state = State::Waiting;
                continue;
            }
            if max == 0 {
                return false;
            }
            let reader =
                reader.get_or_insert_with(|| Reader::new(settings, self.takes_notes(settings)));
            let n_read = self.read_from(self.first_to_read(at), at, max, reader);
            max = max.saturating_sub(n_read);
        }
    }

    /// Returns whether notes on the games are taken. If the document was too large before, earlier blocks have no
    /// notes, and the games are not compared.
    fn takes_notes(&self, settings: &Settings) -> TakesNotes {
        let len: usize = self.blocks.iter().map(|block| block.text.len()).sum();
        if len <= MAX_COMPARED && is_wanted(settings) { TakesNotes::Yes } else { TakesNotes::No }
    }

    /// Returns true if no block before the edited one has been read that depends on the text of the edited block.
    fn is_unseen(&self, edited: usize) -> bool {
        let mut distance = 0;
        for block in self.blocks[..edited].iter().rev() {
            if block.state == State::Read {
                return false;
            }
            distance += block.text.len();
            if distance >= COMMENT_REACH {
                return true;
            }
        }
        edited > 0
    }

    /// Returns the first block that must be read again for an edited or waiting block.
    fn first_to_read(&self, block: usize) -> usize {
        let State::Edited(mut offset) = self.blocks[block].state else { return block };
        let mut first = block;
        while first > 0 && offset < self.blocks[first].read.settled {
            first -= 1;
            offset += self.blocks[first].text.len();
        }
        // Open comments may end elsewhere after the edit.
        let (mut at, mut distance) = (first, offset);
        while at > 0 && distance < COMMENT_REACH {
            at -= 1;
            if self.blocks[at].read.has_open_comment {
                first = at;
            }
            distance += self.blocks[at].text.len();
        }
        // Among waiting blocks, only the first begins with a game.
        let is_waiting = |at: usize| self.blocks[at].state == State::Waiting;
        while first > 0 && is_waiting(first) && is_waiting(first - 1) {
            first -= 1;
        }
        first
    }

    /// Reads from the beginning of the block `first` to the beginning of a known block after `changed`, or until all
    /// changes and at least `max` bytes are read; the rest then waits. Returns the number of bytes that were read.
    fn read_from(
        &mut self,
        first: usize,
        changed: usize,
        max: usize,
        reader: &mut Reader<'_>,
    ) -> usize {
        let (mut blocks, mut n_read) = (Vec::new(), 0);
        let mut ahead = TextAhead { next: first, ..TextAhead::default() };
        let mut n_wanted = 2 * PIECE;
        let meeting = loop {
            // After the changes, one block is nearly always enough.
            while ahead.next < self.blocks.len()
                && if ahead.known.is_empty() {
                    ahead.text.len() < n_wanted
                } else {
                    ahead.known.len() < 2
                }
            {
                self.widen(&mut ahead, changed);
            }
            let is_last = ahead.next == self.blocks.len();
            let is_first = first == 0 && blocks.is_empty();
            let part = Part { src: &ahead.text, is_first, is_last, after: b"" };
            let may_end = |at: usize| {
                let is_large = |block: usize| at >= SMALL || self.blocks[block].text.len() >= SMALL;
                ahead.block_at(at).is_some_and(is_large)
            };
            match reader.block(&part, may_end) {
                Progress::More => {
                    // The usual reason is a comment whose end is not in sight.
                    n_wanted = (2 * ahead.text.len()).max(COMMENT_REACH + PIECE);
                    while ahead.next < self.blocks.len() && ahead.text.len() < n_wanted {
                        self.widen(&mut ahead, changed);
                    }
                }
                Progress::Block { len, read } => {
                    blocks.push(Block::new(ahead.text[..len].to_vec(), *read));
                    n_read += len;
                    if let Some(block) = ahead.block_at(len) {
                        break block;
                    }
                    if is_last && len == ahead.text.len() {
                        break self.blocks.len();
                    }
                    ahead.pass(len);
                    n_wanted = 2 * PIECE;
                    // Reading does not pause before the changed block: only the change made it necessary to read the
                    // blocks before it.
                    if n_read >= max && ahead.next > changed {
                        let (len, block) =
                            ahead.known.first().copied().unwrap_or((ahead.text.len(), ahead.next));
                        ahead.text.truncate(len);
                        if len > 0 {
                            blocks.push(Block::unread(ahead.text));
                        }
                        break block;
                    }
                }
            }
        };
        self.blocks.splice(first..meeting, blocks);
        n_read
    }

    /// Adds the next block to the text.
    fn widen(&self, ahead: &mut TextAhead, changed: usize) {
        let block = &self.blocks[ahead.next];
        if block.state != State::Read {
            ahead.known.clear();
        } else if ahead.next > changed {
            ahead.known.push((ahead.text.len(), ahead.next));
        }
        ahead.text.extend_from_slice(&block.text);
        ahead.next += 1;
    }
}

impl TextAhead {
    /// Returns the index of the known block that begins at an offset.
    fn block_at(&self, at: usize) -> Option<usize> {
        self.known.iter().find(|&&(start, _)| start == at).map(|&(_, block)| block)
    }

    /// Removes the first `len` bytes.
    fn pass(&mut self, len: usize) {
        self.text.drain(..len);
        self.known.retain(|&(start, _)| start >= len);
        self.known.iter_mut().for_each(|(start, _)| *start -= len);
    }
}
