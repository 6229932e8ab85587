//! Comments, in the movetext, the tag section and between games.

use super::{Parser, Part, ReadOptions};
use crate::{
    comments::server_comment,
    cut_points::{CommentEnd, CommentEnds},
    game::{
        Game,
        error::{SyntaxError, SyntaxErrorKind as Kind},
        movetext::{CommentKind, Node, NodeKind},
    },
    text::{
        scan::{line_end, past_line_end, percent_lines, skip_white},
        span::Span,
    },
    tokens::marker::Marker,
};

impl Parser {
    /// Reads the comment at `at` into a node. Returns its end, or `None` if the text ends before the end is
    /// known.
    pub(super) fn read_comment(
        &mut self,
        part: &Part<'_>,
        game: &mut Game,
        at: usize,
    ) -> Option<usize> {
        let end = comment_into(
            part, at, self.options, &mut self.ends, &mut game.nodes, &mut game.errors,
        )?;
        let is_server = |node: &Node| node.kind == NodeKind::Comment(CommentKind::Server);
        game.n_server_comments += u32::from(game.nodes.last().is_some_and(is_server));
        Some(end)
    }
}

impl Parser {
    /// Reads the comment at `at` after tag pairs. Returns its end, or `None` if the text ends before the end is known.
    /// Returns `at`, and reads nothing, if it is uncertain where the comment ends, so that the movetext begins with it.
    pub(super) fn read_comment_in_tags(
        &mut self,
        part: &Part<'_>,
        game: &mut Game,
        at: usize,
    ) -> Option<usize> {
        let (n_nodes, n_errors) = (game.nodes.len(), game.errors.len());
        let end = self.read_comment(part, game, at)?;
        match divided_end(part, at, end) {
            DividedEnd::At(end) if part.src.get(skip_white(part.src, end)) != Some(&b'[') => {
                game.nodes.truncate(n_nodes);
                game.errors.truncate(n_errors);
                Some(at)
            }
            DividedEnd::At(_) | DividedEnd::None => Some(end),
            DividedEnd::Unknown => None,
        }
    }
}

/// Where a comment ends whose first `}` may be a part of a character.
pub(super) enum DividedEnd {
    /// The first `}` ends the comment, as no other `}` follows that could end it.
    None,
    /// The comment may end at this offset.
    At(usize),
    /// The chunk ends before this is known.
    Unknown,
}

/// Returns where the comment from `open` to `end` may end instead: after the next `}`, if neither a `{` nor the end of
/// the game is before it.
///
/// This is asked only if the last `}` may be the second byte of a character, as in Shift_JIS, Big5 and GBK (TXT-25): the
/// byte before it may be a first byte, and the comment is not UTF-8.
pub(super) fn divided_end(part: &Part<'_>, open: usize, end: usize) -> DividedEnd {
    let comment = &part.src[open..end];
    let may_be_divided = matches!(comment, [b'{', .., 0x81..=0xFE, b'}']);
    if !may_be_divided || std::str::from_utf8(comment).is_ok() {
        return DividedEnd::None;
    }
    let rest = &part.src[end..];
    let brace = memchr::memchr2(b'{', b'}', rest);
    let between = &rest[..brace.unwrap_or(rest.len())];
    if has_end_of_game(between) {
        return DividedEnd::None;
    }
    match brace {
        Some(n) if rest[n] == b'}' => DividedEnd::At(end + n + 1),
        None if !part.is_last => DividedEnd::Unknown,
        Some(_) | None => DividedEnd::None,
    }
}

/// Returns true if a text has an empty line after a line that ends in a marker, or a line that begins with a bracket.
fn has_end_of_game(text: &[u8]) -> bool {
    let mut line_start = 0;
    memchr::memchr2_iter(b'\n', b'\r', text).any(|at| {
        let line = text.get(line_start..at).unwrap_or_default().trim_ascii_end();
        let next = past_line_end(text, at);
        line_start = next;
        let last_word = line.rsplit(|byte| *byte == b' ').next();
        match text.get(next) {
            Some(b'\n' | b'\r') => last_word.and_then(Marker::exact).is_some(),
            first => first == Some(&b'['),
        }
    })
}

/// Reads the comment at `at` into `nodes`. Returns its end, or `None` if the text ends before the end is
/// known.
#[inline]
pub(super) fn comment_into(
    part: &Part<'_>,
    at: usize,
    options: ReadOptions,
    ends: &mut CommentEnds,
    nodes: &mut Vec<Node>,
    errors: &mut Vec<SyntaxError>,
) -> Option<usize> {
    let src = part.src;
    if src[at] == b';' {
        let end = line_end(src, at);
        nodes.push(Node { span: Span::new(at, end), kind: NodeKind::Comment(CommentKind::Line) });
        return Some(end);
    }
    let mut found = ends.find(src, at, part.is_last);
    if options.nested_comments
        && let CommentEnd::Closed { end, holds_open: true } = found
        && let Some(end) = nested_end(src, at, end)
    {
        found = CommentEnd::Closed { end, holds_open: false };
    }
    let (kind, end) = match found {
        CommentEnd::Closed { end, holds_open } => {
            if holds_open && let Some(n) = memchr::memchr(b'{', &src[at + 1..end]) {
                let span = Span::new(at + 1 + n, at + 2 + n);
                errors.push(SyntaxError { kind: Kind::BraceInComment, span });
            }
            if src[end - 2] == b'\\' {
                let span = Span::new(end - 2, end);
                errors.push(SyntaxError { kind: Kind::BackslashBrace, span });
            }
            (brace_kind(src, at, end), end)
        }
        CommentEnd::Open { end } => {
            errors
                .push(SyntaxError { kind: Kind::UnterminatedComment, span: Span::new(at, at + 1) });
            (CommentKind::Open, end)
        }
        CommentEnd::Unknown => return None,
    };
    for n in percent_lines(src, at, end).take(options.max_elements()) {
        let span = Span::new(n, n + 1);
        errors.push(SyntaxError { kind: Kind::PercentInCommentColumn1, span });
    }
    nodes.push(Node { span: Span::new(at, end), kind: NodeKind::Comment(kind) });
    Some(end)
}

fn brace_kind(src: &[u8], at: usize, end: usize) -> CommentKind {
    match server_comment::read(src, at) {
        Some(found) if found.end == end => CommentKind::Server,
        _ => CommentKind::Brace,
    }
}

/// Returns the end of a comment with nested braces, or `None` if they are not balanced within
/// `REACH` bytes.
fn nested_end(src: &[u8], open: usize, first_close: usize) -> Option<usize> {
    /// The number of bytes that are searched. Nested comments are written by hand, and none is longer.
    const REACH: usize = 1 << 16;
    let text = &src[open..src.len().min(first_close + REACH)];
    let mut depth = 0_u32;
    for n in memchr::memchr2_iter(b'{', b'}', text) {
        if text[n] == b'{' {
            depth += 1;
        } else {
            depth -= 1;
            if depth == 0 {
                return Some(open + n + 1);
            }
        }
    }
    None
}

/// Returns true if the node is a comment in braces or after a semicolon, not words outside comments.
pub(super) fn is_comment(node: &Node) -> bool {
    matches!(
        node.kind,
        NodeKind::Comment(kind) if kind != CommentKind::Words
    )
}

#[cfg(test)]
mod tests {
    use crate::{Game, Games, Parser, Part};

    /// Returns the number of half-moves of the games of a text.
    fn n_plies(text: &[u8]) -> Vec<u32> {
        let mut games = Games::new(text);
        std::iter::from_fn(|| games.next().map(|game| game.n_plies)).collect()
    }

    #[test]
    fn a_comment_of_uncertain_end_is_one_unreadable_move() {
        assert_eq!(n_plies(b"1. e4 {\x83} 2. d4 d5} *"), [2]);
        assert_eq!(n_plies(b"[A \"\"]\n\n{\x83} 1. d4 d5} 1. e4 *"), [2]);
        // The comment ends at its first `}`: it is UTF-8, or no other `}` follows in the game.
        assert_eq!(n_plies("1. e4 {é} 1... e5 } *".as_bytes()), [2]);
        for text in [
            &b"1. e4 {\xE9} 1... e5 {x} *"[..],
            b"1. e4 {\xE9} 1... e5 *",
            b"1. e4 {\xE9 } 1... e5 } *",
        ] {
            assert_eq!(n_plies(text), [2], "{}", text.escape_ascii());
        }
        assert_eq!(n_plies(b"1. e4 {\xE9} e5 *\r\n\r\n1. d4 } *"), [2, 1]);
        assert_eq!(n_plies(b"1. e4 {\xE9} e5\n[A \"}\"]\n\n1. d4 *"), [2, 1]);
    }

    #[test]
    fn the_end_of_a_chunk_leaves_it_unknown() {
        let text = b"1. e4 {\xE9} 1... e5 *\n";
        let (mut parser, mut game) = (Parser::default(), Game::default());
        let part = Part { is_last: false, after: b"2. d4 } *", ..Part::whole(text) };
        parser.start(&part);
        assert!(!parser.next_game(&part, &mut game));
        assert_eq!(parser.rest(), 0);
    }
}
