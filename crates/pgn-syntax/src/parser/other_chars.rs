//! Characters that have no meaning in PGN: entities of HTML, commands of LaTeX, and others.

use super::movetext::{MovetextReader, Token};
use crate::{
    game::error::SyntaxErrorKind as Kind,
    text::scan::{Class, byte, is_line_end, skip_blanks, skip_while},
    tokens::{
        html,
        marker::marker_at,
        word::{is_move_like, word_end},
    },
};

impl MovetextReader<'_> {
    /// Reads a character entity of HTML, which may be a blank or begin a marker, or moves in a command of LaTeX, or reports
    /// other characters.
    pub(super) fn read_other(&mut self, at: usize) -> Token {
        if let Some(end) = latex_moves_end(self.src, at) {
            return self.push_odd_move(at, end);
        }
        // `&frac12;` has the square `c1` in it, and is an entity where it is a result only.
        if self.src[at] == b'&'
            && let Some(marker) = marker_at(self.src, at)
        {
            return self.read_marker(at, marker);
        }
        // The `;` of an entity begins no comment.
        if let Some(len) = html::entity_len(&self.src[at..]) {
            if html::blank_len(&self.src[at..]).is_some() && !self.is_in_words() {
                self.game.report(Kind::InvisibleChar, at, at + len);
                return Token::EndsAt(at + len);
            }
            return self.read_words(at, at + len);
        }
        let is_in_words = self.is_in_words();
        self.record_token(at, at + 1);
        let end = self.game.report_run(self.src, at, Class::Other, Kind::UnexpectedChar);
        self.token_end = end;
        if is_in_words {
            self.words.prose_end = end;
        }
        Token::EndsAt(end)
    }
}

/// Returns the end of a command of LaTeX at `at` whose argument begins with a move or its number: `\textbf{1. e4 e5}`. These
/// moves belong to the game, so that the braces hold no comment; they are read as one move that cannot be played.
#[cold]
fn latex_moves_end(src: &[u8], at: usize) -> Option<usize> {
    let reach = &src[..src.len().min(at + MAX_COMMAND)];
    // `\\` ends a line of LaTeX.
    let name = skip_while(reach, at, |b| *b == b'\\');
    let name_end = skip_while(reach, name, u8::is_ascii_alphabetic);
    let open = name_end + usize::from(byte(reach, name_end) == b'*');
    if name == at || name_end == name {
        return None;
    }
    let first = skip_blanks(reach, open + 1);
    if byte(reach, open) != b'{' || first >= reach.len() {
        return None;
    }
    let word = &reach[first..word_end(reach, first)];
    let n_digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let is_number = n_digits > 0 && n_digits == word.len() && byte(reach, first + n_digits) == b'.';
    let close = memchr::memchr2(b'}', b'{', &reach[first..]).map(|n| first + n)?;
    let is_line = !reach[first..close].iter().any(is_line_end);
    ((is_number || is_move_like(word)) && is_line && reach[close] == b'}').then_some(close + 1)
}

/// The number of bytes that are searched for the end of a command of LaTeX.
const MAX_COMMAND: usize = 1 << 10;
