//! A block: the text of whole games of a document, with what was found in them.

use pgn_lint::{Diagnostic, FileFacts, TextBefore};
use pgn_syntax::count_line_ends;

/// A part of a document that is read at once. It begins with a line and with a game.
#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) text: Vec<u8>,
    pub(crate) n_lines: usize,
    /// The offset of the first edit since the block was read; `None` if it is as it was read.
    pub(crate) edited: Option<usize>,
    pub(crate) read: BlockRead,
}

/// What is known of a block that was read.
#[derive(Debug, Default)]
pub(crate) struct BlockRead {
    pub(crate) n_games: u64,
    /// The findings of the games, sorted by place; spans refer to the text of the block.
    pub(crate) found: Vec<Diagnostic>,
    /// Games on which the work has ended with a panic: where they begin, and what is known of it.
    pub(crate) faults: Vec<(u32, String)>,
    /// The number of findings that are not kept, because the block has too many.
    pub(crate) n_left_out: usize,
    pub(crate) facts: FileFacts,
    /// What the text before the block means for it.
    pub(crate) before: TextBefore,
    /// An edit at this offset or behind it does not change where the block begins.
    pub(crate) settled: usize,
    /// A comment of a game is left open, so that the end of the game depends on much text behind it.
    pub(crate) has_open_comment: bool,
}

impl Block {
    /// Returns a block that has still to be read.
    pub(crate) fn unread(text: Vec<u8>) -> Block {
        let n_lines = n_lines(&text);
        let read = BlockRead { settled: usize::MAX, ..BlockRead::default() };
        Block { text, n_lines, edited: Some(0), read }
    }

    /// Returns a block that was read.
    pub(crate) fn new(text: Vec<u8>, read: BlockRead) -> Block {
        let n_lines = n_lines(&text);
        Block { text, n_lines, edited: None, read }
    }

    /// Returns the number of its findings.
    pub(crate) fn n_found(&self) -> usize {
        self.read.found.len() + self.read.faults.len() + self.read.n_left_out
    }
}

/// Returns the number of line ends.
fn n_lines(text: &[u8]) -> usize {
    usize::try_from(count_line_ends(text)).unwrap_or(usize::MAX)
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
