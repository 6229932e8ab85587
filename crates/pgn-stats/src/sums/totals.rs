//! Counts without keys, for all games together. They can be added in any order.

use std::collections::BTreeMap;

use pgn_query::ByResult;
use pgn_syntax::{TagName, date::Date, tag::SEVEN_TAG_ROSTER};

/// Tags whose missing values are counted.
pub(crate) const TAGS: [TagName; 11] = {
    let [a, b, c, d, e, f, g] = SEVEN_TAG_ROSTER;
    let (white, black) = (TagName::WHITE_ELO, TagName::BLACK_ELO);
    [a, b, c, d, e, f, g, white, black, TagName::ECO, TagName::TIME_CONTROL]
};

/// Counts by the lower end of each step.
pub(crate) type Histogram = BTreeMap<u32, u64>;

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Totals {
    pub(crate) games: u64,
    pub(crate) plies: u64,
    pub(crate) errors: u64,
    /// Games that were not parsed: larger than `--max-game-size`, or after an internal fault.
    pub(crate) unread: u64,
    /// Games with moves that are not in the opening tree, because they begin with another position or are games of
    /// variants.
    pub(crate) outside_of_tree: u64,
    /// Games without the names of both players, which are in no cross table.
    pub(crate) without_names: u64,
    pub(crate) results: ByResult,
    /// Results by year.
    pub(crate) years: BTreeMap<u16, ByResult>,
    pub(crate) first_date: Option<(u16, u8, u8)>,
    pub(crate) last_date: Option<(u16, u8, u8)>,
    pub(crate) unknown_dates: u64,
    pub(crate) unreadable_dates: u64,
    pub(crate) elo: Ratings,
    /// Games by number of moves, in steps of [`STEP_OF_MOVES`].
    pub(crate) lengths: Histogram,
    pub(crate) shortest: Option<u32>,
    pub(crate) longest: Option<u32>,
    pub(crate) without_moves: u64,
    pub(crate) annotation: Annotation,
    pub(crate) clocks: Clocks,
    pub(crate) evals: Evals,
    /// Centipawns lost by the player of `--player`, and the player's moves with a known loss.
    pub(crate) own_loss: [u64; 2],
    pub(crate) bytes: Bytes,
    pub(crate) eco_tags: EcoTags,
    /// Games that lack a known value, by the tags of [`TAGS`].
    pub(crate) missing: [u64; TAGS.len()],
}

/// Games with an opening by their ECO tags.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct EcoTags {
    /// Games with an ECO tag that has a code.
    pub(crate) readable: u64,
    /// Those whose moves have the same code.
    pub(crate) same_code: u64,
    /// Those whose moves have the same letter.
    pub(crate) same_letter: u64,
}

/// Moves per column of the histogram.
pub(crate) const STEP_OF_MOVES: u32 = 10;
/// Rating points per column of the histogram.
pub(crate) const STEP_OF_ELO: u32 = 100;

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Ratings {
    pub(crate) n: u64,
    pub(crate) sum: u64,
    pub(crate) least: Option<u32>,
    pub(crate) most: Option<u32>,
    pub(crate) histogram: Histogram,
    /// Games with both ratings, with one, with none.
    pub(crate) games: [u64; 3],
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Annotation {
    pub(crate) comments: u64,
    pub(crate) nags: u64,
    pub(crate) variations: u64,
    /// Games with at least one comment.
    pub(crate) with_comments: u64,
    /// Games with at least one NAG.
    pub(crate) with_nags: u64,
    /// Games with at least one variation.
    pub(crate) with_variations: u64,
    pub(crate) deepest: u32,
}

/// Times are in milliseconds.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Clocks {
    pub(crate) games: u64,
    /// Moves with a known time.
    pub(crate) moves: u64,
    pub(crate) used: u64,
    pub(crate) longest: u64,
    /// Games in which a clock fell below [`crate::games::clocks::SHORT`].
    pub(crate) short: u64,
    /// Games whose start time comes from WhiteClock or BlackClock instead of TimeControl (CLK-03).
    pub(crate) from_tags: u64,
    /// Clock times that were greater than the one before by more than the increment.
    pub(crate) grown: u64,
    pub(crate) with_grown: u64,
    /// Games with clock times but no readable TimeControl.
    pub(crate) without_control: u64,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Evals {
    pub(crate) games: u64,
    pub(crate) moves: u64,
    /// Centipawns lost by White and by Black.
    pub(crate) lost: [u64; 2],
    /// Moves of White and of Black with a known loss.
    pub(crate) n_lost: [u64; 2],
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Bytes {
    pub(crate) total: u64,
    /// Games in ASCII, in UTF-8, in an 8-bit set.
    pub(crate) encodings: [u64; 3],
    /// Games whose lines end in LF, CR LF, CR.
    pub(crate) line_ends: [u64; 3],
}

/// A count or counts that are added.
pub(crate) trait Sum {
    /// Adds other counts.
    fn add(&mut self, other: &Self);
}

impl Sum for u64 {
    fn add(&mut self, other: &u64) {
        *self += other;
    }
}

impl<const N: usize> Sum for [u64; N] {
    fn add(&mut self, other: &[u64; N]) {
        self.iter_mut().zip(other).for_each(|(mine, theirs)| mine.add(theirs));
    }
}

impl<K: Ord + Copy, V: Sum + Default> Sum for BTreeMap<K, V> {
    fn add(&mut self, other: &BTreeMap<K, V>) {
        for (key, theirs) in other {
            self.entry(*key).or_default().add(theirs);
        }
    }
}

/// Declares how all fields of structs are added: as sums, or as the least or the most of both.
macro_rules! sums {
    ($($name:ident: $($sum:ident)* $(, least $($least:ident)*)? $(, most $($most:ident)*)?;)*) => {$(
        impl Sum for $name {
            fn add(&mut self, other: &$name) {
                let $name { $($sum,)* $($($least,)*)? $($($most,)*)? } = other;
                $(self.$sum.add($sum);)*
                $($(self.$least = least(self.$least, *$least);)*)?
                $($(self.$most = self.$most.max(*$most);)*)?
            }
        }
    )*};
}

sums! {
    Totals: games plies errors unread outside_of_tree without_names results years unknown_dates unreadable_dates elo lengths without_moves
        annotation clocks evals own_loss bytes eco_tags missing,
        least first_date shortest, most last_date longest;
    Ratings: n sum histogram games, least least, most most;
    Annotation: comments nags variations with_comments with_nags with_variations, most deepest;
    Clocks: games moves used short from_tags grown with_grown without_control, most longest;
    Evals: games moves lost n_lost;
    EcoTags: readable same_code same_letter;
    ByResult: white_wins black_wins draws unknown;
    Bytes: total encodings line_ends;
}

impl Totals {
    pub(crate) fn see_date(&mut self, date: Date) {
        // Only complete dates are compared.
        let (Some(month), Some(day)) = (date.month, date.day) else { return };
        let date = Some((date.year, month, day));
        self.first_date = least(self.first_date, date);
        self.last_date = self.last_date.max(date);
    }
}

impl Ratings {
    pub(crate) fn see(&mut self, elo: u32) {
        self.n += 1;
        self.sum += u64::from(elo);
        self.least = least(self.least, Some(elo));
        self.most = self.most.max(Some(elo));
        *self.histogram.entry(elo - elo % STEP_OF_ELO).or_default() += 1;
    }
}

/// Returns the lesser of two values; `None` if both are unknown.
fn least<T: Ord + Copy>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (one, None) | (None, one) => one,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_add_up_to_the_whole() {
        let mut parts = [Totals::default(), Totals::default()];
        let mut whole = Totals::default();
        for n in 0..10_u16 {
            for totals in [&mut parts[usize::from(n % 2)], &mut whole] {
                totals.games += 1;
                totals.elo.see(2000 + u32::from(n) * 37);
                totals.years.entry(1990 + n % 3).or_default().draws += u64::from(n % 4);
                totals.see_date(Date { year: 1990 + n, month: Some(5), day: Some(1) });
                totals.see_date(Date { year: 1800, month: None, day: None });
                totals.longest = totals.longest.max(Some(n.into()));
            }
        }
        let [mut one, two] = parts;
        one.add(&two);
        assert_eq!(one, whole);
        assert_eq!(whole.first_date, Some((1990, 5, 1)));
        assert_eq!((whole.elo.least, whole.elo.most), (Some(2000), Some(2333)));
    }
}
