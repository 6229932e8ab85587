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
        let mut tags = Vec::new();
        for pair in &game.tags {
            for span in [pair.name, pair.value] {
                push(span.of(src), &mut tags);
                tags.push(0);
            }
        }
        let mut movetext = Vec::new();
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
            movetext.push(kind);
            let text = match node.kind {
                NodeKind::Comment(_) => node.comment_text(src).trim_ascii(),
                // The text may have none where the game was cut off.
                NodeKind::RavClose => b"",
                _ => node.span.of(src),
            };
            push(text, &mut movetext);
            movetext.push(0);
        }
        Content {
            tags,
            movetext,
            marker: game.marker.map(|(marker, _)| marker),
            has_final_zeros: game.final_zeros.is_some(),
        }
    }

    /// True if tags, marker and what stands for a marker are those of `other`.
    pub(super) fn has_frame_of(&self, other: &Content) -> bool {
        (&self.tags, self.marker, self.has_final_zeros)
            == (&other.tags, other.marker, other.has_final_zeros)
    }

    /// True if this is `other` with what the repairs add.
    pub(super) fn is(&self, other: &Content, repairs: &[Repair]) -> bool {
        let tags = match repairs.contains(&Repair::Tagged) {
            true => self.tags.strip_prefix(ADDED_TAG),
            false => Some(&self.tags[..]),
        };
        let marker = match repairs.contains(&Repair::Marked) {
            true => Some(Marker::Unknown),
            false => other.marker,
        };
        tags == Some(&other.tags)
            && self.movetext == other.movetext
            && self.marker == marker
            && self.has_final_zeros == other.has_final_zeros
    }
}

/// Appends a text with LF for each of its line ends.
fn push(text: &[u8], out: &mut Vec<u8>) {
    let mut rest = text;
    while let Some(at) = memchr::memchr(b'\r', rest) {
        out.extend_from_slice(&rest[..at]);
        out.push(b'\n');
        rest = rest[at + 1..].strip_prefix(b"\n").unwrap_or(&rest[at + 1..]);
    }
    out.extend_from_slice(rest);
}
