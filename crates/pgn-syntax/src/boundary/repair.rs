//! The changes that allow another game to stand before or behind a game.

use std::borrow::Cow;

use super::Repair;
use crate::{
    game::Game,
    movetext::{CommentKind, Node, NodeKind},
    scan::{is_line_end, line_end, next_line},
};

/// A change to the text of a game. The new text is as large as the game, so it is made only when it is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Nothing,
    Closed,
    Marked,
    Joined,
    /// A tag pair is added at the very beginning.
    TaggedFirst,
    CleanedBehind,
    CleanedBehindAndMarked,
    /// A tag pair is added behind the escape lines.
    Tagged,
    CleanedBefore,
    CleanedBeforeAndTagged,
}

/// One of the texts that a game can have after repairs.
#[derive(Clone, Debug)]
pub(super) struct Variant {
    change: Change,
    /// The repairs that the change makes.
    pub(super) repairs: Vec<Repair>,
}

impl Variant {
    fn new(change: Change, repairs: &[Repair]) -> Variant {
        Variant { change, repairs: repairs.to_vec() }
    }

    /// Returns the variant that leaves the text as it is.
    pub(super) fn unchanged() -> Variant {
        Variant::new(Change::Nothing, &[])
    }

    /// Returns the sum of the costs of the repairs.
    pub(super) fn cost(&self) -> u32 {
        self.repairs.iter().map(|it| it.cost()).sum()
    }

    /// Returns the changed text. `game` is what was read from `text`.
    pub(super) fn text<'a>(&self, text: &'a [u8], game: &Game, line_end: &[u8]) -> Cow<'a, [u8]> {
        let tag = || [b"[Event \"?\"]", line_end, line_end].concat();
        Cow::Owned(match self.change {
            Change::Nothing => return Cow::Borrowed(text),
            Change::Closed => closed(text, game),
            Change::Marked => marked(text, game, line_end),
            Change::Joined => with_comments_joined(text, game, line_end),
            Change::TaggedFirst => [&tag(), text].concat(),
            Change::Tagged => {
                // Escape lines stay before the tags of their game.
                let escapes =
                    game.escapes.last().map_or(0, |line| next_line(text, line.end as usize));
                [&text[..escapes], &tag(), &text[escapes..]].concat()
            }
            Change::CleanedBehind => [&text[..end_of_last_line(text, game)], line_end].concat(),
            Change::CleanedBehindAndMarked => {
                let end = end_of_last_line(text, game);
                [text[..end].trim_ascii_end(), b" *", line_end].concat()
            }
            Change::CleanedBefore => with_clean_preamble(text, game, line_end),
            Change::CleanedBeforeAndTagged => {
                let preamble = clean_preamble(text, game, line_end);
                let escapes = preamble.len() - without_escapes(&preamble).len();
                let (escapes, comments) = preamble.split_at(escapes);
                [escapes, &tag(), comments, &text[game.start as usize..]].concat()
            }
        })
    }
}

/// Returns the variants of the first of two games, beginning with the unchanged one. `game` is what was read
/// from `text`.
pub(super) fn first_variants(text: &[u8], game: &Game) -> Vec<Variant> {
    let mut variants = vec![Variant::unchanged()];
    let is_open = game.nodes.iter().any(is_open_comment);
    if is_open {
        variants.push(Variant::new(Change::Closed, &[Repair::Closed]));
    }
    if game.marker.is_none() && game.final_zeros.is_none() {
        let leaves_variation =
            game.nodes.iter().any(|node| node.kind == NodeKind::RavClose && node.span.is_empty());
        let repairs = [
            is_open.then_some(Repair::Closed),
            leaves_variation.then_some(Repair::VariationClosed),
            Some(Repair::Marked),
        ];
        let repairs = repairs.into_iter().flatten().collect();
        variants.push(Variant { change: Change::Marked, repairs });
    }
    let end = end_of_last_line(text, game);
    if comments_behind(game, end).next().is_some() {
        variants.push(Variant::new(Change::Joined, &[Repair::Joined]));
    }
    if game.tags.is_empty() {
        variants.push(Variant::new(Change::TaggedFirst, &[Repair::Tagged]));
    }
    if !text[end..].trim_ascii().is_empty() {
        variants.push(Variant::new(Change::CleanedBehind, &[Repair::Cleaned]));
        if game.marker.is_none() {
            let repairs = [Repair::Marked, Repair::Cleaned];
            variants.push(Variant::new(Change::CleanedBehindAndMarked, &repairs));
        }
    }
    variants
}

/// Returns the variants of the second of two games, beginning with the unchanged one. `game` is what was read
/// from `text`.
pub(super) fn second_variants(text: &[u8], game: &Game, line_end: &[u8]) -> Vec<Variant> {
    let mut variants = vec![Variant::unchanged()];
    if clean_preamble(text, game, line_end) != text[..game.start as usize] {
        variants.push(Variant::new(Change::CleanedBefore, &[Repair::Cleaned]));
    }
    if game.tags.is_empty() {
        variants.push(Variant::new(Change::Tagged, &[Repair::Tagged]));
        let repairs = [Repair::Tagged, Repair::Cleaned];
        variants.push(Variant::new(Change::CleanedBeforeAndTagged, &repairs));
    }
    variants
}

/// Returns the text with nothing before its first tag pair or move but its escape lines, then its comments.
pub(super) fn with_clean_preamble(text: &[u8], game: &Game, line_end: &[u8]) -> Vec<u8> {
    [&clean_preamble(text, game, line_end), &text[game.start as usize..]].concat()
}

/// Returns the escape lines, then the comments, that stand before the first tag pair or move.
fn clean_preamble(text: &[u8], game: &Game, line_end: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let comments = game.nodes.iter().filter(|node| node.span.start < game.start);
    for span in game.escapes.iter().copied().chain(comments.map(|node| node.span)) {
        out.extend_from_slice(span.of(text).trim_ascii_end());
        out.extend_from_slice(line_end);
    }
    out
}

/// Returns the text without its leading escape lines.
fn without_escapes(text: &[u8]) -> &[u8] {
    let mut at = 0;
    while text.get(at) == Some(&b'%') {
        at = next_line(text, at);
    }
    &text[at..]
}

fn is_open_comment(node: &Node) -> bool {
    node.kind == NodeKind::Comment(CommentKind::Open)
}

/// Returns the text with each open comment closed where it ends (C33).
pub(super) fn closed(text: &[u8], game: &Game) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + 1);
    let mut from = 0;
    for node in game.nodes.iter().filter(|node| is_open_comment(node)) {
        let span = &text[node.span.start as usize..node.span.end as usize];
        let end = node.span.start as usize + span.trim_ascii_end().len();
        out.extend_from_slice(&text[from..end]);
        out.push(b'}');
        from = end;
    }
    out.extend_from_slice(&text[from..]);
    out
}

/// Returns the text with its open comments and variations closed and a marker `*` added.
fn marked(text: &[u8], game: &Game, line_end: &[u8]) -> Vec<u8> {
    let (mut out, mut from) = (Vec::with_capacity(text.len() + 8), 0);
    let mut line_comment = 0;
    for node in &game.nodes {
        match node.kind {
            NodeKind::Comment(CommentKind::Line) => line_comment = node.span.end as usize,
            NodeKind::Comment(CommentKind::Open) => {
                let end = node.span.start as usize + node.span.of(text).trim_ascii_end().len();
                out.extend_from_slice(&text[from..end]);
                out.push(b'}');
                from = end;
            }
            NodeKind::RavClose if node.span.is_empty() => {
                let end = text[..node.span.start as usize].trim_ascii_end().len().max(from);
                out.extend_from_slice(&text[from..end]);
                if line_comment >= end || ends_with_escape_line(&out) {
                    out.extend_from_slice(line_end);
                    line_comment = 0;
                }
                out.push(b')');
                from = end;
            }
            _ => (),
        }
    }
    let rest = text[from..].trim_ascii_end();
    out.extend_from_slice(rest);
    let end = from + rest.len();
    let has_movetext = game.nodes.last().is_some_and(|node| node.span.start >= game.movetext_start);
    if line_comment >= end || ends_with_escape_line(&out) {
        out.extend_from_slice(line_end);
    } else if !has_movetext {
        out.extend_from_slice(line_end);
        out.extend_from_slice(line_end);
    } else {
        out.push(b' ');
    }
    out.push(b'*');
    out.extend_from_slice(if end == text.len() { line_end } else { &text[end..] });
    out
}

fn ends_with_escape_line(text: &[u8]) -> bool {
    let line = text.iter().rposition(|&byte| is_line_end(byte)).map_or(0, |at| at + 1);
    text[line..].starts_with(b"%")
}

/// Returns the comments behind the last line of the game, which ends at `end`.
fn comments_behind(game: &Game, end: usize) -> impl Iterator<Item = &Node> {
    let is_comment = |node: &&Node| matches!(node.kind, NodeKind::Comment(_));
    game.nodes.iter().filter(move |node| node.span.start as usize >= end).filter(is_comment)
}

/// Returns the text with the comments behind its last line moved onto that line.
fn with_comments_joined(text: &[u8], game: &Game, line_end: &[u8]) -> Vec<u8> {
    let end = end_of_last_line(text, game);
    let comments: Vec<&Node> = comments_behind(game, end).collect();
    let mut out = text[..end].trim_ascii_end().to_vec();
    let mut rest = Vec::new();
    let mut from = end;
    for (at, node) in comments.iter().enumerate() {
        let bytes = node.span.of(text).trim_ascii_end();
        rest.extend_from_slice(&text[from..node.span.start as usize]);
        from = node.span.end as usize;
        out.push(b' ');
        let is_last = at + 1 == comments.len();
        if node.kind == NodeKind::Comment(CommentKind::Line) && !is_last && !bytes.contains(&b'}') {
            out.push(b'{');
            out.extend_from_slice(&bytes[1..]);
            out.push(b'}');
        } else {
            out.extend_from_slice(bytes);
        }
        if node.kind == NodeKind::Comment(CommentKind::Open) {
            out.push(b'}');
        }
    }
    rest.extend_from_slice(&text[from..]);
    out.extend_from_slice(line_end);
    let rest = rest.trim_ascii();
    if !rest.is_empty() {
        out.extend_from_slice(rest);
        out.extend_from_slice(line_end);
    }
    out
}

/// Returns the offset where the last line of the game ends: the line of its last token, or of the last
/// comment that begins on that line.
#[must_use]
pub fn end_of_last_line(text: &[u8], game: &Game) -> usize {
    let mut end = line_end(text, game.end as usize);
    for node in &game.nodes {
        if (node.span.start as usize) < end && node.span.end as usize > end {
            end = line_end(text, node.span.end as usize);
        }
    }
    end
}
