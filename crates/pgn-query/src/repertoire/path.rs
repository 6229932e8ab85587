//! The path of a game through a repertoire: how far the game follows it, and which side leaves it.

use pgn_chess::{Outcome, Ply, Position, Visitor, shakmaty::Color};

use super::Repertoire;
use crate::position::search::MatchPlace;

/// The path of a game through a repertoire.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GamePath {
    /// True if the game reaches the first position in which the lines diverge, or one after it.
    pub(super) is_reached: bool,
    /// The last position of the game in the repertoire.
    pub(super) last: Option<LastPosition>,
    /// The move after that position, if there is one.
    pub(super) next: Option<NextMove>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct LastPosition {
    pub(super) node: u32,
    /// Half-moves made.
    pub(super) ply: u32,
    pub(super) place: MatchPlace,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct NextMove {
    pub(super) by: Color,
    pub(super) place: MatchPlace,
}

/// How much of the path is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Until {
    /// Up to the position in which the lines diverge.
    Reached,
    /// Up to the first position from which no position of the repertoire can be reached.
    Left,
}

/// Follows the positions of a main line.
pub(super) struct Walk<'a> {
    repertoire: &'a Repertoire,
    until: Until,
    pub(super) path: GamePath,
    is_done: bool,
}

impl<'a> Walk<'a> {
    pub(super) fn new(repertoire: &'a Repertoire, first: &Position, until: Until) -> Walk<'a> {
        let mut walk = Walk { repertoire, until, path: GamePath::default(), is_done: false };
        walk.at(first, 0, MatchPlace::Start);
        walk
    }

    /// Visits a position. Returns true if it is in the repertoire.
    fn at(&mut self, position: &Position, ply: u32, place: MatchPlace) -> bool {
        let Some(node) = self.repertoire.find(position) else {
            self.is_done = self.repertoire.is_out_of_reach(position);
            return false;
        };
        let path = &mut self.path;
        path.is_reached |= self.repertoire.node(node).is_after_stem;
        (path.last, path.next) = (Some(LastPosition { node, ply, place }), None);
        self.is_done = path.is_reached && self.until == Until::Reached;
        true
    }
}

impl Visitor for Walk<'_> {
    fn ply(&mut self, ply: &Ply<'_>) {
        let (Outcome::Played { .. } | Outcome::Null, Some(after)) = (ply.outcome, ply.after) else {
            self.is_done = true;
            return;
        };
        let place = MatchPlace::After(ply.id);
        let is_in = self.at(after, ply.index + 1, place);
        if !is_in && self.path.last.is_some() && self.path.next.is_none() {
            self.path.next = Some(NextMove { by: ply.turn, place });
        }
    }

    fn is_done(&self) -> bool {
        self.is_done
    }

    fn wants_variations(&self) -> bool {
        false
    }
}
