//! Fingerprints that identify a game, and the place of a finding in it, if another part of the game was edited.

use pgn_collate::stored;
use pgn_lint::Diagnostic;
use pgn_syntax::{Game, Node, NodeKind, Span, TagName};

use super::{At, Content, Listed};

/// Minimum number of half-moves of a main line that identifies a game.
const MIN_MOVES: usize = 10;

/// Number of half-moves that are used together with the tags, to distinguish games of two players on one day.
const FIRST_MOVES: usize = 8;

/// The tags that identify a game.
const TAGS: [TagName; 6] =
    [TagName::EVENT, TagName::SITE, TagName::DATE, TagName::ROUND, TagName::WHITE, TagName::BLACK];

/// The fingerprints of a game.
pub(crate) struct GameFingerprints {
    /// The hash of the whole content.
    pub(crate) content: Content,
    /// The offset of the first tag pair.
    pub(crate) start: u32,
    /// The hash of the tags and first moves of the game, and the hash of the moves of its main line. A hash is missing
    /// if the game has too few known tags or moves for it.
    pub(crate) identities: Vec<Content>,
    /// Offsets and hashes of the places of tag pairs and of the nodes of the movetext, by offset.
    places: Vec<(u32, u64)>,
}

/// What identifies a place of a game: the hash of the game, its identities, and the place in its text and in its tags or
/// moves. The message of a finding at this place may not be known yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlaceFingerprint {
    pub(super) content: Content,
    pub(super) identities: Vec<Content>,
    pub(super) at: At,
    /// The hash of the tag name or of the moves that lead to the place.
    path: u64,
}

/// The place of a finding, as a hash of its message and of the tag name or the moves that lead to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct PlaceHash(pub(super) u64);

impl PlaceHash {
    /// Returns the place of a finding. `path`: the hash of the tag name or of the moves that lead to it.
    fn of(path: u64, message: &str) -> PlaceHash {
        PlaceHash(hash(path, message.as_bytes()))
    }
}

impl GameFingerprints {
    pub(crate) fn of(src: &[u8], game: &Game) -> GameFingerprints {
        let mut places: Vec<(u32, u64)> = game
            .tags
            .iter()
            .map(|pair| (pair.span.start, hash(hash(EMPTY, b"["), pair.name(src))))
            .collect();
        let moves = push_places(src, game, &mut places);
        places.sort_by_key(|(offset, _)| *offset);
        let identities = identities(src, game, &moves);
        GameFingerprints { content: Content::of(src, game), start: game.start, identities, places }
    }

    #[cfg(test)]
    pub(super) fn new(content: Content, identities: Vec<Content>) -> GameFingerprints {
        GameFingerprints { content, start: 0, identities, places: Vec::new() }
    }

    /// Returns the place of a finding as it is written, and as baselines have it that were written when numbers of the
    /// message were a part of the place.
    pub(crate) fn places(&self, found: &Diagnostic) -> [PlaceHash; 2] {
        let path = self.path(found.span);
        let written = PlaceHash::of(path, &found.message_without_numbers());
        [written, PlaceHash::of(path, &found.message)]
    }

    /// Returns the fingerprint of the place `span`, which is at `at` in the game.
    pub(crate) fn of_place(&self, span: Span, at: At) -> PlaceFingerprint {
        PlaceFingerprint {
            content: self.content,
            identities: self.identities.clone(),
            at,
            path: self.path(span),
        }
    }

    /// Returns the hash of the tag name or of the moves that lead to a place.
    fn path(&self, span: Span) -> u64 {
        let n_before = self.places.partition_point(|(offset, _)| *offset <= span.start);
        self.places[..n_before].last().map_or(EMPTY, |(_, path)| *path)
    }
}

impl PlaceFingerprint {
    /// Returns the entry for a finding with this message.
    pub(crate) fn listed(&self, message: &str) -> Listed {
        Listed {
            game: self.content,
            identities: self.identities.clone(),
            at: self.at,
            place: PlaceHash::of(self.path, message),
        }
    }
}

stored! {
    Content { 0 }
    At { line, column }
    PlaceFingerprint { content, identities, at, path }
}

/// Adds the places of the movetext. Returns the moves of the main line as they are written.
fn push_places<'a>(src: &'a [u8], game: &Game, places: &mut Vec<(u32, u64)>) -> Vec<&'a [u8]> {
    let mut moves = Vec::new();
    // For each open line, the hash of its moves without the last one and with it.
    let mut lines = vec![(EMPTY, EMPTY)];
    for node in &game.nodes {
        let depth = lines.len();
        let Some(line) = lines.last_mut() else { break };
        let path = match node.kind {
            NodeKind::Move { .. } | NodeKind::NullMove { .. } => {
                let text = move_text(src, node);
                if depth == 1 {
                    moves.push(text);
                }
                *line = (line.1, hash(line.1, text));
                line.1
            }
            NodeKind::RavOpen { .. } => {
                let before = line.0;
                lines.push((before, before));
                hash(before, b"(")
            }
            NodeKind::RavClose => {
                if depth > 1 {
                    lines.pop();
                }
                hash(lines.last().map_or(EMPTY, |line| line.1), b")")
            }
            NodeKind::Comment(_) => hash(line.1, b"{"),
            NodeKind::Nag(_) | NodeKind::Suffix(_) | NodeKind::Glyph { .. } => hash(line.1, b"$"),
            NodeKind::MoveNumber(_) => hash(line.1, b"."),
            // The place of the marker does not depend on the moves.
            NodeKind::Marker(_) => hash(EMPTY, b"*"),
        };
        places.push((node.span.start, path));
    }
    moves
}

/// Returns a move as it is written, without the signs of check and mate.
fn move_text<'a>(src: &'a [u8], node: &Node) -> &'a [u8] {
    let mut text = node.span.of(src).trim_ascii();
    while let [rest @ .., b'+' | b'#'] = text {
        text = rest;
    }
    text
}

fn identities(src: &[u8], game: &Game, moves: &[&[u8]]) -> Vec<Content> {
    let value = |name| game.tag(src, name).map(|pair| pair.value(src).trim_ascii().to_vec());
    let fen = value(TagName::FEN).unwrap_or_default();
    let tags: Vec<Vec<u8>> = TAGS.map(|name| value(name).unwrap_or_default()).into();
    let says = |value: &&Vec<u8>| value.iter().any(|byte| !b"?.-".contains(byte));
    let mut all = Vec::new();
    if tags.iter().filter(says).count() >= 2 {
        let first = moves.iter().take(FIRST_MOVES).copied();
        let parts = [&b"tags"[..], &fen].into_iter().chain(tags.iter().map(Vec::as_slice));
        all.push(Content::of_parts(parts.chain(first)));
    }
    if moves.len() >= MIN_MOVES {
        let parts = [&b"moves"[..], &fen].into_iter().chain(moves.iter().copied());
        all.push(Content::of_parts(parts));
    }
    all
}

/// The hash of no text.
const EMPTY: u64 = 0xcbf2_9ce4_8422_2325;

/// Returns the hash of a text that begins with the text of `before`, followed by `text`: FNV-1a, so that it is the same
/// in every version.
fn hash(before: u64, text: &[u8]) -> u64 {
    // A byte 0 ends each text.
    text.iter()
        .chain(&[0])
        .fold(before, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3))
}
