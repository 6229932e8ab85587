//! What the replay tells of each half-move, and of the end of a game.

use pgn_syntax::{Fallback, Node, NodeId, Span};
use shakmaty::Color;

use crate::{
    canonical::{CanonicalSan, canonical},
    deviation::Deviations,
    moves::Move,
    position::{Position, Sign},
    resolve::MoveError,
};

/// What is told of a game while it is walked. A visitor that says nothing costs nothing.
///
/// ```
/// use pgn_chess::{Ply, Replay, ReplayOptions, Visitor, pgn_syntax::Games, start};
///
/// /// Collects the moves of all lines in canonical SAN.
/// #[derive(Default)]
/// struct Sans(Vec<String>);
///
/// impl Visitor for Sans {
///     fn ply(&mut self, ply: &Ply<'_>) {
///         self.0.extend(ply.canonical_san().map(|san| san.to_string()));
///     }
/// }
///
/// let pgn = b"1. e2e4 (1. Ng1f3) e5 2. Bf1-b5 *";
/// let mut games = Games::new(pgn);
/// let game = games.next().unwrap();
/// let (mut sans, options) = (Sans::default(), ReplayOptions::default());
/// Replay::new().walk(game, pgn, &start(game, pgn), &options, &mut sans);
/// assert_eq!(sans.0, ["e4", "Nf3", "e5", "Bb5"]);
/// ```
pub trait Visitor {
    /// A move or null move, also one that could not be played.
    fn ply(&mut self, ply: &Ply<'_>);

    /// Whether [`Visitor::ply`] is to be told of a move that was played and deviates like that. A
    /// visitor that passes clean moves by spares the walk the making of a [`Ply`]. Moves that failed
    /// or were skipped, and null moves, are told always. What a visitor wants changes only when it is told
    /// something: it is not asked for each move.
    #[inline(always)]
    fn wants_played(&self, _deviations: Deviations) -> bool {
        true
    }

    /// Whether the text of moves says all: those whose text is canonical SAN, sign included, are then told
    /// by [`Visitor::canonical`] instead of [`Visitor::ply`], which spares the walk the positions around
    /// them. Asked once a line; [`Visitor::wants_played`] is not asked for them.
    #[inline(always)]
    fn wants_text(&self) -> bool {
        false
    }

    /// Whether the moves themselves say all: those whose text is canonical SAN, whatever its sign (unless
    /// signs are judged), are then told by [`Visitor::canonical`] instead of [`Visitor::ply`]. Otherwise as
    /// [`Visitor::wants_text`].
    #[inline(always)]
    fn wants_moves(&self) -> bool {
        false
    }

    /// A move that was played, of a visitor that wants [text](Visitor::wants_text) or
    /// [moves](Visitor::wants_moves).
    #[inline(always)]
    fn canonical(&mut self, _ply: &CanonicalPly) {}

    /// Whether nothing more is to be told: the walk ends, and its [`GameEnd`] says how far it has come.
    /// Asked after each ply that was told.
    #[inline(always)]
    fn is_done(&self) -> bool {
        false
    }

    /// Whether variations are walked; else they are passed over.
    #[inline(always)]
    fn wants_variations(&self) -> bool {
        true
    }

    /// Whether [`Visitor::node`] must be told of [comments of servers](pgn_syntax::CommentKind::Server), which
    /// stand behind each move of many games. Else the walk may pass them over.
    #[inline(always)]
    fn wants_server_comments(&self) -> bool {
        true
    }

    /// Whether [`GameEnd::position`] is asked for. The short ways need not make it else.
    #[inline(always)]
    fn wants_end(&self) -> bool {
        true
    }

    /// Every other node, in the order of the text.
    #[inline(always)]
    fn node(&mut self, _id: NodeId, _node: &Node) {}
}

/// A visitor that is told of nothing, for callers that only need the [`GameEnd`].
impl Visitor for () {
    fn ply(&mut self, _: &Ply<'_>) {}

    #[inline(always)]
    fn wants_played(&self, _: Deviations) -> bool {
        false
    }

    #[inline(always)]
    fn wants_server_comments(&self) -> bool {
        false
    }
}

/// One half-move whose text is canonical SAN, of a game of standard chess or Chess960.
#[derive(Clone, Copy, Debug)]
pub struct CanonicalPly {
    /// Its node.
    pub id: NodeId,
    /// Its text.
    pub span: Span,
    /// The move.
    pub mv: Move,
    /// 0 in the main line, one more in each variation of a variation.
    pub depth: u32,
    /// The number of the move that it is or is part of.
    pub number: u32,
    /// Who makes it.
    pub turn: Color,
}

/// One half-move.
#[derive(Clone, Copy, Debug)]
pub struct Ply<'a> {
    /// Its node.
    pub id: NodeId,
    /// Its text.
    pub span: Span,
    /// 0 in the main line, one more in each variation of a variation.
    pub depth: u32,
    /// Half-moves before it in its line.
    pub index: u32,
    /// The position it was made in. After a move that failed, the position before that one.
    pub before: &'a Position,
    /// The position after it, if it was played.
    pub after: Option<&'a Position>,
    /// What became of it.
    pub outcome: Outcome,
    /// The number of the move that it is or is part of; goes on counting after a move that failed.
    pub number: u32,
    /// Who makes it.
    pub turn: Color,
}

/// What became of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// It was played.
    Played {
        /// The move.
        mv: Move,
        /// How its text deviates from canonical SAN. [`Deviations::CHECK_SIGN`] only if
        /// [`crate::ReplayOptions::judge_signs`] asks for it. With signs judged, none means that the text
        /// *is* canonical SAN.
        deviations: Deviations,
        /// What finding the move has shown, for [`Ply::canonical_san`].
        others: Others,
    },
    /// It was a null move, and was played.
    Null,
    /// It could not be played.
    Failed(MoveError),
    /// It follows a move of its line that could not be played, or there is no position to play from.
    Skipped,
}

/// The other pieces of the same role that could go to the same square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Others(pub(crate) u64);

impl Ply<'_> {
    /// Returns true if the word of the move names no square and is no castling: without a number before it,
    /// it may be read as something else than a move.
    pub(crate) fn is_bare_word(&self, src: &[u8]) -> bool {
        !self.span.of(src).iter().any(|byte| matches!(byte, b'0'..=b'9' | b'-'))
    }

    /// Returns the words of the move as written, with one blank between them: a letter apart from its square
    /// stays apart.
    pub(crate) fn words(&self, src: &[u8], fallback: Fallback) -> String {
        let text = fallback.decode(self.span.of(src));
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Canonical SAN, check and mate sign included; nothing if the move was not played.
    #[must_use]
    #[inline]
    pub fn canonical_san(&self) -> Option<CanonicalSan> {
        match (self.outcome, self.after) {
            (Outcome::Played { mv, others, .. }, Some(Position::Standard(_))) => {
                Some(canonical(mv, others.0, self.after_sign()))
            }
            (Outcome::Played { mv, .. }, _) => Some(self.before.canonical_san(mv)),
            (Outcome::Null, _) => Some(CanonicalSan::NULL),
            (Outcome::Failed(_) | Outcome::Skipped, _) => None,
        }
    }

    /// The move, if one was played.
    #[must_use]
    pub fn played(&self) -> Option<Move> {
        match self.outcome {
            Outcome::Played { mv, .. } => Some(mv),
            _ => None,
        }
    }

    #[inline]
    fn after_sign(&self) -> Sign {
        self.after.map_or(Sign::None, Position::sign)
    }
}

/// How a game has ended.
#[derive(Clone, Debug)]
pub struct GameEnd {
    /// The position after the last move of the main line that was played; none if there is no first
    /// position, or if the visitor does not [want it](Visitor::wants_end).
    pub position: Option<Position>,
    /// The first move of any line that could not be played.
    pub first_error: Option<(NodeId, MoveError)>,
    /// Half-moves of the main line that were played, null moves included.
    pub n_plies: u32,
    /// Whether the game goes the way of games with errors: a move that failed in any line, a first
    /// position that cannot be, a null move in the main line that is not allowed.
    pub failed: bool,
    /// Whether every move of the main line was played.
    pub is_mainline_complete: bool,
    /// What a `0-0` that is the last word of the game means.
    pub final_zeros: FinalZeros,
}

impl GameEnd {
    /// Returns true if the start position is valid and every move of all lines was played. False for a game of a
    /// variant that is not known here, unless it has no moves.
    #[must_use]
    pub fn is_legal(&self) -> bool {
        !self.failed && self.is_mainline_complete
    }
}

/// What a `0-0` that is the last word of a game means (END-07).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FinalZeros {
    /// There is none.
    None,
    /// Castling.
    Castling,
    /// Both sides have lost: no move.
    DoubleForfeit,
}
