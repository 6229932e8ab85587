//! A document of the editor: its text in blocks, which are read again where the text changes.

mod places;
mod rereading;

use lsp_types::Range;
use pgn_lint::{FileFacts, GamePlace, Mark, TextBefore, is_within_line};
use pgn_syntax::{Game, Parser, Part};
use pgn_work::{TextKind, text_kind};

pub(crate) use places::Positions;

use crate::{
    block::{Block, State, pieces},
    compare::{Compared, shift},
    halves::{join, split},
    settings::Settings,
    units::Units,
};

/// Maximum size of a document in bytes.
pub(crate) const MAX_BYTES: usize = 1 << 30;

/// Size in bytes of the pieces into which a text is divided before it is read.
const PIECE: usize = if cfg!(test) { 2 << 10 } else { 256 << 10 };

/// Distance in bytes within which the end of an open comment is searched, with a margin.
const COMMENT_REACH: usize = (1 << 20) + (64 << 10);

/// Number of bytes by which the kind of a text is recognized.
const HEAD: usize = 512;

/// A place in a document: a block, and an offset in its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) block: usize,
    pub(crate) offset: usize,
}

/// A game of a block that was read again for a request.
pub(crate) struct GameText<'a> {
    pub(crate) game: &'a Game,
    /// The text to which the spans of the game refer: that of its block, and some text after it.
    pub(crate) text: &'a [u8],
    /// The place of the game among those of the document, on which its fixes depend.
    pub(crate) place: GamePlace,
}

/// A document.
#[derive(Debug)]
pub(crate) struct Document {
    blocks: Vec<Block>,
    units: Units,
    /// The offset of the last edit, near which findings are shown first.
    pub(crate) last_edit: usize,
    /// Findings from comparing the games, with places that edits have moved since.
    pub(crate) compared: Vec<Compared>,
}

impl Document {
    /// Returns a document that is still to be [read](Document::read_slice).
    pub(crate) fn new(text: &[u8], units: Units) -> Document {
        let blocks = pieces(text, PIECE);
        Document { blocks, units, last_edit: 0, compared: Vec::new() }
    }

    pub(crate) fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    pub(crate) fn units(&self) -> Units {
        self.units
    }

    /// Returns the whole text.
    pub(crate) fn text(&self) -> Vec<u8> {
        self.blocks.iter().map(|block| block.text.as_slice()).collect::<Vec<_>>().concat()
    }

    /// Returns the text between two places. A place after the end of its block is in the text after it.
    pub(crate) fn text_between(&self, from: Place, to: Place) -> Vec<u8> {
        let (start, end) = (self.offset(from), self.offset(to));
        let (mut text, mut at) = (Vec::new(), 0);
        for block in &self.blocks {
            let bytes = start.saturating_sub(at)..end.saturating_sub(at).min(block.text.len());
            text.extend_from_slice(block.text.get(bytes).unwrap_or_default());
            at += block.text.len();
        }
        text
    }

    /// Marks all blocks to be read again, because the settings have changed.
    pub(crate) fn forget(&mut self) {
        self.blocks.iter_mut().for_each(|block| block.state = State::Waiting);
    }

    /// Replaces the text of a range, which may begin or end within a surrogate pair.
    pub(crate) fn edit(&mut self, range: Range, text: &[u8]) {
        for position in [range.start, range.end] {
            let from = self.place(position);
            let halves = split(&self.blocks[from.block].text[from.offset..]);
            let is_within = || self.positions(from.block).at(from.offset) < position;
            if let Some(halves) = halves.filter(|_| self.units == Units::Utf16 && is_within()) {
                self.replace(from, Place { offset: from.offset + 4, ..from }, &halves);
            }
        }
        let (from, to) = (self.place(range.start), self.place(range.end));
        self.replace(from.min(to), from.max(to), text);
    }

    fn replace(&mut self, mut from: Place, to: Place, text: &[u8]) {
        let start = self.offset(from);
        let replaced = start..self.offset(to);
        shift(&mut self.compared, &replaced, text.len());
        self.last_edit = start;
        // The line end before the block may become part of another one.
        if from.offset == 0 && from.block > 0 {
            from = Place { block: from.block - 1, offset: self.blocks[from.block - 1].text.len() };
        }
        let first = &self.blocks[from.block];
        let mut joined = first.text[..from.offset].to_vec();
        joined.extend_from_slice(text);
        joined.extend_from_slice(&self.blocks[to.block].text[to.offset..]);
        join(&mut joined, from.offset + text.len());
        let is_joined = join(&mut joined, from.offset);
        let changed = from.offset - if is_joined { 3 } else { 0 };
        let edited = match first.state {
            State::Read => changed,
            State::Edited(edited) => edited.min(changed),
            State::Waiting => 0,
        };
        let settled = first.read.settled;
        let mut block = Block::unread(joined);
        (block.state, block.read.settled) = (State::Edited(edited), settled);
        self.blocks.splice(from.block..=to.block, [block]);
    }

    /// Returns the kind of the text.
    pub(crate) fn kind(&self) -> TextKind {
        let text = self.blocks.iter().flat_map(|block| &block.text);
        text_kind(&text.take(HEAD).copied().collect::<Vec<u8>>())
    }

    /// Returns the facts of the whole file. For a text that is not PGN, these are only its kind.
    pub(crate) fn facts(&self) -> FileFacts {
        let junk = Some(Mark::START);
        match self.kind() {
            TextKind::Pgn => (),
            TextKind::Utf16 => return FileFacts { junk, has_nul: true, ..FileFacts::default() },
            TextKind::Binary => return FileFacts { junk, ..FileFacts::default() },
            TextKind::Other(kind) => {
                return FileFacts { foreign: Some(kind), ..FileFacts::default() };
            }
        }
        let mut blocks = self.blocks.iter();
        let first = blocks.next().map(|block| block.read.facts.clone()).unwrap_or_default();
        blocks.fold(first, |facts, block| facts.then(&block.read.facts))
    }

    /// Returns the state of the text before a block, on which the fixes of its games depend.
    fn before(&self, block: usize) -> TextBefore {
        let passed = self.blocks[..block].iter().map(|block| block.read.passing);
        passed.fold(TextBefore::default(), |before, passing| passing.after(before))
    }

    /// Calls `take` with each game of a block, until it returns false.
    pub(crate) fn games(
        &self,
        block: usize,
        settings: &Settings,
        mut take: impl FnMut(&GameText<'_>) -> bool,
    ) {
        let Some(own) = self.blocks.get(block) else { return };
        let mut text = own.text.clone();
        let mut next = block + 1;
        // The text after the block decides where its last game ends.
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
        let mut before = self.before(block);
        parser.start(&part);
        while parser.next_game(&part, &mut game) && (game.span.start as usize) < own.text.len() {
            let is_taken = settings.reading.is_too_large(&game, &text)
                || take(&GameText {
                    game: &game,
                    text: &text,
                    place: GamePlace {
                        is_first: part.is_first && game.span.start == 0,
                        is_last: part.is_last && game.span.end as usize == text.len(),
                        is_within_line: is_within_line(&text, game.span.start),
                        before,
                    },
                });
            if !is_taken {
                return;
            }
            before.pass(&game);
        }
    }

    /// Calls `take` with the game at a place, and returns its result; `None` if there is no game.
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
}

#[cfg(test)]
pub(crate) mod tests;
