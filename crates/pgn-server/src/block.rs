//! A block: the text of whole games of a document, with their findings.

use std::cell::OnceCell;

use pgn_lint::{Diagnostic, FileFacts, Note, TextBefore};
use pgn_syntax::{Game, count_line_ends};

/// A part of a document that is read at once. It begins with a line and a game.
#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) text: Vec<u8>,
    pub(crate) n_lines: usize,
    pub(crate) state: State,
    pub(crate) read: BlockRead,
    /// The offsets at which lines begin, computed on first use.
    line_starts: OnceCell<Vec<u32>>,
}

/// Whether the text of a block was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Read,
    /// Edited since it was read, first at this offset.
    Edited(usize),
    /// Still to be read, while the blocks before it need not be read again. Among several waiting blocks, the first
    /// one begins with a game, the others with a line.
    Waiting,
}

/// The effect of a block on the state of the text: the state after it, for a comment that is open or not before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Passing {
    after_closed: TextBefore,
    after_open: TextBefore,
    has_games: bool,
}

impl Default for Passing {
    fn default() -> Passing {
        Passing {
            after_closed: TextBefore::default(),
            after_open: TextBefore { has_open_comment: true, ..TextBefore::default() },
            has_games: false,
        }
    }
}

impl Passing {
    /// Adds a game of the block.
    pub(crate) fn pass(&mut self, game: &Game) {
        self.after_closed.pass(game);
        self.after_open.pass(game);
        self.has_games = true;
    }

    /// Returns the state after the block, given the state before it.
    pub(crate) fn after(self, before: TextBefore) -> TextBefore {
        if !self.has_games {
            return before;
        }
        if before.has_open_comment { self.after_open } else { self.after_closed }
    }
}

/// Results of reading a block.
#[derive(Debug, Default)]
pub(crate) struct BlockRead {
    pub(crate) n_games: u64,
    /// The findings of the games, sorted by place; spans refer to the text of the block.
    pub(crate) found: Vec<Diagnostic>,
    /// Notes on the games for rules that compare games; `None` if no notes were taken.
    pub(crate) notes: Option<Vec<Note>>,
    /// Games whose processing has panicked: the offset of each, and the message.
    pub(crate) faults: Vec<(u32, String)>,
    /// Number of findings that were dropped, because the block has too many.
    pub(crate) n_left_out: usize,
    pub(crate) facts: FileFacts,
    pub(crate) passing: Passing,
    /// Offset from which on an edit does not change where the block begins.
    pub(crate) settled: usize,
    /// True if a comment of a game is left open, so that the end of the game depends on distant text after it.
    pub(crate) has_open_comment: bool,
}

impl Block {
    /// Returns the offsets at which lines begin, in ascending order.
    pub(crate) fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| line_starts(&self.text))
    }

    /// Returns the block with this text, which is still to be read.
    pub(crate) fn unread(text: Vec<u8>) -> Block {
        let read = BlockRead { settled: usize::MAX, ..BlockRead::default() };
        Block { state: State::Waiting, ..Block::new(text, read) }
    }

    /// Returns the block with this text and the results of reading it.
    pub(crate) fn new(text: Vec<u8>, read: BlockRead) -> Block {
        let n_lines = usize::try_from(count_line_ends(&text)).unwrap_or(usize::MAX);
        Block { text, n_lines, state: State::Read, read, line_starts: OnceCell::new() }
    }

    /// Returns the number of findings of the block, including those that were dropped.
    pub(crate) fn n_found(&self) -> usize {
        self.read.found.len() + self.read.faults.len() + self.read.n_left_out
    }
}

/// Returns the offsets at which the lines of a text begin, in ascending order.
pub(crate) fn line_starts(text: &[u8]) -> Vec<u32> {
    let mut starts = vec![0];
    for end in memchr::memchr2_iter(b'\n', b'\r', text) {
        let is_inner = text[end] == b'\r' && text.get(end + 1) == Some(&b'\n');
        if !is_inner {
            starts.push(u32::try_from(end + 1).unwrap_or(u32::MAX));
        }
    }
    starts
}

/// Returns true if a line begins at `at`.
pub(crate) fn begins_line(text: &[u8], at: usize) -> bool {
    match at.checked_sub(1).map(|before| text[before]) {
        None | Some(b'\n') => true,
        Some(b'\r') => text.get(at) != Some(&b'\n'),
        Some(_) => false,
    }
}

/// Cuts a text into blocks of about `len` bytes that each begin with a line.
pub(crate) fn pieces(text: &[u8], len: usize) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut from = 0;
    while from < text.len() {
        let mut end = (from + len).min(text.len());
        while end < text.len() && !begins_line(text, end) {
            let next = memchr::memchr2(b'\n', b'\r', &text[end..]);
            end = next.map_or(text.len(), |n| end + n + 1);
        }
        blocks.push(Block::unread(text[from..end].to_vec()));
        from = end;
    }
    if blocks.is_empty() {
        blocks.push(Block::unread(Vec::new()));
    }
    blocks
}
