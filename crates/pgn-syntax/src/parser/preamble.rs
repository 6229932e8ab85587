//! The text before a game: comments, escape lines, and junk that is neither (COM-14, GAM-05).

use super::{Part, ReadOptions, comment::comment_into};
use crate::{
    cut_points::CommentEnds,
    game::{
        Game,
        error::{SyntaxError, SyntaxErrorKind as Kind},
        tag_reader,
    },
    text::{
        scan::{
            CLASS, Class, byte, char_at, is_blank, is_control, is_invisible, is_line_end,
            is_line_start, line_end, skip_gaps, skip_while, skip_white,
        },
        span::Span,
    },
    tokens::{
        attempt, game_start,
        marker::{Marker, marker_at},
        word,
    },
};

/// The number of bytes around a lone move that are searched for control characters. Random bytes contain
/// accidental moves.
const WINDOW: usize = 32;

/// The number of bytes that parentheses and comments may take before the first move of an input.
const PREAMBLE_REACH: usize = 4096;

/// The number of tokens of a game that are examined to distinguish it from random bytes.
const MAX_TOKENS: usize = 16;

/// The token that ends a preamble.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PreambleEnd {
    /// The first tag pair or move of a game, at this offset.
    Game(usize),
    /// The end of the text.
    Text,
}

/// The comments, escape lines and junk before a game, kept until it is known which game they belong to.
#[derive(Clone, Debug, Default)]
pub(super) struct Preamble {
    /// The comments, escape lines and errors, and the first marker.
    found: Game,
    junk: Option<Span>,
}

impl Preamble {
    pub(super) fn clear(&mut self) {
        self.found.clear();
        self.junk = None;
    }

    /// Moves all elements to the game they belong to.
    pub(super) fn give_to(&mut self, game: &mut Game) {
        let found = &mut self.found;
        if let Some(span) = self.junk.take() {
            found.errors.push(SyntaxError { kind: Kind::JunkBetweenGames, span });
        }
        game.is_too_dense |= found.is_too_dense;
        game.nodes.append(&mut found.nodes);
        game.errors.append(&mut found.errors);
        game.escapes.append(&mut found.escapes);
    }

    /// Returns the first marker if the preamble holds only markers, comments and escape lines.
    pub(super) fn lone_marker(&self) -> Option<(Marker, Span)> {
        self.found.marker.filter(|_| self.junk.is_none())
    }

    /// Drops all comments, escape lines and errors if there are at least `max` of them.
    fn keep_at_most(&mut self, max: usize) {
        let found = &mut self.found;
        if found.n_elements() >= max {
            found.nodes.clear();
            found.errors.clear();
            found.escapes.clear();
            found.is_too_dense = true;
        }
    }

    /// Reads the preamble that begins at `start`, up to the next game or the end of the text.
    ///
    /// `is_input_start` is true if no game of the input came before. `options` apply to the comments.
    pub(super) fn read(
        &mut self,
        part: &Part<'_>,
        start: usize,
        is_input_start: bool,
        options: ReadOptions,
        ends: &mut CommentEnds,
    ) -> PreambleEnd {
        let (src, mut at, mut depth) = (part.src, start, 0_u32);
        // A `%` after a byte order mark is still in column one.
        let mut is_column_one = is_line_start(src, at);
        while at < src.len() {
            self.keep_at_most(options.max_elements());
            let first = src[at];
            match CLASS[first as usize] {
                Class::Blank | Class::LineEnd => {
                    at = skip_white(src, at);
                    is_column_one = is_line_start(src, at);
                    continue;
                }
                Class::BracketOpen if tag_reader::opens(src, at) => {
                    return PreambleEnd::Game(at);
                }
                Class::Semicolon if self.has_junk_on_line(src, at) => {
                    let Some(end) = self.rest_of_line(part, at) else { return PreambleEnd::Text };
                    at = end;
                }
                Class::BraceOpen | Class::Semicolon => {
                    match comment_into(part, at, options, ends, &mut self.found) {
                        Some(end) => at = end,
                        None => return PreambleEnd::Text,
                    }
                }
                _ if first == b'%' && is_column_one => {
                    let end = line_end(src, at);
                    self.found.escapes.push(Span::new(at, end));
                    self.found.report(Kind::EscapeLine, at, end);
                    at = end;
                }
                Class::High if is_invisible(char_at(src, at).0) => {
                    let is_bom = char_at(src, at).0 == 0xFEFF;
                    at = self.found.report_invisible(src, at);
                    if is_bom {
                        continue;
                    }
                }
                Class::High if matches!(char_at(src, at), (0x80..=0x9F, 2)) => {
                    self.found.report(Kind::ControlChar, at, at + 2);
                    at += 2;
                }
                Class::ParenOpen | Class::Dollar
                    if is_input_start && depth == 0 && opens_first_game(src, at) =>
                {
                    return PreambleEnd::Game(at);
                }
                Class::ParenOpen | Class::ParenClose => {
                    depth = if first == b'(' { depth + 1 } else { depth.saturating_sub(1) };
                    self.note_junk(at, at + 1);
                    at += 1;
                }
                Class::Control => {
                    // NULs and the end-of-file byte of DOS are reported, but are not junk.
                    at = self.found.report_run(src, at, Class::Control, Kind::ControlChar);
                }
                _ => {
                    let is_pair = tag_reader::opens_line(src, at);
                    if is_pair || depth == 0 && begins_game(src, start, at) {
                        return PreambleEnd::Game(at);
                    }
                    at = self.skip_word(src, at);
                }
            }
            is_column_one = false;
        }
        PreambleEnd::Text
    }

    fn skip_word(&mut self, src: &[u8], at: usize) -> usize {
        if let Some(found) = marker_at(src, at).filter(|found| !found.is_only_last) {
            let end = at + found.len;
            self.found.report(Kind::MovetextAfterResult, at, end);
            self.found.marker.get_or_insert((found.marker, Span::new(at, end)));
            return end;
        }
        let word_end = word::word_end(src, at).max(at + char_at(src, at).1);
        let end = skip_while(src, word_end, |b| *b == b'.');
        self.note_junk(at, end);
        end
    }

    /// Returns true if text of no game precedes `at` on its line, as in `Content-Type: text/plain; charset=utf-8`.
    fn has_junk_on_line(&self, src: &[u8], at: usize) -> bool {
        self.junk.is_some_and(|junk| !src[junk.end as usize..at].iter().any(is_line_end))
    }

    /// Adds the rest of the line to the junk. Returns its end, or `None` if the line continues after `part`.
    fn rest_of_line(&mut self, part: &Part<'_>, at: usize) -> Option<usize> {
        let end = line_end(part.src, at);
        if end == part.src.len() && !part.is_last {
            return None;
        }
        self.note_junk(at, end);
        Some(end)
    }

    fn note_junk(&mut self, start: usize, end: usize) {
        let span = Span::new(start, end);
        self.junk = Some(self.junk.map_or(span, |junk| junk.to(span)));
    }
}

/// Returns true if a move or a number at `at` begins a game (GAM-03). The preamble begins at `start`.
fn begins_game(src: &[u8], start: usize, at: usize) -> bool {
    game_start::starts_game(src, at) && (is_text(src, start, at) || goes_on(src, at))
}

/// Returns true if a variation or NAG at `at` belongs to the first move of an input (RAV-08, NAG-08).
/// Parentheses and comments may be between it and that move.
fn opens_first_game(src: &[u8], at: usize) -> bool {
    let mut next = at + 1;
    if src[at] == b'$' {
        next = skip_while(src, next, u8::is_ascii_digit);
        return game_start::starts_game(src, skip_white(src, next));
    }
    let reach = &src[..src.len().min(at + PREAMBLE_REACH)];
    loop {
        next = skip_white(reach, next);
        match reach.get(next) {
            Some(b'(') => next += 1,
            // Where another brace opens first, the comment may end at an empty line (C33).
            Some(b'{') => match memchr::memchr2(b'{', b'}', &reach[next + 1..]) {
                Some(len) if reach[next + 1 + len] == b'}' => next += len + 2,
                _ => return false,
            },
            _ => return game_start::starts_game(src, next),
        }
    }
}

/// Control characters that are in text: the end of a page, and the end of a file of CP/M and DOS.
const FORM_FEED: u8 = 0x0C;
const END_OF_FILE: u8 = 0x1A;

/// Returns true if the bytes near `at`, on its line, are text: at most one control character before it, from `start`
/// on, and none after it, up to a comment. A form feed and the end-of-file byte of DOS do not count.
fn is_text(src: &[u8], start: usize, at: usize) -> bool {
    let is_control = |b: &&u8| is_control(b) && !matches!(**b, FORM_FEED | END_OF_FILE);
    let on_line = |b: &&u8| !is_line_end(b);
    let before = src[start.max(at.saturating_sub(WINDOW))..at].iter().rev().take_while(on_line);
    let after = src[at..src.len().min(at + WINDOW)].iter().take_while(on_line);
    // Whether a comment is closed may depend on the text of other games.
    let after = after.take_while(|&&b| b != b'{');
    before.filter(is_control).count() <= 1 && after.filter(is_control).count() == 0
}

/// Returns true if the text at `at` continues as a game does: two of its first tokens are moves, numbers with a
/// dot, or a marker at the end of a line. In random bytes, no two such tokens are near each other.
fn goes_on(src: &[u8], at: usize) -> bool {
    let src = &src[..src.len().min(at + PREAMBLE_REACH)];
    let (mut next, mut n_found, mut is_first_move) = (at, 0, false);
    for _ in 0..MAX_TOKENS {
        next = skip_gaps(src, next);
        let Some(&first) = src.get(next) else { return false };
        let mut end = word::word_end(src, next);
        match first {
            b'{' => match memchr::memchr(b'}', &src[next..]) {
                Some(len) => end = next + len + 1,
                None => return false,
            },
            b';' => end = line_end(src, next),
            b'$' => end = word::word_end(src, next + 1),
            b'!' | b'?' | b'(' | b')' | b'.' => end = next + 1,
            _ if game_start::is_plain_move(src, next) => {
                n_found += 1;
                // Text glued to the move is a token of its own: a marker may end the game.
                end = attempt::glued_move(src, next, end, None).map_or(end, |len| next + len);
            }
            _ if let Some(marker) = marker_at(src, next) => {
                let is_text = |byte: &&u8| !is_blank(byte) && !is_control(byte);
                let after = src[next + marker.len..].iter().find(is_text);
                return n_found > 0 && after.is_none_or(is_line_end);
            }
            b'0'..=b'9' if !word::is_move_like(&src[next..end]) => {
                end = skip_while(src, next, u8::is_ascii_digit);
                is_first_move = n_found == 0 && byte(src, end) == b'.';
                n_found += usize::from(byte(src, end) == b'.');
            }
            // The caller has seen that a move in some shape is after the first number.
            _ if is_first_move || word::is_move_like(&src[next..end]) => is_first_move = false,
            _ => return false,
        }
        if n_found > 1 {
            return true;
        }
        next = end;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parser::{Games, Parser};

    /// Returns the number of games of a text, and the moves of the first one.
    fn read(text: &[u8]) -> (usize, u32) {
        let mut games = Games::new(text);
        let n_plies = games.next().map_or(0, |game| game.n_plies);
        (
            usize::from(n_plies > 0) + std::iter::from_fn(|| games.next().map(|_| ())).count(),
            n_plies,
        )
    }

    #[test]
    fn control_characters_do_not_cost_moves() {
        for (text, n_plies) in [
            (&b"1. e4 e5 {a\x01b} 2. Nf3 Nc6 *"[..], 4),
            (b"1. e4 e5 {\x01\x02\x03} 2. Nf3 Nc6 *", 4),
            (b"1. e4\x01e5 2. Nf3 *", 3),
            (b"e4 \x01 e5 Nf3 *", 3),
            (b"1 e4 \x01 e5 2 Nf3 *", 3),
            (b"\x01\x02 1. e4 e5 *", 2),
            (b"1.\x01e4 e5 *", 2),
            (b"1. {\x01} e4 e5 *", 2),
            (b"1. {a}\x01\x02 e4 e5 *", 2),
            (b"1.\xC2\xA0e4 e5 *", 2),
            (b"1. 0-0 {\x01} e5 *", 2),
            (b"1. ed {\x01} *", 1),
            (b"1. e4! $3 {\x01} (\x02 1. d4) 1... e5 *", 2),
            (b"e4 {\x01} *\n", 1),
            (b"e4 *\x01\n", 1),
            (b"e4\x1a", 1),
            (b"1. e4 e5\x1a\x1a", 2),
            (b"e5{\0", 1),
            (b"\xC2\x85d5 e5 *", 2),
        ] {
            assert_eq!(read(text), (1, n_plies), "{}", text.escape_ascii());
            let after = [b"[Event \"x\"]\n\n1. e4 *\n\n", text].concat();
            assert_eq!(read(&after), (2, 1), "{}", text.escape_ascii());
        }
    }

    #[test]
    fn a_move_after_the_marker_is_none_of_the_game() {
        for text in [&b"c10-1\x7fe4"[..], b"c4 0-1\x7fe4", b"Nf31-0 \x7fe4 e5"] {
            let mut games = Games::new(text);
            let first = games.next().map(|game| game.span);
            assert_eq!(
                first.map(|span| span.end as usize),
                Some(text.len()),
                "{}",
                text.escape_ascii()
            );
            assert!(games.next().is_none());
        }
    }

    #[test]
    fn an_open_comment_in_a_parenthesis_is_no_game() {
        let mut games = Games::new(b"({\n\n[B \"\"]\n{}d5");
        assert_eq!(games.next().map(|game| game.start), Some(4));
        assert!(games.next().is_none());
    }

    #[test]
    fn a_move_that_a_control_character_cuts_begins_its_game() {
        let text = b"1. e\x014 e5 2. Nf3 *";
        let mut games = Games::new(text);
        assert_eq!(games.next().map(|game| game.start), Some(0));
        assert!(games.next().is_none());
    }

    #[test]
    fn random_bytes_rarely_begin_a_game_with_a_move() {
        let mut random = vec![0; 1 << 22];
        fastrand::Rng::with_seed(1).fill(&mut random);
        let (mut parser, mut game) = (Parser::default(), Game::default());
        let begins_with_move = |chunk: &&[u8]| {
            let part = Part { is_first: false, ..Part::whole(chunk) };
            parser.start(&part);
            parser.next_game(&part, &mut game) && chunk[game.start as usize] != b'['
        };
        let n = random.chunks(512).filter(begins_with_move).count();
        assert!(n < 8, "{n} games in 4 MiB");
    }
}
