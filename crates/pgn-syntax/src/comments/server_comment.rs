//! Comments that servers write after each move: a clock time, optionally after an evaluation.
//!
//! Databases of online games consist of them, so they are recognized by a few comparisons of 16 bytes:
//! `{[%clk 0:05:00]}`, `{[%clk 0:04:59.1]}`, `{ [%clk 0:05:00] }`, `{ [%eval 0.17] [%clk 0:05:00] }`, `{
//! [%eval #-3] [%clk 0:05:00] }`.

use wide::u8x16;

use crate::text::{simd, span::Span, swar};

/// The number of bytes that are examined. All these comments are shorter.
pub(crate) const WINDOW: usize = 64;

/// A pattern for 16 bytes: `0` stands for any digit, `5` for a digit up to 5, `_` for any byte.
#[derive(Debug)]
struct Pattern {
    text: [u8; 16],
    /// The largest XOR with the text for each byte. A digit differs from `0` by its value.
    room: [u8; 16],
}

impl Pattern {
    const fn of(mut text: [u8; 16]) -> Pattern {
        let mut room = [0; 16];
        let mut at = 0;
        while at < 16 {
            match text[at] {
                b'0' => room[at] = 9,
                b'5' => (text[at], room[at]) = (b'0', 5),
                b'_' => room[at] = 0xFF,
                _ => (),
            }
            at += 1;
        }
        Pattern { text, room }
    }

    /// Marks the bytes that fit the pattern.
    #[inline(always)]
    fn marks(&self, bytes: u8x16) -> u8x16 {
        let differ = bytes ^ u8x16::new(self.text);
        differ.min(u8x16::new(self.room)).simd_eq(differ)
    }

    #[inline(always)]
    fn fits(&self, bytes: u8x16) -> bool {
        self.marks(bytes).to_bitmask() == 0xFFFF
    }
}

/// The layout of a server comment.
///
/// Most comments have the same layout as the one before, so that a few comparisons recognize them.
#[derive(Debug)]
pub(crate) enum Shape {
    /// A layout that no comment has.
    None,
    Clock(ClockShape),
    Evaluated(EvaluatedShape),
}

/// The layout of a clock time without an evaluation.
#[derive(Debug)]
pub(crate) struct ClockShape {
    near: Pattern,
    far: Pattern,
    /// The length of the comment in bytes.
    len: usize,
}

/// The layout of an evaluation before a clock time without tenths of seconds.
#[derive(Debug)]
pub(crate) struct EvaluatedShape {
    /// The offset of the evaluation's value.
    value: usize,
    /// The eight bytes before the value. The brace is not compared, unless it is among them.
    open: u64,
    /// True if a blank is before the closing brace.
    is_spaced: bool,
}

impl Shape {
    /// Returns the shape of the comment at `at`.
    pub(crate) fn of_comment(comment: &ServerComment, at: usize) -> &'static Shape {
        let ServerComment { evaluation, clock, end } = comment;
        let has_tenths = clock.1 - clock.0 > "[%clk 0:00:00]".len();
        let is_evaluated = evaluation.0 < evaluation.1;
        let (before, after) = (evaluation.0 - at - 1, end - clock.1 - 1);
        match (is_evaluated, has_tenths) {
            (true, true) => &Shape::None,
            (true, false) => &EVALUATED[2 * (before & 1) + (after & 1)],
            (false, _) => &CLOCKS[4 * (before & 1) + 2 * (after & 1) + usize::from(has_tenths)],
        }
    }

    /// Returns the length of the comment that `bytes` begins with, or `None` if it has another shape. The
    /// first byte must be a brace.
    #[inline(always)]
    pub(crate) fn len_in(&self, bytes: &[u8; WINDOW]) -> Option<usize> {
        match self {
            Shape::None => None,
            Shape::Clock(shape) => shape.len_in(bytes),
            Shape::Evaluated(shape) => shape.len_in(bytes),
        }
    }
}

impl ClockShape {
    /// Returns the shape with or without blanks inside the two braces, and with or without tenths of seconds.
    const fn of(is_spaced: [bool; 2], has_tenths: bool) -> ClockShape {
        let time: &[u8] = if has_tenths { b"[%clk 0:50:50.0]" } else { b"[%clk 0:50:50]" };
        let (mut text, mut len, mut at) = ([b'_'; 32], 1, 0);
        text[0] = b'{';
        if is_spaced[0] {
            text[len] = b' ';
            len += 1;
        }
        while at < time.len() {
            text[len] = time[at];
            len += 1;
            at += 1;
        }
        if is_spaced[1] {
            text[len] = b' ';
            len += 1;
        }
        text[len] = b'}';
        let (mut near, mut far, mut at) = ([0; 16], [0; 16], 0);
        while at < 16 {
            (near[at], far[at]) = (text[at], text[16 + at]);
            at += 1;
        }
        ClockShape { near: Pattern::of(near), far: Pattern::of(far), len: len + 1 }
    }

    #[inline(always)]
    fn len_in(&self, bytes: &[u8; WINDOW]) -> Option<usize> {
        let (near, far) = (simd::load(bytes, 0)?, simd::load(bytes, 16)?);
        let fits = (self.near.marks(near) & self.far.marks(far)).to_bitmask() == 0xFFFF;
        fits.then_some(self.len)
    }
}

impl EvaluatedShape {
    /// Returns the shape with or without blanks inside the two braces.
    const fn of(is_spaced: [bool; 2]) -> EvaluatedShape {
        let open = if is_spaced[0] { b" [%eval " } else { b"{[%eval " };
        EvaluatedShape {
            value: 8 + is_spaced[0] as usize,
            open: u64::from_le_bytes(*open),
            is_spaced: is_spaced[1],
        }
    }

    #[inline(always)]
    fn len_in(&self, bytes: &[u8; WINDOW]) -> Option<usize> {
        let value = self.value & 15;
        let open = u64::from_le_bytes(swar::load(bytes, value.wrapping_sub(8) & 15)?);
        let end = value + (len_of_value(simd::load(bytes, value)?)? & 15);
        let closes = if self.is_spaced {
            bytes[end + 16..end + 18] == *b" }"
        } else {
            bytes[end + 16] == b'}'
        };
        let fits = (open == self.open) & AFTER.fits(simd::load(bytes, end)?) & closes;
        fits.then_some(end + 17 + usize::from(self.is_spaced))
    }
}

static CLOCKS: [Shape; 8] = {
    let mut shapes = [const { Shape::None }; 8];
    let mut at = 0;
    while at < 8 {
        shapes[at] = Shape::Clock(ClockShape::of([at & 4 != 0, at & 2 != 0], at & 1 != 0));
        at += 1;
    }
    shapes
};

static EVALUATED: [Shape; 4] = [
    Shape::Evaluated(EvaluatedShape::of([false, false])),
    Shape::Evaluated(EvaluatedShape::of([false, true])),
    Shape::Evaluated(EvaluatedShape::of([true, false])),
    Shape::Evaluated(EvaluatedShape::of([true, true])),
];

/// The text after the value of an evaluation.
const AFTER: Pattern = Pattern::of(*b"] [%clk 0:50:50]");
const CLOCK: Pattern = Pattern::of(*b"[%clk 0:50:50___");
const EVALUATION: u64 = u64::from_le_bytes(*b"[%eval \0");

/// The offsets of the parts of a server comment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ServerComment {
    /// The start and end of the command `eval`. Empty if there is none.
    pub(crate) evaluation: (usize, usize),
    /// The start and end of the command `clk`.
    pub(crate) clock: (usize, usize),
    /// The end of the comment.
    pub(crate) end: usize,
}

/// Returns the server comment at `at`, where a brace opens, or `None` if it is another comment.
#[inline(always)]
pub(crate) fn read(src: &[u8], at: usize) -> Option<ServerComment> {
    let rest = src.get(at..)?;
    let found = match rest.first_chunk() {
        Some(window) => read_window(window),
        None => read_rest(rest),
    }?;
    let ServerComment { evaluation, clock, end } = found;
    Some(ServerComment {
        evaluation: (at + evaluation.0, at + evaluation.1),
        clock: (at + clock.0, at + clock.1),
        end: at + end,
    })
}

/// Returns the parts of a span that is known to be a server comment.
#[inline(always)]
pub(crate) fn parts(src: &[u8], comment: Span) -> ServerComment {
    let (start, end) = (comment.start as usize, comment.end as usize);
    let close = end - 1 - usize::from(src[end - 2] == b' ');
    let len =
        if src[close - 3] == b'.' { "[%clk 0:05:00.1]".len() } else { "[%clk 0:05:00]".len() };
    let clock = close - len;
    let first = start + 1 + usize::from(src[start + 1] == b' ');
    let evaluation = (first, if first < clock { clock - 1 } else { first });
    ServerComment { evaluation, clock: (clock, close), end }
}

/// Reads a comment near the end of the text.
#[cold]
fn read_rest(rest: &[u8]) -> Option<ServerComment> {
    let mut window = [0; WINDOW];
    window.get_mut(..rest.len())?.copy_from_slice(rest);
    read_window(&window)
}

#[inline(always)]
fn read_window(window: &[u8; WINDOW]) -> Option<ServerComment> {
    let lane_at = |from: usize| simd::load(window, from);
    let word_at = |from: usize| swar::load(window, from).map(u64::from_le_bytes);
    let mut from = 1 + usize::from(window[1] == b' ');
    let mut evaluation = (from, from);
    // Compare seven of the eight bytes.
    if word_at(from)? << 8 == EVALUATION << 8 {
        let end = from + 7 + len_of_value(lane_at(from + 7)?)?;
        evaluation.1 = end + 1;
        if window[end + 1] != b' ' {
            return None;
        }
        from = end + 2;
    }
    if !CLOCK.fits(lane_at(from)?) {
        return None;
    }
    let (mut close, mut rest) = (from + 13, word_at(from + 13)?);
    if rest & 0xFF == u64::from(b'.') && (rest >> 8 & 0xFF).wrapping_sub(u64::from(b'0')) < 10 {
        (close, rest) = (close + 2, rest >> 16);
    }
    let end = match rest.to_le_bytes() {
        [b']', b'}', ..] => close + 2,
        [b']', b' ', b'}', ..] => close + 3,
        _ => return None,
    };
    Some(ServerComment { evaluation, clock: (from, close + 1), end })
}

/// Returns the length of an evaluation in pawns (`-1.25`) or in moves to mate (`#-3`), which a bracket must
/// follow; `None` for any other text.
#[inline(always)]
fn len_of_value(bytes: u8x16) -> Option<usize> {
    let digits = simd::at_most(bytes - u8x16::splat(b'0'), 9).to_bitmask();
    let points = simd::equal(bytes, b'.').to_bitmask();
    let minuses = simd::equal(bytes, b'-').to_bitmask();
    let mate = simd::equal(bytes, b'#').to_bitmask() & 1;
    let len = simd::equal(bytes, b']').to_bitmask().trailing_zeros();
    // Skip the sign.
    let start = mate + (minuses >> mate & 1);
    let (first, after) = (1 << start, 1_u32.checked_shl(len)?);
    let text = after.wrapping_sub(first);
    let point = points & text;
    let is_number = if mate != 0 {
        digits & text == text
    } else {
        // Exactly one point, with a digit before and after it.
        (digits | points) & text == text
            && point.is_power_of_two()
            && point & (first | after >> 1) == 0
    };
    (len > start && len < start + 7 && is_number).then_some(len as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write::SHORT;

    fn end(src: &[u8]) -> Option<usize> {
        read(src, 0).map(|found| found.end)
    }

    #[track_caller]
    fn check(comment: &str, is_known: bool) {
        let src = format!("e4 {comment} e5 {{and so it goes on for a while}}");
        let expect = is_known.then_some(3 + comment.len());
        let read = read(src.as_bytes(), 3);
        assert_eq!(read.map(|read| read.end), expect, "{comment}");
        if let Some(ServerComment { evaluation, clock, end }) = read {
            let known = parts(src.as_bytes(), Span::new(3, end));
            assert_eq!((known.evaluation, known.clock, known.end), (evaluation, clock, end));
            let commands = [evaluation, clock].map(|(start, end)| &src[start..end]);
            assert!(commands.iter().all(|command| command.len() <= SHORT), "{comment}");
            let expect = comment.trim_matches(['{', '}']).trim();
            assert_eq!(commands.join(" ").trim(), expect);
        }
        check_shapes(comment.as_bytes());
    }

    #[test]
    fn recognizes_comments_of_servers() {
        for comment in [
            "{[%clk 0:05:00]}",
            "{[%clk 9:59:59.9]}",
            "{ [%clk 0:05:00] }",
            "{[%clk 0:05:00.1] }",
            "{ [%eval 0.17] [%clk 0:05:00] }",
            "{ [%eval -12.3] [%clk 0:05:00] }",
            "{[%eval 123.45] [%clk 1:00:01]}",
            "{ [%eval #3] [%clk 0:05:00] }",
            "{[%eval #-12] [%clk 0:05:00.1]}",
            "{[%eval -1234.5] [%clk 0:05:00.1]}",
            "{[%eval #-123456] [%clk 0:05:00.1]}",
        ] {
            check(comment, true);
        }
    }

    #[test]
    fn rejects_other_comments() {
        for comment in [
            "{[%clk 0:65:00]}",
            "{[%clk 0:05:60]}",
            "{[%clk 10:05:00]}",
            "{[%clk 0:05:0]}",
            "{[%clk 0:05:00.12]}",
            "{[%clk 0:05:00}",
            "{[%clk 0:05:00] x}",
            "{[%clk\u{a0}0:05:00]}",
            "{[%emt 0:05:00]}",
            "{x[%clk 0:05:00]}",
            "{ [%eval #] [%clk 0:05:00] }",
            "{ [%eval #-] [%clk 0:05:00] }",
            "{ [%eval -#3] [%clk 0:05:00] }",
            "{ [%eval #3.1] [%clk 0:05:00] }",
            "{ [%eval #1234567] [%clk 0:05:00] }",
            "{ [%eval .3] [%clk 0:05:00] }",
            "{ [%eval 3.] [%clk 0:05:00] }",
            "{ [%eval 3] [%clk 0:05:00] }",
            "{ [%eval 0.1.2] [%clk 0:05:00] }",
            "{ [%eval 0.17,30] [%clk 0:05:00] }",
            "{ [%eval 0.17][%clk 0:05:00] }",
            "{ [%eval 0.17] }",
            "{}",
        ] {
            check(comment, false);
        }
        for len in 0..30 {
            assert_eq!(end(&b"{ [%eval 0.17] [%clk 0:05:00] }"[..len]), None);
        }
    }

    /// Checks that each shape either rejects `text` or agrees with [`read`], and that its own shape accepts
    /// it.
    #[track_caller]
    fn check_shapes(text: &[u8]) {
        let mut window = [b' '; WINDOW];
        window[..text.len()].copy_from_slice(text);
        let read = read(&window, 0);
        for shape in CLOCKS.iter().chain(&EVALUATED) {
            let len = shape.len_in(&window);
            assert!(
                len.is_none() || len == read.map(|read| read.end),
                "{shape:?} {} {len:?}",
                text.escape_ascii()
            );
        }
        if let Some(read) = read
            && let shape @ (Shape::Clock(_) | Shape::Evaluated(_)) = Shape::of_comment(&read, 0)
        {
            assert_eq!(shape.len_in(&window), Some(read.end), "{}", text.escape_ascii());
        }
    }

    #[test]
    fn every_byte_is_compared() {
        for plain in [
            "{ [%eval -0.17] [%clk 0:05:00] }",
            "{ [%eval #-12] [%clk 0:05:00] }",
            "{[%eval 12.5] [%clk 0:05:00]}",
            "{ [%clk 0:05:00] }",
            "{[%clk 0:05:00.1]}",
        ] {
            for at in 1..plain.len() {
                for byte in 0..=255 {
                    let mut text = plain.to_owned().into_bytes();
                    text[at] = byte;
                    check_shapes(&text);
                    text.remove(at);
                    check_shapes(&text);
                    text.splice(at..at, [byte, byte]);
                    check_shapes(&text);
                }
            }
        }
        for plain in ["{ [%eval -0.17] [%clk 0:05:00] }", "{ [%eval #-12] [%clk 0:05:00] }"] {
            let text = format!("{plain}   ").into_bytes();
            assert_eq!(end(&text), Some(plain.len()));
            for at in 1..plain.len() {
                for byte in 0..=255 {
                    let mut text = text.clone();
                    text[at] = byte;
                    let is_known = end(&text) == Some(plain.len());
                    // The tens of minutes and seconds.
                    let is_tens = [plain.len() - 8, plain.len() - 5].contains(&at);
                    let may_be = match plain.as_bytes()[at] {
                        b'0' if is_tens => (b'0'..=b'5').contains(&byte),
                        b'0'..=b'9' => byte.is_ascii_digit(),
                        b'-' => byte == b'-' || byte.is_ascii_digit(),
                        other => byte == other,
                    };
                    assert_eq!(is_known, may_be, "{:?}", text.escape_ascii().to_string());
                }
            }
        }
    }
}
