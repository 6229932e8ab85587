//! Openings by position, and the opening of a game.

use std::{
    borrow::Cow,
    collections::{HashMap, hash_map::Entry},
    hash::BuildHasherDefault,
    sync::OnceLock,
};

use pgn_chess::{
    CanonicalPly, Deviations, Outcome, Ply, Position, Replay, ReplayOptions, Start, Visitor,
};
use pgn_syntax::Game;

use crate::{
    eco::Eco,
    key::{Hasher, Key, StoredPosition},
    reach::Reach,
};

/// An opening: the code and name of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    pub(crate) eco: Eco,
    pub(crate) name: Cow<'static, str>,
    pub(crate) n_plies: u16,
}

impl Opening {
    /// Returns the ECO code.
    #[must_use]
    pub fn eco(&self) -> Eco {
        self.eco
    }

    /// Returns the full name, such as `Sicilian Defense: Najdorf Variation, English Attack`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the name before the colon, the value of an `Opening` tag.
    #[must_use]
    pub fn family(&self) -> &str {
        self.name.split_once(": ").map_or(&self.name, |(family, _)| family)
    }

    /// Returns the name after the colon, the value of a `Variation` tag; `None` if there is no colon.
    #[must_use]
    pub fn variation(&self) -> Option<&str> {
        self.name.split_once(": ").map(|(_, variation)| variation)
    }

    /// Returns the number of half-moves of the line that leads to the position in the table.
    #[must_use]
    pub fn n_plies(&self) -> u32 {
        self.n_plies.into()
    }
}

/// A table of openings by position.
///
/// Positions are compared only by their 64-bit hashes.
#[derive(Clone, Debug, Default)]
pub struct Openings {
    openings: Vec<Opening>,
    /// The positions of the openings, in the same order.
    positions: Vec<StoredPosition>,
    by_hash: HashMap<u64, u32, BuildHasherDefault<Hasher>>,
    max_plies: u32,
    /// The reach of all positions of the table, computed on first use.
    reach: OnceLock<Reach>,
}

impl Openings {
    /// Returns all openings, in the order of the table.
    pub fn iter(&self) -> impl Iterator<Item = &Opening> {
        self.openings.iter()
    }

    /// Returns the number of half-moves that need to be examined: those of the longest line, and a few more
    /// for transpositions with detours.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.max_plies + 6
    }

    /// Returns the opening of a position; `None` if it is not in the table, or not a position of standard chess or
    /// Chess960.
    #[must_use]
    pub fn find(&self, position: &Position) -> Option<&Opening> {
        let Position::Standard(board) = position else { return None };
        self.find_key(&Key::of(board))
    }

    /// Returns an empty table with the capacity for `n` openings.
    pub(crate) fn with_capacity(n: usize) -> Openings {
        Openings {
            openings: Vec::with_capacity(n),
            positions: Vec::with_capacity(n),
            by_hash: HashMap::with_capacity_and_hasher(n, BuildHasherDefault::default()),
            ..Openings::default()
        }
    }

    #[cfg(test)]
    pub(crate) fn positions(&self) -> &[StoredPosition] {
        &self.positions
    }

    #[inline]
    fn find_key(&self, key: &Key) -> Option<&Opening> {
        let index = *self.by_hash.get(&key.hash64())?;
        self.openings.get(index as usize)
    }

    fn reach(&self) -> &Reach {
        let home_and_men = self.positions.iter().map(|position| position.home_and_men);
        self.reach.get_or_init(|| Reach::of_home_and_men(home_and_men))
    }

    /// Returns the opening of a game: that of the last position of its main line that is in the table.
    #[must_use]
    pub fn classify(
        &self,
        game: &Game,
        src: &[u8],
        start: &Start,
        replay: &mut Replay,
        options: &ReplayOptions,
    ) -> Option<&Opening> {
        let mut classifier = Classifier::new(self);
        let options = ReplayOptions { judge_signs: false, ..*options };
        replay.walk(game, src, start, &options, &mut classifier);
        classifier.opening()
    }

    /// Adds an opening, unless its position has one.
    pub(crate) fn add(&mut self, position: StoredPosition, opening: Opening) {
        let Ok(index) = u32::try_from(self.openings.len()) else { return };
        if let Entry::Vacant(entry) = self.by_hash.entry(position.hash) {
            entry.insert(index);
            self.reach = OnceLock::new();
            self.max_plies = self.max_plies.max(opening.n_plies());
            self.positions.push(position);
            self.openings.push(opening);
        }
    }
}

/// A visitor that finds the opening of a game during a replay.
#[derive(Clone, Debug)]
pub struct Classifier<'a> {
    openings: &'a Openings,
    reach: &'a Reach,
    found: Option<&'a Opening>,
    is_done: bool,
}

impl<'a> Classifier<'a> {
    /// Returns a classifier for one game.
    #[must_use]
    pub fn new(openings: &'a Openings) -> Classifier<'a> {
        Classifier { openings, reach: openings.reach(), found: None, is_done: false }
    }

    /// Returns the last opening that was found.
    #[must_use]
    pub fn opening(&self) -> Option<&'a Opening> {
        self.found
    }

    /// Examines the position after a half-move.
    fn see_key(&mut self, index: u32, key: &Key) {
        self.is_done = index + 1 >= self.openings.depth();
        match self.openings.find_key(key) {
            Some(opening) => self.found = Some(opening),
            None => self.is_done |= !self.reach.allows(key),
        }
    }
}

impl Visitor for Classifier<'_> {
    #[inline]
    fn ply(&mut self, ply: &Ply<'_>) {
        if ply.depth > 0 || self.is_done {
            return;
        }
        match (ply.outcome, ply.after) {
            (Outcome::Played { .. }, Some(Position::Standard(after))) => {
                self.see_key(ply.index, &Key::of(after));
            }
            _ => self.is_done = ply.index + 1 >= self.openings.depth(),
        }
    }

    fn needs_only_moves(&self) -> bool {
        true
    }

    #[inline]
    fn canonical(&mut self, ply: &CanonicalPly<'_>) {
        if ply.depth == 0 && !self.is_done {
            self.see_key(ply.index, &Key::of_position_key(&ply.position_key()));
        }
    }

    fn wants_played(&self, _: Deviations) -> bool {
        !self.is_done
    }

    fn is_done(&self) -> bool {
        self.is_done
    }

    fn wants_variations(&self) -> bool {
        false
    }
}
