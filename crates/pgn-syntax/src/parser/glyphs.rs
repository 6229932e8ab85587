//! Move suffixes and NAGs (8.2.4).

use super::{
    movetext::{MovetextReader, Token},
    number::number_value,
};
use crate::{
    game::{
        error::SyntaxErrorKind as Kind,
        movetext::{Node, NodeKind},
    },
    text::{
        scan::{byte, is_delimiter, is_token_end, skip_while, skip_white},
        span::Span,
    },
    tokens::{
        attempt,
        nag::{sign_at, suffix_nag},
        san::SanCode,
    },
};

impl MovetextReader<'_> {
    /// Reads a suffix: `!`, `?` or a pair of them.
    pub(super) fn read_suffix(&mut self, at: usize) -> Token {
        let src = self.src;
        let mut end = suffix_end(src, at);
        if self.is_in_words() {
            return self.read_words(at, end);
        }
        if self.is_missing_move(at, end) {
            return self.push_odd_move(at, end);
        }
        let is_glued = self.move_end == at;
        self.record_token(at, end);
        if end - at > 2 {
            self.game.report(Kind::BadSuffix, at, end);
        } else if !is_glued {
            self.game.report(Kind::DetachedSuffix, at, end);
        }
        let nag = suffix_nag(&src[at..end]);
        self.note_nag(nag, at, end);
        self.push_nag(at, end, NodeKind::Suffix(nag));
        // A check sign after the suffix adds nothing: the board shows whether there is a check.
        if is_glued && matches!(byte(src, end), b'+' | b'#') && is_delimiter(byte(src, end + 1)) {
            self.game.report(Kind::BadSuffix, at, end + 1);
            end += 1;
            self.token_end = end;
        }
        Token::EndsAt(end)
    }

    /// Returns true if question marks stand for a move that is not known, as in `2. ??? ??? 3. Nf3` and `2. ? 1-0`:
    /// after a move number, or after such a move, and without a move after them.
    #[cold]
    fn is_missing_move(&self, at: usize, end: usize) -> bool {
        let src = self.src;
        let is_missing = |node: &Node| {
            matches!(node.kind, NodeKind::Move { code: SanCode::NOT_PLAIN, .. })
                && byte(src, node.span.start as usize) == b'?'
                && (node.span.end as usize) < at
        };
        let next = skip_white(src, end);
        src[at..end].iter().all(|byte| *byte == b'?')
            && (self.number.pending.is_some() || self.game.nodes.last().is_some_and(is_missing))
            && (next == src.len() || matches!(src[next], b'?' | b'0'..=b'9' | b')' | b'*'))
    }

    /// Reads a NAG: `$` and its number.
    pub(super) fn read_nag(&mut self, at: usize) -> Token {
        let src = self.src;
        let mut end = skip_while(src, at + 1, u8::is_ascii_digit);
        let mut value = number_value(&src[at + 1..end]);
        let divided = if end == at + 1 { self.divided_nag(end) } else { None };
        if let Some(divided) = divided {
            (end, value) = divided;
        }
        self.record_token(at, end);
        if divided.is_some() {
            self.game.report(Kind::DividedNag, at, end);
        } else if end == at + 1 {
            self.game.report(Kind::NagWithoutNumber, at, end);
            return Token::EndsAt(end);
        }
        let Ok(nag) = u8::try_from(value) else {
            self.game.report(Kind::NagRange, at, end);
            return Token::EndsAt(end);
        };
        if nag == 0 {
            self.game.report(Kind::NagZero, at, end);
        }
        self.note_nag(nag, at, end);
        self.push_nag(at, end, NodeKind::Nag(nag));
        Token::EndsAt(end)
    }

    /// Returns the end and the value of the number of a NAG that blanks or a line end divide: `$ 14`. `after`: the end
    /// of its sign.
    ///
    /// A number that is due, or may be that of a move as numbers have no dots here, is no part of it, nor is one among
    /// words.
    fn divided_nag(&self, after: usize) -> Option<(usize, u32)> {
        let src = self.src;
        let at = attempt::skip_line_gap(src, after);
        let digits = src.get(at..)?.iter().take(3).take_while(|byte| byte.is_ascii_digit()).count();
        let end = at + digits;
        let value = number_value(&src[at..end]);
        let is_nag = at > after
            && (1..256).contains(&value)
            && self.number.has_dots
            && !self.is_due(value)
            && !self.is_in_words()
            && is_token_end(src, end)
            && byte(src, end) != b'.'
            && !attempt::is_in_prose(src, at, end);
        is_nag.then_some((end, value))
    }

    /// Adds the glyph `kind`, which is reported.
    pub(super) fn push_glyph(&mut self, at: usize, end: usize, kind: NodeKind) -> Token {
        self.record_token(at, end);
        self.game.report(Kind::InlineGlyph, at, end);
        self.push_nag(at, end, kind);
        Token::EndsAt(end)
    }

    /// Adds a NAG, suffix or glyph to the nodes.
    pub(super) fn push_nag(&mut self, at: usize, end: usize, kind: NodeKind) {
        self.game.has_nags = true;
        self.game.nodes.push(Node { span: Span::new(at, end), kind });
    }

    /// Compares a NAG with the other NAGs of the same move, and reports duplicates and wrong positions.
    fn note_nag(&mut self, nag: u8, start: usize, end: usize) {
        if !self.line.has_move {
            self.game.report(Kind::NagWithoutMove, start, end);
            return;
        }
        if self.line.is_annotated {
            self.game.report(Kind::NagPosition, start, end);
        }
        let line = &mut self.line;
        let n = line.n_nags as usize;
        if nag != 0 && line.nags[..n].contains(&nag) {
            self.game.report(Kind::DuplicateNag, start, end);
        } else if n < line.nags.len() && nag != 0 {
            line.nags[n] = nag;
            line.n_nags += 1;
        }
    }
}

/// Returns the end of the `!` and `?` at `at`.
fn suffix_end(src: &[u8], at: usize) -> usize {
    skip_while(src, at, |b| matches!(b, b'!' | b'?'))
}

/// Returns the glyph for a sign that is alone in parentheses or brackets: `(!)`, `(N)`, `[±]`, `($18)`. `inside`: the
/// text between them.
pub(super) fn enclosed_sign(inside: &[u8]) -> Option<NodeKind> {
    let text = inside.trim_ascii();
    if let Some(sign) = sign_at(text).filter(|sign| sign.text.len() == text.len()) {
        return Some(NodeKind::Glyph { white: sign.white, black: sign.black });
    }
    let nag = match text {
        [b'!' | b'?', ..] if suffix_end(text, 0) == text.len() => suffix_nag(text),
        [b'$', digits @ ..] => std::str::from_utf8(digits).ok()?.parse().ok()?,
        _ => return None,
    };
    (nag > 0).then_some(NodeKind::Glyph { white: nag, black: nag })
}
