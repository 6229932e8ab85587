//! An index of main lines, of which one may be a prefix of another.

use std::collections::HashMap;

use crate::copies::{
    content::hash16,
    digest::PLY_BYTES,
    facts::{Facts, KeptGames},
};

/// Maximum difference in length between two lines of a group, in half-moves.
const MAX_PLIES: usize = 4;

/// The index of a group within its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GroupIndex {
    pub(crate) class: usize,
    pub(crate) group: usize,
}

/// Index of the first line of each group, with which later lines are compared.
#[derive(Debug, Default)]
pub(crate) struct PrefixIndex {
    /// Complete lines by their hash.
    whole: HashMap<[u8; 16], Bucket>,
    /// Lines without their last 0 to [`MAX_PLIES`] half-moves, by hash.
    cut: HashMap<[u8; 16], Bucket>,
    lines: Vec<IndexedLine>,
}

/// The first line of a group.
#[derive(Debug)]
struct IndexedLine {
    content: Vec<u8>,
    at: GroupIndex,
}

/// Lines with the same hash, in the order in which they were added.
#[derive(Debug, Default)]
struct Bucket {
    kept: KeptGames,
    lines: Vec<usize>,
}

impl PrefixIndex {
    pub(crate) fn clear(&mut self) {
        self.whole.clear();
        self.cut.clear();
        self.lines.clear();
    }

    /// Returns the first group whose line is a prefix of `content` or begins with it, with at most [`MAX_PLIES`]
    /// half-moves more or less, and whose facts do not contradict `facts`. The facts of its line become `joined` of the
    /// old ones.
    pub(crate) fn join(
        &mut self,
        content: &[u8],
        facts: &Facts,
        joined: impl Fn(GroupIndex, Facts) -> Facts,
    ) -> Option<GroupIndex> {
        let mut first: Option<usize> = None;
        for n_cut in 0..=MAX_PLIES {
            let Some(len) = content.len().checked_sub(n_cut * PLY_BYTES) else { break };
            let hash = hash16(&content[..len]);
            let table = if n_cut == 0 { &mut self.cut } else { &mut self.whole };
            let Some(found) = table.get_mut(&hash) else { continue };
            let Some(line) = found.kept.first(facts).map(|at| found.lines[at]) else { continue };
            if first.is_none_or(|first| line < first) && self.is_match(line, content) {
                first = Some(line);
            }
        }
        let line = first?;
        let group = self.lines[line].at;
        self.each_bucket(line, |bucket| {
            // Lines of a bucket are in the order in which they were added.
            if let Ok(at) = bucket.lines.binary_search(&line) {
                bucket.kept.join(at, joined(group, bucket.kept.facts(at)));
            }
        });
        Some(group)
    }

    /// Passes the buckets to which a line belongs to `act`.
    fn each_bucket(&mut self, line: usize, mut act: impl FnMut(&mut Bucket)) {
        let content = &self.lines[line].content;
        act(self.whole.entry(hash16(content)).or_default());
        for n_cut in 0..=MAX_PLIES {
            let Some(len) = content.len().checked_sub(n_cut * PLY_BYTES) else { break };
            act(self.cut.entry(hash16(&content[..len])).or_default());
        }
    }

    /// Returns true if one content is a prefix of the other and the lengths are near. Equal hashes are not
    /// sufficient.
    fn is_match(&self, line: usize, content: &[u8]) -> bool {
        let other = &self.lines[line].content;
        let is_near = other.len().abs_diff(content.len()) <= MAX_PLIES * PLY_BYTES;
        is_near && (other.starts_with(content) || content.starts_with(other))
    }

    /// Adds the first line of a group.
    pub(crate) fn push(&mut self, content: &[u8], facts: Facts, at: GroupIndex) {
        let line = self.lines.len();
        self.lines.push(IndexedLine { content: content.to_vec(), at });
        self.each_bucket(line, |bucket| {
            bucket.kept.push(facts);
            bucket.lines.push(line);
        });
    }
}
