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
pub(super) fn with_clean_lead(text: &[u8], game: &Game, line_end: &[u8]) -> Vec<u8> {
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
    let (mut out, mut from) = (Vec::with_capacity(text.len() + 8), 0);
    let (mut n_comments, mut n_variations) = (0, 0);
    let mut line_comment = 0;
    for node in &game.nodes {
        match node.kind {
            NodeKind::Comment(CommentKind::Line) => line_comment = node.span.end as usize,
            NodeKind::Comment(CommentKind::Open) => {
                let end = node.span.start as usize + node.span.of(text).trim_ascii_end().len();
                out.extend_from_slice(&text[from..end]);
                out.push(b'}');
                (from, n_comments) = (end, n_comments + 1);
            }
            NodeKind::RavClose if node.span.is_empty() => {
                let end = text[..node.span.start as usize].trim_ascii_end().len().max(from);
                out.extend_from_slice(&text[from..end]);
                if line_comment >= end || ends_with_escape_line(&out) {
                    out.extend_from_slice(line_end);
                    line_comment = 0;
                }
                out.push(b')');
                (from, n_variations) = (end, n_variations + 1);
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
    let mut repairs = Vec::new();
    if n_comments > 0 {
        repairs.push(Repair::Closed);
    }
    if n_variations > 0 {
        repairs.push(Repair::VariationClosed);
    }
    repairs.push(Repair::Marked);
    (out, repairs)
}

fn ends_with_escape_line(text: &[u8]) -> bool {
    let line = text.iter().rposition(|&byte| is_line_end(byte)).map_or(0, |at| at + 1);
    text[line..].starts_with(b"%")
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
