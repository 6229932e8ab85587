//! Counts of games by a key, which add up in any order.

use std::collections::HashMap;

use pgn_syntax::Marker;

/// What is counted of the games that share a key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Games by result: White's wins, Black's wins, draws, no result. For a player, those with White.
    pub white: [u64; 4],
    /// A player's games with Black, by the same results. Empty for all other keys.
    pub black: [u64; 4],
    /// Half-moves of the games.
    pub plies: u64,
    /// Ratings: those of both sides, or for a player those of opponents in games with a result.
    pub rated: u64,
    /// Sum of those ratings.
    pub elo: u64,
    /// Half-points made against rated opponents.
    pub half_points: u64,
    /// The highest rating.
    pub best_elo: u64,
    /// The first year played in; 0 if none is known.
    pub first_year: u64,
    /// The last year played in.
    pub last_year: u64,
}

/// Numbers in a [`Counts`].
const N_NUMBERS: usize = 15;

/// The place of a result in [`Counts::white`].
#[must_use]
pub fn place_of(result: Marker) -> usize {
    match result {
        Marker::WhiteWins => 0,
        Marker::BlackWins => 1,
        Marker::Draw => 2,
        Marker::Unknown => 3,
    }
}

impl Counts {
    /// One game.
    #[must_use]
    pub fn one(result: Marker) -> Counts {
        let mut counts = Counts::default();
        counts.white[place_of(result)] = 1;
        counts
    }

    /// Games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.white.iter().chain(&self.black).sum()
    }

    /// Wins, draws and losses of a player.
    #[must_use]
    pub fn of_player(&self) -> [u64; 3] {
        let ([w, l, d, _], [bl, bw, bd, _]) = (self.white, self.black);
        [w + bw, d + bd, l + bl]
    }

    /// Adds another's. Associative and commutative, so that the order of the games cannot matter.
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

    /// All its numbers, in the order in which they are written.
    fn numbers(&mut self) -> [&mut u64; N_NUMBERS] {
        let Counts { white: [w, b, d, u], black: [bw, bb, bd, bu], .. } = self;
        [
            w,
            b,
            d,
            u,
            bw,
            bb,
            bd,
            bu,
            &mut self.plies,
            &mut self.rated,
            &mut self.elo,
            &mut self.half_points,
            &mut self.best_elo,
            &mut self.first_year,
            &mut self.last_year,
        ]
    }

    /// Appends them as bytes, seven bits a byte: most numbers are small.
    pub fn write(mut self, out: &mut Vec<u8>) {
        for &mut mut number in self.numbers() {
            while number >= 0x80 {
                out.push(number.to_le_bytes()[0] | 0x80);
                number >>= 7;
            }
            out.push(number.to_le_bytes()[0]);
        }
    }

    /// What [`Counts::write`] has written.
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

/// Counts by key. A key is copied the first time it is met.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    counts: HashMap<Box<[u8]>, Counts>,
    /// Bytes of the keys.
    n_bytes: usize,
}

impl Tally {
    /// Adds games to a key.
    pub fn add(&mut self, key: &[u8], counts: &Counts) {
        match self.counts.get_mut(key) {
            Some(mine) => mine.add(counts),
            None => {
                self.n_bytes += key.len();
                self.counts.insert(key.into(), *counts);
            }
        }
    }

    /// Adds another's, in any order.
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

    /// Keys.
    #[must_use]
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether nothing is counted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// About how many bytes of memory it takes.
    #[must_use]
    pub fn memory(&self) -> usize {
        // A slot of the map, of which one in eight is empty, its key's own allocation, and that of a
        // map that has just grown.
        self.n_bytes
            + self.counts.capacity() * (size_of::<(Box<[u8]>, Counts)>() + 1)
            + self.len() * 16
    }

    /// Gives all keys, in no order, and is empty then.
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
    fn a_player_s_score_is_of_both_colors() {
        let counts = Counts { white: [3, 1, 2, 1], black: [4, 5, 6, 0], ..Counts::default() };
        assert_eq!((counts.games(), counts.of_player()), (22, [8, 8, 5]));
    }
}
