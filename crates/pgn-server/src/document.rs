//! A document of the editor: its text in blocks, read again where it changes.

use std::ops::Range as Bytes;

use lsp_types::{Position, Range};
use pgn_lint::{FileFacts, TextBefore};
use pgn_syntax::{Game, Parser, Part};

use crate::{
    block::{Block, pieces},
    reading::{Progress, Reader, SMALL, Window},
    settings::Settings,
    units::Units,
};

/// The size of the pieces in bytes in which a text is taken before it is read.
const PIECE: usize = if cfg!(test) { 2 << 10 } else { 256 << 10 };

/// The distance in bytes within which the end of a comment that is left open is searched, with a margin.
const COMMENT_REACH: usize = (1 << 20) + (64 << 10);

/// A place in a document: a block, and an offset in its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) block: usize,
    pub(crate) offset: usize,
}

/// A game of a block that was read again for a request.
pub(crate) struct GameText<'a> {
    pub(crate) game: &'a Game,
    /// The text that the spans of the game refer to: that of its block, and more.
    pub(crate) text: &'a [u8],
    pub(crate) is_first: bool,
    pub(crate) is_last: bool,
    pub(crate) before: TextBefore,
}

/// A document.
#[derive(Debug)]
pub(crate) struct Document {
    blocks: Vec<Block>,
    units: Units,
    /// The offset of the last edit, near which findings are shown first.
    pub(crate) last_edit: usize,
}

impl Document {
    /// Returns a document that has still to be [read](Document::read).
    pub(crate) fn new(text: &str, units: Units) -> Document {
        Document { blocks: pieces(text.as_bytes(), PIECE), units, last_edit: 0 }
    }

    pub(crate) fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Returns the whole text.
    pub(crate) fn text(&self) -> Vec<u8> {
        self.blocks.iter().map(|block| block.text.as_slice()).collect::<Vec<_>>().concat()
    }

    /// Marks all blocks to be read again, because the settings have changed.
    pub(crate) fn forget(&mut self) {
        self.blocks.iter_mut().for_each(|block| block.edited = Some(0));
    }

    /// Replaces the text of a range.
    pub(crate) fn edit(&mut self, range: Range, text: &str) {
        let (mut from, mut to) = (self.place(range.start), self.place(range.end));
        if to < from {
            (from, to) = (to, from);
        }
        // The line end before the block may become part of another one.
        if from.offset == 0 && from.block > 0 {
            from = Place { block: from.block - 1, offset: self.blocks[from.block - 1].text.len() };
        }
        let first = &self.blocks[from.block];
        let mut joined = first.text[..from.offset].to_vec();
        joined.extend_from_slice(text.as_bytes());
        joined.extend_from_slice(&self.blocks[to.block].text[to.offset..]);
        let edited = first.edited.map_or(from.offset, |edited| edited.min(from.offset));
        let settled = first.read.settled;
        let before = first.read.before;
        let mut block = Block::unread(joined);
        (block.edited, block.read.settled, block.read.before) = (Some(edited), settled, before);
        self.last_edit = self.offset(from);
        self.blocks.splice(from.block..=to.block, [block]);
    }

    /// Reads what has changed, and what depends on it.
    pub(crate) fn read(&mut self, settings: &Settings) {
        let mut reader = None;
        let mut from = 0;
        while let Some(n) = self.blocks[from..].iter().position(|block| block.edited.is_some()) {
            let reader = reader.get_or_insert_with(|| Reader::new(settings));
            from = self.read_from(self.first_to_read(from + n), from + n, reader);
        }
    }

    /// Returns the first block that is to be read again after an edit in `block`.
    fn first_to_read(&self, block: usize) -> usize {
        let mut offset = self.blocks[block].edited.unwrap_or(0);
        let mut first = block;
        while first > 0 && offset < self.blocks[first].read.settled {
            first -= 1;
            offset += self.blocks[first].text.len();
        }
        // Comments that are left open may end elsewhere.
        let (mut at, mut distance) = (first, offset);
        while at > 0 && distance < COMMENT_REACH {
            at -= 1;
            if self.blocks[at].read.has_open_comment {
                first = at;
            }
            distance += self.blocks[at].text.len();
        }
        first
    }

    /// Reads from the beginning of the block `first` until the reading meets blocks behind `edited` that are known.
    /// Returns the number of the first of these.
    fn read_from(&mut self, first: usize, edited: usize, reader: &mut Reader<'_>) -> usize {
        let mut blocks = Vec::new();
        let mut window: Vec<u8> = Vec::new();
        // The next block that is not in the window, and where known blocks begin in it.
        let mut next = first;
        let mut known: Vec<(usize, usize)> = Vec::new();
        let mut n_wanted = 2 * PIECE;
        let mut before = match first {
            0 => TextBefore::default(),
            _ => self.blocks[first].read.before,
        };
        let meeting = loop {
            // Behind the changes, one block is nearly always enough.
            let is_wanted = |window: &[u8], known: &[_]| match known.len() {
                0 => window.len() < n_wanted,
                n => n < 2,
            };
            while next < self.blocks.len() && is_wanted(&window, &known) {
                self.widen(&mut window, &mut next, &mut known, edited);
            }
            let is_known = |at: usize, before: TextBefore| {
                let found = known.iter().find(|&&(start, _)| start == at);
                found.map(|&(_, block)| block).filter(|&block| {
                    let known = &self.blocks[block];
                    known.read.before == before && block > 0
                })
            };
            let may_end = |at: usize, before: TextBefore| {
                let is_large = |block: usize| at >= SMALL || self.blocks[block].text.len() >= SMALL;
                is_known(at, before).is_some_and(is_large)
            };
            let is_last = next == self.blocks.len();
            let is_first = first == 0 && blocks.is_empty();
            let part = Window { text: &window, is_first, is_last, before };
            match reader.block(&part, may_end) {
                Progress::More => {
                    n_wanted = 2 * window.len().max(PIECE);
                    while next < self.blocks.len() && window.len() < n_wanted {
                        self.widen(&mut window, &mut next, &mut known, edited);
                    }
                }
                Progress::Block { len, read, before_next } => {
                    blocks.push(Block::new(window[..len].to_vec(), *read));
                    before = before_next;
                    if let Some(block) = is_known(len, before) {
                        break block;
                    }
                    if is_last && len == window.len() {
                        break self.blocks.len();
                    }
                    window.drain(..len);
                    known.retain(|&(start, _)| start >= len);
                    known.iter_mut().for_each(|(start, _)| *start -= len);
                    n_wanted = 2 * PIECE;
                }
            }
        };
        let n = blocks.len();
        self.blocks.splice(first..meeting, blocks);
        first + n
    }

    /// Adds the next block to a window.
    fn widen(
        &self,
        window: &mut Vec<u8>,
        next: &mut usize,
        known: &mut Vec<(usize, usize)>,
        edited: usize,
    ) {
        let block = &self.blocks[*next];
        if block.edited.is_some() {
            known.clear();
        } else if *next > edited {
            known.push((window.len(), *next));
        }
        window.extend_from_slice(&block.text);
        *next += 1;
    }

    /// Returns the facts of the whole file.
    pub(crate) fn facts(&self) -> FileFacts {
        let mut blocks = self.blocks.iter();
        let first = blocks.next().map(|block| block.read.facts.clone()).unwrap_or_default();
        blocks.fold(first, |facts, block| facts.then(&block.read.facts))
    }

    /// Calls `take` for each game of a block, until it returns false.
    pub(crate) fn games(
        &self,
        block: usize,
        settings: &Settings,
        mut take: impl FnMut(&GameText<'_>) -> bool,
    ) {
        let Some(own) = self.blocks.get(block) else { return };
        let mut text = own.text.clone();
        let mut next = block + 1;
        // The end of the last game is decided by the text behind it.
        while next < self.blocks.len() && text.len() < own.text.len() + PIECE {
            text.extend_from_slice(&self.blocks[next].text);
            next += 1;
        }
        let part = Part {
            src: &text,
            is_first: block == 0,
            is_last: next == self.blocks.len(),
            after: b"",
        };
        let mut parser = Parser::new(settings.reading.read_options());
        let mut game = Game::default();
        let mut before = own.read.before;
        parser.start(&part);
        while parser.next_game(&part, &mut game) && (game.span.start as usize) < own.text.len() {
            let is_taken = settings.reading.is_too_large(&game, &text)
                || take(&GameText {
                    game: &game,
                    text: &text,
                    is_first: part.is_first && game.span.start == 0,
                    is_last: part.is_last && game.span.end as usize == text.len(),
                    before,
                });
            if !is_taken {
                return;
            }
            before.pass(&game);
        }
    }

    /// Calls `take` for the game that holds a place.
    pub(crate) fn game_at<T>(
        &self,
        place: Place,
        settings: &Settings,
        take: impl FnOnce(&GameText<'_>) -> T,
    ) -> Option<T> {
        let (mut take, mut taken) = (Some(take), None);
        let n = self.blocks.get(place.block)?.text.len();
        self.games(place.block, settings, |it| {
            let end = it.game.span.end as usize;
            let is_it = place.offset < end || end >= n;
            if is_it {
                taken = take.take().map(|take| take(it));
            }
            !is_it
        });
        taken
    }

    /// Returns the offset of a place in the text.
    pub(crate) fn offset(&self, place: Place) -> usize {
        let before: usize = self.blocks[..place.block].iter().map(|block| block.text.len()).sum();
        before + place.offset
    }

    /// Returns the place of an offset in the text.
    pub(crate) fn place_of(&self, mut offset: usize) -> Place {
        let last = self.blocks.len() - 1;
        for (at, block) in self.blocks.iter().enumerate() {
            if offset < block.text.len() || at == last {
                return Place { block: at, offset: offset.min(block.text.len()) };
            }
            offset -= block.text.len();
        }
        Place { block: last, offset: self.blocks[last].text.len() }
    }

    /// Returns the place of a position of the protocol; a position behind the end of its line is that end.
    pub(crate) fn place(&self, position: Position) -> Place {
        let mut line = position.line as usize;
        let last = self.blocks.len() - 1;
        for (at, block) in self.blocks.iter().enumerate() {
            if line >= block.n_lines && at < last {
                line -= block.n_lines;
                continue;
            }
            let start = line_start(&block.text, line);
            let Some(start) = start else { break };
            let rest = &block.text[start..];
            let len = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
            let column = self.units.offset(&rest[..len], position.character as usize);
            return Place { block: at, offset: start + column };
        }
        Place { block: last, offset: self.blocks[last].text.len() }
    }

    /// Returns a function of offsets in a block to positions of the protocol.
    pub(crate) fn positions(&self, block: usize) -> Positions<'_> {
        let n_lines = self.blocks[..block].iter().map(|block| block.n_lines).sum();
        Positions {
            text: &self.blocks[block].text,
            units: self.units,
            n_before: n_lines,
            line: (n_lines, 0),
            column: (0, 0),
        }
    }

    /// Returns the range of bytes of a block. A range that goes on behind the block ends with it.
    pub(crate) fn range(&self, block: usize, bytes: Bytes<usize>) -> Range {
        self.positions(block).range(bytes)
    }

    /// Returns the position of the end of the text.
    pub(crate) fn end(&self) -> Position {
        let last = self.blocks.len() - 1;
        let len = self.blocks[last].text.len();
        self.range(last, len..len).end
    }
}

/// Returns the offset where a line begins, by its number; `None` if there are fewer lines.
fn line_start(text: &[u8], line: usize) -> Option<usize> {
    let mut start = 0;
    for _ in 0..line {
        let n = memchr::memchr2(b'\n', b'\r', &text[start..])?;
        start += n + 1;
        if text[start - 1] == b'\r' && text.get(start) == Some(&b'\n') {
            start += 1;
        }
    }
    Some(start)
}

/// Turns offsets in a block into positions of the protocol. Ascending offsets cost no more than one pass.
pub(crate) struct Positions<'a> {
    text: &'a [u8],
    units: Units,
    n_before: usize,
    /// The number of the last line and where it begins.
    line: (usize, usize),
    /// The last offset and its column.
    column: (usize, usize),
}

impl Positions<'_> {
    /// Returns the position of the byte at `offset`.
    pub(crate) fn at(&mut self, offset: usize) -> Position {
        let offset = offset.min(self.text.len());
        if offset < self.line.1 {
            (self.line, self.column) = ((self.n_before, 0), (0, 0));
        }
        while let Some(n) = memchr::memchr2(b'\n', b'\r', &self.text[self.line.1..offset]) {
            let mut start = self.line.1 + n + 1;
            if self.text[start - 1] == b'\r' && self.text.get(start) == Some(&b'\n') {
                if start == offset {
                    break;
                }
                start += 1;
            }
            self.line = (self.line.0 + 1, start);
            self.column = (start, 0);
        }
        if offset < self.column.0 {
            self.column = (self.line.1, 0);
        }
        let column = self.column.1 + self.units.count(&self.text[self.column.0..offset]);
        self.column = (offset, column);
        Position { line: number(self.line.0), character: number(column) }
    }

    /// Returns the range of some bytes.
    pub(crate) fn range(&mut self, bytes: Bytes<usize>) -> Range {
        Range { start: self.at(bytes.start), end: self.at(bytes.end) }
    }
}

/// Returns a number for the protocol, whose numbers have 31 bits.
fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
