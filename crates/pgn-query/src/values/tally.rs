//! Counts of games by key, which can be added in any order.

use std::collections::HashMap;

use ahash::RandomState;
use pgn_syntax::Marker;

/// The counts of the games with one key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Number of games by result: White wins, Black wins, draws, unknown. For a player: games with
    /// White.
    pub white: [u64; 4],
    /// A player's games with Black, by the same results. Zero for all other keys.
    pub black: [u64; 4],
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

/// Returns the index of a result in [`Counts::white`].
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
        counts.white[result_index(result)] = 1;
        counts
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.white.iter().chain(&self.black).sum()
    }

    /// Returns wins, draws and losses of a player.
    #[must_use]
    pub fn of_player(&self) -> [u64; 3] {
        let ([w, l, d, _], [bl, bw, bd, _]) = (self.white, self.black);
        [w + bw, d + bd, l + bl]
    }

    /// Adds other counts. Associative and commutative, so the order of games does not matter.
    pub fn add(&mut self, other: &Counts) {
        for (mine, theirs) in self.white.iter_mut().zip(other.white) {
            *mine += theirs;
        }
        for (mine, theirs) in self.black.iter_mut().zip(other.black) {
            *mine += theirs;
        }
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
        let Counts { white: [w, b, d, u], black: [bw, bb, bd, bu], .. } = self;
        [
            w, b, d, u, bw, bb, bd, bu, &mut self.plies, &mut self.rated, &mut self.elo,
            &mut self.half_points, &mut self.best_elo, &mut self.first_year, &mut self.last_year,
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
        counts.black[at] = n / 2;
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
        let all: u64 = forth.drain().map(|(_, counts)| counts.white.iter().sum::<u64>()).sum();
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
        let counts = Counts { white: [3, 1, 2, 1], black: [4, 5, 6, 0], ..Counts::default() };
        assert_eq!((counts.games(), counts.of_player()), (22, [8, 8, 5]));
    }
}
