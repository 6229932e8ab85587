//! Movetext passed over: where its game ends, if a look at the bytes is certain of it.
//!
//! Certain is what the parser would find too: moves, numbers and comments that hold nothing which
//! could end a game or hide its end, then a marker, empty lines, and the next game's first tag pair at
//! the start of a line. Everything else is for the parser to read.

use wide::u8x16;

use crate::{
    marker::Marker,
    sixteen::{self, from_on, like},
    tag_reader,
};

/// Movetext that is longer than this is read. Less than what a comment may span and still be closed
/// by any `}` (C33).
const REACH: usize = 1 << 16;

/// So many bytes are looked at together, without a branch among them.
const BLOCK: usize = 64;

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
    // A byte is seen with the one before it.
    let mut before = start.checked_sub(1)?;
    // Whether a comment is open where the block begins: all bits or none.
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
            let opens = bits(like(a, b'{'), like(b, b'{'), like(c, b'{'), like(d, b'{'));
            let closes = bits(like(a, b'}'), like(b, b'}'), like(c, b'}'), like(d, b'}'));
            let suspects = bits(marks.0, marks.1, marks.2, marks.3) & !(opens | closes);
            // Of braces in pairs every other one closes.
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

/// The last bytes of a text, and blanks behind them.
#[cold]
fn filled_up(bytes: &[u8]) -> [u8; 1 + BLOCK] {
    let mut block = [b' '; 1 + BLOCK];
    block[..bytes.len()].copy_from_slice(bytes);
    block
}

/// A dash within castling: moves are the only words that hold one and no other suspect.
fn is_castling_dash(text: &[u8], at: usize) -> bool {
    text[at - 1..].starts_with(b"O-O")
}

/// Marks what could end a game or hide its end; braces, too. Moves, numbers, suffixes, NAGs, white space
/// and what means nothing are not marked. `before`: the byte before each.
#[inline(always)]
fn suspects(bytes: u8x16, before: u8x16) -> u8x16 {
    // ( ) * , - / are, + and . between them are not, but the 5 behind a dot.
    let signs = like(bytes & u8x16::splat(0xF8), b'(');
    let no_signs = like(bytes, b'+') | like(bytes, b'.');
    let halves = like(bytes, b'5') & like(before, b'.');
    // : ; [ and what shares their bits: Z and z, which no moves have but some null moves, and two controls.
    let others = like(bytes | u8x16::splat(0x61), b'{') | like(bytes, b'<') | like(bytes, b'%');
    // A tag pair without its bracket ends a game, too.
    let others = others | like(bytes, b'"');
    // Behind z: braces, | ~ and all that is not ASCII.
    signs & !no_signs | halves | others | from_on(bytes, b'{')
}

/// The bytes of a block from `at` on.
#[inline(always)]
fn lane(block: &[u8; 1 + BLOCK], at: usize) -> u8x16 {
    sixteen::bytes(block, at).expect("a lane lies within its block")
}

/// The bits of the lanes of a block.
#[inline(always)]
fn bits(a: u8x16, b: u8x16, c: u8x16, d: u8x16) -> u64 {
    let bits = |lane: u8x16| u64::from(lane.to_bitmask());
    bits(a) | bits(b) << 16 | bits(c) << 32 | bits(d) << 48
}

/// From each first, third … bit up to the one before the next: where a number of bits that is odd
/// stands at or below.
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

    /// The same by looking at each byte.
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
    fn every_suspect_is_found_wherever_it_stands() {
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
    fn comments_are_passed_over_wherever_they_end() {
        let mut random = 1_u32;
        for _ in 0..20_000 {
            let mut text = vec![b' '; 200];
            for byte in &mut text {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                *byte = *b"{}-*O}{.5:".get((random >> 24) as usize % 40).unwrap_or(&b'e');
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
