//! Repertoires: the lines of a file, joined at equal positions, and the paths of games through
//! them.

mod path;
mod predicate;
mod read;

use pgn_chess::{Position, shakmaty::Color};
use pgn_openings::{ByPosition, Key, Reach};

pub(crate) use predicate::{Note, Notes, RepertoirePredicate};

/// Reads a file that an expression names, or returns an error message.
pub type Load<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, String>;

/// A graph of positions and the moves played in them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Repertoire {
    nodes: Vec<PositionNode>,
    by_position: ByPosition<u32>,
    /// The side whose repertoire it is, if known.
    side: Option<Color>,
    /// A filter for positions from which the repertoire can still be reached; `None` while it is
    /// read.
    reach: Option<Reach>,
}

/// A position of a repertoire.
#[derive(Clone, Debug)]
struct PositionNode {
    turn: Color,
    /// The moves in the order of the file.
    moves: Vec<Reply>,
    /// True unless the position precedes the first one in which the lines diverge.
    is_after_stem: bool,
}

#[derive(Clone, Debug)]
struct Reply {
    san: Box<str>,
    to: u32,
}

impl Repertoire {
    /// Returns the number of positions.
    pub(crate) fn n_positions(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn side(&self) -> Option<Color> {
        self.side
    }

    fn find(&self, position: &Position) -> Option<u32> {
        let Position::Standard(board) = position else { return None };
        self.by_position.get(&Key::of(board)).copied()
    }

    fn node(&self, index: u32) -> &PositionNode {
        &self.nodes[index as usize]
    }

    /// Returns true if no position of the repertoire can still be reached from `position`.
    fn is_out_of_reach(&self, position: &Position) -> bool {
        let Position::Standard(board) = position else { return true };
        self.reach.as_ref().is_some_and(|reach| !reach.allows(&Key::of(board)))
    }
}
