//! The ways in which a game can be changed so that another one can stand before or behind it.

use super::Repair;
use crate::{
    game::Game,
    movetext::{CommentKind, Node, NodeKind},
    scan::{is_line_end, line_end, next_line},
};

/// A text, and what was done to it.
type Variant = (Vec<u8>, Vec<Repair>);

/// Returns the texts that the first of two games can have, itself first. `game`: the text as read.
pub(super) fn first_variants(text: &[u8], game: &Game, line_end: &[u8]) -> Vec<Variant> {
    let mut variants = vec![(text.to_vec(), Vec::new())];
    let closed = closed(text, game);
    if closed != text {
        variants.push((closed, vec![Repair::Closed]));
    }
    if game.marker.is_none() && game.final_zeros.is_none() {
        variants.push(marked(text, game, line_end));
        variants.extend(closed_where_they_end(text, game, line_end));
    }
    if let Some(joined) = with_comments_joined(text, game, line_end) {
        variants.push((joined, vec![Repair::Joined]));
    }
    if game.tags.is_empty() {
        let tagged = [b"[Event \"?\"]", line_end, line_end, text].concat();
        variants.push((tagged, vec![Repair::Tagged]));
    }
    let end = end_of_last_line(text, game);
    if !text[end..].trim_ascii().is_empty() {
        let cleaned = [&text[..end], line_end].concat();
        variants.push((cleaned.clone(), vec![Repair::Cleaned]));
        if game.marker.is_none() {
            let cleaned = [cleaned.trim_ascii_end(), b" *", line_end].concat();
            variants.push((cleaned, vec![Repair::Marked, Repair::Cleaned]));
        }
    }
    variants
}

/// Returns the texts that the second of two games can have, itself first. `game`: the text as read.
pub(super) fn second_variants(text: &[u8], game: &Game, line_end: &[u8]) -> Vec<Variant> {
    let mut variants = vec![(text.to_vec(), Vec::new())];
    let cleaned = with_clean_lead(text, game, line_end);
    if cleaned != text {
        variants.push((cleaned.clone(), vec![Repair::Cleaned]));
    }
    if game.tags.is_empty() {
        // Escape lines stay before the tags of their game.
        let escapes = game.escapes.last().map_or(0, |line| next_line(text, line.end as usize));
        let tag = [b"[Event \"?\"]", line_end, line_end].concat();
        variants.push(([&text[..escapes], &tag, &text[escapes..]].concat(), vec![Repair::Tagged]));
        let lead_end = cleaned.len() - (text.len() - game.start as usize);
        let (lead, rest) = cleaned.split_at(lead_end);
        let escapes = lead.len() - without_escapes(lead).len();
        let tagged = [&lead[..escapes], &tag, &lead[escapes..], rest].concat();
        variants.push((tagged, vec![Repair::Tagged, Repair::Cleaned]));
    }
    variants
}

/// Returns the text with only escape lines and then comments before its first tag pair or move.
fn with_clean_lead(text: &[u8], game: &Game, line_end: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let comments = game.nodes.iter().filter(|node| node.span.start < game.start);
    for span in game.escapes.iter().copied().chain(comments.map(|node| node.span)) {
        out.extend_from_slice(span.of(text).trim_ascii_end());
        out.extend_from_slice(line_end);
    }
    out.extend_from_slice(&text[game.start as usize..]);
    out
}

/// Returns a text without the escape lines that it begins with.
fn without_escapes(text: &[u8]) -> &[u8] {
    let mut at = 0;
    while text.get(at) == Some(&b'%') {
        at = next_line(text, at);
    }
    &text[at..]
}

/// Returns the text with each comment closed that was left open, as C33 closes it.
pub(super) fn closed(text: &[u8], game: &Game) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + 1);
    let mut from = 0;
    let is_open = |node: &&Node| node.kind == NodeKind::Comment(CommentKind::Open);
    for node in game.nodes.iter().filter(is_open) {
        let span = &text[node.span.start as usize..node.span.end as usize];
        let end = node.span.start as usize + span.trim_ascii_end().len();
        out.extend_from_slice(&text[from..end]);
        out.push(b'}');
        from = end;
    }
    out.extend_from_slice(&text[from..]);
    out
}

/// Returns the text with everything closed, and with a marker behind it.
fn marked(text: &[u8], game: &Game, line_end: &[u8]) -> Variant {
    let mut repairs = Vec::new();
    let closed = closed(text, game);
    let is_left_open = |node: &&Node| node.kind == NodeKind::RavClose && node.span.is_empty();
    let n_open = game.nodes.iter().filter(is_left_open).count();
    if closed != text {
        repairs.push(Repair::Closed);
    }
    if n_open > 0 {
        repairs.push(Repair::VariationClosed);
    }
    repairs.push(Repair::Marked);
    let end = closed.trim_ascii_end().len();
    let (body, rest) = closed.split_at(end);
    let last_line = body.iter().rposition(|&byte| is_line_end(byte)).map_or(0, |at| at + 1);
    let is_line_comment = game.nodes.last().is_some_and(|node| {
        node.kind == NodeKind::Comment(CommentKind::Line) && node.span.end as usize >= end
    });
    let has_movetext = game.nodes.last().is_some_and(|node| node.span.start >= game.movetext_start);
    let mut out = body.to_vec();
    if is_line_comment || body[last_line..].starts_with(b"%") {
        out.extend_from_slice(line_end);
    } else if !has_movetext {
        out.extend_from_slice(line_end);
        out.extend_from_slice(line_end);
    } else if n_open == 0 {
        out.push(b' ');
    }
    if n_open > 0 {
        out.extend(std::iter::repeat_n(b')', n_open));
        out.push(b' ');
    }
    out.push(b'*');
    out.extend_from_slice(if rest.is_empty() { line_end } else { rest });
    (out, repairs)
}

/// Returns the text with everything closed where it is taken to end, and with a marker behind it; `None` if
/// no variation was left open. A comment behind an open variation is no part of it.
fn closed_where_they_end(text: &[u8], game: &Game, line_end: &[u8]) -> Option<Variant> {
    let is_left_open = |node: &&Node| node.kind == NodeKind::RavClose && node.span.is_empty();
    let open: Vec<&Node> = game.nodes.iter().filter(is_left_open).collect();
    let first = open.first()?.span.start as usize;
    let mut rest = text[first..].to_vec();
    let mut repairs = vec![Repair::VariationClosed, Repair::Marked];
    if let Some(last) = game.nodes.last()
        && last.kind == NodeKind::Comment(CommentKind::Open)
    {
        rest.truncate(rest.trim_ascii_end().len());
        rest.push(b'}');
        repairs.insert(0, Repair::Closed);
    }
    let closing = b")".repeat(open.len());
    let body = [&text[..first], &closing, b" ", rest.trim_ascii(), b" *", line_end].concat();
    Some((body, repairs))
}

/// Returns the text with the comments behind the game on its last line; `None` if there are none.
fn with_comments_joined(text: &[u8], game: &Game, line_end: &[u8]) -> Option<Vec<u8>> {
    let end = end_of_last_line(text, game);
    let behind = game.nodes.iter().filter(|node| node.span.start as usize >= end);
    let comments: Vec<&Node> =
        behind.filter(|node| matches!(node.kind, NodeKind::Comment(_))).collect();
    if comments.is_empty() {
        return None;
    }
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
    Some(out)
}

/// Returns where the line ends that holds the last token of the game, or the last comment that begins
/// on that line.
pub(super) fn end_of_last_line(text: &[u8], game: &Game) -> usize {
    let mut end = line_end(text, game.end as usize);
    for node in &game.nodes {
        if (node.span.start as usize) < end && node.span.end as usize > end {
            end = line_end(text, node.span.end as usize);
        }
    }
    end
}
