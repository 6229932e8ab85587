//! The path of a game through a repertoire: how far it follows, and who leaves.

use pgn_chess::{Outcome, Ply, Position, Visitor, shakmaty::Color};

use super::Repertoire;
use crate::position::search::Place;

/// The path of a game through a repertoire.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Course {
    /// True if the game reaches the first position in which the lines diverge, or one after it.
    pub(super) is_reached: bool,
    /// The last position of the game in the repertoire.
    pub(super) last: Option<Stop>,
    /// The move after that position, if there is one.
    pub(super) next: Option<Next>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Stop {
    pub(super) spot: u32,
    /// Half-moves made.
    pub(super) ply: u32,
    pub(super) place: Place,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Next {
    pub(super) by: Color,
    pub(super) place: Place,
}

/// How much of the path is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Until {
    /// Up to the position in which the lines diverge.
    Reached,
    /// Up to where no position of the repertoire can follow.
    Left,
}

/// Follows the positions of a main line.
pub(super) struct Walk<'a> {
    repertoire: &'a Repertoire,
    until: Until,
    pub(super) course: Course,
    is_done: bool,
}

impl<'a> Walk<'a> {
    pub(super) fn new(repertoire: &'a Repertoire, first: &Position, until: Until) -> Walk<'a> {
        let mut walk = Walk { repertoire, until, course: Course::default(), is_done: false };
        walk.at(first, 0, Place::Start);
        walk
    }

    /// Visits a position. Returns true if it is in the repertoire.
    fn at(&mut self, position: &Position, ply: u32, place: Place) -> bool {
        let Some(spot) = self.repertoire.find(position) else {
            self.is_done = self.repertoire.is_out_of_reach(position);
            return false;
        };
        let course = &mut self.course;
        course.is_reached |= self.repertoire.spot(spot).is_behind_stem;
        (course.last, course.next) = (Some(Stop { spot, ply, place }), None);
        self.is_done = course.is_reached && self.until == Until::Reached;
        true
    }
}

impl Visitor for Walk<'_> {
    fn ply(&mut self, ply: &Ply<'_>) {
        let (Outcome::Played { .. } | Outcome::Null, Some(after)) = (ply.outcome, ply.after) else {
            self.is_done = true;
            return;
        };
        let place = Place::After(ply.id);
        let is_in = self.at(after, ply.index + 1, place);
        if !is_in && self.course.last.is_some() && self.course.next.is_none() {
            self.course.next = Some(Next { by: ply.turn, place });
        }
    }

    fn is_done(&self) -> bool {
        self.is_done
    }

    fn wants_variations(&self) -> bool {
        false
    }
}
