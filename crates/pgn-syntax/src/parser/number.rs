//! Move numbers, and other tokens that begin with a digit.

use super::{
    Parser,
    ending::Step,
    state::{State, dangling_number, solid},
};
use crate::{
    game::Game,
    marker::marker_at,
    movetext::{Node, NodeKind, NumberForm},
    plain_moves::Expected,
    scan::{byte, is_delimiter, is_white, skip_blanks},
    span::Span,
    word,
};

impl Parser {
    /// A token that begins with digits and has no dot behind them.
    #[cold]
    pub(super) fn read_digits(
        &mut self,
        src: &[u8],
        game: &mut Game,
        state: &mut State,
        at: usize,
        end: usize,
    ) -> Step {
        if let Some(marker) = marker_at(src, at) {
            return self.marker(game, state, at, marker);
        }
        // `1…` and `1: e4` are met for `1.`.
        let is_ended = is_delimiter(byte(src, end))
            || word::ellipsis_at(src, end).is_some()
            || byte(src, end) == b':' && is_white(byte(src, end + 1));
        if is_ended && !matches!(&src[at..end], b"0000" | b"000") {
            return Step::To(read_number(src, game, state, at, end));
        }
        let word_end = word::word_end(src, at);
        let text = &src[at..word_end];
        if word::is_null_move(text) || word::is_move_like(text) {
            return self.read_word(src, game, state, at);
        }
        // `1e4`: the number has lost its dot.
        if word::starts_game(src, end) || word::is_move_like(&src[end..word_end]) {
            return Step::To(read_number(src, game, state, at, end));
        }
        self.read_word(src, game, state, at)
    }
}

/// A move number whose digits end at `digits_end`, with its dots.
#[inline]
pub(super) fn read_number(
    src: &[u8],
    game: &mut Game,
    state: &mut State,
    at: usize,
    digits_end: usize,
) -> usize {
    let mut value = 0_u32;
    for &digit in &src[at..digits_end] {
        value = value.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
    }
    let mut end = digits_end;
    while byte(src, end) == b'.' {
        end += 1;
    }
    let n_dots = end - digits_end;
    // As export writes it: one or three dots, then one blank or line end.
    let is_plain = match byte(src, end) {
        b' ' => !is_white(byte(src, end + 1)) && byte(src, end + 1) != b'.',
        b'\n' => end < src.len() && !is_white(byte(src, end + 1)),
        _ => false,
    } && src[at] != b'0';
    let (form, is_black) = match (n_dots, is_plain) {
        (1, true) => (NumberForm::White, false),
        (3, true) => (NumberForm::Black, true),
        _ => {
            let (dots_end, more) = more_dots(src, end);
            end = dots_end;
            (NumberForm::Other, n_dots + more > 1)
        }
    };
    if state.number.is_some() {
        dangling_number(game, state);
    }
    let span = Span::new(at, end);
    solid(game, state, at, end);
    let line = &mut state.line;
    if !line.is_numbered || value != line.number {
        game.nodes.push(Node { span, kind: NodeKind::MoveNumber(value) });
        if !line.is_numbered && !line.has_move && is_black {
            line.is_black = true;
        }
        line.is_numbered = true;
        line.number = value;
        state.expected = Expected::number(value);
    }
    state.number = Some((form, span));
    end
}

/// Dots behind blanks, as in `1 . . .`; and an ellipsis in one character.
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
