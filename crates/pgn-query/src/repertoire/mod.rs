//! Repertoires: the lines of a file, joined where they come to the same position, and how games go
//! along them.

mod ask;
mod course;
mod read;

use pgn_chess::{Position, shakmaty::Color};
use pgn_openings::{ByPosition, Key, Reach};

pub(crate) use ask::{Ask, Note, Notes};

/// Positions, and what is played in each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Repertoire {
    spots: Vec<Spot>,
    by_position: ByPosition<u32>,
    /// Whose it is, as far as that can be told.
    side: Option<Color>,
    /// Which games may still come to one of the positions; `None` while they are read.
    reach: Option<Reach>,
}

/// A position of a repertoire.
#[derive(Clone, Debug)]
struct Spot {
    turn: Color,
    /// In the order of the file.
    moves: Vec<Reply>,
    /// It does not lie before the first position at which the lines part.
    is_behind_stem: bool,
}

#[derive(Clone, Debug)]
struct Reply {
    san: Box<str>,
    to: u32,
}

impl Repertoire {
    /// How many positions it has.
    pub(crate) fn n_positions(&self) -> usize {
        self.spots.len()
    }

    pub(crate) fn side(&self) -> Option<Color> {
        self.side
    }

    fn find(&self, position: &Position) -> Option<u32> {
        let Position::Standard(board) = position else { return None };
        self.by_position.get(&Key::of(board)).copied()
    }

    fn spot(&self, index: u32) -> &Spot {
        &self.spots[index as usize]
    }

    /// Whether no position of it can follow.
    fn is_out_of_reach(&self, position: &Position) -> bool {
        let Position::Standard(board) = position else { return true };
        self.reach.as_ref().is_some_and(|reach| !reach.allows(&Key::of(board)))
    }
}
