//! The edges of oversized games, which are passed on in pieces without being parsed.

use memchr::memrchr2_iter;

use super::Edges;
use crate::{
    cut_points::is_tag_line,
    game::tag_reader,
    text::scan::{BOM, line_start, skip_white},
    tokens::game_start,
};

/// The end of an oversized game, tracked while its bytes are passed on.
#[derive(Clone, Copy, Debug, Default)]
pub struct OversizedEnd {
    is_comment_open: bool,
}

/// A stand-in for an oversized game whose last comment is closed: it absorbs the same texts after it.
const CLOSED: &[u8] = b"[Event \"?\"]\n\n1. e4 (1. d4";

/// A stand-in for an oversized game whose last comment is open: it absorbs the same texts after it.
const OPEN: &[u8] = b"[Event \"?\"]\n\n1. e4 (1. d4 {x";

impl OversizedEnd {
    /// Updates the state with the next bytes of the game.
    pub fn take(&mut self, bytes: &[u8]) {
        let mut end = bytes.len();
        for at in memrchr2_iter(b'{', b'}', bytes) {
            if at >= end {
                continue;
            }
            let line = line_start(bytes, at);
            // Braces mean nothing in a tag pair or an escape line.
            if bytes[line] != b'%' && !is_tag_line(bytes, line) {
                self.is_comment_open = bytes[at] == b'{';
                return;
            }
            end = line;
        }
    }

    /// Returns a short text that ends as the game does, and its edges.
    ///
    /// Whatever separates this text from the next game also separates the oversized game from it.
    #[must_use]
    pub fn stand_in(self) -> (&'static [u8], Edges) {
        if self.is_comment_open {
            (OPEN, Edges(Edges::OPENS_WITH_TAG | Edges::LEAVES_COMMENT_OPEN))
        } else {
            (CLOSED, Edges(Edges::OPENS_WITH_TAG | Edges::ENDS_WITH_MOVE))
        }
    }
}

impl Edges {
    /// Returns the edges of an oversized game that begins with `text`.
    #[must_use]
    pub fn of_oversized(text: &[u8]) -> Edges {
        let at = skip_white(text, if text.starts_with(BOM) { BOM.len() } else { 0 });
        let opens = match text.get(at) {
            Some(b'[') if tag_reader::opens(text, at) => Edges::OPENS_WITH_TAG,
            Some(_) if game_start::starts_game(text, at) => Edges::OPENS_WITH_MOVE,
            _ => 0,
        };
        Edges(Edges::OVERSIZED.0 | opens)
    }

    /// Returns true if the game is oversized. Its end is in [`OversizedEnd`].
    #[must_use]
    pub fn is_oversized(self) -> bool {
        self.has(Edges::OVERSIZED.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_brace_decides() {
        let is_open = |pieces: &[&str]| {
            let mut unread = OversizedEnd::default();
            pieces.iter().for_each(|piece| unread.take(piece.as_bytes()));
            unread.is_comment_open
        };
        assert!(is_open(&["1. e4 {x"]) && is_open(&["1. e4 {x} e5 {", "y\n", "\n"]));
        assert!(!is_open(&["1. e4 {x", " e5 } e5"]) && !is_open(&["{a {b}"]) && !is_open(&["e4"]));
        assert!(!is_open(&["1. e4 {x}\n% {\n[A \"{\"]\n[B \"}{\"]\n"]));
        assert!(is_open(&["1. e4 {x\n% }\n[A \"}\"]\n"]));
    }

    #[test]
    fn edges_of_oversized_games_show_how_the_game_begins() {
        let opens = |text: &str| Edges::of_oversized(text.as_bytes());
        assert!(opens("\u{feff}\n [Event \"x").has(Edges::OPENS_WITH_TAG));
        assert!(opens("1. e4 e4").has(Edges::OPENS_WITH_MOVE));
        assert!(!opens("(((").has(Edges::OPENS_WITH_TAG | Edges::OPENS_WITH_MOVE));
        assert!(!opens("").ends_with_marker() && opens("").is_oversized());
    }
}
