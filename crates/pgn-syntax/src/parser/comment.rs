//! Comments, in the movetext, the tag section and between games.

use super::{Parser, Part, ReadOptions};
use crate::{
    comments::server_comment,
    cut_points::{CommentEnd, CommentEnds},
    game::{
        Game,
        error::SyntaxErrorKind as Kind,
        movetext::{CommentKind, Node, NodeKind},
    },
    text::{
        scan::{line_end, percent_lines},
        span::Span,
    },
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
        let end = comment_into(part, at, self.options, &mut self.ends, game)?;
        let is_server = |node: &Node| node.kind == NodeKind::Comment(CommentKind::Server);
        game.n_server_comments += u32::from(game.nodes.last().is_some_and(is_server));
        Some(end)
    }
}

/// Reads the comment at `at` into a node of `game`, without counting server comments. Returns its end, or `None` if the
/// text ends before the end is known.
#[inline]
pub(super) fn comment_into(
    part: &Part<'_>,
    at: usize,
    options: ReadOptions,
    ends: &mut CommentEnds,
    game: &mut Game,
) -> Option<usize> {
    let src = part.src;
    if src[at] == b';' {
        let end = line_end(src, at);
        let kind = NodeKind::Comment(CommentKind::Line);
        game.nodes.push(Node { span: Span::new(at, end), kind });
        return Some(end);
    }
    let found = match options.nested_comments {
        true => ends.find_nested(src, at, part.is_last),
        false => ends.find(src, at, part.is_last),
    };
    let (kind, end) = match found {
        CommentEnd::Closed { end, holds_open } => {
            if holds_open && let Some(n) = memchr::memchr(b'{', &src[at + 1..end]) {
                game.report(Kind::BraceInComment, at + 1 + n, at + 2 + n);
            }
            if src[end - 2] == b'\\' {
                game.report(Kind::BackslashBrace, end - 2, end);
            }
            (brace_kind(src, at, end), end)
        }
        CommentEnd::Open { end } => {
            game.report(Kind::UnterminatedComment, at, at + 1);
            (CommentKind::Open, end)
        }
        CommentEnd::Unknown => return None,
    };
    for n in percent_lines(src, at, end).take(options.max_elements()) {
        game.report(Kind::PercentInCommentColumn1, n, n + 1);
    }
    game.nodes.push(Node { span: Span::new(at, end), kind: NodeKind::Comment(kind) });
    Some(end)
}

fn brace_kind(src: &[u8], at: usize, end: usize) -> CommentKind {
    match server_comment::read(src, at) {
        Some(found) if found.end == end => CommentKind::Server,
        _ => CommentKind::Brace,
    }
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
    use super::*;

    #[test]
    fn nested_comments_end_with_the_text_after_the_chunk() {
        let options = ReadOptions { nested_comments: true, ..ReadOptions::default() };
        let (mut parser, mut game) = (Parser::new(options), Game::default());
        let text = b"1. e4 {a {b} e5 *\n\n1. d4 } e5 *\n\n[Event \"x\"]\n\n*\n";
        for (end, n_plies) in [(19, None), (text.len(), Some(2))] {
            let part = Part { is_last: false, ..Part::whole(&text[..end]) };
            parser.start(&part);
            let found = parser.next_game(&part, &mut game).then_some(game.n_plies);
            assert_eq!(found, n_plies, "{end}");
        }
        // Nothing more follows, or nothing that is near enough, or a game: the first `}` ends the comment.
        let part = Part::whole(&text[..19]);
        let far = [&text[..19], &vec![b'\n'; 1 << 16], b"[Event \"x\"]\n"].concat();
        let before_game = [&text[..19], b"[Event \"x\"]\n\n1. d4 } *\n"].concat();
        let parts = [&far, &before_game].map(|text| Part { is_last: false, ..Part::whole(text) });
        for part in [part, parts[0], parts[1]] {
            parser.start(&part);
            assert!(parser.next_game(&part, &mut game));
            assert_eq!((game.n_plies, game.end), (2, 17));
        }
    }
}
