//! Groups of copies: games with equal keys, of which one per group is kept.
//!
//! Games are processed in the order of their numbers. A game joins the first group of its key whose kept game it does
//! not contradict, or begins a new group. If another game than the first may be kept, it must not contradict any game of
//! the group, so that no game is dropped for one that it contradicts. Equal hashes are not sufficient; the
//! contents are compared. With prefix keys, the longest games come first, so that a group consists
//! of the games near its longest game, whatever the order of the inputs.

use std::io;

use crate::{
    copies::{
        digest::{Digest, KeyKind, Quality},
        facts::{Facts, KeptGames},
        prefix::{GroupIndex, PrefixIndex},
    },
    storage::{
        number_set::NumberSet,
        sorter::{Record, Sorted, Sorter},
        spool::{Spool, TempFiles},
        stored::{Stored, array_at},
    },
};

/// Which copy is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// The first.
    First,
    /// The last.
    Last,
    /// The one with the most half-moves; among equals the first.
    Longest,
    /// The one with the most comments, NAGs and moves in variations; among equals the first.
    MostAnnotated,
    /// The one with the most known tags; among equals the first.
    MostTags,
    /// The first, with the data of the others added.
    Union,
}

impl Keep {
    /// Returns the facts that later games of a group must not contradict, after a copy has joined it: those of the first
    /// game, which is kept; with what the copy adds to it; or those of both, if either may be kept. A game of a master
    /// collection is always kept.
    fn known_of_group(self, known: Facts, copy: &Facts, is_master: bool) -> Facts {
        match self {
            _ if is_master => known,
            Keep::First => known,
            Keep::Union => known.or(&copy.united_with(&known)),
            Keep::Last | Keep::Longest | Keep::MostAnnotated | Keep::MostTags => known.or(copy),
        }
    }

    /// Returns true if a later copy replaces the one kept so far.
    fn prefers(self, new: Quality, old: Quality) -> bool {
        match self {
            Keep::First | Keep::Union => false,
            Keep::Last => true,
            Keep::Longest => new.n_plies > old.n_plies,
            Keep::MostAnnotated => new.n_annotations > old.n_annotations,
            Keep::MostTags => new.n_tags > old.n_tags,
        }
    }
}

/// A game to compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComparedGame {
    /// The number of the game, which gives the order of the games.
    pub number: u64,
    /// The digest of the game.
    pub digest: Digest,
    /// True if the game belongs to a master collection, whose games are always kept.
    pub is_master: bool,
}

/// Collects games and decides which are dropped.
#[derive(Debug)]
pub struct Groups {
    keep: Keep,
    sorter: Sorter,
    contents: Spool,
    limit: usize,
    temp_files: TempFiles,
}

/// The dropped games, as decided by [`Groups::duplicates`].
#[derive(Debug)]
pub struct Duplicates {
    dropped: NumberSet,
    drops: Sorted,
    /// The drops ordered by the game that is kept instead; `None` unless [`Keep::Union`] is used.
    joins: Option<Sorted>,
    /// Number of dropped games.
    pub n_dropped: u64,
}

/// A game that is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DroppedGame {
    /// The number of the game.
    pub number: u64,
    /// The number of the game that is kept instead.
    pub kept: u64,
    /// The kind of key by which they are equal.
    pub kind: KeyKind,
}

/// Number of bytes of the hash in the sort key. The remaining bytes are in the payload (`Member::check`).
const KEY: usize = 16;
/// Number of bytes of the [`rank`] in the sort key, between hash and number.
const RANK: usize = 4;

/// Returns the rank among games with equal hashes: games of a master collection come first, and with [`KeyKind::Prefix`]
/// longer games before shorter ones.
fn rank(digest: &Digest, is_master: bool) -> [u8; RANK] {
    let n_plies = if digest.kind == KeyKind::Prefix { digest.quality.n_plies } else { 0 };
    let rank = if is_master { 0 } else { (u32::MAX - n_plies).max(1) };
    rank.to_be_bytes()
}

impl Groups {
    /// Returns an empty set that uses about `limit` bytes of memory.
    #[must_use]
    pub fn new(keep: Keep, limit: usize, temp_files: &TempFiles) -> Groups {
        Groups {
            keep,
            sorter: Sorter::new(limit / 2, temp_files),
            contents: Spool::new(limit / 4, temp_files),
            limit: limit / 4,
            temp_files: temp_files.clone(),
        }
    }

    /// Adds a game with the content of its key. `content` is `None` if only the 256-bit hash is known, by which the
    /// game is then compared.
    ///
    /// # Errors
    /// Returns an error if an intermediate file cannot be written.
    pub fn push(&mut self, entry: &ComparedGame, content: Option<&[u8]>) -> io::Result<()> {
        let ComparedGame { number, digest, is_master } = entry;
        let rank = rank(digest, *is_master);
        let key = [&digest.hash[..KEY], &rank, &number.to_be_bytes()].concat();
        let mut store = |content: &[u8]| -> io::Result<ContentRange> {
            let len = u32::try_from(content.len()).unwrap_or(u32::MAX);
            Ok((self.contents.push(content)?, len))
        };
        let place = content.map(&mut store).transpose()?;
        let check: [u8; 16] = array_at(&digest.hash, KEY);
        let payload = (check, place, digest.kind, *is_master, digest.facts, digest.quality);
        self.sorter.push(&key, &payload.to_bytes())
    }

    /// Decides which games are kept.
    ///
    /// # Errors
    /// Returns an error if an intermediate file cannot be read or written.
    pub fn duplicates(self) -> io::Result<Duplicates> {
        let Groups { keep, sorter, contents, limit, temp_files } = self;
        let mut sorted = sorter.finish()?;
        let mut judge = GroupBuilder {
            keep,
            contents,
            classes: Vec::new(),
            n_classes: 0,
            lines: PrefixIndex::default(),
            outcomes: Sorter::new(limit, &temp_files),
            content: Vec::new(),
        };
        let mut key = [0; KEY];
        let mut record = Record::default();
        while sorted.next(&mut record)? {
            if record.key[..KEY] != key {
                judge.end_of_key()?;
                key.copy_from_slice(&record.key[..KEY]);
            }
            judge.take(&Member::read(&record))?;
        }
        judge.end_of_key()?;
        drop(sorted);
        let joins = (keep == Keep::Union).then(|| Sorter::new(limit / 2, &temp_files));
        duplicates(judge.outcomes.finish()?, Sorter::new(limit, &temp_files), joins)
    }
}

/// Builds the lists of dropped games from the outcomes, which name the kept game of each group before its other
/// games.
fn duplicates(
    mut outcomes: Sorted,
    mut drops: Sorter,
    mut joins: Option<Sorter>,
) -> io::Result<Duplicates> {
    let (mut dropped, mut n_dropped) = (NumberSet::default(), 0);
    let mut record = Record::default();
    let (mut winner, mut kind) = (0, KeyKind::Own);
    while outcomes.next(&mut record)? {
        let member = u64::from_be_bytes(array_at(&record.key, record.key.len() - 8));
        if !record.payload.is_empty() {
            // The first record of a group names the kept game.
            (winner, kind) = Stored::of_bytes(&record.payload);
        }
        if member != winner {
            dropped.insert(member);
            n_dropped += 1;
            drops.push(&member.to_be_bytes(), &(winner, kind).to_bytes())?;
            if let Some(joins) = &mut joins {
                let key = [winner.to_be_bytes(), member.to_be_bytes()].concat();
                joins.push(&key, &kind.to_bytes())?;
            }
        }
    }
    let joins = joins.map(Sorter::finish).transpose()?;
    Ok(Duplicates { dropped, drops: drops.finish()?, joins, n_dropped })
}

impl Duplicates {
    /// Returns true if the game with this number is dropped.
    #[must_use]
    pub fn is_dropped(&self, number: u64) -> bool {
        self.dropped.contains(number)
    }

    /// Returns the next dropped game, ordered by the game that is kept instead; `None` at the end, and always without
    /// [`Keep::Union`].
    ///
    /// # Errors
    /// Returns an error if an intermediate file cannot be read.
    pub fn next_join(&mut self, record: &mut Record) -> io::Result<Option<DroppedGame>> {
        let Some(joins) = &mut self.joins else { return Ok(None) };
        if !joins.next(record)? {
            return Ok(None);
        }
        Ok(Some(DroppedGame {
            kept: u64::from_be_bytes(array_at(&record.key, 0)),
            number: u64::from_be_bytes(array_at(&record.key, 8)),
            kind: KeyKind::of_bytes(&record.payload),
        }))
    }

    /// Returns the next dropped game, in the order of numbers; `None` at the end.
    ///
    /// # Errors
    /// Returns an error if an intermediate file cannot be read.
    pub fn next_drop(&mut self, record: &mut Record) -> io::Result<Option<DroppedGame>> {
        if !self.drops.next(record)? {
            return Ok(None);
        }
        let (kept, kind) = Stored::of_bytes(&record.payload);
        Ok(Some(DroppedGame { number: u64::from_be_bytes(array_at(&record.key, 0)), kept, kind }))
    }
}

/// The location of the content of a key: offset and length.
type ContentRange = (u64, u32);

/// A [`ComparedGame`] as read from the sorter.
#[derive(Clone, Copy, Debug)]
struct Member {
    number: u64,
    /// The bytes of the hash that are not in the sort key.
    check: [u8; 16],
    /// The location of the content; `None` if only the hash is known.
    place: Option<ContentRange>,
    kind: KeyKind,
    is_master: bool,
    facts: Facts,
    quality: Quality,
}

impl Member {
    fn read(record: &Record) -> Member {
        let number = u64::from_be_bytes(array_at(&record.key, KEY + RANK));
        let (check, place, kind, is_master, facts, quality) = Stored::of_bytes(&record.payload);
        Member { number, check, place, kind, is_master, facts, quality }
    }
}

/// A group of copies.
#[derive(Debug)]
struct Group {
    /// The number of the first game, which identifies the group.
    first: u64,
    kept: u64,
    quality: Quality,
    is_master: bool,
    kind: KeyKind,
    has_others: bool,
}

/// The games of one key with the same content.
#[derive(Debug, Default)]
struct Class {
    /// The bytes of the hash that are not in the sort key.
    check: [u8; 16],
    kind: Option<KeyKind>,
    /// The location of the content; `None` if only the hash is known.
    place: Option<ContentRange>,
    /// The content, once it was read. Most keys have one game, whose content is never needed.
    content: Option<Vec<u8>>,
    kept: KeptGames,
    groups: Vec<Group>,
}

/// Builds the groups of games with equal keys, one key after the other.
struct GroupBuilder {
    keep: Keep,
    contents: Spool,
    /// The classes of the current key; the first `n_classes` are used. There are several only if
    /// hashes collide.
    classes: Vec<Class>,
    n_classes: usize,
    lines: PrefixIndex,
    outcomes: Sorter,
    content: Vec<u8>,
}

impl GroupBuilder {
    fn take(&mut self, member: &Member) -> io::Result<()> {
        if let (Some((offset, len)), KeyKind::Prefix) = (member.place, member.kind) {
            self.contents.read(offset, len as usize, &mut self.content)?;
        }
        let at = self.class(member)?;
        let group = if member.kind == KeyKind::Prefix {
            // All games of a master collection are kept and indexed, because a later game may be near any of
            // them.
            let found = if member.is_master {
                None
            } else {
                let (keep, classes) = (self.keep, &self.classes);
                self.lines.join(&self.content, &member.facts, |place, known| {
                    let group = &classes[place.class].groups[place.group];
                    keep.known_of_group(known, &member.facts, group.is_master)
                })
            };
            if found.is_none() {
                let group = self.classes[at].groups.len();
                self.lines.push(&self.content, member.facts, GroupIndex { class: at, group });
            }
            found
        } else {
            let class = &mut self.classes[at];
            let found = class.kept.first(&member.facts);
            // Games of a master collection are all kept, so that each of them is compared.
            let found =
                found.filter(|&at| !member.is_master || class.kept.facts(at) == member.facts);
            match found {
                None => class.kept.push(member.facts),
                Some(at) => {
                    let (known, is_master) = (class.kept.facts(at), class.groups[at].is_master);
                    let known = self.keep.known_of_group(known, &member.facts, is_master);
                    class.kept.join(at, known);
                }
            }
            found.map(|group| GroupIndex { class: at, group })
        };
        match group {
            None => self.classes[at].groups.push(Group {
                first: member.number,
                kept: member.number,
                quality: member.quality,
                is_master: member.is_master,
                kind: member.kind,
                has_others: false,
            }),
            Some(place) => self.join(place, member)?,
        }
        Ok(())
    }

    fn join(&mut self, place: GroupIndex, member: &Member) -> io::Result<()> {
        let group = &mut self.classes[place.class].groups[place.group];
        // With prefix keys the longest game came first; among equally long games, the preferred one
        // is kept.
        let is_shorter =
            member.kind == KeyKind::Prefix && member.quality.n_plies < group.quality.n_plies;
        let is_better = !is_shorter && self.keep.prefers(member.quality, group.quality);
        group.has_others = true;
        if is_better && !group.is_master {
            (group.kept, group.quality) = (member.number, member.quality);
        }
        // Copies within a master collection are kept.
        if member.is_master {
            return Ok(());
        }
        self.outcomes.push(&outcome(group.first, member.number), &[])
    }

    /// Returns the index of the class with the content of the member, after adding the class if there is none.
    fn class(&mut self, member: &Member) -> io::Result<usize> {
        for at in 0..self.n_classes {
            let class = &mut self.classes[at];
            if class.check != member.check || class.kind != Some(member.kind) {
                continue;
            }
            // Contents with prefix keys differ after the hashed part, so only their hashes are compared here.
            let is_same = match (class.place, member.place) {
                (Some((first, n)), Some((offset, len))) if member.kind != KeyKind::Prefix => {
                    let content = match &mut class.content {
                        Some(content) => content,
                        none => none.insert(self.contents.slice(first, n as usize)?.to_vec()),
                    };
                    self.contents.slice(offset, len as usize)? == content
                }
                _ => true,
            };
            if is_same {
                return Ok(at);
            }
        }
        if self.classes.len() == self.n_classes {
            self.classes.push(Class::default());
        }
        let class = &mut self.classes[self.n_classes];
        class.check = member.check;
        class.kind = Some(member.kind);
        class.kept.clear();
        class.groups.clear();
        class.content = None;
        class.place = member.place;
        self.n_classes += 1;
        Ok(self.n_classes - 1)
    }

    /// Writes the kept game of each group of the current key, and removes the classes.
    fn end_of_key(&mut self) -> io::Result<()> {
        for class in &mut self.classes[..self.n_classes] {
            for group in class.groups.drain(..).filter(|group| group.has_others) {
                let payload = (group.kept, group.kind).to_bytes();
                self.outcomes.push(&outcome(group.first, group.first), &payload)?;
            }
        }
        self.n_classes = 0;
        self.lines.clear();
        Ok(())
    }
}

/// Returns the sort key of an outcome; the first game of a group sorts before the others.
fn outcome(first: u64, member: u64) -> Vec<u8> {
    [&first.to_be_bytes()[..], &[u8::from(member != first)], &member.to_be_bytes()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::copies::facts::YEAR;

    /// A game: hash and content by `key`, then year, half-moves, annotations.
    type Given = (u8, &'static str, u32, u32, u32);

    fn entry(
        number: usize,
        &(hash, _, year, n_plies, n_annotations): &Given,
        kind: KeyKind,
    ) -> ComparedGame {
        let mut facts = Facts::default();
        facts.0[YEAR] = year;
        let quality = Quality { n_plies, n_annotations, n_tags: 0 };
        let digest = Digest { kind, hash: [hash; 32], facts, quality };
        ComparedGame { number: number as u64, digest, is_master: false }
    }

    /// Returns which games are dropped, with the games kept instead.
    fn drops(keep: Keep, kind: KeyKind, games: &[Given], n_masters: usize) -> Vec<(u64, u64)> {
        let mut results = Vec::new();
        for limit in [0, 1 << 24] {
            let mut groups = Groups::new(keep, limit, &TempFiles::default());
            for (number, game) in games.iter().enumerate() {
                let mut entry = entry(number, game, kind);
                entry.is_master = number < n_masters;
                groups.push(&entry, Some(game.1.as_bytes())).unwrap();
            }
            let mut duplicates = groups.duplicates().unwrap();
            let (mut found, mut record) = (Vec::new(), Record::default());
            while let Some(drop) = duplicates.next_drop(&mut record).unwrap() {
                assert!(duplicates.is_dropped(drop.number) && !duplicates.is_dropped(drop.kept));
                found.push((drop.number, drop.kept));
            }
            assert_eq!(duplicates.n_dropped, found.len() as u64);
            results.push(found);
        }
        assert_eq!(results[0], results[1]);
        results.remove(0)
    }

    const FOUR: [Given; 4] =
        [(1, "a", 0, 30, 0), (2, "b", 0, 9, 9), (1, "a", 0, 30, 5), (1, "a", 0, 34, 2)];

    #[test]
    fn one_of_a_group_is_kept() {
        assert_eq!(drops(Keep::First, KeyKind::Own, &FOUR, 0), [(2, 0), (3, 0)]);
        assert_eq!(drops(Keep::Last, KeyKind::Own, &FOUR, 0), [(0, 3), (2, 3)]);
        assert_eq!(drops(Keep::Longest, KeyKind::Own, &FOUR, 0), [(0, 3), (2, 3)]);
        assert_eq!(drops(Keep::MostAnnotated, KeyKind::Own, &FOUR, 0), [(0, 2), (3, 2)]);
        assert_eq!(drops(Keep::MostTags, KeyKind::Own, &FOUR, 0), [(2, 0), (3, 0)]);
    }

    #[test]
    fn masters_stay() {
        assert_eq!(drops(Keep::Last, KeyKind::Own, &FOUR, 1), [(2, 0), (3, 0)]);
        assert_eq!(drops(Keep::First, KeyKind::Own, &FOUR, 4), []);
    }

    #[test]
    fn equal_hashes_are_not_enough() {
        let games = [(1, "a", 0, 9, 0), (1, "b", 0, 9, 0), (1, "a", 0, 9, 0), (1, "b", 0, 9, 0)];
        assert_eq!(drops(Keep::First, KeyKind::Own, &games, 0), [(2, 0), (3, 1)]);
    }

    #[test]
    fn contradicting_games_are_not_one() {
        let games =
            [(1, "a", 1990, 9, 0), (1, "a", 1991, 9, 0), (1, "a", 0, 9, 0), (1, "a", 1991, 9, 0)];
        assert_eq!(drops(Keep::First, KeyKind::Own, &games, 0), [(2, 0), (3, 1)]);
    }

    #[test]
    fn contradicting_copies_are_not_of_one_game() {
        let games = [(1, "a", 0, 30, 0), (1, "a", 1990, 30, 5), (1, "a", 2005, 30, 9)];
        for kind in [KeyKind::Own, KeyKind::Prefix] {
            // The first game is kept, and contradicts neither of the others.
            assert_eq!(drops(Keep::First, kind, &games, 0), [(1, 0), (2, 0)]);
            assert_eq!(drops(Keep::Last, kind, &games, 0), [(0, 1)]);
            assert_eq!(drops(Keep::MostAnnotated, kind, &games, 0), [(0, 1)]);
            assert_eq!(drops(Keep::Union, kind, &games, 0), [(1, 0)]);
            // All games of a master collection are kept, and a game that agrees with any of them is a copy.
            let all = [games[0], games[1], games[2], games[1], games[2]];
            for keep in [Keep::First, Keep::Last, Keep::Union] {
                let dropped: Vec<u64> = drops(keep, kind, &all, 3).iter().map(|it| it.0).collect();
                assert_eq!(dropped, [3, 4]);
                let dropped: Vec<u64> = drops(keep, kind, &all, 1).iter().map(|it| it.0).collect();
                assert_eq!(dropped, [1, 2, 3, 4]);
            }
        }
    }

    #[test]
    fn prefixes_make_no_chains_and_know_no_order() {
        // Lines of 12 to 60 half-moves, each two half-moves longer than the one before.
        let text: String =
            (0..60).map(|n| char::from(b'a' + n % 26)).flat_map(|c| [c, c]).collect();
        let text: &'static str = text.leak();
        let lines: Vec<Given> =
            (6..=30_u8).map(|n| (1, &text[..4 * usize::from(n)], 0, 2 * u32::from(n), 0)).collect();
        let lengths = |games: &[Given], keep: Keep| {
            let mut found: Vec<(u32, u32)> = drops(keep, KeyKind::Prefix, games, 0)
                .into_iter()
                .map(|(dropped, kept)| {
                    let n_plies = |index| games[usize::try_from(index).unwrap()].3;
                    (n_plies(dropped), n_plies(kept))
                })
                .collect();
            found.sort_unstable();
            found
        };
        let mut games = lines.clone();
        let expected = lengths(&games, Keep::First);
        assert!(expected.iter().all(|(dropped, kept)| kept - dropped <= 4), "{expected:?}");
        assert_eq!(expected.len(), 16, "two of three: {expected:?}");
        for turn in 0..20 {
            games.rotate_left(7 + turn % 3);
            games.swap(turn, 24 - turn);
            assert_eq!(lengths(&games, Keep::Last), expected);
        }
    }

    #[test]
    fn every_game_of_a_master_has_its_beginnings() {
        let games = [
            (1, "aabbccddee", 0, 5, 0),
            (1, "aabbccddeeffgghh", 0, 8, 0),
            (1, "aabbccddeeffgghhiijjkk", 0, 11, 0),
            (1, "aabb", 0, 2, 0),
            (1, "aabbccddeeffgghhiijjkkllmm", 0, 13, 0),
        ];
        assert_eq!(drops(Keep::First, KeyKind::Prefix, &games, 2), [(2, 1), (3, 0)]);
    }

    #[test]
    fn beginnings_of_longer_lines_go() {
        let games = [
            (1, "aabbcc", 0, 3, 0),
            (1, "aabbccddee", 0, 5, 0),
            // This is not a prefix of the longer one.
            (1, "aabbccxx", 0, 4, 0),
            // Five half-moves more than the longest of its group.
            (1, "aabbccddee1122334455", 0, 10, 0),
            (1, "aabb", 0, 2, 0),
            (1, "aabbcc", 1950, 3, 0),
        ];
        assert_eq!(drops(Keep::First, KeyKind::Prefix, &games, 0), [(0, 1), (4, 1), (5, 1)]);
    }
}
