//! Marks after a move that belong to it: check signs, `e.p.`, and the piece of a promotion (LEN-04, LEN-09, LEN-11).
//!
//! They may be after blanks, and on the next line, as programs that wrap lines break them at any blank.

use super::movetext::{MovetextReader, Token};
use crate::{
    game::movetext::{Node, NodeKind},
    text::{
        scan::{byte, char_at, is_token_end, skip_blanks, skip_white},
        span::index,
    },
    tokens::{
        attempt,
        san::{SanCode, is_castling_letter},
        word,
    },
};

impl MovetextReader<'_> {
    /// Returns the end of a mark that belongs to the move before it, if the word from `at` to `end` begins one:
    /// ` e.p.`, `ep`, ` ch`, ` mate`, ` =Q`, ` ++`.
    pub(super) fn word_mark_end(&mut self, at: usize, end: usize) -> Option<usize> {
        let src = self.src;
        if !self.follows_move(at) {
            return None;
        }
        let is_on_line = skip_blanks(src, self.move_end) == at;
        let text = &src[at..end];
        if src[at..].starts_with(b"e.p") {
            let mark_end = at + 3 + usize::from(byte(src, at + 3) == b'.');
            return Some(mark_end).filter(|_| is_on_line || is_before_token(src, mark_end));
        }
        if is_promotion(text) {
            return Some(end).filter(|_| is_on_line || self.lacks_piece());
        }
        if word::is_move_tail(text) {
            let is_word = text[0].is_ascii_alphabetic();
            let mark_end = end + usize::from(byte(src, end) == b'.' && is_word);
            let is_mark = !is_word
                || is_on_line
                    && (!attempt::is_in_prose(src, at, end) || has_check_after(src, at, end))
                || !is_on_line && is_before_token(src, mark_end);
            return Some(mark_end).filter(|_| is_mark);
        }
        if attempt::ends_castling(src, self.move_end) && is_castling_rest(text) {
            return Some(end);
        }
        piece_end(src, at).filter(|_| self.lacks_piece())
    }

    /// Returns the end of a mark in parentheses or brackets at `at` that belongs to the move before it: `(ep)`,
    /// `(ch)`, `(Q)`, `[Q]`.
    pub(super) fn enclosed_mark_end(&mut self, at: usize) -> Option<usize> {
        let src = self.src;
        if !self.follows_move(at) {
            return None;
        }
        for mark in [&b"(ep)"[..], b"(e.p.)", b"(e.p)", b"(ch)", b"(mate)"] {
            if src[at..].starts_with(mark) {
                return Some(at + mark.len());
            }
        }
        // `Nf3(N)` has a sign. Another piece in parentheses at a move is a promotion, legal or not.
        let is_glued = self.move_end == at && src[at] == b'(' && byte(src, at + 1) != b'N';
        piece_end(src, at).filter(|_| is_glued || self.lacks_piece())
    }

    /// Returns true if only blanks, and at most one line end, separate the last move from the token at `at`. If not,
    /// the end of the move is forgotten, as no later token follows the move either.
    fn follows_move(&mut self, at: usize) -> bool {
        if self.move_end == usize::MAX {
            return false;
        }
        let follows = attempt::skip_line_gap(self.src, self.move_end) == at;
        if !follows {
            self.move_end = usize::MAX;
        }
        follows
    }

    /// Returns true if the last token is a move of a pawn to the first or the last rank without the piece of its
    /// promotion.
    fn lacks_piece(&self) -> bool {
        let Some(Node { span, kind: NodeKind::Move { .. } }) = self.game.nodes.last() else {
            return false;
        };
        let text = span.of(self.src).trim_ascii_end();
        let text = text.strip_suffix(b"=").or(text.strip_suffix(b"/")).unwrap_or(text);
        let text = text.trim_ascii_end();
        matches!(text, [b'a'..=b'h' | b'P', ..]) && matches!(text, [.., b'a'..=b'h', b'1' | b'8'])
    }

    /// Extends the last move by a mark after it, up to `end`. A null move stays a null move.
    pub(super) fn extend_move(&mut self, end: usize) -> Token {
        let is_move = |node: &&mut Node| node.kind.is_move();
        if let Some(node) = self.game.nodes.iter_mut().rev().find(is_move) {
            node.span.end = index(end);
            if let NodeKind::Move { code, .. } = &mut node.kind {
                *code = SanCode::NOT_PLAIN;
            }
        }
        (self.move_end, self.token_end) = (end, end);
        self.undecided.candidate = None;
        Token::EndsAt(end)
    }
}

/// Returns true if the word `src[at..end]` is the first of two for a check, as in `dis ch`.
fn has_check_after(src: &[u8], at: usize, end: usize) -> bool {
    let next = skip_blanks(src, end);
    let is_first = matches!(&src[at..end], b"dis" | b"dbl");
    let second = &src[next.min(src.len())..word::word_end(src, next)];
    is_first && matches!(second, b"ch" | b"check")
}

/// Returns true for a sign of promotion and its piece, with or without a check sign.
fn is_promotion(text: &[u8]) -> bool {
    matches!(
        text,
        [b'=' | b'/', b'Q' | b'R' | b'B' | b'N' | b'q' | b'r' | b'b' | b'n']
            | [b'=' | b'/', b'Q' | b'R' | b'B' | b'N' | b'q' | b'r' | b'b' | b'n', b'+' | b'#']
    )
}

/// Returns true if white space and a token that is no word of prose follow a mark that ends at `end`.
fn is_before_token(src: &[u8], end: usize) -> bool {
    let next = skip_white(src, end);
    let text = &src[next..word::word_end(src, next)];
    next >= src.len()
        || next > end
            && (src[next].is_ascii_digit()
                || b"{($*".contains(&src[next])
                || word::is_move_like(text))
}

/// Returns true for the last part of castling to the queen's side, which is divided: `O-O -O`.
fn is_castling_rest(text: &[u8]) -> bool {
    let [b'-', rest @ ..] = text else { return false };
    let sign = rest.iter().rposition(|byte| !b"+#".contains(byte)).map_or(0, |at| at + 1);
    !rest.is_empty() && sign == 1 && is_castling_letter(char_at(rest, 0).0)
}

/// Returns the end of the piece of a promotion at `at`: `=Q`, `= Q`, `(Q)`, `=(Q)`, `[Q]`, or the letter alone; also in the
/// letters of another language, as a figurine or in look-alikes.
fn piece_end(src: &[u8], at: usize) -> Option<usize> {
    let has_sign = matches!(byte(src, at), b'=' | b'/');
    let open = if has_sign { attempt::skip_line_gap(src, at + 1) } else { at };
    let close = match byte(src, open) {
        b'(' => Some(b')'),
        b'[' => Some(b']'),
        _ => None,
    };
    let letter = open + usize::from(close.is_some());
    let mut end = letter + promotion_letter_len(src, letter)?;
    if let Some(close) = close {
        (byte(src, end) == close).then_some(())?;
        end += 1;
    }
    end += usize::from(matches!(byte(src, end), b'+' | b'#'));
    // A letter without sign and brackets may also be the piece of the next move: `e8 B c4`.
    let is_letter_alone = !has_sign && close.is_none();
    let is_move = is_letter_alone
        && (src[letter].is_ascii_lowercase()
            || attempt::split_move_end(src, letter, end).is_some()
            || !b"QRBN".contains(&src[letter]) && attempt::is_in_prose(src, letter, end));
    (is_token_end(src, end) && !is_move).then_some(end)
}

/// Returns the length of the letter or figurine at `at` if it can name the piece of a promotion in some language: a capital
/// of any script, or `q`, `r`, `b`, `n`.
fn promotion_letter_len(src: &[u8], at: usize) -> Option<usize> {
    let (code, len) = (at < src.len()).then(|| char_at(src, at))?;
    let is_capital = char::from_u32(code).is_some_and(char::is_uppercase);
    let is_small = matches!(u8::try_from(code), Ok(b'q' | b'r' | b'b' | b'n'));
    (is_capital || is_small || matches!(code, 0x2655..=0x2658 | 0x265B..=0x265E)).then_some(len)
}
