//! A fast path that finds the end of a game without parsing its movetext.
//!
//! It succeeds only where the parser would find the same end: the movetext holds moves, numbers and comments,
//! but nothing that could end the game or hide its end, up to a marker, empty lines, and the next game's
//! first tag pair at the start of a line. The [general reader](crate::parser) reads all other movetext. The
//! module `parser::movetext` says when which of the two runs.

use wide::u8x16;

use crate::{
    game::tag_reader,
    text::simd::{self, equal},
    tokens::marker::Marker,
};

/// The number of bytes that are scanned; longer movetext is parsed. Less than the length of a comment that
/// C33 considers unclosed.
const REACH: usize = 1 << 16;

/// The number of bytes that are scanned together, without a branch among them.
const BLOCK: usize = 64;

/// The end of a game, and the start of the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EndOfGame {
    pub(crate) marker: Marker,
    /// The offset of the marker.
    pub(crate) start: usize,
    /// The offset of the next game's first tag pair.
    pub(crate) next: usize,
}

/// Returns the end of the game whose movetext begins at `start`, or `None` if only the parser can find it.
pub(crate) fn end_of_game(src: &[u8], start: usize) -> Option<EndOfGame> {
    let stop = first_suspect(src, start)?;
    let (marker, at) = match src[stop] {
        b'*' => (Marker::Unknown, stop),
        b'/' => (Marker::Draw, stop - 1),
        b'-' if src[stop - 1] == b'1' => (Marker::WhiteWins, stop - 1),
        b'-' => (Marker::BlackWins, stop - 1),
        _ => return None,
    };
    let is_word = at == start || at > start && matches!(src[at - 1], b' ' | b'\n');
    let after = src[at..].strip_prefix(marker.text().as_bytes())?;
    let n_line_ends = after.iter().position(|&byte| !matches!(byte, b'\n' | b'\r'))?;
    let next = src.len() - after.len() + n_line_ends;
    (is_word && src[next] == b'[' && src[next - 1] == b'\n' && tag_reader::opens(src, next))
        .then_some(EndOfGame { marker, start: at, next })
}

/// Returns the offset of the first byte outside comments that could end a game or hide its end; `None` if
/// there is none within [`REACH`], or if braces are not in pairs.
#[inline(always)]
fn first_suspect(src: &[u8], start: usize) -> Option<usize> {
    let text = &src[..src.len().min(start + REACH)];
    // Each byte is compared together with the byte before it.
    let mut before = start.checked_sub(1)?;
    // All ones if a comment is open where the block begins, else zero.
    let mut inside = 0;
    loop {
        let last;
        let block: &[u8; 1 + BLOCK] = match text.get(before..)?.first_chunk() {
            Some(block) => block,
            None => {
                last = filled_up(&text[before..]);
                &last
            }
        };
        let (a, b, c, d) = (lane(block, 1), lane(block, 17), lane(block, 33), lane(block, 49));
        let marks = (
            suspects(a, lane(block, 0)),
            suspects(b, lane(block, 16)),
            suspects(c, lane(block, 32)),
            suspects(d, lane(block, 48)),
        );
        let any = (marks.0 | marks.1) | (marks.2 | marks.3);
        if inside | u64::from(any.to_bitmask()) != 0 {
            let opens = bits(equal(a, b'{'), equal(b, b'{'), equal(c, b'{'), equal(d, b'{'));
            let closes = bits(equal(a, b'}'), equal(b, b'}'), equal(c, b'}'), equal(d, b'}'));
            let suspects = bits(marks.0, marks.1, marks.2, marks.3) & !(opens | closes);
            // If braces are in pairs, every other one closes a comment.
            let comments = odd_ones(opens | closes) ^ inside;
            let unpaired = opens & !comments | closes & comments;
            let mut stops = suspects & !comments | unpaired;
            while stops != 0 {
                let n = stops.trailing_zeros() as usize;
                if unpaired >> n & 1 != 0 {
                    return None;
                }
                if !is_castling_dash(text, before + 1 + n) {
                    return Some(before + 1 + n);
                }
                stops &= stops - 1;
            }
            inside = 0_u64.wrapping_sub(comments >> 63);
        }
        before += BLOCK;
    }
}

/// Returns a block that begins with `bytes` and is padded with blanks.
#[cold]
fn filled_up(bytes: &[u8]) -> [u8; 1 + BLOCK] {
    let mut block = [b' '; 1 + BLOCK];
    block[..bytes.len()].copy_from_slice(bytes);
    block
}

/// Returns true if the dash at `at` is part of castling, the only move with a dash.
fn is_castling_dash(text: &[u8], at: usize) -> bool {
    text[at - 1..].starts_with(b"O-O")
}

/// Marks the bytes that could end a game or hide its end, and braces.
///
/// Moves, numbers, suffixes, NAGs, white space and characters without a meaning are not marked. `before`
/// holds the byte before each byte. Of a mark only the highest bit counts, as in `to_bitmask`.
#[inline(always)]
fn suspects(bytes: u8x16, before: u8x16) -> u8x16 {
    // `(`, `)`, `*`, `,`, `-`, `/` are marked; `+` and `.` from the same eight are not, but the 5 after a
    // dot is.
    let signs = equal(bytes & u8x16::splat(0xF8), b'(');
    let no_signs = equal(bytes, b'+') | equal(bytes, b'.');
    let halves = equal(bytes, b'5') & equal(before, b'.');
    // `:`, `;`, `[` and bytes that share their bits: Z and z, which occur in some null moves only, and two
    // controls.
    let others = equal(bytes | u8x16::splat(0x61), b'{') | equal(bytes, b'<') | equal(bytes, b'%');
    // A tag pair without its bracket ends a game, too: its quote is marked.
    let others = others | equal(bytes, b'"');
    // The bytes above z: braces, `|`, `~` and all that is not ASCII. With 5 more their highest bit is set, and no
    // other bit of a mark is looked at.
    signs & !no_signs | halves | others | bytes.saturating_add(u8x16::splat(0x80 - b'{'))
}

/// Returns 16 bytes of a block from `at` on.
#[inline(always)]
fn lane(block: &[u8; 1 + BLOCK], at: usize) -> u8x16 {
    simd::load(block, at).expect("a lane lies within its block")
}

/// Returns the marks of the four lanes of a block as bits, the first byte's lowest.
#[inline(always)]
fn bits(a: u8x16, b: u8x16, c: u8x16, d: u8x16) -> u64 {
    let bits = |lane: u8x16| u64::from(lane.to_bitmask());
    bits(a) | bits(b) << 16 | bits(c) << 32 | bits(d) << 48
}

/// Returns a number whose bit `n` is set if an odd number of the bits 0 to `n` is set: the prefix parity.
#[inline(always)]
fn odd_ones(mut bits: u64) -> u64 {
    for shift in [1, 2, 4, 8, 16, 32] {
        bits ^= bits << shift;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the result of [`first_suspect`], byte by byte.
    fn naive(text: &[u8], start: usize) -> Option<usize> {
        let mut is_inside = false;
        for at in start..text.len() {
            match text[at] {
                b'{' | b'}' if is_inside == (text[at] == b'{') => return None,
                b'{' | b'}' => is_inside = !is_inside,
                _ if is_inside => (),
                b'-' if text[at - 1] == b'O' && text.get(at + 1) == Some(&b'O') => (),
                b'5' if text[at - 1] == b'.' => return Some(at),
                0x1A | 0x1B | b'z'.. => return Some(at),
                byte if b"\"%()*,-/:;<[Z".contains(&byte) => return Some(at),
                _ => (),
            }
        }
        None
    }

    #[test]
    fn every_suspect_is_found_at_any_offset() {
        for len in [2, 16, 17, 48, 64, 65, 66, 100, 129, 150] {
            for at in 1..len {
                for byte in 0..=255 {
                    let mut text = vec![b'O'; len];
                    text[at] = byte;
                    assert_eq!(first_suspect(&text, 1), naive(&text, 1), "{byte} at {at} of {len}");
                    text[len.min(at + 2) - 1] = b'5';
                    assert_eq!(first_suspect(&text, 1), naive(&text, 1), "{byte} at {at} of {len}");
                }
            }
        }
    }

    #[test]
    fn comments_are_skipped_at_any_offset() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..20_000 {
            let mut text = vec![b' '; 200];
            for byte in &mut text {
                *byte = *b"{}-*O}{.5:".get(random.usize(..40)).unwrap_or(&b'e');
            }
            assert_eq!(first_suspect(&text, 1), naive(&text, 1), "{}", text.escape_ascii());
        }
    }

    #[track_caller]
    fn check(movetext: &str, marker: Option<&str>) {
        let src = format!("\n{movetext}\n\n[Event \"?\"]\n\n*\n");
        let found = end_of_game(src.as_bytes(), 1);
        assert_eq!(found.map(|found| found.marker.text()), marker, "{movetext}");
    }

    #[test]
    fn ends_are_found_outside_comments() {
        check("1. e4 e5 1-0", Some("1-0"));
        check("1. e4 {1-0 (x) ; y} e5 {} {[%clk 0:00:01.5]} 2. O-O O-O-O 0-1", Some("0-1"));
        check(&format!("{} {{{}}} 1/2-1/2", "1. e4 ".repeat(40), "-".repeat(200)), Some("1/2-1/2"));
        check("1. e4 *", Some("*"));
        for uncertain in [
            "1. e4 {a {b} c} 1-0", "1. e4 } 1-0", "1. e4 (1. d4) 1-0", "1. e4 ; x\n1-0",
            "1. e4 { 1-0",
        ] {
            check(uncertain, None);
        }
    }
}
