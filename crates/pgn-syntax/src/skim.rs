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
/// is none within reach, the text is too near its end to tell, or braces are not in pairs.
#[inline(always)]
fn first_suspect(src: &[u8], start: usize) -> Option<usize> {
    // All ones in a comment.
    let mut inside = 0_u64;
    let mut at = start;
    let limit = src.len().min(start + REACH);
    while at > 0 && at + BLOCK < limit {
        // A byte is seen with its neighbors.
        let text = src[at - 1..].first_chunk()?;
        let suspects = suspects(text);
        if any(&suspects) {
            let opens = bits(&marks(text, |_, byte, _| byte == b'{'));
            let closes = bits(&marks(text, |_, byte, _| byte == b'}'));
            // Each brace turns the bits from its own on.
            let mut turned = opens | closes;
            for shift in [1, 2, 4, 8, 16, 32] {
                turned ^= turned << shift;
            }
            inside ^= turned;
            let suspects = bits(&suspects) & !(inside | opens | closes);
            // Braces behind the suspect are none of ours.
            let before = (suspects & suspects.wrapping_neg()).wrapping_sub(1);
            if (opens & !inside | closes & inside) & before != 0 {
                return None;
            }
            if suspects != 0 {
                return Some(at + suspects.trailing_zeros() as usize);
            }
            inside = 0_u64.wrapping_sub(inside >> 63);
        }
        at += BLOCK;
    }
    None
}

/// Marks braces and suspects. Moves, numbers, suffixes, NAGs, white space and what means nothing are
/// none, nor a dash within castling, nor a dot that begins no score with a half in it (`0.5`).
#[inline(always)]
fn suspects(text: &[u8; BLOCK + 2]) -> Marks {
    marks(text, |before, byte, after| {
        let is_castling = (byte == b'-') & (before == b'O') & (after == b'O');
        let is_dot = (byte == b'.') & (after != b'5');
        // ( ) * , - . / are, + between them is not.
        let is_sign = (byte & 0xF8 == b'(') & (byte != b'+') & !is_castling & !is_dot;
        // : ; < are, and what is behind z: braces, | ~ and all that is not ASCII.
        is_sign | (byte.wrapping_sub(b':') < 3) | (byte == b'[') | (byte == b'%') | (byte > b'z')
    })
}

/// For each byte of a block 1 or 0.
type Marks = [u8; BLOCK];

/// Marks bytes by what stands before them, what they are, and what follows. Written so that a compiler
/// makes vectors of it.
#[inline(always)]
fn marks(text: &[u8; BLOCK + 2], is_marked: impl Fn(u8, u8, u8) -> bool) -> Marks {
    let mut marks = [0; BLOCK];
    for (i, mark) in marks.iter_mut().enumerate() {
        *mark = u8::from(is_marked(text[i], text[i + 1], text[i + 2]));
    }
    marks
}

#[inline(always)]
fn any(marks: &Marks) -> bool {
    marks.iter().fold(0, |any, mark| any | mark) != 0
}

/// One bit of each mark, the first mark's lowest.
#[inline(always)]
fn bits(marks: &Marks) -> u64 {
    let mut all = 0;
    for (i, bytes) in marks.as_chunks().0.iter().enumerate() {
        let word = u64::from_le_bytes(*bytes);
        all |= (word.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * i);
    }
    all
}
