//! The data that predicates see at a ply: a position and the move that led to it.

use pgn_chess::{Move, MoveKind, Position, shakmaty::Color};

use super::{
    history::{Entry, History},
    men::{Men, men},
};

/// A position of a game and the move that led to it.
pub(crate) struct PlyContext<'a> {
    pub(crate) position: &'a Position,
    pub(crate) men: Men,
    pub(crate) turn: Color,
    /// Half-moves since the start of the game.
    pub(crate) ply: u32,
    /// The move and the position before it; `None` at the start.
    pub(crate) step: Option<Step<'a>>,
    /// The positions before this one, recorded only if a predicate needs them.
    pub(crate) history: &'a History,
    pub(crate) entry: Entry,
}

/// A move of a game; `mv` is `None` for a null move.
#[derive(Clone, Copy)]
pub(crate) struct Step<'a> {
    pub(crate) mv: Option<Move>,
    pub(crate) before: &'a Position,
    pub(crate) mover: Color,
}

impl PlyContext<'_> {
    /// Returns the move that led to this position, and the side that made it.
    pub(crate) fn mv(&self) -> Option<(Move, Color)> {
        self.step.and_then(|step| step.mv.map(|mv| (mv, step.mover)))
    }

    /// Returns the role (1 to 6) of the captured man.
    pub(crate) fn captured(&self) -> Option<usize> {
        let step = self.step?;
        let mv = step.mv.filter(|mv| mv.is_capture())?;
        if mv.kind() == MoveKind::EnPassant {
            return Some(1);
        }
        let square = 1_u64 << mv.to().to_u32();
        let before = men(step.before);
        (1..=6).find(|&role| before[role] & square != 0)
    }
}
