//! Move numbers (8.2.2), and other tokens that begin with a digit.

use super::{
    Parser,
    expected::Expected,
    state::{LineState, State, Token, dangling_number, error, record_token},
    words::{is_for_black, read_words, word_end},
};
use crate::{
    attempt,
    error::SyntaxErrorKind as Kind,
    game::Game,
    game_start,
    marker::marker_at,
    movetext::{Node, NodeKind, NumberForm},
    scan::{byte, is_line_end, is_token_end, is_white_space, skip_blanks, skip_white},
    span::Span,
    word,
};

impl Parser {
    /// Reads a token that begins with a zero, or with digits that no dot follows.
    #[cold]
    pub(super) fn read_digits(
        &mut self,
        src: &[u8],
        game: &mut Game,
        state: &mut State,
        at: usize,
        end: usize,
    ) -> Token {
        if let Some(marker) = marker_at(src, at) {
            return self.marker(game, state, at, marker);
        }
        if let Some(end) = time_end(src, at) {
            read_words(src, game, state, at, end);
            return Token::EndsAt(end);
        }
        // `05.01.2024`, in contrast to the marker `0.5` and the evaluation `0.35`.
        if src[at] == b'0'
            && let Some(end) = dotted_digits_end(src, state, at)
            && src[at..end].iter().filter(|byte| **byte == b'.').count() > 1
        {
            read_words(src, game, state, at, end);
            return Token::EndsAt(end);
        }
        if let Some(letter_end) = board_letter_end(src, end)
            && *state.is_bughouse.get_or_insert_with(|| game.is_bughouse(src))
        {
            return Token::EndsAt(read_board_number(src, game, state, (at, end, letter_end)));
        }
        // `1…` and `1: e4` are used in place of `1.`.
        let is_ended = is_token_end(src, end)
            || word::ellipsis_at(src, end).is_some()
            || byte(src, end) == b':' && is_white_space(&byte(src, end + 1));
        if is_ended && !matches!(&src[at..end], b"0000" | b"000") {
            if src[at] == b'0'
                && let Some(end) = attempt::split_castling_end(src, at)
                    .or_else(|| zeros_of_castling_end(src, state, at))
            {
                return self.push_odd_move(game, state, at, end);
            }
            if self.is_number_of_remark(src, state, at, end) {
                read_words(src, game, state, at, end);
                return Token::EndsAt(end);
            }
            if is_square_digits(src, state, at, end) || is_zero_for_move(src, state, at, end) {
                return self.push_odd_move(game, state, at, end);
            }
            if src[at] == b'0'
                && let Some(end) = word::decimal_end(src, at)
            {
                read_words(src, game, state, at, end);
                return Token::EndsAt(end);
            }
            if is_number_in_words(src, state, at, end) {
                read_words(src, game, state, at, end);
                return Token::EndsAt(end);
            }
            return Token::EndsAt(read_number(src, game, state, at, end));
        }
        let word_end = word_end(src, state, at);
        let text = &src[at..word_end];
        if word::is_null_move(text) || word::is_move_like(text) {
            return self.read_word(src, game, state, at);
        }
        if is_digit_of_move(src, state, (at, end), word_end) {
            return self.push_odd_move(game, state, at, word_end);
        }
        // `1e4` is a move number without its dot.
        if game_start::starts_game(src, end) || word::is_move_like(&src[end..word_end]) {
            return Token::EndsAt(read_number(src, game, state, at, end));
        }
        if let Some(end) = read_number_with_letters(src, game, state, at) {
            return Token::EndsAt(end);
        }
        self.read_word(src, game, state, at)
    }

    /// Returns true if digits without a dot that are not the number of the next move stand alone in parentheses, as in
    /// `Nf3 (5)`, or before a word of prose, as in `(5 minutes)`.
    fn is_number_of_remark(&self, src: &[u8], state: &State, at: usize, end: usize) -> bool {
        let next = skip_blanks(src, end);
        let value = number_value(&src[at..end]);
        if byte(src, next) == b')' {
            let is_alone = |outer: &LineState| outer.is_black || outer.number != value;
            return src[..at].trim_ascii_end().last() == Some(&b'(')
                && self.frames.last().is_some_and(|frame| is_alone(&frame.outer));
        }
        let word_end = word::word_end(src, next);
        let text = &src[next.min(src.len())..word_end];
        next > end
            && text.len() > 2
            && text.iter().all(u8::is_ascii_alphabetic)
            && !state.is_due(value)
            && !word::is_move_like(text)
            && !word::is_null_move(text)
            && !attempt::is_stub(text)
            && attempt::named_move_end(src, next, word_end).is_none()
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

/// Returns the end of a date or another number with dots between its digits, as in `28.12.1995` and `40.5`. `1.0.0` has the
/// zeros of castling, unless it stands alone in parentheses and its number is not due; `1.5254` has the squares of a move
/// whose number is due.
#[cold]
pub(super) fn dotted_digits_end(src: &[u8], state: &State, at: usize) -> Option<usize> {
    let len =
        src[at..].iter().take(MAX_DOTTED_DIGITS).take_while(|byte| is_dot_or_digit(byte)).count();
    let text = &src[at..at + len];
    let mut parts = text.strip_suffix(b".").unwrap_or(text).split(|&byte| byte == b'.');
    let first = parts.next()?;
    let n_others = parts.clone().count();
    let is_due = number_value(first) == state.line.number;
    let is_alone = !is_due && src[..at].ends_with(b"(") && byte(src, at + len) == b')';
    let is_complete =
        |part: &&[u8]| !part.is_empty() && (is_alone || part.iter().any(|&byte| byte != b'0'));
    let is_number = n_others == 2 || n_others == 1 && !is_due;
    (is_number && parts.all(|part| is_complete(&part)) && is_token_end(src, at + len))
        .then_some(at + len)
}

fn is_dot_or_digit(byte: &u8) -> bool {
    matches!(byte, b'.' | b'0'..=b'9')
}

/// Upper bound on the length of a number with dots between its digits.
const MAX_DOTTED_DIGITS: usize = 24;

/// Returns the end of castling with zeros that are adjacent or separated by blanks or dots: `00`, `0 0 0`, `0.0`. No
/// move has the number 0.
///
/// `0.00` can be an evaluation: zeros with dots are castling only after a move number with a dot, and no zeros are
/// castling after a number that begins with a zero.
fn zeros_of_castling_end(src: &[u8], state: &State, at: usize) -> Option<usize> {
    let end = attempt::zeros_end(src, at)?;
    let has_dot = src[at..end].contains(&b'.');
    let number = state.number.filter(|_| state.has_dots);
    let value = number.map(|(_, span)| src[span.start as usize]);
    let is_in_words = state.is_in_words();
    let is_fraction = value == Some(b'0') || has_dot && value.is_none();
    (!is_in_words && !is_fraction).then_some(end)
}

/// Returns true if digits without a dot belong to the words before them on their line, as in `Moscow 1984`: they are not the
/// number of the next move.
fn is_number_in_words(src: &[u8], state: &State, at: usize, end: usize) -> bool {
    state.is_in_words()
        && !src[state.prose_end..at].iter().any(is_line_end)
        && !matches!(byte(src, end), b'.' | b':')
        && word::ellipsis_at(src, end).is_none()
        && number_value(&src[at..end]) != state.line.number
}

/// Returns true if digits without a dot are squares of a move, in a game whose move numbers have dots.
fn is_square_digits(src: &[u8], state: &State, at: usize, end: usize) -> bool {
    let line = &state.line;
    let text = &src[at..end];
    let is_expected = state.number.is_none()
        && std::str::from_utf8(text).is_ok_and(|text| text.parse() == Ok(line.number));
    let is_due = state.number.is_none() && (!line.is_black || line.is_annotated || !line.has_move);
    state.has_dots
        && !is_expected
        && is_white_space(&byte(src, end))
        && !state.is_in_words()
        && attempt::is_square_digits(text, is_due)
}

/// Returns true if a zero alone stands where a move is due: it may be what is left of castling, and no move has the
/// number 0.
fn is_zero_for_move(src: &[u8], state: &State, at: usize, end: usize) -> bool {
    let is_after_number =
        state.number.is_some_and(|(_, span)| src[span.start as usize] != b'0' && state.has_dots);
    &src[at..end] == b"0"
        && !matches!(byte(src, end), b'.' | b':')
        && word::ellipsis_at(src, end).is_none()
        && !state.is_in_words()
        && (is_after_number || state.has_dots && is_for_black(src, state, at, end))
}

/// Returns true if digits glued to a move, which ends at `word_end`, belong to it, as in `2. 8f4`: where the move of a number
/// with a dot is due, another number cannot stand. The number of that very move may be repeated: `2. 2f4`.
fn is_digit_of_move(
    src: &[u8],
    state: &State,
    (at, digits_end): (usize, usize),
    word_end: usize,
) -> bool {
    state.number.is_some()
        && state.has_dots
        && src[at] != b'0'
        && number_value(&src[at..digits_end]) != state.line.number
        && word::is_move_like(&src[digits_end..word_end])
}

/// Returns the end of the letter of a board after digits: of `A` in `1A.` (VAR-09).
fn board_letter_end(src: &[u8], digits_end: usize) -> Option<usize> {
    let is_letter = matches!(byte(src, digits_end), b'A' | b'B' | b'a' | b'b');
    (is_letter && byte(src, digits_end + 1) == b'.').then_some(digits_end + 1)
}

/// Reads a move number of bughouse with its dots. `1A.` is White's first move on the first board, `1b.` Black's on the
/// second. Returns its end.
#[cold]
fn read_board_number(
    src: &[u8],
    game: &mut Game,
    state: &mut State,
    (at, digits_end, letter_end): (usize, usize, usize),
) -> usize {
    let value = number_value(&src[at..digits_end]);
    let mut end = letter_end;
    while byte(src, end) == b'.' {
        end += 1;
    }
    let span = begin_number(game, state, at, end);
    state.has_dots = true;
    game.nodes.push(Node { span, kind: NodeKind::MoveNumber(value) });
    let line = &mut state.line;
    (line.is_numbered, line.is_counted) = (true, true);
    line.is_black = src[digits_end].is_ascii_lowercase();
    line.number = value;
    state.expected = Expected::number(value);
    state.number = Some((NumberForm::Other, span));
    end
}

/// Begins a move number, which extends from `at` to `end`. Returns its span.
#[inline]
fn begin_number(game: &mut Game, state: &mut State, at: usize, end: usize) -> Span {
    if state.number.is_some() {
        dangling_number(game, state);
    }
    record_token(game, state, at, end);
    state.before_number = state.line;
    Span::new(at, end)
}

/// Makes `value` the number of the next move. The number at `span` has a node if counting does not give it.
#[inline]
fn count_from(game: &mut Game, state: &mut State, span: Span, value: u32) {
    let line = &mut state.line;
    if !line.is_numbered || value != line.number {
        game.nodes.push(Node { span, kind: NodeKind::MoveNumber(value) });
        (line.is_numbered, line.is_counted) = (true, true);
        line.number = value;
        state.expected = Expected::number(value);
    }
}

/// Returns the value of decimal digits, at most `u32::MAX`.
fn number_value(digits: &[u8]) -> u32 {
    let add =
        |value: u32, &digit: &u8| value.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
    digits.iter().fold(0, add)
}

/// Reads a move number whose digits end at `digits_end`, with its dots. Returns its end.
#[inline]
pub(super) fn read_number(
    src: &[u8],
    game: &mut Game,
    state: &mut State,
    at: usize,
    digits_end: usize,
) -> usize {
    let value = number_value(&src[at..digits_end]);
    let mut end = digits_end;
    while byte(src, end) == b'.' {
        end += 1;
    }
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
                2 => state.line.is_black,
                n_dots => n_dots > 2,
            };
            (NumberForm::Other, is_black)
        }
    };
    state.has_dots = end > digits_end;
    let span = begin_number(game, state, at, end);
    let line = &mut state.line;
    // An ellipsis character is also used in place of one dot.
    let is_evidence = line.is_black != is_black && src[end - 1].is_ascii();
    let contrary = if is_evidence { contrary(src, end, line, value) } else { None };
    count_from(game, state, span, value);
    let line = &mut state.line;
    if contrary.is_some() || is_black && !line.has_move {
        line.is_black = is_black;
    }
    state.number = Some((contrary.unwrap_or(form), span));
    end
}

/// Reads the number that is due, in which letters stand for digits, with its dots. Returns its end, or `None` if no move
/// follows.
#[cold]
pub(super) fn read_number_with_letters(
    src: &[u8],
    game: &mut Game,
    state: &mut State,
    at: usize,
) -> Option<usize> {
    let letters_end = word_end(src, state, at);
    let text = &src[at..letters_end];
    if byte(src, letters_end) != b'.' || !attempt::is_number_with_letters(text, state.line.number) {
        return None;
    }
    let (end, _) = more_dots(src, letters_end);
    let next = skip_white(src, end);
    if state.is_in_words() || !word::is_move_like(&src[next..word::word_end(src, next)]) {
        return None;
    }
    let span = begin_number(game, state, at, end);
    state.has_dots = true;
    count_from(game, state, span, state.line.number);
    state.number = Some((NumberForm::Other, span));
    error(game, Kind::UnexpectedChar, at, letters_end);
    Some(end)
}

/// Returns the form of a number that, by counting or by its dots, belongs to a move of the other side; `None`
/// if numbers like this are common in correct movetext.
///
/// `end` is the end of the number.
#[cold]
fn contrary(src: &[u8], end: usize, line: &mut LineState, value: u32) -> Option<NumberForm> {
    if !line.is_black {
        return Some(NumberForm::NamesBlack);
    }
    // In `1. e4 1. e5` one dot is common before Black's move, too.
    if !line.is_counted || line.number.checked_add(1) != Some(value) || line.counts_plies {
        return None;
    }
    line.counts_plies = is_numbered_next(src, end, value + 1);
    (!line.counts_plies).then_some(NumberForm::NamesWhite)
}

/// Returns true if exactly one word stands between `at` and the move number `next`.
fn is_numbered_next(src: &[u8], at: usize, next: u32) -> bool {
    let start = skip_white(src, at);
    let mut end = word::word_end(src, start);
    while byte(src, end) == b'!' || byte(src, end) == b'?' {
        end += 1;
    }
    let mut rest = &src[skip_white(src, end).min(src.len())..];
    let digits = next.to_string();
    let is_number = rest.starts_with(digits.as_bytes());
    rest = rest.get(digits.len()..).unwrap_or_default();
    is_number && rest.first() == Some(&b'.') && rest.get(1) != Some(&b'.')
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
