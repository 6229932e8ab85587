//! Counts of games by key, which can be added in any order.

use std::collections::HashMap;

use ahash::RandomState;
use pgn_syntax::Marker;

/// Numbers of games by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByResult {
    /// Games that White won.
    pub white_wins: u64,
    /// Games that Black won.
    pub black_wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games without a known result.
    pub unknown: u64,
}

impl ByResult {
    /// Counts a game with this result.
    pub fn add_game(&mut self, result: Marker) {
        *match result {
            Marker::WhiteWins => &mut self.white_wins,
            Marker::BlackWins => &mut self.black_wins,
            Marker::Draw => &mut self.draws,
            Marker::Unknown => &mut self.unknown,
        } += 1;
    }

    /// Returns the number of all games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.white_wins + self.black_wins + self.draws + self.unknown
    }

    /// Adds other numbers.
    pub fn add(&mut self, other: &ByResult) {
        self.white_wins += other.white_wins;
        self.black_wins += other.black_wins;
        self.draws += other.draws;
        self.unknown += other.unknown;
    }
}

/// The counts of the games with one key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Number of games by result. For a player: games with White.
    pub white: ByResult,
    /// A player's games with Black, by the same results. Zero for all other keys.
    pub black: ByResult,
    /// Number of half-moves.
    pub plies: u64,
    /// Number of known ratings: of both sides; for a player, those of the opponents in games with a result.
    pub rated: u64,
    /// The sum of those ratings.
    pub elo: u64,
    /// Half-points scored against rated opponents.
    pub half_points: u64,
    /// The highest rating.
    pub best_elo: u64,
    /// The first year, or 0 if unknown.
    pub first_year: u64,
    /// The last year, or 0 if unknown.
    pub last_year: u64,
}

/// Number of integers in a [`Counts`], for its stored form.
const N_NUMBERS: usize = 15;

/// Returns the number that stands for a result in stored data.
#[must_use]
pub fn result_index(result: Marker) -> usize {
    match result {
        Marker::WhiteWins => 0,
        Marker::BlackWins => 1,
        Marker::Draw => 2,
        Marker::Unknown => 3,
    }
}

impl Counts {
    /// Returns the counts of a single game.
    #[must_use]
    pub fn one(result: Marker) -> Counts {
        let mut counts = Counts::default();
        counts.white.add_game(result);
        counts
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.white.games() + self.black.games()
    }

    /// Returns wins, draws and losses of a player.
    #[must_use]
    pub fn of_player(&self) -> [u64; 3] {
        let Counts { white, black, .. } = self;
        [
            white.white_wins + black.black_wins,
            white.draws + black.draws,
            white.black_wins + black.white_wins,
        ]
    }

    /// Adds other counts. Associative and commutative, so the order of games does not matter.
    pub fn add(&mut self, other: &Counts) {
        self.white.add(&other.white);
        self.black.add(&other.black);
        self.plies += other.plies;
        self.rated += other.rated;
        self.elo += other.elo;
        self.half_points += other.half_points;
        self.best_elo = self.best_elo.max(other.best_elo);
        self.first_year = match (self.first_year, other.first_year) {
            (0, year) | (year, 0) => year,
            (mine, theirs) => mine.min(theirs),
        };
        self.last_year = self.last_year.max(other.last_year);
    }

    /// Returns all numbers, in the order in which they are written.
    fn numbers(&mut self) -> [&mut u64; N_NUMBERS] {
        let Counts { white, black, .. } = self;
        [
            &mut white.white_wins, &mut white.black_wins, &mut white.draws, &mut white.unknown,
            &mut black.white_wins, &mut black.black_wins, &mut black.draws, &mut black.unknown,
            &mut self.plies, &mut self.rated, &mut self.elo, &mut self.half_points,
            &mut self.best_elo, &mut self.first_year, &mut self.last_year,
        ]
    }

    /// Appends the numbers to `out` as variable-length integers of seven bits per byte.
    pub fn write(mut self, out: &mut Vec<u8>) {
        for &mut mut number in self.numbers() {
            while number >= 0x80 {
                out.push(number.to_le_bytes()[0] | 0x80);
                number >>= 7;
            }
            out.push(number.to_le_bytes()[0]);
        }
    }

    /// Reads the bytes that [`Counts::write`] wrote.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Counts> {
        let mut bytes = bytes.iter();
        let mut counts = Counts::default();
        for number in counts.numbers() {
            let mut shift = 0;
            loop {
                let byte = *bytes.next()?;
                *number |= u64::from(byte & 0x7F).checked_shl(shift)?;
                if byte < 0x80 {
                    break;
                }
                shift += 7;
            }
        }
        Some(counts)
    }
}

/// Counts by key. A key is copied only when it is added.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    counts: HashMap<Box<[u8]>, Counts, RandomState>,
    /// Total length of the keys in bytes.
    n_bytes: usize,
}

impl Tally {
    /// Adds the counts of a key.
    pub fn add(&mut self, key: &[u8], counts: &Counts) {
        match self.counts.get_mut(key) {
            Some(mine) => mine.add(counts),
            None => {
                self.n_bytes += key.len();
                self.counts.insert(key.into(), *counts);
            }
        }
    }

    /// Adds the counts of another tally, in any order.
    pub fn merge(&mut self, other: Tally) {
        if self.counts.is_empty() {
            *self = other;
            return;
        }
        for (key, counts) in other.counts {
            match self.counts.get_mut(&key) {
                Some(mine) => mine.add(&counts),
                None => {
                    self.n_bytes += key.len();
                    self.counts.insert(key, counts);
                }
            }
        }
    }

    /// Returns the number of keys.
    #[must_use]
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Returns true if there are no keys.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Returns the approximate memory use in bytes.
    #[must_use]
    pub fn memory(&self) -> usize {
        // A slot of the map per capacity with its control byte, and the overhead of each key's
        // allocation.
        self.n_bytes
            + self.counts.capacity() * (size_of::<(Box<[u8]>, Counts)>() + 1)
            + self.len() * 16
    }

    /// Returns all keys with their counts, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], &Counts)> {
        self.counts.iter().map(|(key, counts)| (&**key, counts))
    }

    /// Removes and yields all keys, in no particular order.
    pub fn drain(&mut self) -> impl Iterator<Item = (Box<[u8]>, Counts)> {
        self.n_bytes = 0;
        self.counts.drain()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(n: u32) -> Counts {
        let at = n as usize % 4;
        let result = [Marker::WhiteWins, Marker::BlackWins, Marker::Draw, Marker::Unknown][at];
        let n = u64::from(n);
        let mut counts = Counts::one(result);
        counts.plies = n * 1000;
        (counts.rated, counts.elo, counts.best_elo) = (1, 2000 + n, 2000 + n);
        counts.first_year = if n.is_multiple_of(3) { 0 } else { 1990 + n };
        counts.last_year = counts.first_year;
        for _ in 0..n / 2 {
            counts.black.add_game(result);
        }
        counts
    }

    #[test]
    fn the_order_of_games_does_not_matter() {
        let key = |n: u32| (n % 5).to_be_bytes();
        let mut forth = Tally::default();
        let (mut odd, mut even) = (Tally::default(), Tally::default());
        for n in 0..40 {
            forth.add(&key(n), &sample(n));
            if n.is_multiple_of(2) { &mut even } else { &mut odd }.add(&key(n), &sample(n));
        }
        odd.merge(even);
        assert_eq!(odd.len(), 5);
        assert_eq!(odd.counts, forth.counts);
        assert_eq!(odd.n_bytes, forth.n_bytes);
        let all: u64 = forth.drain().map(|(_, counts)| counts.white.games()).sum();
        assert_eq!(all, 40);
        assert!(forth.is_empty() && forth.n_bytes == 0);
    }

    #[test]
    fn counts_survive_as_bytes() {
        for n in [0, 1, 2, 130, 70_000] {
            let mut bytes = Vec::new();
            sample(n).write(&mut bytes);
            assert_eq!(Counts::read(&bytes), Some(sample(n)));
            assert_eq!(Counts::read(&bytes[1..]), None);
        }
    }

    #[test]
    fn score_of_a_player_adds_both_colors() {
        let white = ByResult { white_wins: 3, black_wins: 1, draws: 2, unknown: 1 };
        let black = ByResult { white_wins: 4, black_wins: 5, draws: 6, unknown: 0 };
        let counts = Counts { white, black, ..Counts::default() };
        assert_eq!((counts.games(), counts.of_player()), (22, [8, 8, 5]));
    }
}
