//! Games of an account as bytes, for the sorters.

use super::{Amount, FileRole, Fingerprints, GameLocation};
use crate::{
    facts::{Facts, N_FACTS},
    fields::{array_at, u32_at},
    location::PACKED_LEN,
};

/// Length of a packed game in bytes: the location, six hashes, the tags with a flag, the facts, four numbers, a flag.
pub(super) const LEN: usize = PACKED_LEN + 6 * 16 + 17 + 4 * N_FACTS + 4 * 4 + 1;

/// Returns a game as bytes, which begin with its location.
pub(super) fn pack(place: &GameLocation, fingerprints: &Fingerprints) -> Vec<u8> {
    let Fingerprints { whole, line, tags, known, annotation, key, facts, .. } = *fingerprints;
    let Fingerprints { n_plies, has_error, amount, source, .. } = *fingerprints;
    let mut out = place.pack(place.side as u8, LEN);
    for hash in [whole, line, known, annotation, key, source] {
        out.extend_from_slice(&hash);
    }
    out.push(u8::from(tags.is_some()));
    out.extend_from_slice(&tags.unwrap_or_default());
    let numbers = [n_plies, amount.letters, amount.nags, amount.variation_plies];
    for number in facts.0.into_iter().chain(numbers) {
        out.extend_from_slice(&number.to_le_bytes());
    }
    out.push(u8::from(has_error));
    out
}

/// Returns the game from the bytes that [`pack`] returned.
pub(super) fn unpack(bytes: &[u8]) -> (GameLocation, Fingerprints) {
    let mut rest = &bytes[PACKED_LEN..];
    let mut take = |n: usize| {
        let (first, others) = rest.split_at(n);
        rest = others;
        first
    };
    let role = match bytes[0] {
        0 => FileRole::Input,
        1 => FileRole::Result,
        2 => FileRole::Duplicates,
        3 => FileRole::Rejects,
        4 => FileRole::Tree,
        5 => FileRole::LineOfTree,
        _ => FileRole::Earlier,
    };
    let [whole, line, known, annotation, key, source] =
        std::array::from_fn(|_| array_at(take(16), 0));
    let has_tags = take(1) == [1];
    let tags = Some(array_at(take(16), 0)).filter(|_| has_tags);
    let facts = Facts(std::array::from_fn(|_| u32_at(take(4), 0)));
    let [n_plies, letters, nags, variation_plies] = std::array::from_fn(|_| u32_at(take(4), 0));
    let has_error = take(1) == [1];
    let amount = Amount { letters, nags, variation_plies };
    let hashes = Fingerprints {
        whole,
        line,
        tags,
        known,
        annotation,
        key,
        source,
        ..Fingerprints::default()
    };
    (
        GameLocation::unpack(bytes, role),
        Fingerprints { facts, n_plies, has_error, amount, ..hashes },
    )
}
