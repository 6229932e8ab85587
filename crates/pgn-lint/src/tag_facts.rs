//! Qualities of tag pairs that are cheap to see in one look, whatever the tag.

use pgn_syntax::{TagName, TagPair, tag::SEVEN_TAG_ROSTER};

use crate::date;

/// A quality of a tag pair that a rule can subscribe to: a set of bits with one bit set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairFact(u16);

impl PairFact {
    /// A name of the standard or in wide use, in another case.
    pub const NAME_CASE: PairFact = PairFact(1);
    /// A name that begins with a lower-case letter.
    pub const NAME_LOWERCASE: PairFact = PairFact(1 << 1);
    /// `""`.
    pub const EMPTY: PairFact = PairFact(1 << 2);
    /// A blank at the beginning or end of the value.
    pub const EDGE_SPACE: PairFact = PairFact(1 << 3);
    /// More than 255 bytes in the value.
    pub const LONG: PairFact = PairFact(1 << 4);
    /// No date by the grammar.
    pub const BAD_DATE: PairFact = PairFact(1 << 5);
    /// A day that no calendar has.
    pub const IMPOSSIBLE_DATE: PairFact = PairFact(1 << 6);
    /// `199?`.
    pub const PARTIAL_DATE_DIGIT: PairFact = PairFact(1 << 7);
    /// A day without a month, or a month without a year.
    pub const DATE_GAP: PairFact = PairFact(1 << 8);

    /// More than 255 bytes in the name.
    pub const LONG_NAME: PairFact = PairFact(1 << 9);

    /// Number of facts.
    pub(crate) const COUNT: usize = 10;

    /// No fact.
    pub(crate) const NONE: PairFact = PairFact(0);

    /// Both sets.
    pub(crate) const fn union(self, other: PairFact) -> PairFact {
        PairFact(self.0 | other.0)
    }

    /// The facts in both sets.
    pub(crate) const fn and(self, other: PairFact) -> PairFact {
        PairFact(self.0 & other.0)
    }

    /// The place of the lowest fact of the set.
    pub(crate) const fn index(self) -> usize {
        self.0.trailing_zeros() as usize
    }

    /// The places of all facts of the set.
    pub(crate) fn indices(self) -> impl Iterator<Item = usize> {
        (0..Self::COUNT).filter(move |&i| self.0 >> i & 1 != 0)
    }
}

/// Tags whose value is a date.
pub(crate) const DATES: [TagName; 6] = [
    TagName::DATE,
    TagName::EVENT_DATE,
    TagName::UTC_DATE,
    TagName::END_DATE,
    TagName::SOURCE_DATE,
    TagName::SOURCE_VERSION_DATE,
];

/// Returns true if more than `most` pairs of a game have a known name that another pair before them has.
pub(crate) fn has_more_duplicates(tags: &[TagPair], most: usize) -> bool {
    if tags.len() <= most {
        return false;
    }
    let mut is_seen = vec![false; TagName::all().count()];
    let is_duplicate = |name: &TagName| std::mem::replace(&mut is_seen[name.index()], true);
    tags.iter().filter_map(|pair| pair.known).filter(is_duplicate).nth(most).is_some()
}

/// What was seen of a game's tag section; reused from game to game.
#[derive(Debug)]
pub(crate) struct Seen {
    /// By known name.
    known: Vec<Known>,
    /// Games so far: what is known of a name belongs to this one, or counts for nothing.
    game: u64,
    /// Tags of the roster that were there: one bit a name.
    roster: u8,
    /// Hash and place of names that are not known.
    others: Vec<(u64, u32)>,
}

#[derive(Clone, Copy, Debug)]
struct Known {
    /// The game that had it last.
    game: u64,
    /// The place of the first pair in that game.
    first: u32,
    /// Its bit in the roster, if it has one.
    roster: u8,
    /// What its standard case is to be told of.
    fact: PairFact,
    /// Whether the value is a date.
    is_date: bool,
}

impl Seen {
    pub(crate) fn new() -> Seen {
        let known = |name: TagName| Known {
            game: 0,
            first: 0,
            roster: if name.index() < SEVEN_TAG_ROSTER.len() { 1 << name.index() } else { 0 },
            fact: case_fact(name.text().as_bytes()),
            is_date: DATES.contains(&name),
        };
        Seen { known: TagName::all().map(known).collect(), game: 0, roster: 0, others: Vec::new() }
    }

    /// Begins a game.
    pub(crate) fn begin(&mut self) {
        self.game += 1;
        self.roster = 0;
        self.others.clear();
    }

    /// The facts of the next pair of the game. Names that are not known are compared later, by
    /// [`Seen::other_duplicates`].
    #[inline]
    pub(crate) fn look(&mut self, src: &[u8], pair: &TagPair, at: usize) -> PairFact {
        let (name, is_date) = self.look_at_name(src, pair, at);
        let value = pair.value.of(src);
        let (&[first, ..], &[.., last]) = (value, value) else {
            return name.union(PairFact::EMPTY);
        };
        let mut facts = name.0;
        if first == b' ' || last == b' ' {
            facts |= PairFact::EDGE_SPACE.0;
        }
        if value.len() > 255 {
            facts |= PairFact::LONG.0;
        }
        if is_date {
            facts |= date::fault(value).0;
        }
        PairFact(facts)
    }

    /// The facts of the name, and whether the value is a date.
    #[inline(always)]
    fn look_at_name(&mut self, src: &[u8], pair: &TagPair, at: usize) -> (PairFact, bool) {
        #[expect(clippy::cast_possible_truncation, reason = "a chunk is smaller than 4 GiB")]
        let at = at as u32;
        let Some(name) = pair.known else {
            return (self.look_at_other(pair.name.of(src), at), false);
        };
        let known = &mut self.known[name.index()];
        if known.game != self.game {
            (known.game, known.first) = (self.game, at);
            self.roster |= known.roster;
        }
        let fact = if pair.is_exact { known.fact } else { PairFact::NAME_CASE };
        (fact, known.is_date)
    }

    #[cold]
    fn look_at_other(&mut self, name: &[u8], at: u32) -> PairFact {
        self.others.push((hash(name), at));
        if name.len() > 255 { PairFact::LONG_NAME } else { case_fact(name) }
    }

    /// The place of the first pair of a known name, which the game has.
    #[inline]
    pub(crate) fn first(&self, name: TagName) -> usize {
        self.known[name.index()].first as usize
    }

    /// Calls `found` with the first pair and each later one of names that are not known.
    pub(crate) fn other_duplicates(
        &mut self,
        src: &[u8],
        tags: &[TagPair],
        mut found: impl FnMut(&TagPair, &TagPair),
    ) {
        if self.others.len() < 2 {
            return;
        }
        self.others.sort_unstable();
        for group in self.others.chunk_by(|a, b| a.0 == b.0) {
            let Some((&(_, first), rest)) = group.split_first() else { continue };
            let first = &tags[first as usize];
            for &(_, at) in rest {
                let pair = &tags[at as usize];
                if pair.name.of(src) == first.name.of(src) {
                    found(first, pair);
                }
            }
        }
    }

    /// Whether a known name was there.
    #[inline]
    pub(crate) fn has(&self, name: TagName) -> bool {
        self.known[name.index()].game == self.game
    }

    /// Whether all of the Seven Tag Roster was there.
    #[inline]
    pub(crate) fn has_roster(&self) -> bool {
        self.roster & 0x7F == 0x7F
    }
}

fn case_fact(name: &[u8]) -> PairFact {
    match name.first() {
        Some(b'a'..=b'z') => PairFact::NAME_LOWERCASE,
        _ => PairFact::NONE,
    }
}

/// FNV-1a. Names that collide are compared, so that a bad hash costs a missed duplicate at worst.
fn hash(name: &[u8]) -> u64 {
    name.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}
