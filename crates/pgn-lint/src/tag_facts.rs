//! Properties of tag pairs that are cheap to detect for any tag.

use bitflags::bitflags;
use pgn_syntax::{TagName, TagPair, date::DateFault, span::index, tag::SEVEN_TAG_ROSTER};

bitflags! {
    /// A property of a tag pair that a rule can subscribe to, as a set of bits.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub(crate) struct PairFact: u16 {
        /// The name is one of the standard or in wide use, but in another case.
        const NAME_CASE = 1;
        /// The name begins with a lower-case letter.
        const NAME_LOWERCASE = 1 << 1;
        /// The value is empty.
        const EMPTY = 1 << 2;
        /// The value begins or ends with a blank.
        const EDGE_SPACE = 1 << 3;
        /// The value has more than 255 bytes.
        const LONG = 1 << 4;
        /// The value is not a date.
        const BAD_DATE = 1 << 5;
        /// The day does not exist in any calendar.
        const IMPOSSIBLE_DATE = 1 << 6;
        /// The value has a partial number such as `199?`.
        const PARTIAL_DATE_DIGIT = 1 << 7;
        /// The date has a day without a month, or a month without a year.
        const DATE_GAP = 1 << 8;
        /// The name has more than 255 bytes.
        const LONG_NAME = 1 << 9;
    }
}

impl PairFact {
    /// Number of facts.
    pub(crate) const COUNT: usize = PairFact::all().bits().count_ones() as usize;

    /// Returns the index of the lowest fact of the set.
    pub(crate) const fn index(self) -> usize {
        self.bits().trailing_zeros() as usize
    }

    /// Returns the fault of a date as a set of at most one fact.
    #[inline]
    fn of_date(value: &[u8]) -> PairFact {
        match DateFault::of(value) {
            None => PairFact::empty(),
            Some(DateFault::Form) => PairFact::BAD_DATE,
            Some(DateFault::Impossible) => PairFact::IMPOSSIBLE_DATE,
            Some(DateFault::PartialDigit) => PairFact::PARTIAL_DATE_DIGIT,
            Some(DateFault::Gap) => PairFact::DATE_GAP,
        }
    }

    /// Yields the indices of all facts of the set.
    pub(crate) fn indices(self) -> impl Iterator<Item = usize> {
        (0..Self::COUNT).filter(move |&i| self.bits() >> i & 1 != 0)
    }
}

/// Returns the place of a tag in export format, as a key to sort by: the roster in its order, then other names in ASCII
/// order.
pub(crate) fn place_in_export(known: Option<TagName>, name: &[u8]) -> (usize, &[u8]) {
    match SEVEN_TAG_ROSTER.iter().position(|&it| known == Some(it)) {
        Some(place) => (place, b""),
        None => (SEVEN_TAG_ROSTER.len(), name),
    }
}

/// Returns true if more than `max` pairs of a game repeat the known name of an earlier pair.
pub(crate) fn has_more_duplicates(tags: &[TagPair], max: usize) -> bool {
    if tags.len() <= max {
        return false;
    }
    let mut is_seen = vec![false; TagName::all().count()];
    let is_duplicate = |name: &TagName| std::mem::replace(&mut is_seen[name.index()], true);
    tags.iter().filter_map(|pair| pair.known).filter(is_duplicate).nth(max).is_some()
}

/// Returns a name without the characters that are not allowed in tag names, or `None` if no tag name remains.
pub(crate) fn plain_tag_name(name: &[u8]) -> Option<String> {
    let plain = name.iter().filter(|byte| pgn_syntax::is_name_byte(byte));
    let plain: String = plain.skip_while(|byte| **byte == b'_').map(|&it| char::from(it)).collect();
    (!plain.is_empty()).then_some(plain)
}

/// Returns the known name that a pair of another name has without the characters that are not allowed: White of
/// `[White: "x"]`.
pub(crate) fn meant_name(src: &[u8], pair: &TagPair) -> Option<TagName> {
    let name = pair.name.of(src);
    let is_odd = pair.known.is_none() && !name.iter().all(pgn_syntax::is_name_byte);
    is_odd.then(|| plain_tag_name(name)).flatten().and_then(|name| TagName::find(name.as_bytes()))
}

/// The tag names seen in a game; reused from game to game.
#[derive(Debug)]
pub(crate) struct SeenTags {
    /// State of each known name.
    known: Vec<KnownTag>,
    /// Number of the current game; a name's state counts only if it has the same number.
    game: u64,
    /// Tags of the roster that were seen, one bit per name.
    roster: u8,
    /// The indices of pairs whose names are not known.
    others: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct KnownTag {
    /// The last game with this name.
    game: u64,
    /// The index of the first pair in that game.
    first: u32,
    /// The bit of the name in the roster, or 0.
    roster: u8,
    /// The fact of the name in its standard case.
    fact: PairFact,
    /// True if the values of this tag are dates.
    is_date: bool,
}

impl SeenTags {
    pub(crate) fn new() -> SeenTags {
        let known = |name: TagName| KnownTag {
            game: 0,
            first: 0,
            roster: if name.index() < SEVEN_TAG_ROSTER.len() { 1 << name.index() } else { 0 },
            fact: case_fact(name.text().as_bytes()),
            is_date: name.is_date(),
        };
        SeenTags {
            known: TagName::all().map(known).collect(),
            game: 0,
            roster: 0,
            others: Vec::new(),
        }
    }

    /// Begins a game.
    pub(crate) fn begin(&mut self) {
        self.game += 1;
        self.roster = 0;
        self.others.clear();
    }

    /// Returns the facts of the next pair of the game. Unknown names are compared later, by
    /// [`SeenTags::other_duplicates`].
    #[inline]
    pub(crate) fn facts_of_pair(&mut self, src: &[u8], pair: &TagPair, at: usize) -> PairFact {
        let (name, is_date) = self.facts_of_name(src, pair, at);
        let value = pair.value.of(src);
        let (&[first, ..], &[.., last]) = (value, value) else {
            return name.union(PairFact::EMPTY);
        };
        let mut facts = name;
        if first == b' ' || last == b' ' {
            facts |= PairFact::EDGE_SPACE;
        }
        if value.len() > 255 {
            facts |= PairFact::LONG;
        }
        if is_date {
            facts |= PairFact::of_date(value.trim_ascii());
        }
        facts
    }

    /// Returns the fact of the name, and whether the value is a date.
    #[inline(always)]
    fn facts_of_name(&mut self, src: &[u8], pair: &TagPair, at: usize) -> (PairFact, bool) {
        let at = index(at);
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
        self.others.push(at);
        if name.len() > 255 { PairFact::LONG_NAME } else { case_fact(name) }
    }

    /// Returns the index of the first pair named `name`. Meaningful only if [`SeenTags::has`] is true: otherwise it may
    /// be that of an earlier game.
    #[inline]
    pub(crate) fn first(&self, name: TagName) -> usize {
        self.known[name.index()].first as usize
    }

    /// Calls `found` with the first pair and each later pair of every repeated unknown name.
    pub(crate) fn other_duplicates(
        &mut self,
        src: &[u8],
        tags: &[TagPair],
        mut found: impl FnMut(&TagPair, &TagPair),
    ) {
        if self.others.len() < 2 {
            return;
        }
        let name = |at: u32| tags[at as usize].name.of(src);
        self.others.sort_by_key(|&at| name(at));
        for group in self.others.chunk_by(|&a, &b| name(a) == name(b)) {
            let Some((&first, rest)) = group.split_first() else { continue };
            for &at in rest {
                found(&tags[first as usize], &tags[at as usize]);
            }
        }
    }

    /// Returns true if the game has a tag of this known name.
    #[inline]
    pub(crate) fn has(&self, name: TagName) -> bool {
        self.known[name.index()].game == self.game
    }

    /// Returns true if the game has the complete Seven Tag Roster.
    #[inline]
    pub(crate) fn has_roster(&self) -> bool {
        self.roster & 0x7F == 0x7F
    }
}

fn case_fact(name: &[u8]) -> PairFact {
    match name.first() {
        Some(b'a'..=b'z') => PairFact::NAME_LOWERCASE,
        _ => PairFact::empty(),
    }
}
