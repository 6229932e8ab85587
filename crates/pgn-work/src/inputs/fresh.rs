//! The games that a run takes from inputs that are followed.

use std::{
    collections::{HashMap, HashSet},
    sync::{Mutex, PoisonError},
};

use pgn_stream::InputInfo;
use pgn_syntax::Game;
use sha2::{Digest as _, Sha256};

use crate::inputs::name_of;

/// The first half of the SHA-256 of a text.
pub(crate) type Hash = [u8; 16];

/// The games that a run takes of its inputs.
#[derive(Debug, Default)]
pub struct Fresh {
    /// The identity of each game, by the hash of its text.
    pub(crate) wanted: HashMap<Hash, Hash>,
    /// The hashes of the texts of the games that the run has taken.
    taken: Mutex<HashSet<Hash>>,
}

impl Fresh {
    /// Returns true if the run takes a game of an input.
    pub(crate) fn takes(&self, input: &InputInfo, game: &Game, src: &[u8]) -> bool {
        let text = hash_of_text(&name_of(input), game, src);
        let is_wanted = self.wanted.contains_key(&text);
        if is_wanted {
            self.taken.lock().unwrap_or_else(PoisonError::into_inner).insert(text);
        }
        is_wanted
    }

    /// Returns the identities of the games that the run has taken.
    pub(crate) fn taken(&self) -> Vec<Hash> {
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.iter().filter_map(|text| self.wanted.get(text)).copied().collect()
    }

    /// Returns true if there is no game to take.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.wanted.is_empty()
    }
}

/// Returns the hash of the text of a game, without white space around it, and of the name of its input.
pub(crate) fn hash_of_text(input: &str, game: &Game, src: &[u8]) -> Hash {
    hash([input.as_bytes(), game.span.of(src).trim_ascii()].into_iter())
}

/// Returns the hash of several texts.
pub(crate) fn hash<'a>(parts: impl Iterator<Item = &'a [u8]>) -> Hash {
    let mut sha256 = Sha256::new();
    for part in parts {
        sha256.update(part);
        sha256.update(b"\0");
    }
    let mut hash = Hash::default();
    hash.copy_from_slice(&sha256.finalize()[..size_of::<Hash>()]);
    hash
}
