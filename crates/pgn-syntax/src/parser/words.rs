//! Words that are not plain SAN: odd spellings of moves, marks after a move, glyphs, and words without a
//! meaning.

use super::{
    movetext::{MovetextReader, Token},
    state::Candidate,
};
use crate::{
    game::{
        error::{SyntaxError, SyntaxErrorKind as Kind},
        movetext::{CommentKind, Node, NodeKind},
    },
    text::{
        numerals,
        scan::{
            CLASS, Class, byte, char_at, is_invisible, is_white_space, skip_blanks, skip_while,
            skip_white,
        },
        span::{Span, index},
    },
    tokens::{attempt, marker::marker_at, move_name, nag::sign_at, san::SanCode, word},
};

impl MovetextReader<'_> {
    /// Reads a word that is not plain SAN followed by a delimiter.
    #[cold]
    pub(super) fn read_word(&mut self, at: usize) -> Token {
        let src = self.src;
        if src[at] == 0xA0 && self.is_file_of_ibm866(at) {
            return self.push_odd_move(at, at + 2);
        }
        if src[at] >= 0x80
            && let Some(end) = self.skip_non_ascii(at)
        {
            return Token::EndsAt(end);
        }
        if let Some(marker) = marker_at(src, at) {
            return self.read_marker(at, marker);
        }
        if src[at] >= 0x80
            && let Some(token) = self.read_other_number(at)
        {
            return token;
        }
        if let Some(end) = word::decimal_end(src, at) {
            return self.read_words(at, end);
        }
        if let Some(end) = word::abbreviation_end(src, at) {
            return self.read_words(at, end);
        }
        let end = self.last_word.end_at(src, at);
        let text = &src[at..end];
        if let Some(whole) = attempt::cut_move_end(src, at, end)
            && !self.is_full_move(at, end, whole)
        {
            return self.push_odd_move(at, whole);
        }
        if let Some(mark_end) = self.word_mark_end(at, end) {
            return self.extend_move(mark_end);
        }
        if word::is_null_move(text) {
            return self.push_null_move(at, end);
        }
        if let Some(token) = self.read_glued_move(at, end) {
            return token;
        }
        if word::is_eco(text) && self.number.pending.is_none() && byte(src, end) != b'.' {
            return self.read_words(at, end);
        }
        if let Some(end) = self.spelled_move_end(at, end) {
            return self.push_odd_move(at, end);
        }
        let is_in_words = self.is_in_words();
        if let Some(sign) = sign_at(&src[at..])
            && !is_in_words
            && !self.last_word.is_ruler(at)
        {
            let kind = NodeKind::Glyph { white: sign.white, black: sign.black };
            return self.push_sign(at, at + sign.text.len(), kind);
        }
        if word::is_move_like(text) {
            return self.push_move_like(at, end);
        }
        let is_mark = src[at..].starts_with(b"e.p");
        if attempt::is_stub(text) && !is_mark && !is_in_words && !attempt::is_in_prose(src, at, end)
        {
            return self.push_odd_move(at, end);
        }
        if matches!(src[at], b'<' | b'>') {
            self.record_token(at, at + 1);
            self.game.report(Kind::ReservedToken, at, at + 1);
            return Token::EndsAt(at + 1);
        }
        if CLASS[src[at] as usize] == Class::Sign
            && !is_in_words
            && !text[1..].iter().any(u8::is_ascii_alphanumeric)
        {
            self.record_token(at, end);
            self.game.report(Kind::UnexpectedChar, at, end);
            return Token::EndsAt(end);
        }
        self.read_words(at, end)
    }

    /// Returns true if zero-width characters, which begin at `end`, part the move of White at `at` from that of Black,
    /// which ends at `whole`: the number of the next move follows, as it does after no move of White.
    fn is_full_move(&self, at: usize, end: usize, whole: usize) -> bool {
        let src = self.src;
        let is_move =
            |from, to| SanCode::read_at(src, from).is_some_and(|(_, len)| from + len == to);
        let second = skip_while(src, end, |byte| *byte >= 0x80);
        let number = skip_white(src, whole);
        let digits = &src[number..skip_while(src, number, u8::is_ascii_digit)];
        !self.line.is_black
            && is_move(at, end)
            && is_move(second, whole)
            && numerals::number(digits, 4) == Some((self.line.number.wrapping_add(1)).into())
    }

    /// Skips an invisible character, an ellipsis or a control character at `at`. Returns its end.
    fn skip_non_ascii(&mut self, at: usize) -> Option<usize> {
        let (code, len) = char_at(self.src, at);
        if is_invisible(code) {
            return Some(self.game.report_invisible(self.src, at));
        }
        if let Some(len) = word::ellipsis_at(self.src, at) {
            return Some(at + len);
        }
        if (0x80..0xA0).contains(&code) && len == 2 {
            self.game.report(Kind::ControlChar, at, at + len);
            return Some(at + len);
        }
        None
    }

    /// Returns true if the byte 0xA0 at `at` may be the letter of IBM866 that looks like `a`, and not the no-break space of
    /// other sets: before a digit that can only be its rank, because no number is due.
    #[cold]
    fn is_file_of_ibm866(&self, at: usize) -> bool {
        let src = self.src;
        let (digit, next) = (byte(src, at + 1), byte(src, at + 2));
        if !matches!(digit, b'1'..=b'8') {
            return false;
        }
        let is_ended =
            is_white_space(&next) || matches!(next, b'+' | b'#' | b'!' | b'?' | b'(' | b'{');
        let is_number = self.number.pending.is_none() && self.is_due((digit - b'0').into());
        is_ended && self.number.has_dots && !is_number && !self.is_in_words()
    }

    /// Reads a dot that belongs to no move number.
    pub(super) fn read_dot(&mut self, at: usize) -> Token {
        if byte(self.src, at + 1).is_ascii_digit()
            && let Some(token) = self.read_dotted_digits(at)
        {
            return token;
        }
        // Dots directly after words belong to the words.
        if self.words.end == at {
            self.extend_words(at + 1);
            return Token::EndsAt(at + 1);
        }
        let (mut end, mut n_dots) = (at + 1, 1);
        let mut next = skip_blanks(self.src, end);
        while byte(self.src, next) == b'.' && !byte(self.src, next + 1).is_ascii_digit() {
            (end, n_dots) = (next + 1, n_dots + 1);
            next = skip_blanks(self.src, end);
        }
        // Two or three dots without a number can stand for the move of White.
        let is_for_white = matches!(n_dots, 2 | 3) && (self.line.is_black || !self.line.has_move);
        // Dots behind anything but a plain move may be those of a damaged number: `Bx4.`.
        let is_after_move = self.game.nodes.last().is_some_and(|node| {
            let is_plain =
                |kind| matches!(kind, NodeKind::Move { code, .. } if code != SanCode::NOT_PLAIN);
            node.span.end as usize == at && is_plain(node.kind)
        });
        let is_alone = at.checked_sub(1).is_none_or(|last| is_white_space(&self.src[last]));
        if !is_for_white && (is_alone || is_after_move) {
            self.game.report(Kind::UnexpectedChar, at, end);
        }
        Token::EndsAt(end)
    }

    /// Reads a marker such as `.5-.5`, or a decimal number, that begins with a dot; `None` if there is neither.
    #[cold]
    fn read_dotted_digits(&mut self, at: usize) -> Option<Token> {
        let src = self.src;
        if let Some(marker) = marker_at(src, at).filter(|marker| marker.len > ".5".len()) {
            return Some(self.read_marker(at, marker));
        }
        let end = word::decimal_end(src, at)?;
        // Zeros can be castling.
        let is_zero = src[at + 1..end].iter().all(|&byte| byte == b'0');
        (!is_zero).then(|| self.read_words(at, end))
    }

    /// Reads the move that the word from `at` to `end` begins with, if a mark, a sign or another token is glued to
    /// it.
    fn read_glued_move(&mut self, at: usize, end: usize) -> Option<Token> {
        let src = self.src;
        // `exd6e.p.`, `exd6/e.p.`: a mark glued to the move.
        if let Some((_, len)) = SanCode::read_at(src, at)
            && let slash = usize::from(byte(src, at + len) == b'/')
            && src[at + len + slash..].starts_with(b"e.p")
        {
            let len = len + slash + 3;
            let mark_end = at + len + usize::from(byte(src, at + len) == b'.');
            return Some(self.push_odd_move(at, mark_end));
        }
        if let Some((code, len)) = word::glued_sign(&src[at..end]) {
            self.push_move(Span::new(at, at + len), code);
            return Some(Token::EndsAt(at + len));
        }
        let next_number = self.line.is_black.then(|| self.line.number.wrapping_add(1));
        let end = at + attempt::glued_move(src, at, end, next_number)?;
        if word::is_null_move(&src[at..end]) {
            self.push_null_move(at, end);
        } else {
            self.push_move(Span::new(at, end), code_of(src, at, end));
        }
        self.game.report(Kind::GluedToken, end, end);
        Some(Token::EndsAt(end))
    }

    /// Adds a word that has the form of a move. `0-0` may be the end of the game.
    fn push_move_like(&mut self, at: usize, end: usize) -> Token {
        let n_errors = self.game.errors.len();
        self.push_move(Span::new(at, end), code_of(self.src, at, end));
        if &self.src[at..end] == b"0-0" && self.parser.frames.is_empty() {
            let node = self.game.nodes.len() - 1;
            let candidate = Candidate { node, marker: None, start: at, end, n_errors };
            self.undecided.set_candidate(candidate);
        }
        Token::EndsAt(end)
    }

    fn push_null_move(&mut self, at: usize, end: usize) -> Token {
        self.record_token(at, end);
        let kind = NodeKind::NullMove { number: self.number.take() };
        self.game.nodes.push(Node { span: Span::new(at, end), kind });
        self.count_move(end);
        Token::EndsAt(end)
    }

    /// Returns the end of a move that begins with the word from `at` to `end` and is spelled in several words, by its
    /// name, or so short that only its place shows that it is a move.
    fn spelled_move_end(&self, at: usize, end: usize) -> Option<usize> {
        let (src, line) = (self.src, &self.line);
        let text = &src[at..end];
        let is_in_words = self.is_in_words();
        let split_end = attempt::enclosed_origin_end(src, at, end)
            .or_else(|| attempt::split_move_end(src, at, end))
            .or_else(|| attempt::named_move_end(src, at, end))
            .or_else(|| attempt::divided_move_end(src, at, end, line.number, line.is_black))
            .filter(|_| !is_in_words)
            .or_else(|| attempt::split_castling_end(src, at));
        if split_end.is_some() {
            return split_end;
        }
        let is_stub = self.number.pending.is_some() && attempt::needs_number(text)
            || self.is_for_black(at, end) && move_name::is_castling(text);
        let is_move =
            is_stub && !is_in_words && !(text.len() > 1 && attempt::is_in_prose(src, at, end));
        is_move.then_some(end)
    }

    /// Returns true if the word from `at` to `end` is where Black's move is due, directly after the move of White,
    /// and no number follows that shows the side to move.
    pub(super) fn is_for_black(&self, at: usize, end: usize) -> bool {
        self.number.pending.is_none()
            && self.line.is_black
            && self.line.has_move
            && self.move_end != usize::MAX
            && skip_blanks(self.src, self.move_end) == at
            && !attempt::ends_castling(self.src, self.move_end)
            && attempt::is_without_number(self.src, end)
    }

    /// Reads the text from `at` to `end` as words.
    pub(super) fn read_words(&mut self, at: usize, end: usize) -> Token {
        self.record_token(at, end);
        self.push_words(self.words.end, at, end);
        (self.words.end, self.words.prose_end) = (end, end);
        Token::EndsAt(end)
    }

    /// Adds a word as a comment, or appends it to the words before it on the line, which end at `words_end`.
    pub(super) fn push_words(&mut self, words_end: usize, at: usize, end: usize) {
        let is_gap = |&byte: &u8| matches!(CLASS[byte as usize], Class::Blank | Class::Other);
        let game = &mut *self.game;
        if words_end <= at
            && self.src[words_end..at].iter().all(is_gap)
            && let Some(node) = game.nodes.last_mut()
            && node.kind == NodeKind::Comment(CommentKind::Words)
        {
            node.span.end = index(end);
            let start = node.span.start;
            let is_its = |error: &SyntaxError| error.span.start == start;
            // The index of the error is cached: many errors may have been added since, and a search for each word is
            // slow.
            if !game.errors.get(game.words_error).is_some_and(is_its) {
                game.words_error = game.errors.iter().rposition(is_its).unwrap_or(usize::MAX);
            }
            if let Some(error) = game.errors.get_mut(game.words_error) {
                error.span.end = index(end);
            }
            return;
        }
        let kind = if self.src[at] >= 0x80 { Kind::NonAsciiToken } else { Kind::UnexpectedSymbol };
        game.words_error = game.errors.len();
        game.report_words(kind, at, end);
    }

    /// Extends the words that end before `end` up to it.
    fn extend_words(&mut self, end: usize) {
        if let Some(node) = self.game.nodes.last_mut()
            && node.kind == NodeKind::Comment(CommentKind::Words)
        {
            node.span.end = index(end);
            (self.words.end, self.words.prose_end, self.token_end) = (end, end, end);
        }
    }
}

/// Returns the SAN that the text from `at` to `end` is, or [`SanCode::NOT_PLAIN`].
fn code_of(src: &[u8], at: usize, end: usize) -> SanCode {
    let read = SanCode::read_at(src, at).filter(|&(_, len)| len == end - at);
    read.map_or(SanCode::NOT_PLAIN, |read| read.0)
}
