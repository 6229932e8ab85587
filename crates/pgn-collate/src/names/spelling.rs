//! A spelling of a name, its kind, and the certainty of a proposal.

use super::evidence::Evidence;
use crate::storage::stored::Stored as _;

/// The kind of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NameKind {
    /// A player, in White or Black.
    Player,
    /// An event.
    Event,
    /// A site.
    Site,
}

impl NameKind {
    pub(super) const ALL: [NameKind; 3] = [NameKind::Player, NameKind::Event, NameKind::Site];

    /// Returns the name in the first column of a table that `export --map-tag` reads.
    #[must_use]
    pub fn tag(self) -> &'static str {
        match self {
            NameKind::Player => "player",
            NameKind::Event => "Event",
            NameKind::Site => "Site",
        }
    }
}

/// A spelling with the evidence of its games.
#[derive(Clone, Debug)]
pub(super) struct Spelling {
    pub(super) name: String,
    pub(super) evidence: Evidence,
}

stored! { Spelling { name, evidence } }

/// Certainty that a spelling belongs to a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// Only signs, accents or order differ, or a number or rating agrees.
    Sure,
    /// The spelling can only belong to this name, among all names of the archive.
    Likely,
    /// The proposal must be checked.
    Check,
}

impl Certainty {
    /// Returns the word for the table.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Certainty::Sure => "sure",
            Certainty::Likely => "likely",
            Certainty::Check => "check",
        }
    }
}

/// Returns the hash of a spelling for [`Evidence::rivals`].
pub(super) fn hash(name: &str) -> u64 {
    u64::of_bytes(blake3::hash(name.as_bytes()).as_bytes())
}
