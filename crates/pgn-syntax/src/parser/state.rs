//! What the [movetext reader](super::movetext) remembers of the text before a token.

use crate::{
    game::movetext::{NodeId, NumberForm},
    text::span::Span,
    tokens::{marker::MarkerText, word},
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
    /// True if a comment or variation is after the last move.
    pub(super) is_annotated: bool,
    pub(super) n_nags: u8,
    /// The first NAGs of the last move, compared to find duplicates.
    pub(super) nags: [u8; 8],
}

impl LineState {
    /// The state before the first token of a game.
    pub(super) const FIRST: LineState = LineState {
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

    /// Returns the state before the first token of a variation after the last move.
    pub(super) fn of_variation(&self) -> LineState {
        LineState {
            // The first move of the variation replaces the last move of the line.
            number: if self.is_black || !self.has_move {
                self.number
            } else {
                self.number.wrapping_sub(1)
            },
            is_black: self.is_black ^ self.has_move,
            is_counted: self.is_counted,
            counts_plies: self.counts_plies,
            ..LineState::FIRST
        }
    }
}

/// The last move number.
pub(super) struct MoveNumber {
    /// Its form and its text, until its move is read.
    pub(super) pending: Option<(NumberForm, Span)>,
    /// The state of the line before it.
    pub(super) line_before: LineState,
    /// True if it had a dot.
    pub(super) has_dots: bool,
}

impl MoveNumber {
    /// The state before the first move number.
    pub(super) const NONE: MoveNumber =
        MoveNumber { pending: None, line_before: LineState::FIRST, has_dots: false };

    /// Returns the form of the number before the current move, and clears it.
    #[inline(always)]
    pub(super) fn take(&mut self) -> NumberForm {
        match self.pending.take() {
            Some((form, _)) => form,
            None => NumberForm::None,
        }
    }
}

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

/// What the next token other than a comment decides.
#[derive(Default)]
pub(super) struct Undecided {
    /// True if there may be a candidate or an empty line.
    pub(super) is_any: bool,
    pub(super) candidate: Option<Candidate>,
    /// The offset of an empty line, which is an error if movetext follows it.
    pub(super) empty_line: Option<usize>,
}

impl Undecided {
    pub(super) fn set_candidate(&mut self, candidate: Candidate) {
        self.candidate = Some(candidate);
        self.is_any = true;
    }

    /// Adds an empty line at `at`. The first one counts.
    pub(super) fn add_empty_line(&mut self, at: usize) {
        self.empty_line.get_or_insert(at);
        self.is_any = true;
    }
}

/// The last run of words outside comments; [`usize::MAX`] stands for none.
pub(super) struct Words {
    pub(super) end: usize,
    /// The end of the words and of the punctuation after them.
    pub(super) prose_end: usize,
}

impl Words {
    /// The state before the first words.
    pub(super) const NONE: Words = Words { end: usize::MAX, prose_end: usize::MAX };
}

/// The word whose end was searched last. Signs in it may be read one by one.
#[derive(Default)]
pub(super) struct LastWord {
    start: usize,
    end: usize,
    /// The offset from which on its bytes are equal.
    equal_from: usize,
}

impl LastWord {
    /// Returns the end of the word at `at`. A word that is read in pieces is searched once.
    pub(super) fn end_at(&mut self, src: &[u8], at: usize) -> usize {
        if !(self.start..self.end).contains(&at) {
            let end = word::word_end(src, at);
            let is_last = |byte: &&u8| **byte == src[end - 1];
            let n_equal = src[at..end].iter().rev().take_while(is_last).count();
            *self = LastWord { start: at, end, equal_from: end - n_equal };
        }
        self.end
    }

    /// Returns true if the rest of the word from `at` is a row of one sign, drawn as a line: `=====`.
    pub(super) fn is_ruler(&self, at: usize) -> bool {
        at >= self.equal_from && self.end - at > 3
    }
}

/// The bracket whose end was searched last.
#[derive(Default)]
pub(super) struct LastBracket {
    /// The offset of the `]` or of the end of the line.
    end: usize,
    is_closed: bool,
}

impl LastBracket {
    /// Returns the end of the bracket at `at` if it is closed on its line. Each line is searched once.
    pub(super) fn end_at(&mut self, src: &[u8], at: usize) -> Option<usize> {
        if at >= self.end {
            let found = memchr::memchr3(b']', b'\n', b'\r', &src[at..]);
            self.end = found.map_or(src.len(), |n| at + n);
            self.is_closed = self.end < src.len() && src[self.end] == b']';
        }
        self.is_closed.then_some(self.end + 1)
    }
}
