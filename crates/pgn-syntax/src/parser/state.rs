//! The state of the parser within the movetext of one game.

use super::expected::Expected;
use crate::{
    error::{SyntaxError, SyntaxErrorKind as Kind},
    game::Game,
    marker::MarkerText,
    movetext::{NodeId, NumberForm},
    scan::{CLASS, Class},
    span::Span,
};

/// An open variation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) open: NodeId,
    /// The state of the line that the variation belongs to.
    pub(super) outer: LineState,
    /// True if it follows a move number, whose move is missing.
    pub(super) is_numbered: bool,
}

/// The state of a line of play: the main line or a variation.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineState {
    /// The number of the next move, by counting.
    pub(super) number: u32,
    pub(super) is_black: bool,
    /// True if the line has a move number.
    pub(super) is_numbered: bool,
    /// True if `number` was counted from a move number of this line or of a line around it.
    pub(super) is_counted: bool,
    /// True if every half-move has a number of its own: `1. e4 2. e5 3. Nf3`.
    pub(super) counts_plies: bool,
    pub(super) has_move: bool,
    /// True if a variation of this line holds moves, directly or in a variation of its own.
    pub(super) holds_variation: bool,
    /// True if a comment or variation stands after the last move.
    pub(super) is_annotated: bool,
    pub(super) n_nags: u8,
    /// The first NAGs of the last move, compared to find duplicates.
    pub(super) nags: [u8; 8],
}

/// The state before the first token of a line.
pub(super) const FIRST_LINE: LineState = LineState {
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

/// A token that is the game's marker if only comments follow it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// The index of its node.
    pub(super) node: usize,
    pub(super) marker: Option<MarkerText>,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) n_errors: usize,
}

/// The state of the movetext of one game.
pub(super) struct State {
    pub(super) line: LineState,
    /// The text of `line.number`.
    pub(super) expected: Expected,
    /// True if a candidate or an empty line depends on the next token.
    pub(super) is_pending: bool,
    /// A move number whose move has not been read yet.
    pub(super) number: Option<(NumberForm, Span)>,
    /// The state of the line before that number.
    pub(super) before_number: LineState,
    /// True if the last number had a dot.
    pub(super) has_dots: bool,
    pub(super) candidate: Option<Candidate>,
    /// The offset of an empty line that no token other than a comment has followed yet.
    pub(super) empty_line: Option<usize>,
    /// The end of the last move. Text glued to the move belongs to it.
    pub(super) move_end: usize,
    /// The start and end of the word searched last, from which signs may be read one by one.
    pub(super) word: (usize, usize),
    /// The offset in `word` from which on its bytes are equal.
    pub(super) equal_bytes: usize,
    /// The end of the last run of words.
    pub(super) words_end: usize,
    /// The end of the last words and of the punctuation after them.
    pub(super) prose_end: usize,
    /// The end of the last token other than a comment.
    pub(super) token_end: usize,
    /// The end of the search for a `]` on the line of the last bracket, and whether it found one.
    pub(super) bracket_end: (usize, bool),
    pub(super) n_plies: u32,
    /// True if the tags are those of bughouse; `None` if that was not determined yet.
    pub(super) is_bughouse: Option<bool>,
    /// The number of open variations within the outermost one that have no frame.
    pub(super) n_forgotten_frames: usize,
}

impl State {
    /// Returns the state before the movetext, which begins at `start`.
    #[inline(always)]
    pub(super) fn at(start: usize) -> State {
        State {
            line: FIRST_LINE,
            expected: Expected::NONE,
            is_pending: false,
            number: None,
            before_number: FIRST_LINE,
            has_dots: false,
            candidate: None,
            empty_line: None,
            move_end: usize::MAX,
            word: (0, 0),
            equal_bytes: 0,
            words_end: usize::MAX,
            prose_end: usize::MAX,
            token_end: start,
            bracket_end: (0, false),
            n_plies: 0,
            is_bughouse: None,
            n_forgotten_frames: 0,
        }
    }

    /// Returns true if `value` may be the number of the next move, or of White's next one if Black's is missing.
    pub(super) fn is_due(&self, value: u32) -> bool {
        let line = &self.line;
        value == line.number || line.is_black && value == line.number.wrapping_add(1)
    }

    /// Returns true if the last token other than a comment was words, or punctuation after words.
    pub(super) fn is_in_words(&self) -> bool {
        self.prose_end == self.token_end
    }
}

/// Records a token other than a comment.
#[inline(always)]
pub(super) fn record_token(game: &mut Game, state: &mut State, start: usize, end: usize) {
    state.token_end = end;
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

/// Returns the form of the number before the current move, and clears it.
#[inline(always)]
pub(super) fn take_number(state: &mut State) -> NumberForm {
    match state.number.take() {
        Some((form, _)) => form,
        None => NumberForm::None,
    }
}

/// Reports a number that no move followed. Counting goes on as if it were not there.
pub(super) fn dangling_number(game: &mut Game, state: &mut State) {
    if let Some((_, span)) = state.number.take() {
        let (line, before) = (&mut state.line, &state.before_number);
        if line.number != before.number {
            // This number has a node, so the next number must have one, too.
            line.is_numbered = false;
            state.expected = Expected::NONE;
        }
        (line.number, line.is_black) = (before.number, before.is_black);
        line.is_counted = before.is_counted;
        error(game, Kind::DanglingMoveNumber, span.start as usize, span.end as usize);
    }
}

#[cold]
pub(super) fn error(game: &mut Game, kind: Kind, start: usize, end: usize) {
    game.errors.push(SyntaxError { kind, span: Span::new(start, end) });
}

/// Reports a run of characters of one class as one error. Returns its end.
pub(super) fn report_run(src: &[u8], game: &mut Game, at: usize, of: Class, kind: Kind) -> usize {
    let mut end = at + 1;
    while end < src.len() && CLASS[src[end] as usize] == of {
        end += 1;
    }
    error(game, kind, at, end);
    end
}

/// The result of reading a token of the movetext.
pub(super) enum Token {
    /// A token of the game, which ends at this offset.
    EndsAt(usize),
    /// The marker of the game.
    Marker(MarkerText),
    /// A tag pair that begins the next game.
    NextGame,
}
