//! Comments as servers write them behind each move: a clock time, perhaps behind an evaluation.
//!
//! Databases of online games are made of them, so they are known by a few words of bytes:
//! `{[%clk 0:05:00]}`, `{[%clk 0:04:59.1]}`, `{ [%clk 0:05:00] }`, `{ [%eval 0.17] [%clk 0:05:00] }`,
//! `{ [%eval #-3] [%clk 0:05:00] }`.

use crate::eight::{self, ONES, TOPS};

/// Eight bytes, with `0` for any digit and `5` for one that is no more than that; `_` for any byte.
#[derive(Clone, Copy)]
struct Pattern {
    text: u64,
    /// What a byte's difference from the text may be, taken from 127.
    room: u64,
    mask: u64,
}

impl Pattern {
    const fn of(text: [u8; 8]) -> Pattern {
        let (mut lowest, mut room, mut mask) = (text, [0x7F; 8], [0xFF; 8]);
        let mut at = 0;
        while at < 8 {
            match text[at] {
                b'0' => room[at] = 0x7F - 9,
                b'5' => (lowest[at], room[at]) = (b'0', 0x7F - 5),
                b'_' => (lowest[at], mask[at]) = (0, 0),
                _ => (),
            }
            at += 1;
        }
        Pattern {
            text: u64::from_le_bytes(lowest),
            room: u64::from_le_bytes(room),
            mask: u64::from_le_bytes(mask),
        }
    }

    #[inline(always)]
    fn fits(self, bytes: [u8; 8]) -> bool {
        // A byte that differs by more than its room, or in its top bit, is marked.
        let differ = (u64::from_le_bytes(bytes) ^ self.text) & self.mask;
        (differ.wrapping_add(self.room) | differ) & TOPS == 0
    }
}

const CLOCK: Pattern = Pattern::of(*b"[%clk 0:");
const TIME: Pattern = Pattern::of(*b"50:50___");
const EVALUATION: Pattern = Pattern::of(*b"[%eval _");

/// Such a comment: where its parts stand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ServerComment {
    /// The command `eval`; empty if there is none.
    pub(crate) evaluation: (usize, usize),
    /// The command `clk`.
    pub(crate) clock: (usize, usize),
    /// Behind the brace.
    pub(crate) end: usize,
}

/// The comment at `at`, if it is one of those.
#[inline(always)]
pub(crate) fn read(src: &[u8], at: usize) -> Option<ServerComment> {
    let mut from = at + 1;
    from += usize::from(src.get(from) == Some(&b' '));
    let mut evaluation = (from, from);
    let mut first = eight::bytes(src, from)?;
    if EVALUATION.fits(first) {
        from = past_evaluation(src, from)?;
        evaluation.1 = from - 1;
        first = eight::bytes(src, from)?;
    }
    let time = eight::bytes(src, from + 8)?;
    if !(CLOCK.fits(first) & TIME.fits(time)) {
        return None;
    }
    let mut close = from + 13;
    if time[5] == b'.' && time[6].is_ascii_digit() {
        close += 2;
    }
    let end = match *src.get(close..)?.first_chunk()? {
        [b']', b'}', _] => close + 2,
        [b']', b' ', b'}'] => close + 3,
        _ => return None,
    };
    Some(ServerComment { evaluation, clock: (from, close + 1), end })
}

/// Past the evaluation at `at` (pawns and hundredths: `-1.25`; moves to mate: `#-3`) and the blank behind
/// it.
#[inline(always)]
fn past_evaluation(src: &[u8], at: usize) -> Option<usize> {
    let is_mate = src.get(at + 7) == Some(&b'#');
    let value = at + 7 + usize::from(is_mate);
    let value = value + usize::from(src.get(value) == Some(&b'-'));
    let bytes = eight::bytes(src, value)?;
    let differ = u64::from_le_bytes(bytes) ^ (ONES * u64::from(b'0'));
    // The top bits of bytes that are no digits; a byte behind one may be taken for one, too.
    let others = (differ.wrapping_add(ONES * (0x7F - 9)) | differ) & TOPS;
    let point = eight::first(others);
    let end = if is_mate { point } else { eight::first(others & others.wrapping_sub(1)) };
    let is_number = point > 0 && end < 7 && (is_mate || end > point + 1 && bytes[point] == b'.');
    (is_number && bytes[end] == b']' && bytes[end + 1] == b' ').then_some(value + end + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(src: &[u8]) -> Option<usize> {
        read(src, 0).map(|found| found.end)
    }

    #[track_caller]
    fn check(comment: &str, is_known: bool) {
        let src = format!("e4 {comment} e5 {{and so it goes on for a while}}");
        let expect = is_known.then_some(3 + comment.len());
        let read = read(src.as_bytes(), 3);
        assert_eq!(read.map(|read| read.end), expect, "{comment}");
        if let Some(ServerComment { evaluation, clock, .. }) = read {
            let commands = [evaluation, clock].map(|(start, end)| &src[start..end]);
            let expect = comment.trim_matches(['{', '}']).trim();
            assert_eq!(commands.join(" ").trim(), expect);
        }
    }

    #[test]
    fn comments_of_servers_are_known() {
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
        ] {
            check(comment, true);
        }
    }

    #[test]
    fn others_are_not() {
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

    #[test]
    fn each_byte_counts() {
        for plain in ["{ [%eval -0.17] [%clk 0:05:00] }", "{ [%eval #-12] [%clk 0:05:00] }"] {
            let text = format!("{plain}   ").into_bytes();
            assert_eq!(end(&text), Some(plain.len()));
            for at in 1..plain.len() {
                for byte in 0..=255 {
                    let mut text = text.clone();
                    text[at] = byte;
                    let is_known = end(&text) == Some(plain.len());
                    // Tens of minutes and seconds.
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
