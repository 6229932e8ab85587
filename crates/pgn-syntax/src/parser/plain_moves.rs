//! A fast path of the parser for the usual layout of movetext: moves in plain SAN with the expected move
//! numbers, one blank or line end between them, and short comments.
//!
//! It stops before any other text, which the [general reader](crate::parser) then reads. Text that both can read has
//! the same result in both. The module `parser::movetext` says when which of the two runs.

use super::{expected::Expected, movetext::MovetextReader};
use crate::{
    comments::server_comment::{self, Shape},
    game::{
        Game,
        movetext::{CommentKind, Node, NodeKind, NumberForm},
    },
    text::{
        scan::{Class, class, is_line_end, past_line_end, percent_lines},
        span::{Span, index},
        swar,
    },
    tokens::san_cache::SanCache,
};

/// The number of bytes of plain moves that are read at once.
const MAX_RUN: usize = 1 << 18;

/// The number of bytes of a comment that are searched for its end, in steps of eight.
const SHORT: usize = 64;

/// Classes of the two bytes after a half-move, by which the common cases of what follows are distinguished.
mod gap {
    use crate::text::scan::{CLASS, Class};

    /// A blank and a comment.
    pub(super) const COMMENT: u8 = 1;
    /// A blank or line feed, and a letter or digit.
    const WORD: u8 = 2;
    /// A blank and any other byte.
    const OTHER: u8 = 4;

    /// For each byte, the classes in which it can be the first of the two bytes.
    static BEFORE: [u8; 256] = {
        let mut table = [0; 256];
        table[b' ' as usize] = COMMENT | WORD | OTHER;
        table[b'\n' as usize] = WORD;
        table
    };

    /// For each byte, the class in which it is the second of the two bytes.
    static AFTER: [u8; 256] = {
        let mut table = [OTHER; 256];
        let mut byte = 0;
        while byte < 256 {
            if matches!(CLASS[byte], Class::Letter | Class::Digit) {
                table[byte] = WORD;
            }
            byte += 1;
        }
        table[b'{' as usize] = COMMENT;
        table
    };

    /// Returns the class of two bytes, or 0 if they have none. Without a branch, as line ends are
    /// unpredictable.
    #[inline(always)]
    pub(super) fn of(first: u8, second: u8) -> u8 {
        BEFORE[usize::from(first)] & AFTER[usize::from(second)]
    }
}

/// How much of a half-move was read.
enum Extent {
    /// All of it: the next half-move follows.
    Next,
    /// The half-move, but not all of the text after it.
    Move,
    /// Nothing.
    Nothing,
}

impl MovetextReader<'_> {
    /// Reads plain moves from `at` on, unless the general reader is needed. Returns the offset of the first byte that
    /// was not read.
    #[inline(always)]
    pub(super) fn read_plain_moves(&mut self, at: usize) -> usize {
        if self.undecided.is_any || self.number.pending.is_some() {
            return at;
        }
        #[cfg(test)]
        if self.parser.is_general_only {
            return at;
        }
        // The number of bytes is limited, because elements are counted only after each run.
        let text = &self.src[..self.src.len().min(at.saturating_add(MAX_RUN))];
        self.read_run(text, at)
    }

    /// Reads plain moves of `text` from `at` on, and returns the offset of the first byte that was not read.
    #[inline(always)]
    fn read_run(&mut self, text: &[u8], at: usize) -> usize {
        let line = &mut self.line;
        let (was_black, first) = (line.is_black, line.number);
        let n_nodes = self.game.nodes.len();
        let start = Place { at, expected: self.expected, number: first, is_black: was_black };
        let (end, n_braces) = run(text, self.game, self.parser.san_cache.get(), start);
        let Place { at, expected, number, is_black } = end;
        let n_plies = 2 * number.wrapping_sub(first) + u32::from(is_black) - u32::from(was_black);
        let is_move = |node: &&Node| matches!(node.kind, NodeKind::Move { .. });
        let nodes = &self.game.nodes;
        if n_plies > 0
            && let Some(last) = nodes.iter().rfind(is_move)
        {
            let is_annotated = !nodes.last().is_some_and(|node| is_move(&node));
            (line.number, line.is_black, line.has_move) = (number, is_black, true);
            (line.is_annotated, line.n_nags) = (is_annotated, 0);
            self.expected = expected;
            let move_end = last.span.end as usize;
            (self.move_end, self.token_end) = (move_end, move_end);
            if self.parser.frames.is_empty() {
                self.game.n_plies += n_plies;
            }
            // The other new nodes are comments of servers.
            self.game.n_server_comments += index(nodes.len() - n_nodes - n_braces) - n_plies;
        }
        at
    }
}

/// A place in a line of moves.
#[derive(Clone, Copy)]
struct Place {
    at: usize,
    expected: Expected,
    number: u32,
    is_black: bool,
}

/// Reads plain moves from `start` on. Returns the place after them, and the number of comments that are not a server's.
///
/// Not inlined, because references that are arguments do not overlap, which saves loads.
#[inline(never)]
fn run(src: &[u8], game: &mut Game, cache: &mut SanCache, start: Place) -> (Place, usize) {
    let Place { at, expected, number, mut is_black } = start;
    let shape = &Shape::None;
    let mut run = Run { src, game, cache, at, expected, number, shape, n_braces: 0 };
    // The functions for White and Black alternate: in each of them, the form of the move number is a constant.
    loop {
        if !is_black {
            let extent = run.half_move::<false>();
            is_black = !matches!(extent, Extent::Nothing);
            if !matches!(extent, Extent::Next) {
                break;
            }
        }
        let extent = run.half_move::<true>();
        is_black = matches!(extent, Extent::Nothing);
        if !matches!(extent, Extent::Next) {
            break;
        }
    }
    let Run { at, expected, number, n_braces, .. } = run;
    (Place { at, expected, number, is_black }, n_braces)
}

/// The reader of one run of plain moves.
struct Run<'a> {
    src: &'a [u8],
    game: &'a mut Game,
    cache: &'a mut SanCache,
    at: usize,
    expected: Expected,
    number: u32,
    /// The shape of the last comment, which the next one nearly always shares.
    shape: &'static Shape,
    /// The number of comments that are not a server's.
    n_braces: usize,
}

impl Run<'_> {
    /// Reads one half-move with its number and the comments after it.
    #[inline(always)]
    fn half_move<const IS_BLACK: bool>(&mut self) -> Extent {
        // All bytes of the half-move and the gap after it, so that the end of the text is checked once.
        let Some(window) = window(self.src, self.at) else { return Extent::Nothing };
        let mut from = 0;
        let mut form = NumberForm::None;
        // Black's move has a number only after a comment.
        if window[0].is_ascii_digit()
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
        let Some((code, len)) = self.cache.read(eight_of(window, from)) else {
            return Extent::Nothing;
        };
        let gap = (from + len) & 15;
        let (at, end) = (self.at + from, self.at + from + len);
        self.push(Span::new(at, end), NodeKind::Move { number: form, code });
        if IS_BLACK {
            self.number = self.number.wrapping_add(1);
            self.expected = self.expected.next(self.number);
        }
        match gap::of(window[gap], window[gap + 1]) {
            gap::COMMENT => self.comments(end + 1),
            0 => self.pass_line_end(end),
            _ => {
                self.at = end + 1;
                Extent::Next
            }
        }
    }

    /// Reads the comments from `at` on, and the gap after them.
    #[inline(always)]
    fn comments(&mut self, mut at: usize) -> Extent {
        loop {
            self.at = at;
            let (kind, end) = if let Some(window) = self.src.get(at..).and_then(<[u8]>::first_chunk)
                && let Some(len) = self.shape.len_in(window)
            {
                (CommentKind::Server, at + len)
            } else if let Some(found) = server_comment::read(self.src, at) {
                self.shape = Shape::of_comment(&found, at);
                (CommentKind::Server, found.end)
            } else if let Some(end) = short_comment(self.src, at) {
                self.n_braces += 1;
                (CommentKind::Brace, end)
            } else {
                return Extent::Move;
            };
            self.push(Span::new(at, end), NodeKind::Comment(kind));
            at = end + 1;
            match self.src.get(end..end + 2) {
                Some(b" {") => (),
                Some([b' ', _]) => {
                    self.at = at;
                    return Extent::Next;
                }
                _ => return self.pass_line_end(end),
            }
        }
    }

    #[inline(always)]
    fn push(&mut self, span: Span, kind: NodeKind) {
        self.game.nodes.push(Node { span, kind });
    }

    /// Skips a line end that a move or number follows.
    #[inline(always)]
    fn pass_line_end(&mut self, at: usize) -> Extent {
        self.at = at;
        if at < self.src.len() && is_line_end(&self.src[at]) {
            let next = past_line_end(self.src, at);
            if next < self.src.len()
                && matches!(class(self.src, next), Class::Letter | Class::Digit)
            {
                self.at = next;
                return Extent::Next;
            }
        }
        Extent::Move
    }
}

/// Returns the bytes at `at`: more than a half-move with its number and the gap after it takes.
#[inline(always)]
fn window(src: &[u8], at: usize) -> Option<&[u8; 32]> {
    src.get(at..)?.first_chunk()
}

/// Returns eight bytes of the window as a number. A move number with three dots and a blank fits into them.
#[inline(always)]
fn eight_of(window: &[u8; 32], from: usize) -> u64 {
    let from = from & 15;
    window[from..from + 8].try_into().map_or(0, u64::from_le_bytes)
}

/// Returns the end of the comment at `at` if it is short, holds no other brace, does not end with a
/// backslash, and has no line that begins with a percent sign.
#[inline(always)]
fn short_comment(src: &[u8], at: usize) -> Option<usize> {
    let mut from = at + 1;
    let mut percents = 0;
    while from < at + SHORT {
        let word = u64::from_le_bytes(swar::load(src, from)?);
        percents |= swar::equal(word, b'%');
        let braces = swar::equal(word, b'{') | swar::equal(word, b'}');
        if braces != 0 {
            let close = from + swar::first(braces);
            let is_plain = src[close] == b'}' && src[close - 1] != b'\\';
            let is_whole = percents == 0 || percent_lines(src, at, close).next().is_none();
            return (is_plain && is_whole).then_some(close + 1);
        }
        from += 8;
    }
    None
}
