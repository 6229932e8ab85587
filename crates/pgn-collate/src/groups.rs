//! Which games are copies of which: groups of games with equal keys, and who of each group is kept.
//!
//! Games are taken in the order of their numbers. A game joins the first group of its key whose first
//! game does not contradict it; else it begins a group. Equal hashes are never enough: the contents
//! are compared. Where one line may be the beginning of the other, the longest games are taken first: each group is what
//! is near to its longest game, whatever the order of the inputs.

use std::io;

use crate::{
    digest::{Digest, Kind, Quality},
    facts::{Facts, Kept, N_FACTS},
    marks::Marks,
    prefix::{At, Lines},
    sorter::{Record, Sorted, Sorter},
    spool::{Scratch, Spool},
};

/// Which copy is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// The first.
    First,
    /// The last.
    Last,
    /// That with the most half-moves; of several the first.
    Longest,
    /// That with the most comments, NAGs and moves in variations; of several the first.
    MostAnnotated,
    /// That with the most tags that say something; of several the first.
    MostTags,
    /// The first, which takes over what the others know.
    Union,
}

impl Keep {
    /// Whether a later copy takes the place of the one kept so far.
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

/// A game among those that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number: the order of the games.
    pub number: u64,
    /// What it is compared by.
    pub digest: Digest,
    /// It is one of a collection that stays as it is: kept in any case.
    pub is_master: bool,
}

/// Takes games, and says what becomes of them.
#[derive(Debug)]
pub struct Groups {
    keep: Keep,
    sorter: Sorter,
    contents: Spool,
    limit: usize,
    scratch: Scratch,
}

/// What becomes of the games.
#[derive(Debug)]
pub struct Verdicts {
    dropped: Marks,
    drops: Sorted,
    /// The same by the games that are kept, if they take over what the others know.
    joins: Option<Sorted>,
    /// Games that are dropped.
    pub n_dropped: u64,
}

/// A game that is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drop {
    /// Its number.
    pub number: u64,
    /// The number of the game that is kept in its stead.
    pub kept: u64,
    /// By what kind of key they are the same.
    pub kind: Kind,
}

/// Bytes of the hash that sort the entries. The others are compared beside the content.
const KEY: usize = 16;
/// Bytes that the entries of one hash are sorted by, before their numbers: see [`rank`].
const RANK: usize = 4;

/// Games of a master come first, and of [`Kind::Prefix`] longer games before shorter ones.
fn rank(digest: &Digest, is_master: bool) -> [u8; RANK] {
    let n_plies = if digest.kind == Kind::Prefix { digest.quality.n_plies } else { 0 };
    let rank = if is_master { 0 } else { (u32::MAX - n_plies).max(1) };
    rank.to_be_bytes()
}

impl Groups {
    /// Nothing yet. About `limit` bytes are used at a time.
    #[must_use]
    pub fn new(keep: Keep, limit: usize, scratch: &Scratch) -> Groups {
        Groups {
            keep,
            sorter: Sorter::new(limit / 2, scratch),
            contents: Spool::new(limit / 4, scratch),
            limit: limit / 4,
            scratch: scratch.clone(),
        }
    }

    /// Takes a game and the content of its key. Games of a master come without their content: its hash
    /// of 256 bits stands for it.
    ///
    /// # Errors
    /// Those of intermediate files.
    pub fn push(&mut self, entry: &Entry, content: Option<&[u8]>) -> io::Result<()> {
        let Entry { number, digest, is_master } = entry;
        let mut key = [0; KEY + RANK + 8];
        key[..KEY].copy_from_slice(&digest.hash[..KEY]);
        key[KEY..KEY + RANK].copy_from_slice(&rank(digest, *is_master));
        key[KEY + RANK..].copy_from_slice(&number.to_be_bytes());
        let place = match content {
            None => Place { offset: 0, len: u32::MAX },
            Some(content) => {
                let len = u32::try_from(content.len()).unwrap_or(u32::MAX);
                Place { offset: self.contents.push(content)?, len }
            }
        };
        let mut payload = [0; Member::BYTES];
        let mut at = 0;
        let mut put = |bytes: &[u8]| {
            payload[at..at + bytes.len()].copy_from_slice(bytes);
            at += bytes.len();
        };
        put(&digest.hash[KEY..]);
        put(&place.offset.to_le_bytes());
        put(&place.len.to_le_bytes());
        put(&[digest.kind as u8, u8::from(*is_master)]);
        for fact in digest.facts.0 {
            put(&fact.to_le_bytes());
        }
        let Quality { n_plies, n_annotations, n_tags } = digest.quality;
        for number in [n_plies, n_annotations, n_tags] {
            put(&number.to_le_bytes());
        }
        self.sorter.push(&key, &payload)
    }

    /// All games have come: who is kept?
    ///
    /// # Errors
    /// Those of intermediate files.
    pub fn verdicts(self) -> io::Result<Verdicts> {
        let Groups { keep, sorter, contents, limit, scratch } = self;
        let mut sorted = sorter.finish()?;
        let mut judge = Judge {
            keep,
            contents,
            classes: Vec::new(),
            n_classes: 0,
            lines: Lines::default(),
            outcomes: Sorter::new(limit, &scratch),
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
        let joins = (keep == Keep::Union).then(|| Sorter::new(limit / 2, &scratch));
        verdicts(judge.outcomes.finish()?, Sorter::new(limit, &scratch), joins)
    }
}

/// From who won each group to who is dropped.
fn verdicts(
    mut outcomes: Sorted,
    mut drops: Sorter,
    mut joins: Option<Sorter>,
) -> io::Result<Verdicts> {
    let (mut dropped, mut n_dropped) = (Marks::default(), 0);
    let mut record = Record::default();
    let (mut winner, mut kind) = (0, 0);
    while outcomes.next(&mut record)? {
        let number = |at: usize| {
            let mut bytes = [0; 8];
            bytes.copy_from_slice(&record.key[at..at + 8]);
            u64::from_be_bytes(bytes)
        };
        let member = number(OUTCOME - 8);
        if record.payload.len() == 9 {
            // The first record of a group names the one that is kept.
            let mut bytes = [0; 8];
            bytes.copy_from_slice(&record.payload[..8]);
            (winner, kind) = (u64::from_le_bytes(bytes), record.payload[8]);
        }
        if member != winner {
            dropped.insert(member);
            n_dropped += 1;
            let mut payload = [kind; 9];
            payload[..8].copy_from_slice(&winner.to_le_bytes());
            drops.push(&member.to_be_bytes(), &payload)?;
            if let Some(joins) = &mut joins {
                let mut key = [0; 16];
                key[..8].copy_from_slice(&winner.to_be_bytes());
                key[8..].copy_from_slice(&member.to_be_bytes());
                joins.push(&key, &[kind])?;
            }
        }
    }
    let joins = joins.map(Sorter::finish).transpose()?;
    Ok(Verdicts { dropped, drops: drops.finish()?, joins, n_dropped })
}

impl Verdicts {
    /// Whether this game is dropped.
    #[must_use]
    pub fn is_dropped(&self, number: u64) -> bool {
        self.dropped.contains(number)
    }

    /// The next game that is dropped, in the order of those that are kept in their stead, if
    /// [`Keep::Union`] was asked for.
    ///
    /// # Errors
    /// Those of intermediate files.
    pub fn next_join(&mut self, record: &mut Record) -> io::Result<Option<Drop>> {
        let Some(joins) = &mut self.joins else { return Ok(None) };
        if !joins.next(record)? {
            return Ok(None);
        }
        let number = |at: usize| {
            let mut bytes = [0; 8];
            bytes.copy_from_slice(&record.key[at..at + 8]);
            u64::from_be_bytes(bytes)
        };
        Ok(Some(Drop { kept: number(0), number: number(8), kind: Kind::of(record.payload[0]) }))
    }

    /// The next game that is dropped, in the order of their numbers.
    ///
    /// # Errors
    /// Those of intermediate files.
    pub fn next_drop(&mut self, record: &mut Record) -> io::Result<Option<Drop>> {
        if !self.drops.next(record)? {
            return Ok(None);
        }
        let (mut number, mut kept) = ([0; 8], [0; 8]);
        number.copy_from_slice(&record.key);
        kept.copy_from_slice(&record.payload[..8]);
        Ok(Some(Drop {
            number: u64::from_be_bytes(number),
            kept: u64::from_le_bytes(kept),
            kind: Kind::of(record.payload[8]),
        }))
    }
}

/// Where the content of a key is.
#[derive(Clone, Copy, Debug)]
struct Place {
    offset: u64,
    /// `u32::MAX`: nowhere.
    len: u32,
}

impl Place {
    /// The content, which is read into `known` if it is not there.
    fn content<'a>(
        &self,
        contents: &mut Spool,
        known: &'a mut Option<Vec<u8>>,
    ) -> io::Result<&'a Vec<u8>> {
        let mut content = Vec::new();
        if known.is_none() {
            contents.read(self.offset, self.len as usize, &mut content)?;
        }
        Ok(known.get_or_insert(content))
    }
}

/// An entry as it comes out of the sorter.
#[derive(Clone, Copy, Debug)]
struct Member {
    number: u64,
    check: [u8; 16],
    place: Place,
    kind: Kind,
    is_master: bool,
    facts: Facts,
    quality: Quality,
}

impl Member {
    const BYTES: usize = 16 + 8 + 4 + 2 + 4 * (N_FACTS + 3);

    fn read(record: &Record) -> Member {
        let bytes = &record.payload;
        let word = |at: usize| {
            let mut four = [0; 4];
            four.copy_from_slice(&bytes[at..at + 4]);
            u32::from_le_bytes(four)
        };
        let (mut number, mut check, mut offset) = ([0; 8], [0; 16], [0; 8]);
        number.copy_from_slice(&record.key[KEY + RANK..]);
        check.copy_from_slice(&bytes[..16]);
        offset.copy_from_slice(&bytes[16..24]);
        let mut facts = Facts::default();
        for (at, fact) in facts.0.iter_mut().enumerate() {
            *fact = word(30 + 4 * at);
        }
        let at = 30 + 4 * N_FACTS;
        Member {
            number: u64::from_be_bytes(number),
            check,
            place: Place { offset: u64::from_le_bytes(offset), len: word(24) },
            kind: Kind::of(bytes[28]),
            is_master: bytes[29] != 0,
            facts,
            quality: Quality {
                n_plies: word(at),
                n_annotations: word(at + 4),
                n_tags: word(at + 8),
            },
        }
    }
}

/// A group of copies.
#[derive(Debug)]
struct Group {
    /// The game that began it, by whose number the group is known.
    first: u64,
    kept: u64,
    quality: Quality,
    is_master: bool,
    kind: Kind,
    has_others: bool,
}

/// The games of one key that have the same content.
#[derive(Debug, Default)]
struct Class {
    check: [u8; 16],
    kind: Option<Kind>,
    /// Where the content is. `None`: only the hash is known.
    place: Option<Place>,
    /// The content, if it was asked for: nearly every game is alone with its key.
    content: Option<Vec<u8>>,
    kept: Kept,
    groups: Vec<Group>,
}

struct Judge {
    keep: Keep,
    contents: Spool,
    /// Of the key at hand: the first `n_classes`. Two only where hashes collide.
    classes: Vec<Class>,
    n_classes: usize,
    lines: Lines,
    outcomes: Sorter,
    content: Vec<u8>,
}

impl Judge {
    fn take(&mut self, member: &Member) -> io::Result<()> {
        let is_known = member.place.len != u32::MAX;
        if is_known && member.kind == Kind::Prefix {
            self.contents.read(
                member.place.offset,
                member.place.len as usize,
                &mut self.content,
            )?;
        }
        let at = self.class(member, is_known)?;
        let group = if member.kind == Kind::Prefix {
            let found = self.lines.find(&self.content, &member.facts);
            // All games of a master stay: each is what others may be near to.
            if found.is_none() || member.is_master {
                let group = self.classes[at].groups.len();
                self.lines.push(&self.content, member.facts, At { class: at, group });
            }
            found.filter(|_| !member.is_master)
        } else {
            let class = &mut self.classes[at];
            let found = class.kept.first(&member.facts);
            if found.is_none() {
                class.kept.push(member.facts);
            }
            found.map(|group| At { class: at, group })
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

    fn join(&mut self, place: At, member: &Member) -> io::Result<()> {
        let group = &mut self.classes[place.class].groups[place.group];
        // Of lines of which one is the beginning of the other the longest came first; of those that are as long, the
        // one that was asked for is kept.
        let is_shorter =
            member.kind == Kind::Prefix && member.quality.n_plies < group.quality.n_plies;
        let is_better = !is_shorter && self.keep.prefers(member.quality, group.quality);
        group.has_others = true;
        if is_better && !group.is_master {
            (group.kept, group.quality) = (member.number, member.quality);
        }
        // A master's own copies stay as they are.
        if member.is_master {
            return Ok(());
        }
        self.outcomes.push(&outcome(group.first, member.number), &[])
    }

    /// The class that the member belongs to: that of the same content.
    fn class(&mut self, member: &Member, is_known: bool) -> io::Result<usize> {
        for at in 0..self.n_classes {
            let class = &mut self.classes[at];
            if class.check != member.check || class.kind != Some(member.kind) {
                continue;
            }
            // Members of a prefix group differ in what follows the part that was hashed.
            let is_same = match class.place {
                Some(place) if is_known && member.kind != Kind::Prefix => {
                    let content = place.content(&mut self.contents, &mut class.content)?;
                    let Place { offset, len } = member.place;
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
        class.place = is_known.then_some(member.place);
        self.n_classes += 1;
        Ok(self.n_classes - 1)
    }

    /// Hands over who was kept.
    fn end_of_key(&mut self) -> io::Result<()> {
        for class in &mut self.classes[..self.n_classes] {
            for group in class.groups.drain(..).filter(|group| group.has_others) {
                let mut payload = [group.kind as u8; 9];
                payload[..8].copy_from_slice(&group.kept.to_le_bytes());
                self.outcomes.push(&outcome(group.first, group.first), &payload)?;
            }
        }
        self.n_classes = 0;
        self.lines.clear();
        Ok(())
    }
}

/// Bytes of the key of an outcome.
const OUTCOME: usize = 8 + 1 + 8;

/// The key of what becomes of a game in a group: the game that began the group stands before the others.
fn outcome(first: u64, member: u64) -> [u8; OUTCOME] {
    let mut key = [0; OUTCOME];
    key[..8].copy_from_slice(&first.to_be_bytes());
    key[8] = u8::from(member != first);
    key[9..].copy_from_slice(&member.to_be_bytes());
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game: hash and content by `key`, then date, half-moves, annotations.
    type Given = (u8, &'static str, u32, u32, u32);

    fn entry(number: usize, &(hash, _, year, n_plies, n_annotations): &Given, kind: Kind) -> Entry {
        let mut facts = Facts::default();
        facts.0[0] = year;
        let quality = Quality { n_plies, n_annotations, n_tags: 0 };
        let digest = Digest { kind, hash: [hash; 32], facts, quality };
        Entry { number: number as u64, digest, is_master: false }
    }

    /// Who is dropped for whom.
    fn drops(keep: Keep, kind: Kind, games: &[Given], n_masters: usize) -> Vec<(u64, u64)> {
        let mut results = Vec::new();
        for limit in [0, 1 << 24] {
            let mut groups = Groups::new(keep, limit, &Scratch::default());
            for (number, game) in games.iter().enumerate() {
                let mut entry = entry(number, game, kind);
                entry.is_master = number < n_masters;
                groups.push(&entry, Some(game.1.as_bytes())).unwrap();
            }
            let mut verdicts = groups.verdicts().unwrap();
            let (mut found, mut record) = (Vec::new(), Record::default());
            while let Some(drop) = verdicts.next_drop(&mut record).unwrap() {
                assert!(verdicts.is_dropped(drop.number) && !verdicts.is_dropped(drop.kept));
                found.push((drop.number, drop.kept));
            }
            assert_eq!(verdicts.n_dropped, found.len() as u64);
            results.push(found);
        }
        assert_eq!(results[0], results[1]);
        results.remove(0)
    }

    const FOUR: [Given; 4] =
        [(1, "a", 0, 30, 0), (2, "b", 0, 9, 9), (1, "a", 0, 30, 5), (1, "a", 0, 34, 2)];

    #[test]
    fn one_of_a_group_is_kept() {
        assert_eq!(drops(Keep::First, Kind::Own, &FOUR, 0), [(2, 0), (3, 0)]);
        assert_eq!(drops(Keep::Last, Kind::Own, &FOUR, 0), [(0, 3), (2, 3)]);
        assert_eq!(drops(Keep::Longest, Kind::Own, &FOUR, 0), [(0, 3), (2, 3)]);
        assert_eq!(drops(Keep::MostAnnotated, Kind::Own, &FOUR, 0), [(0, 2), (3, 2)]);
        assert_eq!(drops(Keep::MostTags, Kind::Own, &FOUR, 0), [(2, 0), (3, 0)]);
    }

    #[test]
    fn masters_stay() {
        assert_eq!(drops(Keep::Last, Kind::Own, &FOUR, 1), [(2, 0), (3, 0)]);
        assert_eq!(drops(Keep::First, Kind::Own, &FOUR, 4), []);
    }

    #[test]
    fn equal_hashes_are_not_enough() {
        let games = [(1, "a", 0, 9, 0), (1, "b", 0, 9, 0), (1, "a", 0, 9, 0), (1, "b", 0, 9, 0)];
        assert_eq!(drops(Keep::First, Kind::Own, &games, 0), [(2, 0), (3, 1)]);
    }

    #[test]
    fn contradicting_games_are_not_one() {
        let games =
            [(1, "a", 1990, 9, 0), (1, "a", 1991, 9, 0), (1, "a", 0, 9, 0), (1, "a", 1991, 9, 0)];
        assert_eq!(drops(Keep::First, Kind::Own, &games, 0), [(2, 0), (3, 1)]);
    }

    #[test]
    fn prefixes_make_no_chains_and_know_no_order() {
        // Lines of 12 to 60 half-moves, each two longer than the one before.
        let text: String =
            (0..60).map(|n| char::from(b'a' + n % 26)).flat_map(|c| [c, c]).collect();
        let text: &'static str = text.leak();
        let lines: Vec<Given> =
            (6..=30_u8).map(|n| (1, &text[..4 * usize::from(n)], 0, 2 * u32::from(n), 0)).collect();
        let lengths = |games: &[Given], keep: Keep| {
            let mut found: Vec<(u32, u32)> = drops(keep, Kind::Prefix, games, 0)
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
        assert_eq!(drops(Keep::First, Kind::Prefix, &games, 2), [(2, 1), (3, 0)]);
    }

    #[test]
    fn beginnings_of_longer_lines_go() {
        let games = [
            (1, "aabbcc", 0, 3, 0),
            (1, "aabbccddee", 0, 5, 0),
            // Not the beginning of the longer one.
            (1, "aabbccxx", 0, 4, 0),
            // Five more than the longest of its group.
            (1, "aabbccddee1122334455", 0, 10, 0),
            (1, "aabb", 0, 2, 0),
            (1, "aabbcc", 1950, 3, 0),
        ];
        assert_eq!(drops(Keep::First, Kind::Prefix, &games, 0), [(0, 1), (4, 1), (5, 1)]);
    }
}
