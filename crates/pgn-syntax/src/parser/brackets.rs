//! Brackets in the movetext that do not begin a game.

use super::{
    glyphs::enclosed_sign,
    movetext::{MovetextReader, Token},
};
use crate::{
    game::{error::SyntaxErrorKind as Kind, tag_reader},
    text::scan::{byte, past_line_end, skip_blanks},
    tokens::marker::marker_at,
};

impl MovetextReader<'_> {
    /// Reads a `[` in the movetext that does not begin a game.
    pub(super) fn read_bracket(&mut self, at: usize) -> Token {
        let src = self.src;
        let is_command = byte(src, at + 1) == b'%';
        if let Some(end) = self.last_bracket.end_at(src, at)
            && (is_command || tag_reader::opens(src, at))
        {
            self.record_token(at, end);
            let kind = if is_command { Kind::CommandOutsideComment } else { Kind::MalformedTag };
            self.game.report_words(kind, at, end);
            return Token::EndsAt(end);
        }
        if let Some(end) = self.enclosed_mark_end(at) {
            return self.extend_move(end);
        }
        if let Some(end) = bracketed_end(src, at) {
            if !self.is_in_words()
                && self.line.has_move
                && let Some(kind) = enclosed_sign(&src[at + 1..end - 1])
            {
                return self.push_glyph(at, end, kind);
            }
            return self.read_words(at, end);
        }
        self.record_token(at, at + 1);
        self.game.report(Kind::UnexpectedChar, at, at + 1);
        Token::EndsAt(at + 1)
    }
}

/// Returns the end of the text in brackets at `at`, as books have variations: `[3. Bb5 a6]`. Its moves are not those of
/// the game. Text that could end a game, begin one, or hold a comment or a variation is read token by token.
fn bracketed_end(src: &[u8], at: usize) -> Option<usize> {
    let mut end = at + 1;
    loop {
        match *src.get(end)? {
            b']' => break,
            b'[' | b'(' | b')' | b'{' | b'}' | b';' | b'"' => return None,
            b'\n' | b'\r' => {
                let line = skip_blanks(src, past_line_end(src, end));
                let ends_text = matches!(byte(src, line), b'\n' | b'\r' | b'%' | b'[');
                if ends_text || tag_reader::opens_line(src, line) {
                    return None;
                }
                end = line;
                continue;
            }
            _ if marker_at(src, end).is_some() => return None,
            _ => end += 1,
        }
    }
    let is_empty = src[at + 1..end].trim_ascii().is_empty();
    (!is_empty).then_some(end + 1)
}
