//! Main lines of which one is the beginning of another.

use std::collections::HashMap;

use crate::{
    digest::PLY_BYTES,
    facts::{Facts, Kept},
};

/// Half-moves by which one line may be longer.
const MOST_PLIES: usize = 4;

/// A group, by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct At {
    pub(crate) class: usize,
    pub(crate) group: usize,
}

/// The longest line so far of each group of one key.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    /// Whole lines.
    whole: HashMap<[u8; 16], Found>,
    /// Lines with up to [`MOST_PLIES`] half-moves cut off.
    cut: HashMap<[u8; 16], Found>,
    lines: Vec<Longest>,
    /// By class and group: its longest line.
    longest: HashMap<(usize, usize), usize>,
}

#[derive(Debug)]
struct Longest {
    content: Vec<u8>,
    facts: Facts,
    at: At,
}

/// Lines under one hash, in the order in which they came.
#[derive(Debug, Default)]
struct Found {
    kept: Kept,
    lines: Vec<usize>,
}

impl Lines {
    pub(crate) fn clear(&mut self) {
        self.whole.clear();
        self.cut.clear();
        self.lines.clear();
        self.longest.clear();
    }

    /// The first group whose longest line begins with this one or is its beginning, and whose facts do
    /// not contradict it.
    pub(crate) fn find(&mut self, content: &[u8], facts: &Facts) -> Option<At> {
        let mut first: Option<usize> = None;
        for n_cut in 0..=MOST_PLIES {
            let Some(len) = content.len().checked_sub(n_cut * PLY_BYTES) else { break };
            let hash = hash(&content[..len]);
            let table = if n_cut == 0 { &mut self.cut } else { &mut self.whole };
            let Some(found) = table.get_mut(&hash) else { continue };
            let Some(line) = found.kept.first(facts).map(|at| found.lines[at]) else { continue };
            // The group may have a longer line now.
            let at = self.lines[line].at;
            let Some(&line) = self.longest.get(&(at.class, at.group)) else { continue };
            if first.is_none_or(|first| line < first) && self.is_match(line, content, facts) {
                first = Some(line);
            }
        }
        first.map(|line| self.lines[line].at)
    }

    fn is_match(&self, line: usize, content: &[u8], facts: &Facts) -> bool {
        let Longest { content: other, facts: known, .. } = &self.lines[line];
        let is_near = other.len().abs_diff(content.len()) <= MOST_PLIES * PLY_BYTES;
        is_near
            && !known.contradict(facts)
            && (other.starts_with(content) || content.starts_with(other))
    }

    /// This line is now the longest of its group.
    pub(crate) fn push(&mut self, content: &[u8], facts: Facts, at: At) {
        let line = self.lines.len();
        self.longest.insert((at.class, at.group), line);
        self.lines.push(Longest { content: content.to_vec(), facts, at });
        for n_cut in 0..=MOST_PLIES {
            let Some(len) = content.len().checked_sub(n_cut * PLY_BYTES) else { break };
            let found = self.cut.entry(hash(&content[..len])).or_default();
            found.kept.push(facts);
            found.lines.push(line);
        }
        let found = self.whole.entry(hash(content)).or_default();
        found.kept.push(facts);
        found.lines.push(line);
    }
}

fn hash(content: &[u8]) -> [u8; 16] {
    let mut hash = [0; 16];
    hash.copy_from_slice(&blake3::hash(content).as_bytes()[..16]);
    hash
}
