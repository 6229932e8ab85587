//! Words that are not plain SAN: odd spellings of moves, marks after a move, glyphs, and words without a
//! meaning.

use super::{
    Parser,
    glyphs::push_glyph,
    marks::{extend_move, word_mark_end},
    state::{Candidate, State, Token, error, record_token, take_number},
};
use crate::{
    attempt,
    error::{SyntaxError, SyntaxErrorKind as Kind},
    game::Game,
    marker::marker_at,
    move_name,
    movetext::{CommentKind, Node, NodeKind},
    nag::sign_at,
    san::SanCode,
    scan::{CLASS, Class, byte, char_at, is_invisible, skip_blanks},
    span::{Span, index},
    word,
};

impl Parser {
    /// Reads a word that is not plain SAN followed by a delimiter.
    #[cold]
    pub(super) fn read_word(
        &mut self,
        src: &[u8],
        game: &mut Game,
        state: &mut State,
        at: usize,
    ) -> Token {
        if src[at] >= 0x80
            && let Some(end) = skip_non_ascii(src, game, at)
        {
            return Token::EndsAt(end);
        }
        if let Some(marker) = marker_at(src, at) {
            return self.marker(game, state, at, marker);
        }
        if let Some(end) = word::decimal_end(src, at) {
            read_words(src, game, state, at, end);
            return Token::EndsAt(end);
        }
        let end = word_end(src, state, at);
        let text = &src[at..end];
        if let Some(end) = attempt::cut_move_end(src, at, end) {
            return self.push_odd_move(game, state, at, end);
        }
        if let Some(mark_end) = word_mark_end(src, game, state, at, end) {
            extend_move(game, state, mark_end);
            return Token::EndsAt(mark_end);
        }
        if word::is_null_move(text) {
            self.push_null_move(game, state, at, end);
            return Token::EndsAt(end);
        }
        if let Some(token) = self.read_glued_move(src, game, state, at, end) {
            return token;
        }
        if word::is_eco(text) && state.number.is_none() && byte(src, end) != b'.' {
            read_words(src, game, state, at, end);
            return Token::EndsAt(end);
        }
        if let Some(end) = spelled_move_end(src, state, at, end) {
            return self.push_odd_move(game, state, at, end);
        }
        let is_in_words = state.is_in_words();
        if let Some(sign) = sign_at(&src[at..]).filter(|_| !is_in_words && !is_ruler(state, at)) {
            let kind = NodeKind::Glyph { white: sign.white, black: sign.black };
            let end = at + sign.text.len();
            return Token::EndsAt(push_glyph(game, state, (at, end), kind));
        }
        if word::is_move_like(text) || src[at] >= 0x80 && word::is_wide_number_and_move(text) {
            return self.push_move_like(src, game, state, at, end);
        }
        let is_mark = src[at..].starts_with(b"e.p");
        if attempt::is_stub(text) && !is_mark && !is_in_words && !attempt::is_in_prose(src, at, end)
        {
            return self.push_odd_move(game, state, at, end);
        }
        if matches!(src[at], b'<' | b'>') {
            record_token(game, state, at, at + 1);
            error(game, Kind::ReservedToken, at, at + 1);
            return Token::EndsAt(at + 1);
        }
        if CLASS[src[at] as usize] == Class::Sign
            && !is_in_words
            && !text[1..].iter().any(u8::is_ascii_alphanumeric)
        {
            record_token(game, state, at, end);
            error(game, Kind::UnexpectedChar, at, end);
            return Token::EndsAt(end);
        }
        read_words(src, game, state, at, end);
        Token::EndsAt(end)
    }

    /// Reads a marker such as `.5-.5`, or a decimal number, that begins with a dot; `None` if there is neither.
    #[cold]
    pub(super) fn read_dotted_digits(
        &mut self,
        src: &[u8],
        game: &mut Game,
        state: &mut State,
        at: usize,
    ) -> Option<Token> {
        if let Some(marker) = marker_at(src, at).filter(|marker| marker.len > ".5".len()) {
            return Some(self.marker(game, state, at, marker));
        }
        let end = word::decimal_end(src, at)?;
        // Zeros can be castling.
        if src[at + 1..end].iter().all(|&byte| byte == b'0') {
            return None;
        }
        read_words(src, game, state, at, end);
        Some(Token::EndsAt(end))
    }

    /// Reads the move that the word from `at` to `end` begins with, if a mark, a sign or another token is glued to
    /// it.
    fn read_glued_move(
        &mut self,
        src: &[u8],
        game: &mut Game,
        state: &mut State,
        at: usize,
        end: usize,
    ) -> Option<Token> {
        // `exd6e.p.`, `exd6/e.p.`: a mark glued to the move.
        if let Some((_, len)) = read_san(src, at)
            && let slash = usize::from(byte(src, at + len) == b'/')
            && src[at + len + slash..].starts_with(b"e.p")
        {
            let len = len + slash + 3;
            let mark_end = at + len + usize::from(byte(src, at + len) == b'.');
            self.push_move(game, state, Span::new(at, mark_end), SanCode::NOT_PLAIN);
            return Some(Token::EndsAt(mark_end));
        }
        if let Some((code, len)) = word::glued_sign(&src[at..end]) {
            self.push_move(game, state, Span::new(at, at + len), code);
            return Some(Token::EndsAt(at + len));
        }
        let next_number = state.line.is_black.then(|| state.line.number.wrapping_add(1));
        let end = at + attempt::glued_move(src, at, end, next_number)?;
        if word::is_null_move(&src[at..end]) {
            self.push_null_move(game, state, at, end);
        } else {
            self.push_move(game, state, Span::new(at, end), code_of(src, at, end));
        }
        error(game, Kind::GluedToken, end, end);
        Some(Token::EndsAt(end))
    }

    /// Adds a word that has the form of a move. `0-0` may be the end of the game.
    fn push_move_like(
        &mut self,
        src: &[u8],
        game: &mut Game,
        state: &mut State,
        at: usize,
        end: usize,
    ) -> Token {
        let n_errors = game.errors.len();
        self.push_move(game, state, Span::new(at, end), code_of(src, at, end));
        if &src[at..end] == b"0-0" && self.frames.is_empty() {
            let node = game.nodes.len() - 1;
            state.is_pending = true;
            state.candidate = Some(Candidate { node, marker: None, start: at, end, n_errors });
        }
        Token::EndsAt(end)
    }

    fn push_null_move(&mut self, game: &mut Game, state: &mut State, at: usize, end: usize) {
        record_token(game, state, at, end);
        let number = take_number(state);
        game.nodes.push(Node { span: Span::new(at, end), kind: NodeKind::NullMove { number } });
        self.count_move(state, end);
    }

    /// Adds a move whose text only the lenient reader of `pgn-chess` understands.
    pub(super) fn push_odd_move(
        &mut self,
        game: &mut Game,
        state: &mut State,
        at: usize,
        end: usize,
    ) -> Token {
        self.push_move(game, state, Span::new(at, end), SanCode::NOT_PLAIN);
        Token::EndsAt(end)
    }
}

/// Skips an invisible character, an ellipsis or a control character at `at`. Returns its end.
fn skip_non_ascii(src: &[u8], game: &mut Game, at: usize) -> Option<usize> {
    let (code, len) = char_at(src, at);
    if is_invisible(code) {
        return Some(skip_invisible(src, game, at));
    }
    if let Some(len) = word::ellipsis_at(src, at) {
        return Some(at + len);
    }
    if (0x80..0xA0).contains(&code) && len == 2 {
        error(game, Kind::ControlChar, at, at + len);
        return Some(at + len);
    }
    None
}

/// Returns the end of a move that begins with the word from `at` to `end` and is spelled in several words, by its name,
/// or so short that only its place shows that it is a move.
fn spelled_move_end(src: &[u8], state: &State, at: usize, end: usize) -> Option<usize> {
    let text = &src[at..end];
    let is_in_words = state.is_in_words();
    let split_end = attempt::enclosed_origin_end(src, at, end)
        .or_else(|| attempt::split_move_end(src, at, end))
        .or_else(|| attempt::named_move_end(src, at, end))
        .or_else(|| {
            let line = &state.line;
            attempt::divided_move_end(src, (at, end), line.number, line.is_black)
        })
        .filter(|_| !is_in_words)
        .or_else(|| attempt::split_castling_end(src, at));
    if split_end.is_some() {
        return split_end;
    }
    let is_stub = state.number.is_some() && attempt::needs_number(text)
        || is_for_black(src, state, at, end) && move_name::is_castling(text);
    let is_move =
        is_stub && !is_in_words && !(text.len() > 1 && attempt::is_in_prose(src, at, end));
    is_move.then_some(end)
}

/// Returns the SAN that the text from `at` to `end` is, or [`SanCode::NOT_PLAIN`].
fn code_of(src: &[u8], at: usize, end: usize) -> SanCode {
    let read = read_san(src, at).filter(|&(_, len)| len == end - at);
    read.map_or(SanCode::NOT_PLAIN, |read| read.0)
}

/// Returns the end of the word at `at`. A word that is read in pieces is searched once.
pub(super) fn word_end(src: &[u8], state: &mut State, at: usize) -> usize {
    if !(state.word.0..state.word.1).contains(&at) {
        let end = word::word_end(src, at);
        state.word = (at, end);
        let n_equal = src[at..end].iter().rev().take_while(|byte| **byte == src[end - 1]).count();
        state.equal_bytes = end - n_equal;
    }
    state.word.1
}

/// Returns true if the rest of the word from `at` is a row of one sign, drawn as a line: `=====`.
fn is_ruler(state: &State, at: usize) -> bool {
    at >= state.equal_bytes && state.word.1 - at > 3
}

/// Returns the SAN at `at` and its length. Reads a fixed-size window where enough bytes are left.
#[inline(always)]
pub(super) fn read_san(src: &[u8], at: usize) -> Option<(SanCode, usize)> {
    match src.get(at..).and_then(<[u8]>::first_chunk) {
        Some(window) => SanCode::read_window(*window),
        None => SanCode::read(&src[at..]),
    }
}

/// Returns true if the word `src[at..end]` stands where Black's move is due, directly after the move of White, and no
/// number follows that shows the side to move.
pub(super) fn is_for_black(src: &[u8], state: &State, at: usize, end: usize) -> bool {
    let line = &state.line;
    state.number.is_none()
        && line.is_black
        && line.has_move
        && state.move_end != usize::MAX
        && skip_blanks(src, state.move_end) == at
        && !attempt::ends_castling(src, state.move_end)
        && attempt::is_without_number(src, end)
}

pub(super) fn read_words(src: &[u8], game: &mut Game, state: &mut State, at: usize, end: usize) {
    let words_end = state.words_end;
    record_token(game, state, at, end);
    push_words(src, game, words_end, at, end);
    state.words_end = end;
    state.prose_end = end;
}

/// Adds a word as a comment, or appends it to the words before it on the line.
pub(super) fn push_words(src: &[u8], game: &mut Game, words_end: usize, at: usize, end: usize) {
    let is_next = words_end <= at
        && src[words_end..at]
            .iter()
            .all(|&b| matches!(CLASS[b as usize], Class::Blank | Class::Other));
    if is_next
        && let Some(node) = game.nodes.last_mut()
        && node.kind == NodeKind::Comment(CommentKind::Words)
    {
        node.span.end = index(end);
        let start = node.span.start;
        let is_its = |error: &SyntaxError| error.span.start == start;
        // The index of the error is cached: many errors may have been added since, and a search for each word is slow.
        if !game.errors.get(game.words_error).is_some_and(is_its) {
            game.words_error = game.errors.iter().rposition(is_its).unwrap_or(usize::MAX);
        }
        if let Some(error) = game.errors.get_mut(game.words_error) {
            error.span.end = index(end);
        }
        return;
    }
    let span = Span::new(at, end);
    let kind = if src[at] >= 0x80 { Kind::NonAsciiToken } else { Kind::UnexpectedSymbol };
    game.words_error = game.errors.len();
    game.errors.push(SyntaxError { kind, span });
    game.nodes.push(Node { span, kind: NodeKind::Comment(CommentKind::Words) });
}

/// Extends the words that end before `end` up to it.
pub(super) fn extend_words(game: &mut Game, state: &mut State, end: usize) {
    if let Some(node) = game.nodes.last_mut()
        && node.kind == NodeKind::Comment(CommentKind::Words)
    {
        node.span.end = index(end);
        (state.words_end, state.prose_end, state.token_end) = (end, end, end);
    }
}

/// Skips and reports an invisible character. Returns its end.
pub(super) fn skip_invisible(src: &[u8], game: &mut Game, at: usize) -> usize {
    let (code, len) = char_at(src, at);
    error(game, if code == 0xFEFF { Kind::Bom } else { Kind::InvisibleChar }, at, at + len);
    at + len
}
