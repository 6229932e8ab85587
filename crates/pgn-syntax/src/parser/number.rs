//! Move numbers (8.2.2).

use super::{
    expected::Expected,
    movetext::{MovetextReader, Token},
};
use crate::{
    game::{
        error::SyntaxErrorKind as Kind,
        movetext::{Node, NodeKind, NumberForm},
    },
    text::{
        scan::{byte, is_white_space, skip_blanks, skip_while, skip_white},
        span::Span,
    },
    tokens::{attempt, other_number::other_number_at, word},
};

impl MovetextReader<'_> {
    /// Reads a move number whose digits end at `digits_end`, with its dots.
    #[inline]
    pub(super) fn read_number(&mut self, at: usize, digits_end: usize) -> Token {
        let src = self.src;
        let value = number_value(&src[at..digits_end]);
        let mut end = skip_while(src, digits_end, |b| *b == b'.');
        let n_dots = end - digits_end;
        // The layout of export format: one or three dots, then one blank or line end.
        let is_plain = match byte(src, end) {
            b' ' => !is_white_space(&byte(src, end + 1)) && byte(src, end + 1) != b'.',
            b'\n' => end < src.len() && !is_white_space(&byte(src, end + 1)),
            _ => false,
        } && src[at] != b'0';
        let (form, is_black) = match (n_dots, is_plain) {
            (1, true) => (NumberForm::White, false),
            (3, true) => (NumberForm::Black, true),
            _ => {
                let (dots_end, more) = more_dots(src, end);
                end = dots_end;
                // Two dots are common before moves of both sides.
                let is_black = match n_dots + more {
                    2 => self.line.is_black,
                    n_dots => n_dots > 2,
                };
                (NumberForm::Other, is_black)
            }
        };
        self.number.has_dots = end > digits_end;
        let span = self.begin_number(at, end);
        // An ellipsis character is also used in place of one dot.
        let is_evidence = self.line.is_black != is_black && src[end - 1].is_ascii();
        self.end_number(span, value, (form, is_black), is_evidence)
    }

    /// Reads a move number in other characters than ASCII digits and dots; returns `None` if there is none. A number that is
    /// alone must be the next one.
    #[cold]
    pub(super) fn read_other_number(&mut self, at: usize) -> Option<Token> {
        let number = other_number_at(self.src, at)?;
        // Prose has ordinal numbers, too: `2ª ronda`.
        let is_prose = || number.is_ordinal && !self.is_before_move(number.end);
        if number.is_alone && (!self.is_due(number.value) || is_prose()) {
            return None;
        }
        let span = self.begin_number(at, number.end);
        self.number.has_dots = true;
        self.game.report(Kind::OtherNumber, at, number.end);
        let is_black = match number.n_dots {
            2 => self.line.is_black,
            n_dots => n_dots > 2,
        };
        let is_evidence = self.line.is_black != is_black;
        Some(self.end_number(span, number.value, (NumberForm::Other, is_black), is_evidence))
    }

    /// Returns true if the next word on the line is written as a move.
    fn is_before_move(&self, at: usize) -> bool {
        let start = skip_blanks(self.src, at);
        word::is_move_like(&self.src[start..word::word_end(self.src, start)])
    }

    /// Ends a move number at `span`. `form`: its form, and true if it has the dots of Black. `is_evidence`: true if they
    /// show that the move is one of the other side.
    #[inline(always)]
    fn end_number(
        &mut self,
        span: Span,
        value: u32,
        (form, is_black): (NumberForm, bool),
        is_evidence: bool,
    ) -> Token {
        let end = span.end as usize;
        let contrary = if is_evidence { self.contrary(end, value) } else { None };
        self.count_from(span, value);
        if contrary.is_some() || is_black && !self.line.has_move {
            self.line.is_black = is_black;
        }
        self.number.pending = Some((contrary.unwrap_or(form), span));
        Token::EndsAt(end)
    }

    /// Returns the form of a number that, by counting or by its dots, belongs to a move of the other side; `None`
    /// if numbers like this are common in correct movetext.
    ///
    /// `end` is the end of the number.
    #[cold]
    fn contrary(&mut self, end: usize, value: u32) -> Option<NumberForm> {
        let line = &mut self.line;
        if !line.is_black {
            return Some(NumberForm::NamesBlack);
        }
        // In `1. e4 1. e5` one dot is common before Black's move, too.
        if !line.is_counted || line.number.checked_add(1) != Some(value) || line.counts_plies {
            return None;
        }
        let next = value.checked_add(1);
        line.counts_plies = next.is_some_and(|next| is_numbered_next(self.src, end, next));
        (!line.counts_plies).then_some(NumberForm::NamesWhite)
    }

    /// Reads a move number of bughouse with its dots. `1A.` is White's first move on the first board, `1b.` Black's on
    /// the second.
    #[cold]
    pub(super) fn read_board_number(
        &mut self,
        at: usize,
        digits_end: usize,
        letter_end: usize,
    ) -> Token {
        let src = self.src;
        let value = number_value(&src[at..digits_end]);
        let end = skip_while(src, letter_end, |b| *b == b'.');
        let span = self.begin_number(at, end);
        self.number.has_dots = true;
        self.game.nodes.push(Node { span, kind: NodeKind::MoveNumber(value) });
        let line = &mut self.line;
        (line.is_numbered, line.is_counted) = (true, true);
        line.is_black = src[digits_end].is_ascii_lowercase();
        line.number = value;
        self.expected = Expected::number(value);
        self.number.pending = Some((NumberForm::Other, span));
        Token::EndsAt(end)
    }

    /// Begins a move number, which extends from `at` to `end`. Returns its span.
    #[inline]
    fn begin_number(&mut self, at: usize, end: usize) -> Span {
        if self.number.pending.is_some() {
            self.report_dangling_number();
        }
        self.record_token(at, end);
        self.number.line_before = self.line;
        Span::new(at, end)
    }

    /// Makes `value` the number of the next move. The number at `span` has a node if counting does not give it.
    #[inline]
    fn count_from(&mut self, span: Span, value: u32) {
        let line = &mut self.line;
        if !line.is_numbered || value != line.number {
            self.game.nodes.push(Node { span, kind: NodeKind::MoveNumber(value) });
            (line.is_numbered, line.is_counted) = (true, true);
            line.number = value;
            self.expected = Expected::number(value);
        }
    }

    /// Reads the number that is due, in which letters stand for digits, with its dots; returns `None` if no move
    /// follows.
    #[cold]
    pub(super) fn read_number_with_letters(&mut self, at: usize) -> Option<Token> {
        let src = self.src;
        let letters_end = self.last_word.end_at(src, at);
        let text = &src[at..letters_end];
        if byte(src, letters_end) != b'.'
            || !attempt::is_number_with_letters(text, self.line.number)
        {
            return None;
        }
        let (end, _) = more_dots(src, letters_end);
        let next = skip_white(src, end);
        if self.is_in_words() || !word::is_move_like(&src[next..word::word_end(src, next)]) {
            return None;
        }
        let span = self.begin_number(at, end);
        self.number.has_dots = true;
        self.count_from(span, self.line.number);
        self.number.pending = Some((NumberForm::Other, span));
        self.game.report(Kind::UnexpectedChar, at, letters_end);
        Some(Token::EndsAt(end))
    }

    /// Reports a number that no move followed, and restores the count before it.
    pub(super) fn report_dangling_number(&mut self) {
        let Some((_, span)) = self.number.pending.take() else { return };
        let (line, before) = (&mut self.line, &self.number.line_before);
        if line.number != before.number {
            // This number has a node, so the next number must have one, too.
            line.is_numbered = false;
            self.expected = Expected::NONE;
        }
        (line.number, line.is_black) = (before.number, before.is_black);
        line.is_counted = before.is_counted;
        self.game.report(Kind::DanglingMoveNumber, span.start as usize, span.end as usize);
    }
}

/// Returns the value of decimal digits, at most `u32::MAX`.
pub(super) fn number_value(digits: &[u8]) -> u32 {
    let add =
        |value: u32, &digit: &u8| value.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
    digits.iter().fold(0, add)
}

/// Returns true if exactly one word is between `at` and the move number `next`.
fn is_numbered_next(src: &[u8], at: usize, next: u32) -> bool {
    let start = skip_white(src, at);
    let word_end = word::word_end(src, start);
    let end = skip_while(src, word_end, |b| matches!(b, b'!' | b'?'));
    let rest = &src[skip_white(src, end).min(src.len())..];
    let dots = rest.strip_prefix(next.to_string().as_bytes());
    matches!(dots, Some([b'.', after @ ..]) if after.first() != Some(&b'.'))
}

/// Reads dots after blanks, as in `1 . . .`, and ellipsis characters. Returns their end and the number of
/// dots.
fn more_dots(src: &[u8], mut end: usize) -> (usize, usize) {
    let mut n_dots = 0;
    loop {
        let at = skip_blanks(src, end);
        if byte(src, at) == b'.' {
            n_dots += 1;
            end = at + 1;
        } else if let Some(len) = word::ellipsis_at(src, at) {
            n_dots += 3;
            end = at + len;
        } else {
            return (end, n_dots);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Games;

    #[test]
    fn the_largest_numbers_have_no_next_number() {
        let src = b"[Event \"x\"]\n\n4294967294. e4 4294967295. e5 4294967296. Nf3 1. Nc6 *";
        let mut games = Games::new(src);
        assert_eq!(games.next().unwrap().span.len(), src.len());
        assert!(games.next().is_none());
    }
}
