//! The end of a game: its marker and the text after it, or the end of a game without a marker.
//!
//! The functions that end a game return the end of its span, or `None` if the text ends before that is known.

use super::{
    Part,
    comment::is_comment,
    movetext::{MovetextReader, Token},
    state::{Candidate, Undecided},
};
use crate::{
    game::{
        Game,
        error::SyntaxErrorKind as Kind,
        movetext::{CommentKind, Node, NodeKind},
        tag::TagName,
        tag_reader,
    },
    text::{
        scan::{
            CLASS, Class, char_at, is_invisible, is_line_start, is_white_space, next_line,
            past_line_end, skip_blanks, skip_empty_lines, skip_while,
        },
        span::{Span, index},
    },
    tokens::{
        attempt, game_start, html,
        marker::{Marker, MarkerText, emphasis_end, marker_at, marker_of_sign},
        word,
    },
};

impl MovetextReader<'_> {
    /// Reads the termination marker at `at`, which may not end the game: it is in a variation, or a glyph such as `+-`.
    pub(super) fn read_marker(&mut self, at: usize, marker: MarkerText) -> Token {
        let end = at + marker.len;
        if self.parser.frames.is_empty() && !marker.is_only_last {
            return Token::Marker(marker);
        }
        self.record_token(at, end);
        let candidate = Candidate {
            node: self.game.nodes.len(),
            marker: Some(marker),
            start: at,
            end,
            n_errors: self.game.errors.len(),
        };
        if marker.is_only_last {
            // A glyph or punctuation, unless nothing follows.
            let nag = match marker.marker {
                Marker::WhiteWins => Some(20),
                Marker::BlackWins => Some(21),
                _ => None,
            };
            if let Some(nag) = nag {
                self.push_nag(at, end, NodeKind::Glyph { white: nag, black: nag });
            }
            self.game.report(Kind::InlineGlyph, at, end);
        } else {
            self.game.report(Kind::ResultInRav, at, end);
            let kind = NodeKind::Marker(marker.marker);
            self.game.nodes.push(Node { span: Span::new(at, end), kind });
        }
        self.undecided.set_candidate(candidate);
        Token::EndsAt(end)
    }

    /// Adds the sign from `at` to `end` as the glyph `kind`. It may be the game's marker.
    pub(super) fn push_sign(&mut self, at: usize, end: usize, kind: NodeKind) -> Token {
        self.record_token(at, end);
        let (node, n_errors) = (self.game.nodes.len(), self.game.errors.len());
        let token = self.push_glyph(at, end, kind);
        if self.parser.frames.is_empty()
            && let Some(marker) = Marker::of_sign(&self.src[at..end])
        {
            let len = end - at;
            let marker = MarkerText { marker, len, is_exact: false, is_only_last: true };
            let candidate = Candidate { node, marker: Some(marker), start: at, end, n_errors };
            self.undecided.set_candidate(candidate);
        }
        token
    }

    /// Returns true if the candidate at the end is the marker. A sign of evaluations such as `+/-` is one if its game
    /// has neither moves nor a FEN, or a sign for the same result in its Result tag (END-06).
    fn is_marker(&self, found: &Candidate) -> bool {
        let Some(marker) = found.marker.filter(|marker| marker.is_only_last) else { return true };
        let tag = self.game.tag(self.src, TagName::RESULT).map(|pair| pair.value(self.src));
        marker_at(self.src, found.start).is_some()
            || self.game.n_plies == 0 && self.game.tag(self.src, TagName::FEN).is_none()
            || tag.and_then(|value| marker_of_sign(&value)) == Some(marker.marker)
    }

    /// Ends a game whose movetext has no marker, at a tag pair or at the end of the input.
    pub(super) fn end_without_marker(&mut self) -> Option<usize> {
        if let Some(candidate) = self.undecided.candidate.filter(|it| self.is_marker(it)) {
            return self.end_at_candidate(candidate);
        }
        let (src, mut token_end) = (self.src, self.token_end);
        // `end_unmarked` decides about the comments after the last token.
        let is_before = |n: &Node| !is_comment(n) || (n.span.start as usize) < token_end;
        let mut n_nodes = self.game.nodes.iter().rposition(is_before).map_or(0, |last| last + 1);
        if !self.parser.frames.is_empty() {
            // An open variation keeps the comments on its last line.
            let (n_held, end) = on_same_line(src, token_end, &self.game.nodes[n_nodes..]);
            n_nodes += n_held;
            token_end = src[..end].trim_ascii_end().len().max(token_end);
        }
        let tail = self.game.nodes.split_off(n_nodes);
        self.game.n_server_comments = 0;
        self.close_ravs(token_end);
        self.report_dangling_number();
        let n_nodes = self.game.nodes.len();
        self.game.nodes.extend(tail);
        self.game.end = index(token_end);
        self.game.report(Kind::MissingTermination, token_end, token_end);
        end_unmarked(self.part, self.game, token_end, n_nodes)
    }

    /// Ends a game whose last token is its marker after all: a marker inside open parentheses (RAV-10), `+--` or `+/-`
    /// (END-06), or `0-0` (END-07).
    fn end_at_candidate(&mut self, found: Candidate) -> Option<usize> {
        self.game.errors.truncate(found.n_errors);
        self.game.n_server_comments = 0;
        self.undecided = Undecided::default();
        match found.marker {
            Some(marker) => {
                self.game.nodes.truncate(found.node);
                self.end_at_marker(found.start, marker)
            }
            None => {
                self.game.nodes.truncate(found.node + 1);
                self.game.final_zeros = Some(index(found.node));
                self.game.end = index(found.end);
                self.read_after_marker(found.end)
            }
        }
    }

    /// Ends a game at its marker.
    pub(super) fn end_at_marker(&mut self, at: usize, marker: MarkerText) -> Option<usize> {
        let end = at + marker.len;
        self.record_token(at, end);
        self.close_ravs(at);
        self.report_dangling_number();
        let span = Span::new(at, end);
        if !marker.is_exact {
            self.game.report(Kind::BadResult, at, end);
        }
        self.game.nodes.push(Node { span, kind: NodeKind::Marker(marker.marker) });
        self.game.marker = Some((marker.marker, span));
        self.game.end = index(end);
        self.read_after_marker(end)
    }

    /// Reads the rest of the marker's line, and the empty lines that follow it.
    fn read_after_marker(&mut self, start: usize) -> Option<usize> {
        let (src, part) = (self.src, self.part);
        let mut at = start;
        let mut depth = 0_u32;
        let max = self.game.n_elements().saturating_add(self.parser.options.max_elements());
        loop {
            if self.game.n_elements() >= max {
                self.game.forget_elements(|_| false);
            }
            if at >= src.len() {
                // The line has not ended: the rest of it may follow in the next chunk.
                return if part.is_last { Some(at) } else { None };
            }
            let first = src[at];
            match CLASS[first as usize] {
                Class::Blank => at += 1,
                Class::LineEnd => {
                    let end = skip_empty_lines(src, past_line_end(src, at));
                    if depth > 0 && !opens_with_tag(src, end) {
                        at = end;
                        continue;
                    }
                    let may_go_on = depth == 0
                        && end == src.len()
                        && !part.is_last
                        && part.after.first().is_some_and(is_white_space);
                    return if may_go_on { None } else { Some(end) };
                }
                Class::BraceOpen | Class::Semicolon => {
                    let n_nodes = self.game.nodes.len();
                    let end = self.parser.read_comment(part, self.game, at)?;
                    if depth > 0 {
                        self.game.dropped_comments.extend(self.game.nodes.drain(n_nodes..));
                    } else {
                        self.game.report(Kind::CommentAfterResult, at, end);
                    }
                    at = end;
                    if first == b'{' && is_line_start(src, at) && at < src.len() {
                        return Some(skip_empty_lines(src, at));
                    }
                }
                Class::BracketOpen if tag_reader::opens(src, at) => {
                    return Some(at);
                }
                Class::BracketOpen if let Some(end) = forum_tag_end(src, at) => {
                    self.game.report(Kind::UnexpectedChar, at, end);
                    at = end;
                }
                Class::Other if let Some(len) = html::blank_len(&src[at..]) => {
                    self.game.report(Kind::InvisibleChar, at, at + len);
                    at += len;
                }
                Class::ParenOpen if depth == 0 => (at, depth) = self.paren_after_marker(at),
                Class::ParenOpen => (at, depth) = (at + 1, depth + 1),
                Class::ParenClose => {
                    if depth == 0 {
                        self.game.report(Kind::UnmatchedParen, at, at + 1);
                    }
                    depth = depth.saturating_sub(1);
                    at += 1;
                }
                _ if depth > 0 => at += char_at(src, at).1,
                Class::BraceClose => {
                    self.game.report(Kind::StrayBrace, at, at + 1);
                    at += 1;
                }
                Class::Control => {
                    at = self.game.report_run(src, at, Class::Control, Kind::ControlChar)
                }
                Class::High if is_invisible(char_at(src, at).0) => {
                    at = self.game.report_invisible(src, at)
                }
                _ => match self.word_after_marker(at) {
                    Some(end) => at = end,
                    None => return Some(at),
                },
            }
        }
    }

    /// Reads a word on the marker's line. Returns `None` if it begins another game (MOV-17).
    #[cold]
    fn word_after_marker(&mut self, at: usize) -> Option<usize> {
        let src = self.src;
        if game_start::starts_game(src, at) {
            self.game.report(Kind::MovetextAfterResult, at, word::word_end(src, at));
            return None;
        }
        if let Some(end) = emphasis_end(src, at).filter(|_| src[at] == b'*') {
            self.game.report(Kind::UnexpectedChar, at, end);
            return Some(end);
        }
        if let Some(marker) = marker_at(src, at) {
            let end = at + marker.len;
            self.game.report(Kind::MovetextAfterResult, at, end);
            return Some(end);
        }
        let end = word::word_end(src, at).max(at + char_at(src, at).1);
        if end - at == 1 && !src[at].is_ascii_alphanumeric() {
            if src[at] == b'$' {
                let end = skip_while(src, at + 1, u8::is_ascii_digit);
                self.game.report(Kind::MovetextAfterResult, at, end);
                return Some(end);
            }
            if src[at] == b'.'
                && let Some(node) = self.game.nodes.last_mut()
                && node.kind == NodeKind::Comment(CommentKind::Words)
                && node.span.end as usize == at
            {
                node.span.end = index(end);
            } else {
                self.game.report(Kind::UnexpectedChar, at, end);
            }
            return Some(end);
        }
        self.push_words_after_marker(at, end);
        Some(end)
    }

    /// Reads a parenthesis after the marker, outside of others. Returns the end of what was read and the number of open
    /// parentheses.
    fn paren_after_marker(&mut self, at: usize) -> (usize, u32) {
        if let Some(end) = prose_in_parentheses_end(self.src, at) {
            self.push_words_after_marker(at, end);
            return (end, 0);
        }
        self.game.report(Kind::MovetextAfterResult, at, at + 1);
        (at + 1, 1)
    }

    fn push_words_after_marker(&mut self, at: usize, end: usize) {
        let words_end = match self.game.nodes.last() {
            Some(n) if n.kind == NodeKind::Comment(CommentKind::Words) => n.span.end as usize,
            _ => usize::MAX,
        };
        self.push_words(words_end, at, end);
    }
}

/// Ends a game without a marker. Its span includes the line of its last token, the comments that begin on that line,
/// and the empty lines after it.
///
/// `token_end` is the end of the last token; the nodes from `n_nodes` on are the comments after it.
pub(super) fn end_unmarked(
    part: &Part<'_>,
    game: &mut Game,
    token_end: usize,
    n_nodes: usize,
) -> Option<usize> {
    let src = part.src;
    let n_nodes = n_nodes.min(game.nodes.len());
    let (n_same, kept_end) = on_same_line(src, token_end, &game.nodes[n_nodes..]);
    let n_kept = n_nodes + n_same;
    let end = if is_line_start(src, kept_end) && kept_end > token_end {
        kept_end
    } else {
        next_line(src, kept_end)
    };
    let end = skip_empty_lines(src, end);
    let may_go_on = || part.after.first().is_some_and(is_white_space);
    if end == src.len() && !part.is_last && (game.nodes.len() > n_kept || may_go_on()) {
        return None;
    }
    game.nodes.truncate(n_kept);
    let end_u32 = index(end);
    game.errors
        .retain(|error| error.span.start < end_u32 || error.kind == Kind::MissingTermination);
    Some(end)
}

/// Returns the end of the parentheses at `at` if they hold words on this line and no moves: `(time)`, `(35)`.
fn prose_in_parentheses_end(src: &[u8], at: usize) -> Option<usize> {
    let rest = src.get(at + 1..)?;
    let len = memchr::memchr3(b'(', b')', b'\n', rest).filter(|&len| rest[len] == b')')?;
    let inside = &rest[..len];
    let is_move = |word: &[u8]| {
        let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let is_number = digits > 0 && word.get(digits) == Some(&b'.');
        is_number || word::is_move_like(word) || attempt::is_stub(word)
    };
    let mut words = inside.split(is_white_space).filter(|word| !word.is_empty());
    let is_prose = inside.iter().any(u8::is_ascii_alphanumeric)
        && !inside.iter().any(|byte| b"{}[];$\r".contains(byte))
        && !words.any(|word| is_move(word) || marker_at(word, 0).is_some());
    is_prose.then_some(at + 1 + len + 1)
}

/// Returns the end of a closing forum tag at `at`, such as `[/pgn]` in `1-0[/pgn]`; it does not belong to the game.
fn forum_tag_end(src: &[u8], at: usize) -> Option<usize> {
    let name = src[at..].strip_prefix(b"[/")?;
    let n = name.iter().take(MAX_FORUM_TAG).take_while(|byte| byte.is_ascii_alphabetic()).count();
    (n > 0 && name.get(n) == Some(&b']')).then_some(at + n + 3)
}

/// The maximum length of the name of a tag of a forum.
const MAX_FORUM_TAG: usize = 12;

/// Returns true if a tag pair opens the line that begins at `line`.
fn opens_with_tag(src: &[u8], line: usize) -> bool {
    let first = skip_blanks(src, line);
    first < src.len() && tag_reader::opens_line(src, first)
}

/// Returns how many of `comments` begin on the line of `end`, or on the line where the comment before them
/// ends; and the end of the last of them.
fn on_same_line(src: &[u8], mut end: usize, comments: &[Node]) -> (usize, usize) {
    let mut n = 0;
    for node in comments {
        if memchr::memchr2(b'\n', b'\r', &src[end..node.span.start as usize]).is_some() {
            break;
        }
        end = node.span.end as usize;
        n += 1;
    }
    (n, end)
}
