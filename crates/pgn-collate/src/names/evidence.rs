//! Facts about the bearer of a spelling, from its games.

use std::collections::{BTreeMap, BTreeSet};

/// Facts about the bearer of a spelling, from its games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// Number of games.
    pub n: u64,
    /// FIDE numbers.
    pub ids: BTreeSet<u32>,
    /// The first and the last year; `None` if unknown.
    pub years: Option<(u16, u16)>,
    /// Ratings by year.
    pub ratings: BTreeMap<u16, BTreeSet<u16>>,
    /// For each rank of a title, the first and the last year with it. Rank 0: the game has a tag for the title, and the
    /// player had none. `None` if no game of a known year has this rank.
    pub titles: [Option<(u16, u16)>; N_RANKS],
    /// Hashes of the names of opponents that are similar to the spelling: they belong to other players.
    pub rivals: BTreeSet<u64>,
}

stored! { Evidence { n, ids, years, ratings, titles, rivals } }

/// Maximum numbers of values that are stored for a spelling. All are even.
const MAX_IDS: usize = 4;
const MAX_RATINGS: usize = 12;
const MAX_RIVALS: usize = 64;

/// Number of ranks of titles, including the rank of players without a title.
const N_RANKS: usize = 5;
/// Maximum difference of two ratings of a player in one year.
const MAX_SPREAD: u16 = 250;
/// Maximum number of years between the first and the last game of a player.
const MAX_CAREER: u16 = 75;
/// Minimum age of a player in years.
const YOUNGEST: u16 = 5;

/// Facts about a player from one game.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlayerFacts {
    /// The year of the game.
    pub year: Option<u16>,
    /// The FIDE number.
    pub id: Option<u32>,
    /// The rating.
    pub rating: Option<u16>,
    /// The rank of the title, if the game has a tag for it: 0 for none.
    pub title: Option<u8>,
    /// The hash of the opponent's spelling, if it may be a spelling of the same name.
    pub rival: Option<u64>,
}

impl Evidence {
    /// Adds the facts of a game.
    pub fn add(&mut self, seen: &PlayerFacts) {
        self.n += 1;
        if let Some(year) = seen.year {
            self.years = span(self.years, Some((year, year)));
            if let Some(rating) = seen.rating {
                insert(self.ratings.entry(year).or_default(), rating, MAX_RATINGS);
            }
            if let Some(years) = seen.title.and_then(|rank| self.titles.get_mut(usize::from(rank)))
            {
                *years = span(*years, Some((year, year)));
            }
        }
        if let Some(id) = seen.id {
            insert(&mut self.ids, id, MAX_IDS);
        }
        if let Some(rival) = seen.rival {
            insert(&mut self.rivals, rival, MAX_RIVALS);
        }
    }

    /// Adds the facts of other games.
    pub fn merge(&mut self, other: &Evidence) {
        self.n += other.n;
        other.ids.iter().for_each(|&id| insert(&mut self.ids, id, MAX_IDS));
        other.rivals.iter().for_each(|&rival| insert(&mut self.rivals, rival, MAX_RIVALS));
        self.years = span(self.years, other.years);
        for (&year, ratings) in &other.ratings {
            let mine = self.ratings.entry(year).or_default();
            ratings.iter().for_each(|&rating| insert(mine, rating, MAX_RATINGS));
        }
        for (mine, theirs) in self.titles.iter_mut().zip(other.titles) {
            *mine = span(*mine, theirs);
        }
    }

    /// Returns the reason why two spellings cannot belong to one player; `None` if nothing contradicts it.
    pub(super) fn contradicts(&self, other: &Evidence) -> Option<&'static str> {
        if !self.ids.is_empty() && !other.ids.is_empty() && self.ids.is_disjoint(&other.ids) {
            return Some("other FIDE numbers");
        }
        if let (Some(a), Some(b)) = (self.years, other.years)
            && a.1.max(b.1) - a.0.min(b.0) > MAX_CAREER
        {
            return Some("years too far apart");
        }
        let is_far = |year: &u16, mine: &BTreeSet<u16>| {
            let theirs = other.ratings.get(year);
            let limits = |set: &BTreeSet<u16>| Some((*set.first()?, *set.last()?));
            let both = theirs.and_then(limits).zip(limits(mine));
            both.is_some_and(|(a, b)| {
                a.1.abs_diff(b.0) > MAX_SPREAD || b.1.abs_diff(a.0) > MAX_SPREAD
            })
        };
        if self.ratings.iter().any(|(year, mine)| is_far(year, mine)) {
            return Some("other ratings");
        }
        // Returns true if `a` has a title in a year after which `b` has a lower one.
        let outranks = |a: &Evidence, b: &Evidence| {
            a.titles.iter().enumerate().any(|(rank, years)| {
                let last_lower = b.titles.iter().take(rank).flatten().map(|years| years.1).max();
                years.zip(last_lower).is_some_and(|(years, last_lower)| years.0 < last_lower)
            })
        };
        (outranks(self, other) || outranks(other, self)).then_some("other titles")
    }

    /// Returns the rank of the highest title; `None` if no game has a tag for it.
    pub(super) fn highest_title(&self) -> Option<usize> {
        self.titles.iter().rposition(Option::is_some)
    }

    /// Returns true if the spellings have a FIDE number in common.
    pub(super) fn shares_id(&self, other: &Evidence) -> bool {
        !self.ids.is_disjoint(&other.ids)
    }

    /// Returns true if the spellings have a FIDE number or the same rating in some year in common.
    pub(super) fn shares_fact(&self, other: &Evidence) -> bool {
        let has =
            |year: &u16, mine| other.ratings.get(year).is_some_and(|it| !it.is_disjoint(mine));
        self.shares_id(other) || self.ratings.iter().any(|(year, mine)| has(year, mine))
    }

    /// Returns true if a player born in `birth` can have played these games.
    pub(super) fn fits_birth(&self, birth: Option<u16>) -> bool {
        match (birth, self.years) {
            (Some(birth), Some((first, _))) => birth + YOUNGEST <= first,
            _ => true,
        }
    }
}

/// Adds a value to a set that keeps up to `max` values: the smallest and the largest ones, half of each. Which these
/// are does not depend on the order in which values are added and sets are merged.
fn insert<T: Ord + Copy>(set: &mut BTreeSet<T>, value: T, max: usize) {
    if set.insert(value)
        && set.len() > max
        && let Some(&middle) = set.iter().nth(max / 2)
    {
        set.remove(&middle);
    }
}

/// Returns the first and the last year of two spans of years.
fn span(a: Option<(u16, u16)>, b: Option<(u16, u16)>) -> Option<(u16, u16)> {
    match (a, b) {
        (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
        (a, b) => a.or(b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Stored as _;

    fn seen(year: u16, id: u32, rating: u16, title: u8) -> Evidence {
        let mut evidence = Evidence::default();
        let id = (id > 0).then_some(id);
        let rating = (rating > 0).then_some(rating);
        evidence.add(&PlayerFacts {
            year: Some(year),
            id,
            rating,
            title: Some(title),
            rival: Some(7),
        });
        evidence
    }

    #[test]
    fn evidence_survives_the_sorter() {
        let mut all = seen(1990, 5, 2400, 3);
        all.merge(&seen(1999, 6, 2500, 4));
        all.merge(&seen(1999, 0, 2510, 0));
        for evidence in [Evidence::default(), all, seen(2000, 0, 0, 0)] {
            assert_eq!(Evidence::of_bytes(&evidence.to_bytes()), evidence);
        }
    }

    #[test]
    fn the_order_of_games_does_not_matter() {
        let games: Vec<Evidence> = (0..300_u64)
            .map(|n| {
                let mut evidence = Evidence::default();
                let mixed = n.wrapping_mul(0x9E37_79B9_7F4A_7C15);
                evidence.add(&PlayerFacts {
                    year: Some(2000 + u16::from(n % 2 == 0)),
                    id: Some(u32::from(mixed.to_le_bytes()[6])),
                    rating: Some(2000 + u16::from(mixed.to_le_bytes()[7])),
                    title: None,
                    rival: Some(mixed),
                });
                evidence
            })
            .collect();
        let merged = |parts: &mut dyn Iterator<Item = &Evidence>| {
            let mut all = Evidence::default();
            parts.for_each(|it| all.merge(it));
            all
        };
        let expected = merged(&mut games.iter());
        assert_eq!((expected.ids.len(), expected.rivals.len()), (MAX_IDS, MAX_RIVALS));
        let year = |games: &[Evidence]| -> Vec<u16> {
            games.iter().filter_map(|it| it.ratings.get(&2000)?.first().copied()).collect()
        };
        let (kept, seen) = (&expected.ratings[&2000], year(&games));
        assert_eq!(kept.len(), MAX_RATINGS);
        assert_eq!((kept.first(), kept.last()), (seen.iter().min(), seen.iter().max()));
        assert_eq!(merged(&mut games.iter().rev()), expected);
        let parts: Vec<_> = games.chunks(7).rev().map(|part| merged(&mut part.iter())).collect();
        assert_eq!(merged(&mut parts.iter()), expected);
    }

    #[test]
    fn contradictions() {
        let why = |a: Evidence, b: Evidence| {
            assert_eq!(a.contradicts(&b), b.contradicts(&a));
            a.contradicts(&b).unwrap_or_default()
        };
        assert_eq!(why(seen(2000, 1, 2500, 4), seen(2001, 1, 2510, 4)), "");
        assert_eq!(why(seen(2000, 1, 2500, 4), seen(2001, 2, 2510, 4)), "other FIDE numbers");
        assert_eq!(why(seen(1900, 0, 0, 0), seen(2001, 0, 0, 0)), "years too far apart");
        assert_eq!(why(seen(2000, 0, 2500, 4), seen(2000, 0, 2000, 4)), "other ratings");
        assert_eq!(why(seen(2000, 0, 2500, 4), seen(2005, 0, 2000, 4)), "");
        assert_eq!(why(seen(2000, 0, 0, 4), seen(2005, 0, 0, 2)), "other titles");
        assert_eq!(why(seen(2005, 0, 0, 4), seen(2000, 0, 0, 2)), "");
        // The highest title of one player and the lowest title of the other are in other years.
        let mut risen = seen(2000, 0, 0, 2);
        risen.merge(&seen(2010, 0, 0, 4));
        let mut fallen = seen(1990, 0, 0, 0);
        fallen.merge(&seen(2005, 0, 0, 1));
        assert_eq!(why(risen.clone(), fallen), "other titles");
        assert_eq!(why(risen, seen(2000, 0, 0, 1)), "");
    }
}
