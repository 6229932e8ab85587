//! Hashes of the content of a game apart from its moves: the tags with a known value, and the annotation.

use pgn_syntax::{Fallback, Game, NodeKind, TagName, tag::has_no_content};

use crate::storage::stored::array_at;

/// Amount of annotation of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Amount {
    /// Number of letters and digits in comments.
    pub letters: u32,
    /// Number of NAGs, including symbols, without `$0`.
    pub nags: u32,
    /// Number of half-moves in variations.
    pub variation_plies: u32,
}

stored! { Amount { letters, nags, variation_plies } }

impl Amount {
    /// Returns true if any count of `self` is less than that of `other`.
    pub(crate) fn is_less_than(&self, other: &Amount) -> bool {
        self.letters < other.letters
            || self.nags < other.nags
            || self.variation_plies < other.variation_plies
    }
}

/// Returns the hash of the tags with a known value: for each name, the pair that an export writes. White space in
/// values does not matter, nor do case and signs in names. Result and SetUp are not part of it, because an export adds
/// them if they are missing.
pub(crate) fn known_tags_hash(game: &Game, src: &[u8], fallback: Fallback) -> [u8; 16] {
    let mut tags: Vec<(Vec<u8>, bool, Vec<u8>)> = Vec::with_capacity(game.tags.len());
    for pair in &game.tags {
        if matches!(pair.known, Some(TagName::RESULT | TagName::SET_UP)) {
            continue;
        }
        let value = pair.value(src);
        if has_no_content(&value) {
            continue;
        }
        let letters = pair.name(src).iter().filter(|byte| byte.is_ascii_alphanumeric());
        let name = letters.map(u8::to_ascii_lowercase).collect();
        let mut words = Vec::with_capacity(value.len());
        let text = fallback.decode(&value);
        let is_blank = |c: char| c.is_whitespace() || c.is_control();
        for word in text.split(is_blank).filter(|word| !word.is_empty()) {
            words.push(b' ');
            words.extend_from_slice(word.as_bytes());
        }
        tags.push((name, !pair.is_exact, words));
    }
    // Stable: of several pairs of a name, the first with the exact name stays (C16).
    tags.sort_by(|a, b| (&a.0, a.1).cmp(&(&b.0, b.1)));
    tags.dedup_by(|b, a| a.0 == b.0);
    let tags: Vec<Vec<u8>> =
        tags.into_iter().map(|(name, _, words)| [name, words].concat()).collect();
    hash16(&tags.join(&0))
}

/// Returns the hash of the annotation, and its amount. `content` is overwritten.
pub(crate) fn annotation_hash(
    game: &Game,
    src: &[u8],
    fallback: Fallback,
    content: &mut Vec<u8>,
) -> ([u8; 16], Amount) {
    content.clear();
    let (mut amount, mut depth) = (Amount::default(), 0_u32);
    for node in &game.nodes {
        match node.kind {
            NodeKind::RavOpen { .. } => depth += 1,
            NodeKind::RavClose => depth = depth.saturating_sub(1),
            NodeKind::Move { .. } | NodeKind::NullMove { .. } if depth > 0 => {
                amount.variation_plies += 1;
            }
            NodeKind::Comment(_) => {
                let text = fallback.decode(node.comment_text(src));
                for letter in text.chars().filter(|letter| letter.is_alphanumeric()) {
                    content.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
                    amount.letters = amount.letters.saturating_add(1);
                }
            }
            NodeKind::Nag(nag) => amount.nags += u32::from(nag != 0),
            NodeKind::Suffix(_) | NodeKind::Glyph { .. } => amount.nags += 1,
            NodeKind::Move { .. }
            | NodeKind::NullMove { .. }
            | NodeKind::MoveNumber(_)
            | NodeKind::Marker(_) => (),
        }
    }
    content.extend_from_slice(&amount.variation_plies.to_le_bytes());
    (hash16(content), amount)
}

/// Returns the first 16 bytes of the BLAKE3 hash of `content`.
pub(crate) fn hash16(content: &[u8]) -> [u8; 16] {
    half(blake3::hash(content).as_bytes())
}

/// Returns the first half of a hash.
pub(crate) fn half(hash: &[u8; 32]) -> [u8; 16] {
    array_at(hash, 0)
}
