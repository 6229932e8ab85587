//! The exact key: the tags and tokens of a game without layout, line ends and tag order.

use pgn_syntax::{CommentKind, Fallback, Game, NodeKind, RavKind};

use crate::copies::comment_set::squeeze;

/// Appends the content of the exact key.
pub(crate) fn write(game: &Game, src: &[u8], fallback: Fallback, content: &mut Vec<u8>) {
    content.push(b'e');
    let mut tags: Vec<_> = game.tags.iter().map(|pair| (pair.name(src), pair.value(src))).collect();
    tags.sort_by(|a, b| a.0.cmp(b.0));
    for (name, value) in tags {
        content.extend_from_slice(name);
        content.push(1);
        content.extend_from_slice(fallback.decode(&value).as_bytes());
        content.push(2);
    }
    let mut white = true;
    let mut turns = Vec::new();
    for node in &game.nodes {
        match node.kind {
            NodeKind::Move { .. } | NodeKind::NullMove { .. } => {
                white = !white;
                content.push(b'm');
                content.extend_from_slice(node.span.of(src).trim_ascii());
            }
            NodeKind::MoveNumber(number) => {
                content.push(b'n');
                content.extend_from_slice(&number.to_be_bytes());
            }
            NodeKind::Nag(nag) | NodeKind::Suffix(nag) => content.extend_from_slice(&[b'$', nag]),
            // A glyph has a NAG for each side. The NAG of the side that has just moved applies.
            NodeKind::Glyph { white: of_white, black } => {
                content.extend_from_slice(&[b'$', if white { black } else { of_white }]);
            }
            // The parser has verified that the words of a server comment are separated by single blanks.
            NodeKind::Comment(CommentKind::Server) => {
                content.push(b'{');
                content.extend_from_slice(node.comment_text(src).trim_ascii());
                content.push(b'}');
            }
            NodeKind::Comment(_) => {
                content.push(b'{');
                let text = fallback.decode(node.comment_text(src));
                content.extend_from_slice(squeeze(&text).as_bytes());
                content.push(b'}');
            }
            NodeKind::RavOpen { kind, .. } => {
                turns.push(white);
                white = !white;
                content.push(b'(');
                if kind != RavKind::Plain {
                    content.push(b'!');
                }
            }
            NodeKind::RavClose => {
                white = turns.pop().unwrap_or(white);
                content.push(b')');
            }
            NodeKind::Marker(marker) => content.extend_from_slice(&[b'*', marker as u8]),
        }
        content.push(2);
    }
}
