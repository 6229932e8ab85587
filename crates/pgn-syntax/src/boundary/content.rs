//! The content of a game without its layout: tag pairs, moves, annotation and marker.

use super::Repair;
use crate::{
    game::{Game, movetext::NodeKind},
    tokens::marker::Marker,
};

/// The tag pair that [`Repair::Tagged`] adds, in the form of [`Content::tags`].
const ADDED_TAG: &[u8] = b"Event\0?\0";

/// The content of a game. Two games with equal contents differ only in layout and in the escape lines around them.
#[derive(Clone, Debug)]
pub(super) struct Content {
    /// The names and values of the tag pairs, each followed by a NUL.
    tags: Vec<u8>,
    /// The movetext without the marker, as [`encode_movetext`] encodes it.
    movetext: Vec<u8>,
    marker: Option<Marker>,
    has_final_zeros: bool,
    /// The escape lines before the game. After an open parenthesis they would belong to the game before.
    escapes: Vec<u8>,
}

impl PartialEq for Content {
    fn eq(&self, other: &Content) -> bool {
        self.has_frame_of(other) && self.movetext == other.movetext
    }
}

impl Content {
    /// The repairs that add to the content of a game.
    pub(super) const ADDED_BY: [Repair; 2] = [Repair::Marked, Repair::Tagged];

    /// Returns the content of `game`.
    pub(super) fn of(game: &Game, src: &[u8]) -> Content {
        // The vector of a large game does not have to grow. Capacity that is never written takes no memory.
        let (mut tags, mut movetext) = (Vec::new(), Vec::with_capacity(2 * game.span.len()));
        encode_tags(game, src, &mut |bytes| tags.extend_from_slice(bytes));
        encode_movetext(game, src, &mut |bytes| movetext.extend_from_slice(bytes));
        Content {
            tags,
            movetext,
            marker: game.marker.map(|(marker, _)| marker),
            has_final_zeros: game.final_zeros.is_some(),
            escapes: escape_lines(game, src),
        }
    }

    /// Returns true if `game` has this content plus what the repairs add. Compares in place, without
    /// allocation.
    pub(super) fn is_of(&self, game: &Game, src: &[u8], repairs: &[Repair]) -> bool {
        let marker =
            if repairs.contains(&Repair::Marked) { Some(Marker::Unknown) } else { self.marker };
        let added = if repairs.contains(&Repair::Tagged) { ADDED_TAG } else { b"" };
        let mut tags = ExpectedBytes(Some(self.tags.as_slice()));
        let mut before = ExpectedBytes(Some(added));
        let mut movetext = ExpectedBytes(Some(self.movetext.as_slice()));
        // The tag pair that a repair adds is the first.
        encode_tags(game, src, &mut |bytes| {
            let n = before.0.map_or(0, <[u8]>::len).min(bytes.len());
            before.take(&bytes[..n]);
            tags.take(&bytes[n..]);
        });
        encode_movetext(game, src, &mut |bytes| movetext.take(bytes));
        before.is_empty()
            && tags.is_empty()
            && movetext.is_empty()
            && game.marker.map(|(marker, _)| marker) == marker
            && game.final_zeros.is_some() == self.has_final_zeros
            // The escape lines at the end of the previous game may now be read as lines before this one.
            && escape_lines(game, src).ends_with(&self.escapes)
    }

    /// Returns true if the tags, the marker, and the `0-0` in place of a marker are those of `other`.
    pub(super) fn has_frame_of(&self, other: &Content) -> bool {
        (&self.tags, self.marker, self.has_final_zeros)
            == (&other.tags, other.marker, other.has_final_zeros)
    }
}

/// The bytes that are still expected, or `None` once other bytes came.
struct ExpectedBytes<'a>(Option<&'a [u8]>);

impl ExpectedBytes<'_> {
    fn take(&mut self, bytes: &[u8]) {
        self.0 = self.0.and_then(|rest| rest.strip_prefix(bytes));
    }

    fn is_empty(&self) -> bool {
        self.0.is_some_and(<[u8]>::is_empty)
    }
}

/// Passes names and values of the tag pairs to `take`, each followed by a NUL.
fn encode_tags(game: &Game, src: &[u8], take: &mut impl FnMut(&[u8])) {
    for pair in &game.tags {
        for span in [pair.name, pair.value] {
            read_text(span.of(src), take);
            take(&[0]);
        }
    }
}

/// Passes the nodes of the movetext, apart from the game's marker, and the NAGs without a node (`$`, `$300`) to `take`: a
/// byte for the kind, the text, and a NUL.
fn encode_movetext(game: &Game, src: &[u8], take: &mut impl FnMut(&[u8])) {
    let marker = game.marker.map(|(_, span)| span);
    for node in &game.nodes {
        let kind = match node.kind {
            NodeKind::Marker(_) if Some(node.span) == marker => continue,
            NodeKind::Marker(_) => 1,
            NodeKind::Move { .. } => 2,
            NodeKind::NullMove { .. } => 3,
            NodeKind::MoveNumber(_) => 4,
            NodeKind::Nag(_) => 5,
            NodeKind::Suffix(_) => 6,
            NodeKind::Glyph { .. } => 7,
            NodeKind::Comment(_) => 8,
            NodeKind::RavOpen { .. } => 9,
            NodeKind::RavClose => 10,
        };
        take(&[kind]);
        let text = match node.kind {
            NodeKind::Comment(_) => node.comment_text(src).trim_ascii(),
            // The closing parenthesis is missing where the game was cut off.
            NodeKind::RavClose => b"",
            _ => node.span.of(src),
        };
        read_text(text, take);
        take(&[0]);
    }
    for error in &game.errors {
        if error.kind.is_nag_without_node() {
            take(&[11]);
            read_text(error.span.of(src), take);
            take(&[0]);
        }
    }
}

/// Returns the escape lines before the game, each followed by a line feed.
fn escape_lines(game: &Game, src: &[u8]) -> Vec<u8> {
    let before = game.escapes.iter().filter(|line| line.start < game.start);
    before.flat_map(|line| [line.of(src).trim_ascii_end(), b"\n"].concat()).collect()
}

/// Passes a text to `take` with each of its line ends as LF.
fn read_text(text: &[u8], take: &mut impl FnMut(&[u8])) {
    // The search below is slow for tokens.
    if text.len() < 16 && !text.contains(&b'\r') {
        return take(text);
    }
    let mut rest = text;
    while let Some(at) = memchr::memchr(b'\r', rest) {
        take(&rest[..at]);
        take(b"\n");
        rest = rest[at + 1..].strip_prefix(b"\n").unwrap_or(&rest[at + 1..]);
    }
    take(rest);
}
