//! Conversions between places in a document, offsets in its text, and positions of the protocol.

use std::{borrow::Cow, ops::Range as Bytes};

use lsp_types::{Position, Range};

use super::{Document, Place};
use crate::{
    block::{Block, line_starts},
    units::Units,
};

impl Document {
    /// Returns the offset of a place in the text.
    pub(crate) fn offset(&self, place: Place) -> usize {
        let before: usize = self.blocks[..place.block].iter().map(|block| block.text.len()).sum();
        before + place.offset
    }

    /// Returns the place of an offset in the text.
    pub(crate) fn place_of(&self, mut offset: usize) -> Place {
        let last = self.blocks.len() - 1;
        for (at, block) in self.blocks[..last].iter().enumerate() {
            if offset < block.text.len() {
                return Place { block: at, offset };
            }
            offset -= block.text.len();
        }
        Place { block: last, offset: offset.min(self.blocks[last].text.len()) }
    }

    /// Returns the place of a position of the protocol. A position after the end of its line means that end.
    pub(crate) fn place(&self, position: Position) -> Place {
        let mut line = position.line as usize;
        let last = self.blocks.len() - 1;
        for (at, block) in self.blocks.iter().enumerate() {
            if line >= block.n_lines && at < last {
                line -= block.n_lines;
                continue;
            }
            let Some(&start) = block.line_starts().get(line) else { break };
            let start = start as usize;
            let rest = &block.text[start..];
            let len = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
            let column = self.units.offset(&rest[..len], position.character as usize);
            return Place { block: at, offset: start + column };
        }
        Place { block: last, offset: self.blocks[last].text.len() }
    }

    /// Returns a converter of offsets in a block to positions of the protocol.
    pub(crate) fn positions(&self, block: usize) -> Positions<'_> {
        let n_lines = self.blocks[..block].iter().map(|block| block.n_lines).sum();
        Positions::of_block(&self.blocks[block], self.units, n_lines)
    }

    /// Returns the range of the protocol for bytes of a block, at most up to the end of the block.
    pub(crate) fn range(&self, block: usize, bytes: Bytes<usize>) -> Range {
        self.positions(block).range(bytes)
    }
}

/// Length in bytes of the steps in which units are counted ahead, and of the longest line that is counted without them.
const STEP: usize = 256;

/// Converts offsets in a text to positions of the protocol.
pub(crate) struct Positions<'a> {
    text: &'a [u8],
    units: Units,
    /// The number of the first line.
    n_before: usize,
    line_starts: Cow<'a, [u32]>,
    /// The number of units before each multiple of [`STEP`], as far as it was needed.
    counts: Vec<usize>,
}

impl Positions<'_> {
    /// Returns a converter for a text whose first line has the number 0.
    pub(crate) fn new(text: &[u8], units: Units) -> Positions<'_> {
        let line_starts = line_starts(text).into();
        Positions { text, units, n_before: 0, line_starts, counts: vec![0] }
    }

    /// Returns a converter for a block whose first line has the number `n_before`.
    pub(crate) fn of_block(block: &Block, units: Units, n_before: usize) -> Positions<'_> {
        let line_starts = block.line_starts().into();
        Positions { text: &block.text, units, n_before, line_starts, counts: vec![0] }
    }

    /// Returns the position of the byte at `offset`. Between CR and LF, it is the position of the CR.
    pub(crate) fn at(&mut self, offset: usize) -> Position {
        let mut offset = offset.min(self.text.len());
        if offset > 0 && self.text[offset - 1] == b'\r' && self.text.get(offset) == Some(&b'\n') {
            offset -= 1;
        }
        let line = self.line_starts.partition_point(|&start| start as usize <= offset) - 1;
        let start = self.line_starts[line] as usize;
        let column = match offset - start {
            0..=STEP => self.units.count(&self.text[start..offset]),
            _ => self.n_units(offset) - self.n_units(start),
        };
        Position { line: number(self.n_before + line), character: number(column) }
    }

    /// Returns the number of units before an offset.
    fn n_units(&mut self, offset: usize) -> usize {
        while self.counts.len() <= offset / STEP {
            let (from, before) = ((self.counts.len() - 1) * STEP, self.counts.last());
            let n = before.unwrap_or(&0) + self.units.count(&self.text[from..from + STEP]);
            self.counts.push(n);
        }
        let step = offset / STEP;
        self.counts[step] + self.units.count(&self.text[step * STEP..offset])
    }

    /// Returns the range of the protocol for a range of bytes.
    pub(crate) fn range(&mut self, bytes: Bytes<usize>) -> Range {
        Range { start: self.at(bytes.start), end: self.at(bytes.end) }
    }
}

/// Returns a number for the protocol, whose numbers have 31 bits.
fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
