//! The types that a replay reports: each half-move, and the end of a game.

use pgn_syntax::{Fallback, Game, Node, NodeId, Span, white_space::squeezed};
use shakmaty::Color;

use crate::{
    positions::{
        board::Board,
        canonical::{CanonicalSan, canonical},
        moves::{CastlingMode, Move, move_number},
        position::Position,
    },
    replay::{
        deviation::Deviations,
        in_place::{InPlaceBoard, PositionKey},
        resolve::MoveError,
    },
};

/// A receiver of the moves and other nodes of a game during a [replay](crate::Replay).
///
/// Most visitors need only [`Visitor::ply`], and [`Visitor::node`] for comments and NAGs. The other methods save time:
/// they determine what the replay reports, so that it can skip the work for everything else.
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
    /// Receives a move or null move, including one that could not be played.
    fn ply(&mut self, ply: &Ply<'_>);

    /// Returns true if [`Visitor::ply`] is to be called for a move that was played with these deviations.
    ///
    /// If it returns false for canonical moves, the replay does not make a [`Ply`] for them. Moves that failed or
    /// were skipped, and null moves, are always reported. This method is not called for each move: its result may
    /// change only when something is reported.
    #[inline(always)]
    fn wants_played(&self, _deviations: Deviations) -> bool {
        true
    }

    /// Returns true if the text of canonical moves is enough.
    ///
    /// Moves whose text is canonical SAN, including the check indicator, are then reported to
    /// [`Visitor::canonical`] instead of [`Visitor::ply`], without a call of [`Visitor::wants_played`]. This saves
    /// making the positions around them. Called again after each move that was reported.
    #[inline(always)]
    fn needs_only_text(&self) -> bool {
        false
    }

    /// Returns true if canonical moves without their positions are enough.
    ///
    /// As [`Visitor::needs_only_text`], but a wrong check indicator does not matter, unless
    /// [`crate::ReplayOptions::judge_signs`] is true. A visitor that needs no further move may return false from then
    /// on.
    #[inline(always)]
    fn needs_only_moves(&self) -> bool {
        false
    }

    /// Receives a canonical move, if the visitor needs only its [text](Visitor::needs_only_text) or the
    /// [move](Visitor::needs_only_moves).
    #[inline(always)]
    fn canonical(&mut self, _ply: &CanonicalPly<'_>) {}

    /// Returns true to end the walk. Its [`GameEnd`] then describes the game up to there.
    ///
    /// Called after each ply that was reported.
    #[inline(always)]
    fn is_done(&self) -> bool {
        false
    }

    /// Returns true if variations are walked. Otherwise they are skipped.
    #[inline(always)]
    fn wants_variations(&self) -> bool {
        true
    }

    /// Returns true if [`Visitor::node`] is to be called for [server comments](pgn_syntax::CommentKind::Server),
    /// which are after each move of many games. Otherwise the walk may skip them.
    #[inline(always)]
    fn wants_server_comments(&self) -> bool {
        true
    }

    /// Returns true if [`GameEnd::position`] is needed. Otherwise the fast paths may not make it.
    #[inline(always)]
    fn wants_end(&self) -> bool {
        true
    }

    /// Receives every node that is not a move or null move, in the order of the text, and a final `0-0` that is a double
    /// forfeit.
    #[inline(always)]
    fn node(&mut self, _id: NodeId, _node: &Node) {}
}

/// A visitor that receives nothing, for callers that only need the [`GameEnd`].
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

/// A half-move whose text is canonical SAN, in standard chess or Chess960.
#[derive(Clone, Copy, Debug)]
pub struct CanonicalPly<'a> {
    /// The id of the move's node.
    pub id: NodeId,
    /// The span of the move's text.
    pub span: Span,
    /// The nesting depth of its line: 0 for the main line.
    pub depth: u32,
    /// The number of half-moves before it in its line. In a variation it counts from the first move of the variation.
    pub index: u32,
    /// The move number.
    pub number: u32,
    /// The side that moves.
    pub turn: Color,
    /// The board after the move.
    pub(crate) board: &'a InPlaceBoard,
}

impl CanonicalPly<'_> {
    /// Returns the move itself.
    #[must_use]
    #[inline(always)]
    pub fn mv(&self) -> Move {
        self.board.last_move()
    }

    /// Returns the board after the move.
    #[must_use]
    #[inline]
    pub fn board(&self) -> Board {
        self.board.board()
    }

    /// Returns the parts of the position after the move that identify it.
    #[must_use]
    #[inline]
    pub fn position_key(&self) -> PositionKey {
        self.board.position_key()
    }

    /// Returns the form of castling in UCI notation for this game.
    #[must_use]
    #[inline]
    pub fn castling_mode(&self) -> CastlingMode {
        if self.board.is_chess960() { CastlingMode::Chess960 } else { CastlingMode::Standard }
    }
}

/// A half-move of a game, with the positions around it.
///
/// ```
/// use pgn_chess::{Ply, Replay, ReplayOptions, Visitor, pgn_syntax::Games, start};
///
/// /// Collects the number, the text and the depth of each move.
/// struct Moves<'a>(&'a [u8], Vec<(u32, &'a [u8], u32)>);
///
/// impl Visitor for Moves<'_> {
///     fn ply(&mut self, ply: &Ply<'_>) {
///         self.1.push((ply.number, ply.span.of(self.0), ply.depth));
///     }
/// }
///
/// let pgn = b"1. e4 e5 (1... c5) *";
/// let mut games = Games::new(pgn);
/// let game = games.next().unwrap();
/// let mut moves = Moves(pgn, Vec::new());
/// Replay::new().walk(game, pgn, &start(game, pgn), &ReplayOptions::default(), &mut moves);
/// assert_eq!(moves.1, [(1, &b"e4"[..], 0), (1, b"e5", 0), (1, b"c5", 1)]);
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Ply<'a> {
    /// The id of the move's node.
    pub id: NodeId,
    /// The span of the move's text.
    pub span: Span,
    /// The nesting depth of its line: 0 for the main line.
    pub depth: u32,
    /// The number of half-moves before it in its line. In a variation it counts from the first move of the variation.
    pub index: u32,
    /// The position before the move. After a move that failed, the position before that move.
    pub before: &'a Position,
    /// The position after the move, or `None` if it was not played.
    pub after: Option<&'a Position>,
    /// Whether the move was played.
    pub outcome: Outcome,
    /// The move number. Moves that failed or were skipped are counted, too.
    pub number: u32,
    /// The side that moves.
    pub turn: Color,
}

/// Whether a move was played.
///
/// ```
/// use pgn_chess::{Outcome, Ply, Replay, ReplayOptions, Visitor, pgn_syntax::Games, start};
///
/// #[derive(Default)]
/// struct Outcomes(Vec<Outcome>);
///
/// impl Visitor for Outcomes {
///     fn ply(&mut self, ply: &Ply<'_>) {
///         self.0.push(ply.outcome);
///     }
/// }
///
/// let pgn = b"1. e4 Ke5 2. d4 *";
/// let mut games = Games::new(pgn);
/// let game = games.next().unwrap();
/// let mut outcomes = Outcomes::default();
/// Replay::new().walk(game, pgn, &start(game, pgn), &ReplayOptions::default(), &mut outcomes);
/// assert!(matches!(
///     outcomes.0[..],
///     [Outcome::Played { .. }, Outcome::Failed(_), Outcome::Skipped]
/// ));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The move was played.
    Played {
        /// The move itself.
        mv: Move,
        /// The deviations of its text from canonical SAN.
        ///
        /// [`Deviations::CHECK_SIGN`] is only set with [`crate::ReplayOptions::judge_signs`]. With that
        /// option, empty deviations mean that the text *is* canonical SAN.
        deviations: Deviations,
        /// A by-product of finding the move, for [`Ply::canonical_san`].
        others: Others,
    },
    /// A null move was played.
    Null,
    /// The move could not be played.
    Failed(MoveError),
    /// The move follows one that could not be played, or there is no position to play from.
    Skipped,
}

/// The other pieces of the same role that could move to the same square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Others(pub(crate) u64);

impl Ply<'_> {
    /// Returns the number of the move with its dots: `3.` or `3...`.
    #[must_use]
    pub fn numbered(&self) -> String {
        move_number(self.number, self.turn)
    }

    /// Returns true if the text of the move names no square and is not castling. Without a move number before
    /// it, it might not be read as a move.
    pub(crate) fn is_bare_word(&self, src: &[u8]) -> bool {
        !self.span.of(src).iter().any(|byte| matches!(byte, b'0'..=b'9' | b'-'))
    }

    /// Returns the text of the move as it is written, with one blank between its words.
    pub(crate) fn text(&self, src: &[u8], fallback: Fallback) -> String {
        squeezed(&fallback.decode(self.span.of(src))).into_owned()
    }

    /// Returns the move in canonical SAN with its check indicator, or `None` if it was not played.
    #[must_use]
    #[inline]
    pub fn canonical_san(&self) -> Option<CanonicalSan> {
        match (self.outcome, self.after) {
            (Outcome::Played { mv, others, .. }, Some(after @ Position::Standard(_))) => {
                Some(canonical(mv, others.0, after.sign()))
            }
            (Outcome::Played { mv, .. }, _) => Some(self.before.canonical_san(mv)),
            (Outcome::Null, _) => Some(CanonicalSan::NULL),
            (Outcome::Failed(_) | Outcome::Skipped, _) => None,
        }
    }

    /// Returns the move if one was played. `None` for a null move.
    #[must_use]
    pub fn played_move(&self) -> Option<Move> {
        match self.outcome {
            Outcome::Played { mv, .. } => Some(mv),
            _ => None,
        }
    }
}

/// The end of a game: its last position, its first error, and whether all moves were played.
///
/// ```
/// use pgn_chess::{MoveErrorKind, Replay, ReplayOptions, pgn_syntax::Games, start};
///
/// let pgn = b"1. e4 e5 2. Ke3 Nc6 *";
/// let mut games = Games::new(pgn);
/// let game = games.next().unwrap();
/// let options = ReplayOptions::default();
/// let end = Replay::new().walk(game, pgn, &start(game, pgn), &options, &mut ());
/// assert!(end.has_error());
/// assert_eq!(end.n_plies, 2);
/// let (id, error) = end.first_error.unwrap();
/// assert_eq!(game.nodes[id.0 as usize].span.of(pgn), b"Ke3");
/// assert_eq!(error.kind, MoveErrorKind::Illegal);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameEnd {
    /// The position after the last move of the main line that was played; `None` if there is no start
    /// position, or if the visitor does not [want it](Visitor::wants_end).
    pub position: Option<Position>,
    /// The node and the error of the first move of any line that could not be played.
    pub first_error: Option<(NodeId, MoveError)>,
    /// The node of the first null move of the main line, if null moves are not allowed there, and its number among the
    /// half-moves of the line, from 1.
    pub bad_null: Option<(NodeId, u32)>,
    /// The number of half-moves of the main line that were played, including null moves.
    pub n_plies: u32,
    /// The number of errors: moves of any line that failed, an invalid start position, and null moves of the main
    /// line that are not allowed.
    pub n_errors: u32,
    /// True if every move of the main line was played. False for a game that is [too dense](Game::is_too_dense), whose
    /// moves are not known.
    pub is_mainline_complete: bool,
    /// The meaning of a final `0-0`.
    pub final_zeros: FinalZeros,
}

impl GameEnd {
    /// Returns true if there are [errors](GameEnd::n_errors).
    #[must_use]
    pub fn has_error(&self) -> bool {
        self.n_errors > 0
    }

    /// Returns true if the start position is valid and every move of all lines was played.
    ///
    /// Returns false for a game of an unknown variant, unless it has no moves, and for a game that is
    /// [too dense](Game::is_too_dense). Apart from these two, the reason is the position of the [`Start`](crate::Start),
    /// which is then an error, [`GameEnd::first_error`], or [`GameEnd::bad_null`].
    #[must_use]
    pub fn is_legal(&self) -> bool {
        !self.has_error() && self.is_mainline_complete
    }

    /// Returns the number of half-moves of the main line of `game`, legal or not. A final `0-0` that means that both
    /// sides have lost does not count, although the parser reads it as a half-move (END-07).
    #[must_use]
    pub fn n_plies_of(&self, game: &Game) -> u32 {
        game.n_plies.saturating_sub(u32::from(self.final_zeros == FinalZeros::DoubleForfeit))
    }
}

/// The meaning of a `0-0` as the last word of a game (END-07).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FinalZeros {
    /// There is no final `0-0`.
    None,
    /// The final `0-0` is castling.
    Castling,
    /// The final `0-0` says that both sides have lost, and is not a move.
    DoubleForfeit,
}
