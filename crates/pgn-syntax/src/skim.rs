//! Movetext passed over: where its game ends, if a look at the bytes is certain of it.
//!
//! Certain is what the parser would find too: moves, numbers and comments that hold nothing which
//! could end a game or hide its end, then a marker, empty lines, and the next game's first tag pair at
//! the start of a line. Everything else is for the parser to read.

use memchr::{memchr2, memmem};

use crate::{marker::Marker, tag_reader};

/// The next tag pairs are looked for so far, in bytes: longer games are read.
const REACH: usize = 1 << 16;

/// Where the next line begins with `[`: remembered, so that no byte is searched twice for it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Skim {
    /// No such line begins between these two …
    from: usize,
    /// … but, perhaps, at the second.
    to: usize,
    is_found: bool,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) marker: Marker,
    /// Where the marker begins.
    pub(crate) start: usize,
    /// Where the next game's first tag pair begins.
    pub(crate) next: usize,
}

impl Skim {
    pub(crate) fn reset(&mut self) {
        *self = Skim::default();
    }

    /// The end of the game whose movetext begins at `start`, if that is certain.
    pub(crate) fn end_of_game(&mut self, src: &[u8], start: usize) -> Option<Found> {
        let next = self.next_bracket(src, start)?;
        let text = &src[start..next];
        let len = text.iter().rposition(|&byte| !matches!(byte, b'\n' | b'\r'))? + 1;
        let text = &text[..len];
        let marker = [Marker::WhiteWins, Marker::BlackWins, Marker::Draw, Marker::Unknown]
            .into_iter()
            .find(|marker| text.ends_with(marker.text().as_bytes()))?;
        let moves = &text[..len - marker.text().len()];
        let is_word = moves.last().is_none_or(|byte| matches!(byte, b' ' | b'\n'));
        (is_word && holds_one_game(moves) && tag_reader::opens(src, next)).then_some(Found {
            marker,
            start: start + moves.len(),
            next,
        })
    }

    /// The next `[` behind a line feed, within reach.
    fn next_bracket(&mut self, src: &[u8], start: usize) -> Option<usize> {
        if start < self.from || start > self.to || !self.is_found && self.to < start + REACH / 2 {
            let end = src.len().min(start + REACH);
            let found = memmem::find(&src[start..end], b"\n[");
            let to = found.map_or(end, |n| start + n + 1);
            *self = Skim { from: start, to, is_found: found.is_some() };
        }
        (self.is_found && self.to > start).then_some(self.to)
    }
}

/// Whether nothing in a stretch of movetext can end a game, or open what hides an end: outside
/// comments no byte but those of moves and numbers, a dash only within castling, and no score with a
/// half in it (`0.5`); in comments no brace.
fn holds_one_game(text: &[u8]) -> bool {
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let is_fine = match byte {
            _ if PLAIN[usize::from(byte)] => true,
            b'{' => match memchr2(b'{', b'}', &text[at + 1..]) {
                Some(n) if text[at + 1 + n] == b'}' => {
                    at += 1 + n;
                    true
                }
                _ => false,
            },
            b'.' => text.get(at + 1) != Some(&b'5'),
            b'-' => at > 0 && text[at - 1] == b'O' && text.get(at + 1) == Some(&b'O'),
            _ => false,
        };
        if !is_fine {
            return false;
        }
        at += 1;
    }
    true
}

/// Bytes of moves, numbers, suffixes and NAGs that need no second look, and white space.
static PLAIN: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        table[byte as usize] = byte.is_ascii_alphanumeric()
            || matches!(byte, b' ' | b'\n' | b'\r' | b'+' | b'#' | b'=' | b'!' | b'?' | b'$');
        byte += 1;
    }
    table
};
