//! The file of a baseline, read entry by entry into indexes that are much smaller than its text.

use std::{
    fmt,
    hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher, Hash},
};

use pgn_lint::Rule;
use serde::{
    Deserialize, Deserializer,
    de::{Error as _, SeqAccess, Visitor},
};

use super::{At, Content, PlaceHash, StoredFile, StoredGame};

/// The file as it is stored; see docs/formats.md.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `format`, `version`, `games`, `files`")]
pub(super) struct Stored {
    pub(super) format: String,
    pub(super) version: u32,
    pub(super) games: KnownGames,
    /// The findings about whole files.
    pub(super) files: Vec<StoredFile>,
}

/// The findings in games. An entry takes 14 bytes, and 12 bytes for each identity of its game.
#[derive(Debug, Default)]
pub(super) struct KnownGames {
    /// Entries by game, rule and place.
    pub(super) exact: Index,
    /// Entries by identities and places, which remain after an edit.
    pub(super) edited: Index,
    /// Entries that are equal to an earlier one, with the first such entry, in ascending order: the same game may be in
    /// several files.
    pub(super) repeated: Vec<(u32, u32)>,
    /// The files of the entries: the first entry of each, and its name.
    pub(super) files: Vec<(u32, String)>,
    /// The rule of each entry as an index into `rules`; [`NO_RULE`] if no rule has the name.
    entry_rules: Vec<u16>,
    rules: Vec<&'static Rule>,
    /// The first invalid text, for a message; `None` if all are valid.
    pub(super) fault: Option<String>,
}

/// The index of an entry whose rule does not exist.
const NO_RULE: u16 = u16::MAX;

impl KnownGames {
    /// Returns the number of entries.
    pub(super) fn len(&self) -> usize {
        self.entry_rules.len()
    }

    /// Returns the rule of an entry; `None` if no rule has its name.
    pub(super) fn rule(&self, entry: usize) -> Option<&'static Rule> {
        self.rules.get(usize::from(self.entry_rules[entry])).copied()
    }

    /// Returns the first entry that is equal to `entry`.
    pub(super) fn first(&self, entry: u32) -> u32 {
        let at = self.repeated.binary_search_by_key(&entry, |(entry, _)| *entry);
        at.map_or(entry, |at| self.repeated[at].1)
    }

    /// Adds the findings of a game. Returns false if there are more than can be counted.
    fn add(&mut self, game: StoredGame) -> bool {
        let Some(content) = Content::parse(&game.game) else {
            self.fault.get_or_insert_with(|| format!("`{}` is not a game", game.game));
            return true;
        };
        let identities: Vec<Content> =
            game.identities.iter().filter_map(|text| Content::parse(text)).collect();
        let place = |text: &String| u64::from_str_radix(text, 16).ok().map(PlaceHash);
        let places = game.places.iter().map(place).chain(std::iter::repeat(None));
        for (finding, place) in game.findings.iter().zip(places) {
            let Some((rule, at)) = split_finding(finding) else {
                self.fault.get_or_insert_with(|| format!("`{finding}` is not a finding"));
                return true;
            };
            let rule = pgn_lint::find(rule).ok();
            let Ok(entry) = u32::try_from(self.len()) else { return false };
            if self.files.last().is_none_or(|(_, name)| *name != game.file) {
                self.files.push((entry, game.file.clone()));
            }
            if let Some(rule) = rule {
                self.exact.push(&(content, rule.code, at), entry);
            }
            if let Some((rule, place)) = rule.zip(place) {
                for identity in &identities {
                    self.edited.push(&(*identity, rule.code, place), entry);
                }
            }
            let index = rule.map(|rule| self.rule_index(rule));
            self.entry_rules.push(index.unwrap_or(NO_RULE));
        }
        true
    }

    fn rule_index(&mut self, rule: &'static Rule) -> u16 {
        let known = self.rules.iter().position(|it| std::ptr::eq(*it, rule));
        let index = known.unwrap_or_else(|| {
            self.rules.push(rule);
            self.rules.len() - 1
        });
        u16::try_from(index).unwrap_or(NO_RULE)
    }

    /// Sorts the indexes and finds the entries that are equal.
    fn finish(&mut self) {
        self.repeated = self.exact.finish();
        self.repeated.sort_unstable();
        self.edited.finish();
        self.entry_rules.shrink_to_fit();
    }
}

/// Divides a finding such as `illegal-move 9:13` into the name of its rule and its place.
pub(super) fn split_finding(text: &str) -> Option<(&str, At)> {
    let (rule, at) = text.split_once(' ')?;
    let (line, column) = at.split_once(':')?;
    Some((rule, At { line: line.parse().ok()?, column: column.parse().ok()? }))
}

/// Entries by key, of which only a hash is kept. A finding that the baseline does not have is taken for one of `n`
/// entries with a probability of `n` in 2^64.
#[derive(Debug, Default)]
pub(super) struct Index(Vec<Slot>);

/// A key and its entry, in 12 bytes.
#[derive(Clone, Copy, Debug)]
#[repr(C, packed(4))]
struct Slot {
    hash: u64,
    entry: u32,
}

impl Index {
    fn push(&mut self, key: &impl Hash, entry: u32) {
        self.0.push(Slot { hash: hash(key), entry });
    }

    /// Sorts the keys, and keeps the first entry of each. Returns the others, each with the first one of its key.
    fn finish(&mut self) -> Vec<(u32, u32)> {
        self.0.sort_unstable_by_key(|slot| (slot.hash, slot.entry));
        let mut repeated = Vec::new();
        self.0.dedup_by(|slot, first| {
            let is_same = slot.hash == first.hash;
            if is_same {
                repeated.push((slot.entry, first.entry));
            }
            is_same
        });
        self.0.shrink_to_fit();
        repeated
    }

    /// Returns the first entry with this key.
    pub(super) fn get(&self, key: &impl Hash) -> Option<u32> {
        let hash = hash(key);
        let at = self.0.binary_search_by_key(&hash, |slot| slot.hash).ok()?;
        Some(self.0[at].entry)
    }
}

/// Returns the hash of a key, which is the same in every run.
fn hash(key: &impl Hash) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(key)
}

impl<'de> Deserialize<'de> for KnownGames {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<KnownGames, D::Error> {
        deserializer.deserialize_seq(GamesVisitor)
    }
}

/// Reads the list of games.
struct GamesVisitor;

impl<'de> Visitor<'de> for GamesVisitor {
    type Value = KnownGames;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<KnownGames, A::Error> {
        let mut games = KnownGames::default();
        while let Some(game) = list.next_element::<StoredGame>()? {
            // What follows a fault is read only for the errors of its syntax.
            if games.fault.is_none() && !games.add(game) {
                return Err(A::Error::custom("more findings than can be counted"));
            }
        }
        games.finish();
        Ok(games)
    }
}
