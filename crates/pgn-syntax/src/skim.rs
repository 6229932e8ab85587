//! Movetext passed over: where its game ends, if a look at the bytes is certain of it.
//!
//! Certain is what the parser would find too: moves, numbers and comments that hold nothing which
//! could end a game or hide its end, then a marker, empty lines, and the next game's first tag pair at
//! the start of a line. Everything else is for the parser to read.

use crate::{marker::Marker, tag_reader};

/// Movetext that is longer than this is read. Less than what a comment may span and still be closed
/// by any `}` (C33).
const REACH: usize = 1 << 16;

/// So many bytes are looked at together, without a branch among them.
const BLOCK: usize = 32;

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) marker: Marker,
    /// Where the marker begins.
    pub(crate) start: usize,
    /// Where the next game's first tag pair begins.
    pub(crate) next: usize,
}

/// The end of the game whose movetext begins at `start`, if that is certain.
pub(crate) fn end_of_game(src: &[u8], start: usize) -> Option<Found> {
    let stop = first_suspect(src, start)?;
    let (marker, at) = match src[stop] {
        b'*' => (Marker::Unknown, stop),
        b'/' => (Marker::Draw, stop - 1),
        b'-' if src[stop - 1] == b'1' => (Marker::WhiteWins, stop - 1),
        b'-' => (Marker::BlackWins, stop - 1),
        _ => return None,
    };
    let is_word = at == start || at > start && matches!(src[at - 1], b' ' | b'\n');
    let behind = src[at..].strip_prefix(marker.text().as_bytes())?;
    let n_line_ends = behind.iter().position(|&byte| !matches!(byte, b'\n' | b'\r'))?;
    let next = src.len() - behind.len() + n_line_ends;
    (is_word && src[next] == b'[' && src[next - 1] == b'\n' && tag_reader::opens(src, next))
        .then_some(Found { marker, start: at, next })
}

/// The first byte outside comments that could end a game, or open what hides an end. `None`: there
/// is none within reach, or braces are not in pairs.
#[inline(always)]
fn first_suspect(src: &[u8], start: usize) -> Option<usize> {
    let text = &src[..src.len().min(start + REACH)];
    let mut at = start;
    loop {
        at = first_mark(text, at)?;
        if text[at] != b'{' {
            return Some(at);
        }
        let inside = &text[at + 1..];
        let brace = memchr::memchr2(b'{', b'}', inside)?;
        if inside[brace] == b'{' {
            return None;
        }
        at += brace + 2;
    }
}

/// The first suspect or brace at or after `at`.
#[inline(always)]
fn first_mark(text: &[u8], mut at: usize) -> Option<usize> {
    // Between comments stand a few bytes only: blocks are for more.
    let mut until = at + FEW;
    loop {
        while at < until {
            if IS_MARK[usize::from(*text.get(at)?)] && !is_harmless(text, at) {
                return Some(at);
            }
            at += 1;
        }
        // Not at the start any more: a byte is seen with the one before it.
        while let Some(block) = text.get(at - 1..)?.first_chunk()
            && !has_mark(block)
        {
            at += BLOCK;
        }
        until = at + BLOCK;
    }
}

/// Bytes that are looked at one by one before blocks begin.
const FEW: usize = 16;

/// Braces and suspects, with a five for the dot before it. Moves, numbers, suffixes, NAGs, white space and what means nothing are none.
static IS_MARK: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let is_low = matches!(
            table_index(byte),
            b'%' | b'(' | b')' | b'*' | b',' | b'-' | b'/' | b'5' | b':' | b';' | b'<' | b'['
        );
        table[byte] = is_low || byte > b'z' as usize;
        byte += 1;
    }
    table
};

#[expect(clippy::cast_possible_truncation, reason = "tables have 256 entries")]
const fn table_index(byte: usize) -> u8 {
    byte as u8
}

/// A dash within castling, or a five that ends no score with a half in it (`0.5`).
fn is_harmless(text: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).map(|at| text[at]);
    match text[at] {
        b'-' => before == Some(b'O') && text.get(at + 1) == Some(&b'O'),
        b'5' => before != Some(b'.'),
        _ => false,
    }
}

/// Whether a block may hold a mark that is not harmless; its first byte is seen as a neighbor only.
/// Written so that a compiler makes vectors of it.
#[inline(always)]
fn has_mark(block: &[u8; 1 + BLOCK]) -> bool {
    let mut any = 0;
    for (at, &before) in block[..BLOCK].iter().enumerate() {
        let byte = block[at + 1];
        // ( ) * , - / are, + and . between them are not, but the 5 behind a dot.
        let is_sign = (byte & 0xF8 == b'(') & (byte != b'+') & (byte != b'.');
        let is_half = (byte == b'5') & (before == b'.');
        // : ; < are, and what is behind z: braces, | ~ and all that is not ASCII.
        let is_other =
            (byte.wrapping_sub(b':') < 3) | (byte == b'[') | (byte == b'%') | (byte > b'z');
        any |= u8::from(is_sign | is_half | is_other);
    }
    any != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same by looking at each byte.
    fn naive(text: &[u8], at: usize) -> Option<usize> {
        (at..text.len()).find(|&at| IS_MARK[usize::from(text[at])] && !is_harmless(text, at))
    }

    #[test]
    fn every_mark_is_found_wherever_it_stands() {
        for len in [1, 15, 16, 17, 48, 49, 80, 150] {
            for at in 0..len {
                for byte in 0..=255 {
                    let mut text = vec![b'O'; len];
                    text[at] = byte;
                    assert_eq!(first_mark(&text, 0), naive(&text, 0), "{byte} at {at} of {len}");
                    text[len.min(at + 2) - 1] = b'5';
                    assert_eq!(first_mark(&text, 0), naive(&text, 0), "{byte} at {at} of {len}");
                }
            }
        }
    }

    #[track_caller]
    fn check(movetext: &str, marker: Option<&str>) {
        let src = format!("{movetext}\n\n[Event \"?\"]\n\n*\n");
        let found = end_of_game(src.as_bytes(), 0);
        assert_eq!(found.map(|found| found.marker.text()), marker, "{movetext}");
    }

    #[test]
    fn ends_are_found_outside_comments() {
        check("1. e4 e5 1-0", Some("1-0"));
        check("1. e4 {1-0 (x) ; y} e5 {} {[%clk 0:00:01.5]} 2. O-O O-O-O 0-1", Some("0-1"));
        check(&format!("{} {{{}}} 1/2-1/2", "1. e4 ".repeat(40), "-".repeat(200)), Some("1/2-1/2"));
        check("1. e4 *", Some("*"));
        for uncertain in [
            "1. e4 {a {b} c} 1-0",
            "1. e4 } 1-0",
            "1. e4 (1. d4) 1-0",
            "1. e4 ; x\n1-0",
            "1. e4 { 1-0",
        ] {
            check(uncertain, None);
        }
    }
}
