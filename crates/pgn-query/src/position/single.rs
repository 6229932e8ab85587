//! Predicates of a single position, or of the move that led to it.

use pgn_chess::{
    MoveKind, Position,
    shakmaty::{Color, variant::VariantPosition},
};

use super::{
    material::{Imbalance, Material},
    men::{Men, n_men},
    pattern::BoardPattern,
    ply_context::PlyContext,
    rights::{castling_rights, castling_rooks, ep_square},
};

/// A predicate without memory.
#[derive(Clone, Debug)]
pub(crate) enum Single {
    /// One of these patterns matches.
    Patterns(Vec<Pattern>),
    ExactPosition(Box<ExactPosition>),
    Material(Vec<Material>),
    Imbalance(Vec<Imbalance>),
    /// The number of men is in one of these ranges.
    Pieces(Vec<(u32, u32)>),
    Hash(u64),
    Turn(Color),
    Check,
    Moved(Move),
    Captured(Move),
    Promotes(Move),
    Castles {
        by: Option<Color>,
        is_king_side: Option<bool>,
    },
    /// The position has occurred this many times.
    Repetition(u32),
    /// The number of half-moves without a capture or pawn move is at least this.
    Quiet(u32),
}

/// A move of, to, or capturing certain roles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    /// The roles, from bit 1 for pawns to bit 6 for kings.
    pub(crate) roles: u8,
    pub(crate) by: Option<Color>,
}

/// A board pattern with the optional fields after it.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    pub(crate) board: BoardPattern,
    pub(crate) turn: Option<Color>,
    pub(crate) castling: Option<[bool; 4]>,
}

/// A position with the fields that the FEN has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ExactPosition {
    pub(crate) men: Men,
    pub(crate) n_men: u32,
    pub(crate) turn: Option<Color>,
    pub(crate) castling: Option<u64>,
    pub(crate) ep: Option<u64>,
}

/// The answer of a predicate at a ply. `and` has the least of the answers of its parts, `or` the greatest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Answer {
    /// The condition holds neither at this ply nor at any later ply of the line.
    Never,
    No,
    Yes,
}

impl Answer {
    pub(crate) fn of(holds: bool) -> Answer {
        if holds { Answer::Yes } else { Answer::No }
    }
}

impl Move {
    fn is(self, role: usize, mover: Color) -> bool {
        self.roles >> role & 1 != 0 && self.by.is_none_or(|by| by == mover)
    }
}

impl Single {
    pub(crate) fn answer(&self, at: &PlyContext<'_>) -> Answer {
        match self {
            Single::Patterns(patterns) => {
                // The number of men never increases.
                let least = patterns.iter().map(|pattern| pattern.board.n_men).min();
                if can_never_be(at, least.unwrap_or(0)) {
                    return Answer::Never;
                }
                Answer::of(patterns.iter().any(|pattern| pattern.is_match(at)))
            }
            Single::ExactPosition(same) => {
                if same.men == at.men {
                    return Answer::of(same.is_rest_same(at));
                }
                if can_never_be(at, same.n_men) { Answer::Never } else { Answer::No }
            }
            Single::Material(all) => Answer::of(all.iter().any(|one| one.is_match(&at.men))),
            Single::Imbalance(all) => Answer::of(all.iter().any(|one| one.is_match(&at.men))),
            Single::Pieces(ranges) => {
                let n = n_men(&at.men);
                Answer::of(ranges.iter().any(|&(low, high)| (low..=high).contains(&n)))
            }
            Single::Hash(hash) => Answer::of(at.position.polyglot_hash() == *hash),
            Single::Turn(color) => Answer::of(at.turn == *color),
            Single::Check => Answer::of(at.position.is_check()),
            Single::Moved(moved) => Answer::of(
                at.mv().is_some_and(|(mv, mover)| moved.is(usize::from(mv.role()), mover)),
            ),
            Single::Captured(taken) => Answer::of(
                at.captured().zip(at.mv()).is_some_and(|(role, (_, mover))| taken.is(role, mover)),
            ),
            Single::Promotes(into) => Answer::of(at.mv().is_some_and(|(mv, mover)| {
                mv.promotion().is_some_and(|role| into.is(usize::from(role), mover))
            })),
            Single::Castles { by, is_king_side } => {
                Answer::of(at.mv().is_some_and(|(mv, mover)| {
                    mv.kind() == MoveKind::Castle
                        && by.is_none_or(|by| by == mover)
                        && is_king_side.is_none_or(|is_king_side| is_king_side == mv.is_king_side())
                }))
            }
            Single::Repetition(n) => {
                let n_reversible = n_reversible(at.position);
                Answer::of(
                    n_reversible / 4 + 1 >= *n && at.history.n_times(at.entry, n_reversible) >= *n,
                )
            }
            Single::Quiet(n) => Answer::of(at.position.halfmove_clock() >= *n),
        }
    }
}

/// Returns the number of half-moves after which the position may have occurred before.
fn n_reversible(position: &Position) -> u32 {
    match position {
        Position::Variant(variant)
            if matches!(variant.shakmaty(), VariantPosition::Crazyhouse(_)) =>
        {
            MAX_BACK
        }
        // If a game continues after a draw by the 75-move rule, its clock has no limit.
        Position::Standard(_) | Position::Variant(_) => position.halfmove_clock().min(MAX_BACK),
    }
}

/// Maximum number of half-moves that are searched for a position. In Crazyhouse, captured men return after any number of
/// half-moves. No real game is longer, and the limit keeps time linear.
const MAX_BACK: u32 = 4096;

/// Returns true if this many men can no longer be on the board.
fn can_never_be(at: &PlyContext<'_>, n_least: u32) -> bool {
    // In Crazyhouse captured men return.
    matches!(at.position, Position::Standard(_)) && n_men(&at.men) < n_least
}

impl Pattern {
    fn is_match(&self, at: &PlyContext<'_>) -> bool {
        self.turn.is_none_or(|turn| turn == at.turn)
            && self.board.is_match(&at.men)
            && self.castling.is_none_or(|rights| castling_rights(at.position, &at.men) == rights)
    }
}

impl ExactPosition {
    /// Returns a position with all fields of its FEN.
    pub(crate) fn new(position: &Position) -> ExactPosition {
        let men = super::men::men(position);
        ExactPosition {
            men,
            n_men: n_men(&men),
            turn: Some(position.turn()),
            castling: Some(castling_rooks(position)),
            ep: Some(ep_square(position)),
        }
    }

    fn is_rest_same(&self, at: &PlyContext<'_>) -> bool {
        self.turn.is_none_or(|turn| turn == at.turn)
            && self.castling.is_none_or(|rooks| castling_rooks(at.position) == rooks)
            && self.ep.is_none_or(|ep| ep_square(at.position) == ep)
    }
}
