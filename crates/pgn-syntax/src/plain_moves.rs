//! The usual layout of movetext, read with as little work as that takes: moves in plain SAN with the
//! numbers that are expected, one blank or line end between them, short comments.
//!
//! Whatever else stands there is left to the parser, which reads all of this in the same way, if
//! with more care.

use crate::{
    eight,
    game::Game,
    movetext::{CommentKind, Node, NodeKind, NumberForm},
    parser::State,
    san_memo::SanMemo,
    scan::{Class, class, past_line_end},
    server_comment,
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

/// Reads from `at` on, and gives where something else begins. No number may be waiting for its move,
/// and nothing be pending. `with_comments`: comments are read too. Plies are counted as if the line
/// were the main one.
#[inline(never)]
pub(crate) fn read(
    src: &[u8],
    game: &mut Game,
    state: &mut State,
    memo: &mut SanMemo,
    at: usize,
    with_comments: bool,
) -> usize {
    let mut reader = Reader {
        src,
        game,
        memo,
        with_comments,
        at,
        expected: state.expected,
        number: state.line.number,
        is_annotated: state.line.is_annotated,
        move_end: 0,
        n_plies: 0,
    };
    let mut is_white = !state.line.is_black;
    // One color after the other, so that each knows what its numbers look like.
    loop {
        if is_white && !reader.half_move::<false>() {
            break;
        }
        is_white = true;
        if !reader.half_move::<true>() {
            break;
        }
    }
    let Reader { at, expected, number, is_annotated, move_end, n_plies, .. } = reader;
    if n_plies > 0 {
        let line = &mut state.line;
        (line.number, line.is_black) = (number, line.is_black ^ (n_plies % 2 == 1));
        (line.has_move, line.is_annotated, line.n_nags) = (true, is_annotated, 0);
        state.expected = expected;
        (state.move_end, state.solid_end) = (move_end, move_end);
        state.n_plies += n_plies;
    }
    at
}

struct Reader<'a> {
    src: &'a [u8],
    game: &'a mut Game,
    memo: &'a mut SanMemo,
    with_comments: bool,
    at: usize,
    expected: Expected,
    number: u32,
    is_annotated: bool,
    /// End of the last move.
    move_end: usize,
    n_plies: u32,
}

impl Reader<'_> {
    /// One half-move with its number and the comments behind it. `false`: something else follows, or
    /// stands here.
    #[inline(always)]
    fn half_move<const IS_BLACK: bool>(&mut self) -> bool {
        // The bytes of the half-move and the gap behind it, so that the text ends in one place only.
        let Some(window) = window(self.src, self.at) else { return false };
        let mut from = 0;
        let mut form = NumberForm::None;
        // Black's has none but behind a comment.
        if (!IS_BLACK || window[0].is_ascii_digit())
            && let Some(len) = self.expected.len_in(eight_of(window, 0), IS_BLACK)
        {
            let is_spaced = window[len & 15] == b' ';
            form = match (is_spaced, IS_BLACK) {
                (false, _) => NumberForm::Other,
                (true, false) => NumberForm::White,
                (true, true) => NumberForm::Black,
            };
            from = len + usize::from(is_spaced);
        }
        let Some((code, len)) = self.memo.read(eight_of(window, from)) else { return false };
        let (at, end) = (self.at + from, self.at + from + len);
        self.push(Span::new(at, end), NodeKind::Move { number: form, code });
        self.move_end = end;
        self.is_annotated = false;
        self.n_plies += 1;
        if IS_BLACK {
            self.number = self.number.wrapping_add(1);
            self.expected = self.expected.next(self.number);
        }
        let gap = from + len;
        if window[gap & 15] == b' ' {
            self.at = end + 1;
            if window[(gap + 1) & 31] != b'{' {
                return true;
            }
        } else {
            self.at = end;
            if !self.pass_gap() {
                return false;
            }
        }
        while self.with_comments && self.src.get(self.at) == Some(&b'{') {
            let at = self.at;
            let (kind, end) = if let Some(found) = server_comment::read(self.src, at) {
                self.game.n_server_comments += 1;
                (CommentKind::Server, found.end)
            } else {
                let Some(end) = short_comment(self.src, at) else { break };
                (CommentKind::Brace, end)
            };
            self.push(Span::new(at, end), NodeKind::Comment(kind));
            self.is_annotated = true;
            self.at = end;
            if !self.pass_gap() {
                return false;
            }
        }
        true
    }

    #[inline(always)]
    fn push(&mut self, span: Span, kind: NodeKind) {
        self.game.nodes.push(Node { span, kind });
    }

    /// Passes one blank, or a line end that a move or number follows.
    #[inline(always)]
    fn pass_gap(&mut self) -> bool {
        let next = past_gap(self.src, self.at);
        self.at = next.unwrap_or(self.at);
        next.is_some()
    }
}

/// The bytes at `at`: more than a half-move with its number and the gap behind it has.
#[inline(always)]
fn window(src: &[u8], at: usize) -> Option<&[u8; 32]> {
    src.get(at..)?.first_chunk()
}

/// Eight of them as a number. A number is no longer than eight bytes, with three dots and a blank.
#[inline(always)]
fn eight_of(window: &[u8; 32], from: usize) -> u64 {
    let from = from & 15;
    window[from..from + 8].try_into().map_or(0, u64::from_le_bytes)
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
    let mut from = at + 1;
    while from < at + SHORT {
        let word = u64::from_le_bytes(eight::bytes(src, from)?);
        let braces = eight::like(word, b'{') | eight::like(word, b'}');
        if braces != 0 {
            let close = from + eight::first(braces);
            return (src[close] == b'}' && src[close - 1] != b'\\').then_some(close + 1);
        }
        from += 8;
    }
    None
}
