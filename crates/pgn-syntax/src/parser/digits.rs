//! Tokens that begin with a digit, and which of them are move numbers.

use super::{
    movetext::{MovetextReader, Token},
    number::number_value,
    state::LineState,
};
use crate::{
    text::{
        scan::{byte, is_line_end, is_token_end, is_white_space, skip_blanks, skip_while},
        span::Span,
    },
    tokens::{attempt, game_start, marker::marker_at, word},
};

/// Upper bound on the length of a number with dots between its digits.
const MAX_DOTTED_DIGITS: usize = 24;

impl MovetextReader<'_> {
    /// Reads a token that begins with a digit.
    #[inline(always)]
    pub(super) fn read_digits(&mut self, at: usize) -> Token {
        let src = self.src;
        let end = skip_while(src, at + 1, u8::is_ascii_digit);
        // `0.5` may be a marker, and `00.` castling.
        if src[at] == b'0' || byte(src, end) != b'.' {
            return self.read_other_digits(at, end);
        }
        if byte(src, end + 1).is_ascii_digit()
            && let Some(end) = self.dotted_digits_end(at)
        {
            return self.read_words(at, end);
        }
        self.read_number(at, end)
    }

    /// Reads a token that begins with a zero, or with digits that no dot follows.
    #[cold]
    fn read_other_digits(&mut self, at: usize, end: usize) -> Token {
        let src = self.src;
        if let Some(marker) = marker_at(src, at) {
            return self.read_marker(at, marker);
        }
        if let Some(end) = time_end(src, at) {
            return self.read_words(at, end);
        }
        // `05.01.2024`, in contrast to the marker `0.5` and the evaluation `0.35`.
        if src[at] == b'0'
            && let Some(end) = self.dotted_digits_end(at)
            && src[at..end].iter().filter(|byte| **byte == b'.').count() > 1
        {
            return self.read_words(at, end);
        }
        if let Some(letter_end) = board_letter_end(src, end)
            && *self.is_bughouse.get_or_insert_with(|| self.game.is_bughouse(src))
        {
            return self.read_board_number(at, end, letter_end);
        }
        if byte(src, end) >= 0x80
            && let Some(token) = self.read_other_number(at)
        {
            return token;
        }
        // `1…` and `1: e4` are used in place of `1.`.
        let is_ended = is_token_end(src, end)
            || word::ellipsis_at(src, end).is_some()
            || byte(src, end) == b':' && is_white_space(&byte(src, end + 1));
        if is_ended && !matches!(&src[at..end], b"0000" | b"000") {
            return self.read_lone_digits(at, end);
        }
        let word_end = self.last_word.end_at(src, at);
        let text = &src[at..word_end];
        if word::is_null_move(text) || word::is_move_like(text) {
            return self.read_word(at);
        }
        if self.is_digit_of_move(at, end, word_end) {
            return self.push_odd_move(at, word_end);
        }
        // `1e4` is a move number without its dot.
        if game_start::starts_game(src, end) || word::is_move_like(&src[end..word_end]) {
            return self.read_number(at, end);
        }
        if let Some(token) = self.read_number_with_letters(at) {
            return token;
        }
        self.read_word(at)
    }

    /// Reads digits to which nothing is glued.
    fn read_lone_digits(&mut self, at: usize, end: usize) -> Token {
        let src = self.src;
        let is_zero = src[at] == b'0';
        if is_zero
            && let Some(end) =
                attempt::split_castling_end(src, at).or_else(|| self.zeros_of_castling_end(at))
        {
            return self.push_odd_move(at, end);
        }
        if self.is_number_of_remark(at, end) {
            return self.read_words(at, end);
        }
        if self.is_square_digits(at, end) || self.is_zero_for_move(at, end) {
            return self.push_odd_move(at, end);
        }
        if is_zero && let Some(end) = word::decimal_end(src, at) {
            return self.read_words(at, end);
        }
        if self.is_number_in_words(at, end) {
            return self.read_words(at, end);
        }
        self.read_number(at, end)
    }

    /// Returns true if digits without a dot that are not the number of the next move are alone in parentheses, as in
    /// `Nf3 (5)`, or before a word of prose, as in `(5 minutes)`.
    fn is_number_of_remark(&self, at: usize, end: usize) -> bool {
        let src = self.src;
        let next = skip_blanks(src, end);
        let value = number_value(&src[at..end]);
        if byte(src, next) == b')' {
            let is_alone = |outer: &LineState| outer.is_black || outer.number != value;
            return src[..at].trim_ascii_end().last() == Some(&b'(')
                && self.parser.frames.last().is_some_and(|frame| is_alone(&frame.outer));
        }
        let word_end = word::word_end(src, next);
        let text = &src[next.min(src.len())..word_end];
        next > end
            && text.len() > 2
            && text.iter().all(u8::is_ascii_alphabetic)
            && !self.is_due(value)
            && !word::is_move_like(text)
            && !word::is_null_move(text)
            && !attempt::is_stub(text)
            && attempt::named_move_end(src, next, word_end).is_none()
    }

    /// Returns the end of a date or another number with dots between its digits, as in `28.12.1995` and `40.5`.
    /// `1.0.0` has the zeros of castling, unless it is alone in parentheses and its number is not due; `1.5254`
    /// has the squares of a move whose number is due.
    #[cold]
    fn dotted_digits_end(&self, at: usize) -> Option<usize> {
        let src = self.src;
        let is_part = |byte: &&u8| matches!(byte, b'.' | b'0'..=b'9');
        let len = src[at..].iter().take(MAX_DOTTED_DIGITS).take_while(is_part).count();
        let text = &src[at..at + len];
        let mut parts = text.strip_suffix(b".").unwrap_or(text).split(|&byte| byte == b'.');
        let first = parts.next()?;
        let n_others = parts.clone().count();
        let is_due = number_value(first) == self.line.number;
        let is_alone = !is_due && src[..at].ends_with(b"(") && byte(src, at + len) == b')';
        let is_complete =
            |part: &&[u8]| !part.is_empty() && (is_alone || part.iter().any(|&byte| byte != b'0'));
        let is_number = n_others == 2 || n_others == 1 && !is_due;
        (is_number && parts.all(|part| is_complete(&part)) && is_token_end(src, at + len))
            .then_some(at + len)
    }

    /// Returns the end of castling with zeros that are adjacent or separated by blanks or dots: `00`, `0 0 0`, `0.0`.
    /// No move has the number 0.
    ///
    /// `0.00` can be an evaluation: zeros with dots are castling only after a move number with a dot, and no zeros are
    /// castling after a number that begins with a zero.
    fn zeros_of_castling_end(&self, at: usize) -> Option<usize> {
        let src = self.src;
        let end = attempt::zeros_end(src, at)?;
        let has_dot = src[at..end].contains(&b'.');
        let number = self.number.pending.filter(|_| self.number.has_dots);
        let value = number.map(|(_, span)| src[span.start as usize]);
        let is_fraction = value == Some(b'0') || has_dot && value.is_none();
        (!self.is_in_words() && !is_fraction).then_some(end)
    }

    /// Returns true if digits without a dot belong to the words before them on their line, as in `Moscow 1984`: they
    /// are not the number of the next move.
    fn is_number_in_words(&self, at: usize, end: usize) -> bool {
        let src = self.src;
        self.is_in_words()
            && !src[self.words.prose_end..at].iter().any(is_line_end)
            && !matches!(byte(src, end), b'.' | b':')
            && word::ellipsis_at(src, end).is_none()
            && number_value(&src[at..end]) != self.line.number
    }

    /// Returns true if digits without a dot are squares of a move, in a game whose move numbers have dots.
    fn is_square_digits(&self, at: usize, end: usize) -> bool {
        let src = self.src;
        let line = &self.line;
        let text = &src[at..end];
        let is_without_number = self.number.pending.is_none();
        let is_expected = is_without_number && number_value(text) == line.number;
        let is_due = is_without_number && (!line.is_black || line.is_annotated || !line.has_move);
        self.number.has_dots
            && !is_expected
            && is_white_space(&byte(src, end))
            && !self.is_in_words()
            && attempt::is_square_digits(text, is_due)
    }

    /// Returns true if a zero alone is where a move is due: it may be what is left of castling, and no move has
    /// the number 0.
    fn is_zero_for_move(&self, at: usize, end: usize) -> bool {
        let src = self.src;
        let is_plain = |(_, span): (_, Span)| src[span.start as usize] != b'0';
        &src[at..end] == b"0"
            && !matches!(byte(src, end), b'.' | b':')
            && word::ellipsis_at(src, end).is_none()
            && !self.is_in_words()
            && self.number.has_dots
            && (self.number.pending.is_some_and(is_plain) || self.is_for_black(at, end))
    }

    /// Returns true if digits glued to a move, which ends at `word_end`, belong to it, as in `2. 8f4`: where the move
    /// of a number with a dot is due, another number cannot stand. The number of that very move may be repeated:
    /// `2. 2f4`.
    fn is_digit_of_move(&self, at: usize, digits_end: usize, word_end: usize) -> bool {
        let src = self.src;
        self.number.pending.is_some()
            && self.number.has_dots
            && src[at] != b'0'
            && number_value(&src[at..digits_end]) != self.line.number
            && word::is_move_like(&src[digits_end..word_end])
    }
}

/// Returns the end of a time or a number with a comma, as in `0:35`, `0:00.000`, `1'05` and `0,35`, whose zeros are not
/// those of castling.
fn time_end(src: &[u8], at: usize) -> Option<usize> {
    let is_of_time =
        |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'.' | b',' | b':' | b'\'');
    let len = src[at..].iter().take(MAX_DOTTED_DIGITS).take_while(|byte| is_of_time(byte)).count();
    let text = &src[at..at + len];
    let mut parts = text.split(|byte| !byte.is_ascii_digit());
    let is_time = text.iter().any(|byte| matches!(byte, b',' | b':' | b'\''))
        && parts.all(|part| (1..=3).contains(&part.len()))
        && is_token_end(src, at + len);
    is_time.then_some(at + len)
}

/// Returns the end of the letter of a board after digits: of `A` in `1A.` (VAR-09).
fn board_letter_end(src: &[u8], digits_end: usize) -> Option<usize> {
    let is_letter = matches!(byte(src, digits_end), b'A' | b'B' | b'a' | b'b');
    (is_letter && byte(src, digits_end + 1) == b'.').then_some(digits_end + 1)
}
