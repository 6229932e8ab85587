//! What the movetext of one game has led to, while it is read.

use crate::{
    error::{SyntaxError, SyntaxErrorKind as Kind},
    game::Game,
    marker::MarkerText,
    movetext::{NodeId, NumberForm},
    plain_moves::Expected,
    span::Span,
};

/// A variation that is open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) open: NodeId,
    /// The line it is an alternative to.
    pub(super) outer: Line,
}

/// Where a line of play stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    /// Number of the next move, by counting on.
    pub(crate) number: u32,
    pub(crate) is_black: bool,
    /// A move number has been seen in this line.
    pub(super) is_numbered: bool,
    /// `number` goes back to a number that was seen, in this line or in one around it.
    pub(super) is_counted: bool,
    /// Every half-move has a number of its own: `1. e4 2. e5 3. Nf3`.
    pub(super) counts_plies: bool,
    pub(crate) has_move: bool,
    /// A variation of this line holds moves, directly or in a variation of its own.
    pub(super) holds_variation: bool,
    /// A comment or variation stands behind the last move.
    pub(crate) is_annotated: bool,
    pub(crate) n_nags: u8,
    /// NAGs of the last move: more than these are not told apart.
    pub(super) nags: [u8; 8],
}

/// A line before its first token.
pub(super) const FIRST_LINE: Line = Line {
    number: 1,
    is_black: false,
    is_numbered: false,
    is_counted: false,
    counts_plies: false,
    has_move: false,
    holds_variation: false,
    is_annotated: false,
    n_nags: 0,
    nags: [0; 8],
};

/// A token that is the game's marker if nothing but comments follows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// Its node; the marker `None` is `0-0`, which stays a node (END-07).
    pub(super) node: usize,
    pub(super) marker: Option<MarkerText>,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) n_errors: usize,
}

/// State of the movetext of one game.
pub(crate) struct State {
    pub(crate) line: Line,
    /// The text of `line.number`.
    pub(crate) expected: Expected,
    /// A candidate or an empty line is waiting for what comes.
    pub(crate) is_pending: bool,
    /// Number before a move that has not come yet.
    pub(crate) number: Option<(NumberForm, Span)>,
    /// The last number had a dot.
    pub(super) has_dots: bool,
    pub(super) candidate: Option<Candidate>,
    /// An empty line after which nothing solid has come yet.
    pub(super) empty_line: Option<usize>,
    /// End of the last move: what is glued to it belongs to it.
    pub(crate) move_end: usize,
    /// Where the last word that was looked at begins, and its end: signs may be taken from it one by one.
    pub(super) word: (usize, usize),
    /// End of the last run of words.
    pub(super) words_end: usize,
    /// End of the last words and of the punctuation behind them.
    pub(super) prose_end: usize,
    /// End of the last solid token.
    pub(crate) solid_end: usize,
    /// No `]` stands before this place and behind a bracket that was looked at.
    pub(super) no_bracket_before: usize,
    pub(crate) n_plies: u32,
    /// Open variations within the outermost one that are not among the frames.
    pub(super) n_forgotten_frames: usize,
}

/// Notes a token other than a comment.
#[inline(always)]
pub(super) fn solid(game: &mut Game, state: &mut State, start: usize, end: usize) {
    state.solid_end = end;
    if state.is_pending {
        settle(game, state, start);
    }
}

#[cold]
fn settle(game: &mut Game, state: &mut State, start: usize) {
    state.is_pending = false;
    state.candidate = None;
    let movetext = game.movetext_start as usize;
    if let Some(empty) = state.empty_line.take()
        && start > movetext
        && empty > movetext
        && !game.nodes.is_empty()
    {
        error(game, Kind::BlankLineInMovetext, empty, empty);
    }
}

/// The form of the number before the move that has come.
#[inline(always)]
pub(super) fn take_number(state: &mut State) -> NumberForm {
    match state.number.take() {
        Some((form, _)) => form,
        None => NumberForm::None,
    }
}

/// Reports a number that no move followed.
pub(super) fn dangling_number(game: &mut Game, state: &mut State) {
    if let Some((_, span)) = state.number.take() {
        error(game, Kind::DanglingMoveNumber, span.start as usize, span.end as usize);
    }
}

#[cold]
pub(super) fn error(game: &mut Game, kind: Kind, start: usize, end: usize) {
    game.errors.push(SyntaxError { kind, span: Span::new(start, end) });
}

#[expect(clippy::cast_possible_truncation, reason = "chunks are smaller than 4 GiB")]
pub(crate) fn index(at: usize) -> u32 {
    debug_assert!(u32::try_from(at).is_ok());
    at as u32
}
