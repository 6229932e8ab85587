//! The changes that allow another game to be before or after a game.

use std::{borrow::Cow, ops::Range};

use super::Repair;
use crate::{
    game::{
        Game,
        error::SyntaxErrorKind,
        movetext::{CommentKind, Node, NodeKind},
    },
    text::{
        scan::{is_line_end, line_end, line_start, next_line},
        span::Span,
    },
    tokens::marker::Marker,
};

/// The tag pair that is added to a game without tag pairs.
const TAG: &[u8] = b"[Event \"?\"]";

/// A change to the text of a game. The new text is as large as the game, so it is made only when it is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Nothing,
    Closed,
    Marked,
    Joined,
    CleanedAfter,
    /// A tag pair is added after the escape lines.
    Tagged,
    CleanedBefore,
    /// As `CleanedBefore`, with a tag pair between the escape lines and the comments.
    CleanedAndTagged,
    Rewritten,
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

    /// Returns true if the change closes an open comment, and keeps everything of the game.
    pub(super) fn only_closes(&self) -> bool {
        matches!(self.change, Change::Closed | Change::Marked)
            && self.repairs.contains(&Repair::Closed)
    }

    /// Returns the changed text. `game` is what was read from `text`.
    pub(super) fn text<'a>(&self, text: &'a [u8], game: &Game, line_end: &[u8]) -> Cow<'a, [u8]> {
        Cow::Owned(match self.change {
            Change::Nothing => return Cow::Borrowed(text),
            Change::Closed => closed(text, game),
            Change::Marked => marked(text, game, line_end),
            Change::Joined => with_comments_joined(text, game, line_end),
            Change::Tagged => {
                // Escape lines stay before the tags of their game.
                let last = escapes_before(game).last();
                let escapes = last.map_or(0, |line| next_line(text, line.end as usize));
                let empty_line: &[u8] = if game.tags.is_empty() { line_end } else { b"" };
                [&text[..escapes], TAG, line_end, empty_line, &text[escapes..]].concat()
            }
            Change::CleanedAfter => [&text[..end_of_last_line(text, game)], line_end].concat(),
            Change::CleanedBefore | Change::CleanedAndTagged => {
                let (escapes, comments) = clean_preamble(text, game, line_end);
                let tag = if self.change == Change::CleanedAndTagged {
                    [TAG, line_end, line_end].concat()
                } else {
                    Vec::new()
                };
                let text_of_game = &text[game.start as usize..];
                [line_ends_before(text), &escapes, &tag, &comments, text_of_game].concat()
            }
            Change::Rewritten => rewritten(text, game, line_end),
        })
    }
}

/// Returns the variants of the first of two games, beginning with the unchanged one. `game` is what was read
/// from `text`.
pub(super) fn first_variants(text: &[u8], game: &Game) -> Vec<Variant> {
    let mut variants = vec![Variant::unchanged()];
    let [closed, variation_closed, marked] = repairs_of_end(game);
    if closed.is_some() {
        variants.push(Variant::new(Change::Closed, &[Repair::Closed]));
    }
    if marked.is_some() {
        let repairs = [closed, variation_closed, marked].into_iter().flatten().collect();
        variants.push(Variant { change: Change::Marked, repairs });
    }
    let end = end_of_last_line(text, game);
    if comments_after(game, end).next().is_some() {
        variants.push(Variant::new(Change::Joined, &[Repair::Joined]));
    }
    if game.tags.is_empty() {
        variants.push(Variant::new(Change::Tagged, &[Repair::Tagged]));
    }
    if !text[end..].trim_ascii().is_empty() {
        variants.push(Variant::new(Change::CleanedAfter, &[Repair::Cleaned]));
    }
    variants.push(Variant { change: Change::Rewritten, repairs: repairs_rewritten(game) });
    variants
}

/// Returns the variants of the second of two games, beginning with the unchanged one. `game` is what was read
/// from `text`.
pub(super) fn second_variants(text: &[u8], game: &Game, line_end: &[u8]) -> Vec<Variant> {
    let mut variants = vec![Variant::unchanged()];
    let (escapes, comments) = clean_preamble(text, game, line_end);
    let clean = [line_ends_before(text), &escapes, &comments].concat();
    let is_clean = clean == text[..game.start as usize];
    if !is_clean {
        variants.push(Variant::new(Change::CleanedBefore, &[Repair::Cleaned]));
    }
    if game.tags.is_empty() {
        variants.push(Variant::new(Change::Tagged, &[Repair::Tagged]));
        if !is_clean {
            let repairs = &[Repair::Cleaned, Repair::Tagged];
            variants.push(Variant::new(Change::CleanedAndTagged, repairs));
        }
    }
    variants.push(Variant { change: Change::Rewritten, repairs: repairs_rewritten(game) });
    variants
}

/// Returns the variant with a tag pair at the very beginning, for an output that would not be recognized as text
/// although its first game has tag pairs.
pub(super) fn with_leading_tag() -> Variant {
    Variant::new(Change::Tagged, &[Repair::Tagged])
}

/// Returns the repairs of a game that is rewritten.
fn repairs_rewritten(game: &Game) -> Vec<Repair> {
    let others = [game.tags.is_empty().then_some(Repair::Tagged), Some(Repair::Rewritten)];
    repairs_of_end(game).into_iter().chain(others).flatten().collect()
}

/// Returns the repairs after which everything in a game is closed, and a marker ends it.
fn repairs_of_end(game: &Game) -> [Option<Repair>; 3] {
    let is_left_open = |node: &Node| node.kind == NodeKind::RavClose && node.span.is_empty();
    [
        nodes_and_late_comments(game).any(is_open_comment).then_some(Repair::Closed),
        game.nodes.iter().any(is_left_open).then_some(Repair::VariationClosed),
        (game.marker.is_none() && game.final_zeros.is_none()).then_some(Repair::Marked),
    ]
}

/// Returns the game rewritten: with tag pairs on lines of their own and a marker, everything closed, and without text
/// outside the game except its escape lines and comments. The way it is read then does not depend on its neighbors.
fn rewritten(text: &[u8], game: &Game, line_end: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + 64);
    out.extend_from_slice(line_ends_before(text));
    let lines = |out: &mut Vec<u8>, parts: &[&[u8]]| {
        parts.iter().chain(&[line_end]).for_each(|part| out.extend_from_slice(part));
    };
    let mut escapes = game.escapes.iter().peekable();
    while let Some(escape) = escapes.next_if(|line| line.start < game.start) {
        lines(&mut out, &[escape.of(text).trim_ascii_end()]);
    }
    if game.tags.is_empty() {
        lines(&mut out, &[TAG]);
    }
    let mut nodes = game.nodes.clone();
    // The nodes of a lone marker are not in the order of the text.
    nodes.sort_by_key(|node| node.span.start);
    let n_before = nodes.partition_point(|node| node.span.start < game.movetext_start);
    let (before, movetext) = nodes.split_at(n_before);
    let mut before = before.iter().peekable();
    for (n, pair) in game.tags.iter().enumerate() {
        // No comment goes before the first tag pair: an output that begins with one is always taken for text.
        while n > 0
            && let Some(node) = before.next_if(|node| node.span.start < pair.span.start)
        {
            lines(&mut out, &[&enclosed(text, node)]);
        }
        lines(&mut out, &[b"[", pair.name.of(text), b" \"", pair.value.of(text), b"\"]"]);
    }
    for node in before {
        lines(&mut out, &[&enclosed(text, node)]);
    }
    let end = if game.marker.is_some() || game.final_zeros.is_some() { game.end } else { u32::MAX };
    let (within, after) = movetext.split_at(movetext.partition_point(|it| it.span.start < end));
    let within = within.iter().filter(|node| game.marker.is_none_or(|it| it.1 != node.span));
    let nags = nags_without_node(game).filter(|nag| nag.start < end);
    let part = within.map(|node| node.span).chain(nags).reduce(Span::to);
    // The part includes unread characters before the marker, such as a bracket that closes one among the moves.
    let part = part.map(|part| {
        let is_after = |span: &Span| part.start < span.start && span.start < end;
        unread_chars(game).filter(is_after).fold(part, Span::to)
    });
    // Escape lines among the moves are copied with the moves.
    let is_among = |line: &Span| part.is_some_and(|it| (it.start..it.end).contains(&line.start));
    for escape in escapes.filter(|line| !is_among(line)) {
        lines(&mut out, &[escape.of(text).trim_ascii_end()]);
    }
    out.extend_from_slice(line_end);
    let mut has_place = true;
    if let Some(Span { start, end }) = part {
        has_place = close_into(&mut out, text, game, start as usize..end as usize, Some(line_end));
        out.truncate(out.trim_ascii_end().len());
    }
    // Comments after the marker are moved before it, each to a line of its own.
    for node in after {
        if game.final_zeros.is_some() {
            out.push(b' ');
        } else if !out.ends_with(line_end) {
            out.extend_from_slice(line_end);
        }
        out.extend_from_slice(&enclosed(text, node));
        has_place = false;
    }
    if game.final_zeros.is_none() {
        let sep = match (part, has_place) {
            (_, false) => line_end,
            (Some(_), true) => b" ",
            (None, true) => b"",
        };
        let marker = game.marker.map_or(Marker::Unknown, |(marker, _)| marker);
        out.extend_from_slice(sep);
        out.extend_from_slice(marker.text().as_bytes());
    }
    let tail = &text[text.trim_ascii_end().len()..];
    out.extend_from_slice(if tail.is_empty() { line_end } else { tail });
    out
}

/// Returns the line ends at the beginning of a text, which separate the game from the one before it.
fn line_ends_before(text: &[u8]) -> &[u8] {
    let n = text.iter().take_while(|byte| is_line_end(byte)).count();
    &text[..n]
}

/// Returns the NAGs of the movetext that have no number, or one that is too large.
fn nags_without_node(game: &Game) -> impl Iterator<Item = Span> {
    let nags = game.errors.iter().filter(|error| error.kind.is_nag_without_node());
    nags.map(|error| error.span).filter(|nag| nag.start >= game.movetext_start)
}

/// Returns the unexpected characters and symbols of a game, which belong to no token.
fn unread_chars(game: &Game) -> impl Iterator<Item = Span> {
    let is_char =
        |kind| matches!(kind, SyntaxErrorKind::UnexpectedChar | SyntaxErrorKind::UnexpectedSymbol);
    game.errors.iter().filter(move |error| is_char(error.kind)).map(|error| error.span)
}

/// Returns a comment in braces, or after a semicolon if it holds a closing brace.
fn enclosed<'a>(text: &'a [u8], node: &Node) -> Cow<'a, [u8]> {
    let own = node.span.of(text).trim_ascii_end();
    let words = match node.kind {
        NodeKind::Comment(CommentKind::Line) => &own[1..],
        NodeKind::Comment(CommentKind::Words) => own,
        NodeKind::Comment(CommentKind::Open) => return Cow::Owned([own, b"}"].concat()),
        _ => return Cow::Borrowed(own),
    };
    match words.contains(&b'}') {
        true => Cow::Owned([b";", words].concat()),
        false => Cow::Owned([b"{", words, b"}"].concat()),
    }
}

/// Returns the escape lines and the comments that are before the first tag pair or move, each on a line.
fn clean_preamble(text: &[u8], game: &Game, line_end: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let line = |span: Span| [span.of(text).trim_ascii_end(), line_end].concat();
    let comments = game.nodes.iter().filter(|node| node.span.start < game.start);
    let escapes = escapes_before(game).flat_map(|&span| line(span)).collect();
    (escapes, comments.flat_map(|node| line(node.span)).collect())
}

/// Returns the escape lines before the first tag pair or move.
fn escapes_before(game: &Game) -> impl Iterator<Item = &Span> {
    game.escapes.iter().filter(|line| line.start < game.start)
}

/// Returns the nodes of the game, and the open comment of a variation after the marker, which is no node.
fn nodes_and_late_comments(game: &Game) -> impl Iterator<Item = &Node> {
    let late = game.dropped_comments.iter().filter(|node| is_open_comment(node));
    game.nodes.iter().chain(late)
}

fn is_open_comment(node: &Node) -> bool {
    node.kind == NodeKind::Comment(CommentKind::Open)
}

/// Returns the text with each open comment closed where it ends (C33). `game` is what was read from `text`.
///
/// ```
/// let pgn = b"1. e4 {good\n";
/// let mut games = pgn_syntax::Games::new(pgn);
/// let game = games.next().unwrap();
/// assert_eq!(pgn_syntax::boundary::closed(pgn, game), b"1. e4 {good}\n");
/// ```
#[must_use]
pub fn closed(text: &[u8], game: &Game) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + 1);
    close_into(&mut out, text, game, 0..text.len(), None);
    out
}

/// Appends a part of the text with its open comments closed, and also its open variations if `line_end` is given.
/// Returns true if a marker can follow on the last line.
fn close_into(
    out: &mut Vec<u8>,
    text: &[u8],
    game: &Game,
    part: Range<usize>,
    line_end: Option<&[u8]>,
) -> bool {
    let (mut line_start, mut from, mut line_comment) = (out.len(), part.start, 0);
    let mut end_of_nodes = 0;
    let is_in_part = |node: &&Node| (part.start..=part.end).contains(&(node.span.start as usize));
    let mut nodes = nodes_and_late_comments(game).filter(is_in_part).peekable();
    while let Some(node) = nodes.next() {
        let start = node.span.start as usize;
        if !node.span.is_empty() {
            end_of_nodes = node.span.end as usize;
        }
        match node.kind {
            NodeKind::Comment(CommentKind::Line) => line_comment = node.span.end as usize,
            NodeKind::Comment(CommentKind::Open) if start < part.end => {
                let end = start + node.span.of(text).trim_ascii_end().len();
                append(out, &text[from..end], &mut line_start);
                out.push(b'}');
                from = end;
            }
            NodeKind::RavClose if node.span.is_empty() && line_end.is_some() => {
                // The parentheses follow any text without a node, after a blank: joined to that text, they could be
                // part of it.
                let mut n_closed = 1;
                while nodes.next_if(|node| node.span.is_empty()).is_some() {
                    n_closed += 1;
                }
                let next = nodes.peek().map_or(part.end, |next| next.span.start as usize);
                let end = next.min(part.end).max(from);
                let end = from + text[from..end].trim_ascii_end().len();
                append(out, &text[from..end], &mut line_start);
                if line_comment >= end || out[line_start..].starts_with(b"%") {
                    out.extend_from_slice(line_end.unwrap_or_default());
                    (line_start, line_comment) = (out.len(), 0);
                } else if end_of_nodes < end {
                    out.push(b' ');
                }
                out.extend(std::iter::repeat_n(b')', n_closed));
                from = end;
            }
            _ => (),
        }
    }
    let rest = &text[from.min(part.end)..part.end];
    out.extend_from_slice(rest);
    line_comment < from + rest.trim_ascii_end().len()
        && !ends_with_escape_line(out.trim_ascii_end())
}

/// Appends text, and updates the offset in `out` where the last line starts.
fn append(out: &mut Vec<u8>, text: &[u8], line_start: &mut usize) {
    if let Some(at) = text.iter().rposition(is_line_end) {
        *line_start = out.len() + at + 1;
    }
    out.extend_from_slice(text);
}

/// Returns the text with everything closed, and with a marker after it.
fn marked(text: &[u8], game: &Game, line_end: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + 8);
    let end = text.trim_ascii_end().len();
    let has_place = close_into(&mut out, text, game, 0..end, Some(line_end));
    out.truncate(out.trim_ascii_end().len());
    mark(&mut out, has_movetext(game), has_place, line_end);
    out.extend_from_slice(if end == text.len() { line_end } else { &text[end..] });
    out
}

/// Appends a marker after movetext, on its last line if `has_place`, or after tag pairs.
fn mark(out: &mut Vec<u8>, has_movetext: bool, has_place: bool, line_end: &[u8]) {
    out.extend_from_slice(match (has_place, has_movetext) {
        (true, true) => b" ",
        (true, false) | (false, _) => line_end,
    });
    if has_place && !has_movetext {
        out.extend_from_slice(line_end);
    }
    out.push(b'*');
}

fn has_movetext(game: &Game) -> bool {
    game.nodes.last().is_some_and(|node| node.span.start >= game.movetext_start)
}

fn ends_with_escape_line(text: &[u8]) -> bool {
    text[line_start(text, text.len())..].starts_with(b"%")
}

/// Returns the comments after the last line of the game, which ends at `end`.
fn comments_after(game: &Game, end: usize) -> impl Iterator<Item = &Node> {
    let is_comment = |node: &&Node| node.kind.is_comment();
    game.nodes.iter().filter(move |node| node.span.start as usize >= end).filter(is_comment)
}

/// Returns the text with the comments after its last line moved onto that line.
fn with_comments_joined(text: &[u8], game: &Game, line_end: &[u8]) -> Vec<u8> {
    let end = end_of_last_line(text, game);
    let comments: Vec<&Node> = comments_after(game, end).collect();
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
