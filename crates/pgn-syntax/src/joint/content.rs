//! What a game says: tag pairs, moves, annotation and marker, without layout.

use super::Repair;
use crate::{game::Game, marker::Marker, movetext::NodeKind};

/// The tag pair that [`Repair::Tagged`] adds, as [`Content::tags`] has it.
const ADDED_TAG: &[u8] = b"Event\0?\0";

/// The content of a game. Two games of the same content differ in layout only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Content {
    /// Names and values.
    tags: Vec<u8>,
    /// The movetext, comments included, without the marker.
    movetext: Vec<u8>,
    marker: Option<Marker>,
    has_final_zeros: bool,
}

impl Content {
    /// Returns the content of `game`.
    pub(super) fn of(game: &Game, src: &[u8]) -> Content {
        let (mut tags, mut movetext) = (Vec::new(), Vec::new());
        read_tags(game, src, &mut |bytes| tags.extend_from_slice(bytes));
        read_movetext(game, src, &mut |bytes| movetext.extend_from_slice(bytes));
        Content {
            tags,
            movetext,
            marker: game.marker.map(|(marker, _)| marker),
            has_final_zeros: game.final_zeros.is_some(),
        }
    }

    /// True if `game` has this content with what the repairs add. Nothing of it is copied.
    pub(super) fn is_of(&self, game: &Game, src: &[u8], repairs: &[Repair]) -> bool {
        let marker = match repairs.contains(&Repair::Marked) {
            true => Some(Marker::Unknown),
            false => self.marker,
        };
        let added = if repairs.contains(&Repair::Tagged) { ADDED_TAG } else { b"" };
        let mut tags = Rest(Some(self.tags.as_slice()));
        let mut before = Rest(Some(added));
        let mut movetext = Rest(Some(self.movetext.as_slice()));
        read_tags(game, src, &mut |bytes| {
            let n = before.0.map_or(0, <[u8]>::len).min(bytes.len());
            before.take(&bytes[..n]);
            tags.take(&bytes[n..]);
        });
        read_movetext(game, src, &mut |bytes| movetext.take(bytes));
        before.is_empty()
            && tags.is_empty()
            && movetext.is_empty()
            && game.marker.map(|(marker, _)| marker) == marker
            && game.final_zeros.is_some() == self.has_final_zeros
    }

    /// True if tags, marker and what stands for a marker are those of `other`.
    pub(super) fn has_frame_of(&self, other: &Content) -> bool {
        (&self.tags, self.marker, self.has_final_zeros)
            == (&other.tags, other.marker, other.has_final_zeros)
    }
}

/// What is still expected; `None`: something else came.
struct Rest<'a>(Option<&'a [u8]>);

impl Rest<'_> {
    fn take(&mut self, bytes: &[u8]) {
        self.0 = self.0.and_then(|rest| rest.strip_prefix(bytes));
    }

    fn is_empty(&self) -> bool {
        self.0.is_some_and(<[u8]>::is_empty)
    }
}

/// Gives names and values of the tag pairs to `take`.
fn read_tags(game: &Game, src: &[u8], take: &mut impl FnMut(&[u8])) {
    for pair in &game.tags {
        for span in [pair.name, pair.value] {
            read_text(span.of(src), take);
            take(&[0]);
        }
    }
}

/// Gives the nodes of the movetext without its marker to `take`.
fn read_movetext(game: &Game, src: &[u8], take: &mut impl FnMut(&[u8])) {
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
            // The text may have none where the game was cut off.
            NodeKind::RavClose => b"",
            _ => node.span.of(src),
        };
        read_text(text, take);
        take(&[0]);
    }
}

/// Gives a text to `take` with LF for each of its line ends.
fn read_text(text: &[u8], take: &mut impl FnMut(&[u8])) {
    let mut rest = text;
    while let Some(at) = memchr::memchr(b'\r', rest) {
        take(&rest[..at]);
        take(b"\n");
        rest = rest[at + 1..].strip_prefix(b"\n").unwrap_or(&rest[at + 1..]);
    }
    take(rest);
}
