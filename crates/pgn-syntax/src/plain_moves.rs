//! The usual layout of movetext, read with as little work as that takes: moves in plain SAN with the
//! numbers that are expected, one blank or line end between them, short comments.
//!
//! Whatever else stands there is left to the parser, which reads all of this in the same way, if
//! with more care.

use crate::{
    movetext::{CommentKind, Node, NodeKind, NumberForm},
    parser::State,
    san::{SanCode, WINDOW},
    scan::{Class, class, is_delimiter, past_line_end},
    span::Span,
};

/// Comments up to so many bytes are read here, in steps of eight.
const SHORT: usize = 64;

/// A move number as its text would be: `12.`. Nearly every number is the one that is expected, and
/// one comparison tells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Expected {
    text: u64,
    mask: u64,
    len: usize,
}

impl Expected {
    /// Nothing that could be met: longer numbers are read digit by digit.
    pub(crate) const NONE: Expected = Expected { text: 1, mask: 0, len: 0 };

    pub(crate) fn of(number: u32) -> Expected {
        if number == 0 || number > 9999 {
            return Expected::NONE;
        }
        let mut bytes = [0; 8];
        let mut len = 0;
        for unit in [1000, 100, 10, 1] {
            if number >= unit {
                bytes[len] = b'0' + u8::try_from(number / unit % 10).unwrap_or(0);
                len += 1;
            }
        }
        bytes[len] = b'.';
        len += 1;
        Expected { text: u64::from_le_bytes(bytes), mask: u64::MAX >> (64 - 8 * len), len }
    }

    /// Where the text ends if it stands at the start of `window`, with one dot, or with three for Black.
    #[inline(always)]
    fn len_in(self, window: u64, is_black: bool) -> Option<usize> {
        const DOTS: u64 = (b'.' as u64) << 8 | b'.' as u64;
        let shift = (8 * self.len) & 63;
        let (text, mask, more) = if is_black {
            (self.text | DOTS << shift, self.mask | 0xFFFF << shift, 2)
        } else {
            (self.text, self.mask, 0)
        };
        (window & mask == text && self.len != 0).then_some(self.len + more)
    }

    /// The number after this one.
    #[inline]
    pub(crate) fn next(self, number: u32) -> Expected {
        // One more in the last digit, unless it is a nine.
        if self.len < 2 {
            return self;
        }
        let last = 8 * (self.len - 2);
        if self.text >> last & 0xFF == u64::from(b'9') {
            return Expected::of(number);
        }
        Expected { text: self.text + (1 << last), ..self }
    }
}

#[inline(always)]
fn window(src: &[u8], at: usize) -> Option<[u8; WINDOW]> {
    src.get(at..)?.first_chunk().copied()
}

/// Reads from `at` on, and gives where something else begins. No number may be waiting for its move,
/// and nothing be pending. `with_comments`: comments are read too. Plies are counted as if the line
/// were the main one.
#[inline(never)]
pub(crate) fn read(
    src: &[u8],
    nodes: &mut Vec<Node>,
    state: &mut State,
    mut at: usize,
    with_comments: bool,
) -> usize {
    let mut expected = state.expected;
    let mut number = state.line.number;
    let mut is_black = state.line.is_black;
    let mut is_annotated = state.line.is_annotated;
    let mut move_end = None;
    let mut n_plies = 0;
    loop {
        let token = at;
        let Some(mut text) = window(src, at) else { break };
        let mut form = NumberForm::None;
        if let Some(len) = expected.len_in(u64::from_le_bytes(text), is_black) {
            at += len;
            let is_spaced = src.get(at) == Some(&b' ');
            at += usize::from(is_spaced);
            form = match (is_spaced, is_black) {
                (false, _) => NumberForm::Other,
                (true, false) => NumberForm::White,
                (true, true) => NumberForm::Black,
            };
            let Some(next) = window(src, at) else {
                at = token;
                break;
            };
            text = next;
        }
        let Some((code, len)) = read_san(src, at, text) else {
            at = token;
            break;
        };
        let end = at + len;
        nodes.push(Node { span: Span::new(at, end), kind: NodeKind::Move { number: form, code } });
        move_end = Some(end);
        is_annotated = false;
        n_plies += 1;
        if is_black {
            number = number.wrapping_add(1);
            expected = expected.next(number);
        }
        is_black = !is_black;
        let Some(next) = past_gap(src, end) else {
            at = end;
            break;
        };
        at = next;
        while with_comments && src[at] == b'{' {
            let Some(end) = short_comment(src, at) else { break };
            let kind = NodeKind::Comment(CommentKind::Brace);
            nodes.push(Node { span: Span::new(at, end), kind });
            is_annotated = true;
            let Some(next) = past_gap(src, end) else {
                at = end;
                break;
            };
            at = next;
        }
    }
    if let Some(end) = move_end {
        let line = &mut state.line;
        (line.number, line.is_black) = (number, is_black);
        (line.has_move, line.is_annotated, line.n_nags) = (true, is_annotated, 0);
        state.expected = expected;
        (state.move_end, state.solid_end) = (end, end);
        state.n_plies += n_plies;
    }
    at
}

/// The move at `at`, whose first bytes `text` are, if a delimiter follows it.
#[inline(always)]
fn read_san(src: &[u8], at: usize, text: [u8; WINDOW]) -> Option<(SanCode, usize)> {
    SanCode::read_word(text).or_else(|| {
        let (code, len) = SanCode::read_window(text)?;
        src.get(at + len).is_some_and(|&byte| is_delimiter(byte)).then_some((code, len))
    })
}

/// Past one blank, or a line end that a move or number follows.
#[inline(always)]
fn past_gap(src: &[u8], at: usize) -> Option<usize> {
    match *src.get(at)? {
        b' ' => (at + 1 < src.len()).then_some(at + 1),
        b'\n' | b'\r' => {
            let next = past_line_end(src, at);
            (next < src.len() && matches!(class(src, next), Class::Letter | Class::Digit))
                .then_some(next)
        }
        _ => None,
    }
}

/// The end of the comment at `at`, if it is short and holds no brace, and no backslash ends it.
#[inline(always)]
fn short_comment(src: &[u8], at: usize) -> Option<usize> {
    const ONES: u64 = u64::MAX / 255;
    const HIGHS: u64 = ONES << 7;
    let mut from = at + 1;
    while from < at + SHORT {
        let bytes: [u8; 8] = *src.get(from..)?.first_chunk()?;
        let word = u64::from_le_bytes(bytes);
        let zero_at = |byte: u8| {
            let differ = word ^ (ONES * u64::from(byte));
            differ.wrapping_sub(ONES) & !differ & HIGHS
        };
        let braces = zero_at(b'{') | zero_at(b'}');
        if braces != 0 {
            let close = from + (braces.trailing_zeros() / 8) as usize;
            return (src[close] == b'}' && src[close - 1] != b'\\').then_some(close + 1);
        }
        from += 8;
    }
    None
}
