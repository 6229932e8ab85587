//! Facts that two copies of a game must not contradict: date, round, the initials of the players,
//! and their surnames if the key does not compare them.

use std::{
    collections::{BTreeSet, HashMap},
    ops::Range,
};

use pgn_syntax::{
    Fallback, Game, TagName,
    date::{Date, DateOrder},
    is_unknown_value,
};

use crate::copies::name::Name;

/// Number of facts.
pub(crate) const N_FACTS: usize = SURNAMES.end;
/// Index of the year, the first fact of the date.
pub(crate) const YEAR: usize = DATE.start;
/// Indices of year, month and day.
const DATE: Range<usize> = 0..3;
/// Indices of the parts of the round: `7.1.3` is often round, game and board. The last one holds all further parts.
const ROUND: Range<usize> = DATE.end..7;
/// Indices of two initials per player.
const INITIALS: Range<usize> = ROUND.end..11;
/// Indices of one surname per player.
const SURNAMES: Range<usize> = INITIALS.end..13;

/// The facts that a position key compares besides the players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExtraFacts {
    /// True if the dates are compared where both are known.
    pub date: bool,
    /// True if the rounds are compared where both are known.
    pub round: bool,
}

/// Facts of a game that are compared besides its key. 0 means unknown; an unknown fact contradicts nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Facts(pub [u32; N_FACTS]);

stored! { Facts { 0 } }

impl Facts {
    /// Reads Date, Round and the initials of both players.
    #[must_use]
    pub fn of(
        game: &Game,
        src: &[u8],
        white: &Name,
        black: &Name,
        fallback: Fallback,
        dates: DateOrder,
    ) -> Facts {
        let mut facts = [0; N_FACTS];
        facts[DATE].copy_from_slice(&date_parts(&game.value(src, TagName::DATE), dates));
        let round = game.value(src, TagName::ROUND);
        let round = fallback.decode(&round);
        for (fact, part) in facts[ROUND].iter_mut().zip(round.trim().splitn(ROUND.len(), '.')) {
            *fact = round_fact(part);
        }
        for (fact, initial) in
            facts[INITIALS].iter_mut().zip(white.initials.iter().chain(&black.initials))
        {
            *fact = initial.map_or(0, u32::from);
        }
        Facts(facts)
    }

    /// Returns the facts, with date and round set to unknown unless `also` selects them.
    pub(crate) fn only_compared(mut self, also: ExtraFacts) -> Facts {
        if !also.date {
            self.0[DATE].fill(0);
        }
        if !also.round {
            self.0[ROUND].fill(0);
        }
        self
    }

    /// Adds the surnames, for comparisons by a key that does not contain them.
    #[must_use]
    pub fn with_surnames(mut self, white: &Name, black: &Name) -> Facts {
        for (fact, name) in self.0[SURNAMES].iter_mut().zip([white, black]) {
            *fact = hashed(&name.surname);
        }
        self
    }

    /// Adds the GameId tag, in the place of the first surname: comparisons by the identifier of another tag do not
    /// compare surnames.
    pub(crate) fn with_game_id(mut self, game: &Game, src: &[u8]) -> Facts {
        let id = game.value(src, TagName::GAME_ID);
        let id = id.trim_ascii();
        self.0[SURNAMES.start] =
            if is_unknown_value(id) { 0 } else { hashed(&String::from_utf8_lossy(id)) };
        self
    }

    /// Returns all facts as bytes; `None` if none is known.
    pub(crate) fn all(&self) -> Option<Vec<u8>> {
        (*self != Facts::default()).then(|| bytes(&self.0))
    }

    /// Returns all facts except the initials as bytes; `None` if none of them is known.
    pub(crate) fn without_initials(mut self) -> Option<Vec<u8>> {
        self.0[INITIALS].fill(0);
        self.all()
    }

    /// Returns the surnames and the year as bytes; `None` unless both surnames are known.
    pub(crate) fn players_and_year(&self) -> Option<Vec<u8>> {
        let [year, .., white, black] = self.0;
        (white != 0 && black != 0).then(|| bytes(&[year, white, black]))
    }

    /// Returns the year and the round as bytes; `None` if neither is known.
    pub(crate) fn year_and_round(&self) -> Option<Vec<u8>> {
        let known = [&self.0[YEAR..=YEAR], &self.0[ROUND]].concat();
        known.iter().any(|&fact| fact != 0).then(|| bytes(&known))
    }

    /// Returns true if the years of both are known and differ.
    pub(crate) fn has_other_year(&self, other: &Facts) -> bool {
        let [mine, theirs] = [self, other].map(|facts| facts.0[YEAR]);
        mine != 0 && theirs != 0 && mine != theirs
    }

    /// Returns true if any fact is known in both and differs.
    #[must_use]
    pub fn contradict(&self, other: &Facts) -> bool {
        self.0.iter().zip(&other.0).any(|(&a, &b)| a != 0 && b != 0 && a != b)
    }

    /// Returns the facts, with those that are unknown taken from `other`.
    pub(crate) fn or(mut self, other: &Facts) -> Facts {
        for (fact, &other) in self.0.iter_mut().zip(&other.0).filter(|(fact, _)| **fact == 0) {
            *fact = other;
        }
        self
    }

    /// Returns what a union takes over from a copy with these facts: the parts of the date, and the round if `kept` has
    /// none.
    pub(crate) fn united_with(mut self, kept: &Facts) -> Facts {
        let has_round = kept.0[ROUND].iter().any(|&fact| fact != 0);
        self.0[if has_round { ROUND.start } else { ROUND.end }..].fill(0);
        self
    }

    /// Returns a bit mask of the known facts.
    fn mask(&self) -> u16 {
        self.0.iter().rev().fold(0, |mask, &fact| mask << 1 | u16::from(fact != 0))
    }

    /// Returns the facts in `mask`, with all others unknown.
    fn only(&self, mask: u16) -> Facts {
        let mut facts = *self;
        for (at, fact) in facts.0.iter_mut().enumerate() {
            if mask >> at & 1 == 0 {
                *fact = 0;
            }
        }
        facts
    }
}

fn bytes(facts: &[u32]) -> Vec<u8> {
    facts.iter().flat_map(|fact| fact.to_le_bytes()).collect()
}

/// Returns year, month and day of a Date tag; 0 for unknown parts, and for all parts of a text that is not a date. Of
/// a date in which day and month may be in either order, the year is certain.
fn date_parts(value: &[u8], dates: DateOrder) -> [u32; 3] {
    let dates = if dates == DateOrder::Unknown { DateOrder::YearOnly } else { dates };
    let part = |part: Option<u8>| part.map_or(0, u32::from);
    Date::read_in(value, dates)
        .map_or([0; 3], |date| [date.year.into(), part(date.month), part(date.day)])
}

/// Returns a part of a round as a fact: a number plus 1, a hash above all numbers for other text, or 0 if unknown.
fn round_fact(text: &str) -> u32 {
    let text = text.trim();
    if is_unknown_value(text.as_bytes()) {
        return 0;
    }
    match text.parse::<u32>() {
        // Plus 1, because 0 means unknown.
        Ok(number) if number < 1 << 30 => number + 1,
        _ => hashed(&text.to_lowercase()),
    }
}

/// Returns a hash of a text above all round numbers, or 0 if the text is empty.
fn hashed(text: &str) -> u32 {
    let [a, b, c, d, ..] = *blake3::hash(text.as_bytes()).as_bytes();
    if text.is_empty() { 0 } else { u32::from_le_bytes([a, b, c, d]) | 1 << 31 }
}

/// The kept games of one key, searched for the first that a game does not contradict.
///
/// A few games are searched one by one. Above that, an index by known facts finds the game in time
/// that does not grow with their number.
#[derive(Debug, Default)]
pub(crate) struct KeptGames {
    all: Vec<Facts>,
    /// Numbers of the kept games, by the mask of their known facts, by the mask of the facts that are compared, and by
    /// these facts.
    index: HashMap<u16, HashMap<u16, HashMap<Facts, Numbers>>>,
}

/// Numbers of games, nearly always one.
#[derive(Debug)]
struct Numbers {
    first: u32,
    others: BTreeSet<u32>,
}

impl Numbers {
    /// Adds a number to those of `facts`.
    fn add(map: &mut HashMap<Facts, Numbers>, facts: Facts, number: u32) {
        let numbers =
            map.entry(facts).or_insert(Numbers { first: number, others: BTreeSet::new() });
        if number != numbers.first {
            numbers.others.insert(number.max(numbers.first));
            numbers.first = numbers.first.min(number);
        }
    }

    /// Removes a number from those of `facts`.
    fn remove(map: &mut HashMap<Facts, Numbers>, facts: &Facts, number: u32) {
        let Some(numbers) = map.get_mut(facts) else { return };
        if numbers.first != number {
            numbers.others.remove(&number);
        } else if let Some(next) = numbers.others.pop_first() {
            numbers.first = next;
        } else {
            map.remove(facts);
        }
    }
}

/// Maximum number of games that are searched one by one.
const MAX_UNINDEXED: usize = 16;

impl KeptGames {
    pub(crate) fn clear(&mut self) {
        self.all.clear();
        self.index.clear();
    }

    /// Adds a kept game.
    pub(crate) fn push(&mut self, facts: Facts) {
        let number = number(self.all.len());
        self.all.push(facts);
        self.add_to_index(number, &facts);
    }

    fn add_to_index(&mut self, number: u32, facts: &Facts) {
        for (compared, map) in self.index.entry(facts.mask()).or_default() {
            Numbers::add(map, facts.only(*compared), number);
        }
    }

    /// Returns the facts of the kept game with index `at`.
    pub(crate) fn facts(&self, at: usize) -> Facts {
        self.all[at]
    }

    /// Replaces the facts of the kept game with index `at` by `joined`, with which they agree.
    pub(crate) fn join(&mut self, at: usize, joined: Facts) {
        let (old, number) = (self.all[at], number(at));
        if joined == old {
            return;
        }
        self.all[at] = joined;
        for (compared, map) in self.index.get_mut(&old.mask()).into_iter().flatten() {
            Numbers::remove(map, &old.only(*compared), number);
        }
        self.add_to_index(number, &joined);
    }

    /// Returns the index of the first kept game that does not contradict `facts`.
    pub(crate) fn first(&mut self, facts: &Facts) -> Option<usize> {
        if self.all.len() <= MAX_UNINDEXED {
            return self.all.iter().position(|kept| !kept.contradict(facts));
        }
        let mine = facts.mask();
        let mut first: Option<u32> = None;
        for (&known, maps) in &mut self.index {
            let compared = known & mine;
            let map = maps.entry(compared).or_insert_with(|| {
                let mut map = HashMap::new();
                for (at, kept) in
                    self.all.iter().enumerate().filter(|(_, kept)| kept.mask() == known)
                {
                    Numbers::add(&mut map, kept.only(compared), number(at));
                }
                map
            });
            if let Some(&at) = map.get(&facts.only(compared)).map(|it| &it.first) {
                first = Some(first.map_or(at, |first| first.min(at)));
            }
        }
        first.map(|at| at as usize)
    }
}

fn number(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        let date_parts = |value| date_parts(value, DateOrder::Unknown);
        assert_eq!(date_parts(b"1997.05.11"), [1997, 5, 11]);
        assert_eq!(date_parts(b"1997.??.??"), [1997, 0, 0]);
        assert_eq!(date_parts(b"????.??.??"), [0, 0, 0]);
        assert_eq!(date_parts(b"2019-6-1"), [2019, 6, 1]);
        assert_eq!(date_parts(b"16.05.2012"), [2012, 5, 16]);
        assert_eq!(date_parts(b"spring 1851"), [0, 0, 0]);
        assert_eq!(date_parts(b"05.06.2012"), [2012, 0, 0]);
    }

    #[test]
    fn rounds_are_numbers_or_texts() {
        assert_eq!(round_fact("?"), 0);
        assert_eq!(round_fact("-"), 0);
        assert_ne!(round_fact("0"), 0);
        assert_ne!(round_fact("1"), round_fact("2"));
        assert_eq!(round_fact("Final"), round_fact("final"));
        assert_ne!(round_fact("Final"), round_fact("semi"));
    }

    #[test]
    fn rounds_are_compared_in_the_parts_that_both_have() {
        let facts = |round: &str| {
            let text = format!("[Round \"{round}\"]\n\n*\n");
            let mut games = pgn_syntax::Games::new(text.as_bytes());
            let (game, name) = (games.next().unwrap(), Name::default());
            let (src, fallback) = (text.as_bytes(), Fallback::default());
            Facts::of(game, src, &name, &name, fallback, DateOrder::Unknown)
        };
        for (a, b) in [
            ("7", "7.1"),
            ("7.1", "7.1.3"),
            ("7", "7.1.3"),
            ("7.1.3", "7.01.03"),
            ("7.1.3", "7.1.3.4.5"),
            ("7.1.3.4", "7.1.3.04"),
        ] {
            assert!(!facts(a).contradict(&facts(b)), "{a} {b}");
        }
        for (a, b) in [
            ("7", "8"),
            ("7.1", "7.2"),
            ("7.1.3", "7.1.4"),
            ("7.1.3", "7.2"),
            ("7.1.3.4", "7.1.3.5"),
            ("7.1.3.4.5", "7.1.3.4.6"),
        ] {
            assert!(facts(a).contradict(&facts(b)), "{a} {b}");
        }
    }

    #[test]
    fn index_equals_linear_search() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut kept = KeptGames::default();
        let mut n_found = 0;
        for _ in 0..2000 {
            let mut facts = Facts::default();
            for fact in &mut facts.0[2..7] {
                *fact = random.u32(..5);
            }
            let plain = kept.all.iter().position(|other| !other.contradict(&facts));
            assert_eq!(kept.first(&facts), plain);
            n_found += usize::from(plain.is_some());
            match plain {
                None => kept.push(facts),
                Some(at) if random.bool() => kept.join(at, kept.facts(at).or(&facts)),
                Some(_) => {}
            }
        }
        assert!(kept.all.len() > MAX_UNINDEXED && n_found > 100, "{} {n_found}", kept.all.len());
    }
}
