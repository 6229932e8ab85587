//! The moves of the rows of an opening tree. Lines share their beginnings: a tree may have hundreds of thousands of
//! rows.

use std::sync::Arc;

/// The moves of an opening tree, each with the move before it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct MoveTree {
    moves: Vec<StoredMove>,
    /// The texts of all moves, one after another.
    sans: String,
}

/// A move of a tree.
#[derive(Debug, PartialEq, Eq)]
struct StoredMove {
    /// Index of the move before it; `None` for a first move.
    before: Option<u32>,
    /// Number of moves before it.
    depth: u32,
    /// End of its text in [`MoveTree::sans`].
    end: u32,
}

impl MoveTree {
    /// Adds a move after the one with index `before`, `None` for a first move, and returns its index.
    ///
    /// # Panics
    /// If there is no move with index `before`.
    pub fn push(&mut self, before: Option<u32>, san: &str) -> u32 {
        let depth = before.map_or(0, |before| self.moves[before as usize].depth + 1);
        self.sans.push_str(san);
        let end = u32::try_from(self.sans.len()).unwrap_or(u32::MAX);
        self.moves.push(StoredMove { before, depth, end });
        u32::try_from(self.moves.len() - 1).unwrap_or(u32::MAX)
    }

    /// Returns all moves up to and including the one with index `at`.
    ///
    /// # Panics
    /// If there is no such move.
    #[must_use]
    pub fn line(&self, at: u32) -> String {
        let mut moves = Vec::new();
        let mut next = Some(at);
        while let Some(at) = next {
            let it = &self.moves[at as usize];
            moves.push((it.depth, self.san(at)));
            next = it.before;
        }
        let mut line = String::new();
        for (depth, san) in moves.into_iter().rev() {
            if !line.is_empty() {
                line.push(' ');
            }
            if depth.is_multiple_of(2) {
                line.push_str(&format!("{}. ", depth / 2 + 1));
            }
            line.push_str(san);
        }
        line
    }

    /// Returns the text of a move.
    fn san(&self, at: u32) -> &str {
        let end_of = |at: u32| self.moves[at as usize].end as usize;
        &self.sans[at.checked_sub(1).map_or(0, end_of)..end_of(at)]
    }
}

/// A move of an opening tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeMove {
    /// The tree.
    pub tree: Arc<MoveTree>,
    /// Index of the move in the tree.
    pub at: u32,
}

impl TreeMove {
    /// Returns the number of moves before this one, which are shown above it.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.tree.moves[self.at as usize].depth as usize
    }

    /// Returns the move with its number.
    #[must_use]
    pub fn text(&self) -> String {
        let (depth, san) = (self.tree.moves[self.at as usize].depth, self.tree.san(self.at));
        let dots = if depth.is_multiple_of(2) { "." } else { "..." };
        format!("{}{dots} {san}", depth / 2 + 1)
    }

    /// Returns all moves up to and including this one.
    #[must_use]
    pub fn line(&self) -> String {
        self.tree.line(self.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_numbered() {
        let mut tree = MoveTree::default();
        let e4 = tree.push(None, "e4");
        let e5 = tree.push(Some(e4), "e5");
        let other = tree.push(None, "d4");
        let nf3 = tree.push(Some(e5), "Nf3");
        let tree = Arc::new(tree);
        let texts = [e5, other, nf3].map(|at| {
            let it = TreeMove { tree: Arc::clone(&tree), at };
            (it.depth(), it.text(), it.line())
        });
        let expected =
            [(1, "1... e5", "1. e4 e5"), (0, "1. d4", "1. d4"), (2, "2. Nf3", "1. e4 e5 2. Nf3")];
        assert_eq!(texts, expected.map(|(depth, text, line)| (depth, text.into(), line.into())));
    }
}
