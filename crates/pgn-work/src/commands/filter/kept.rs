//! The selected games of `filter` that are written at the end of the run: the last ones, or a random sample.

use std::{collections::VecDeque, sync::Arc};

use pgn_stream::GameNumber;

use super::Keep;
use crate::games::batch::{self, PieceKind};

/// The text of a game, or of a piece of one, and whether the game matches.
pub(super) type Piece = batch::Piece<bool, GameNumber>;

/// An input of the run.
#[derive(Clone, Debug)]
pub(super) struct Source {
    /// Its number, from 1; each member of an archive has one.
    pub(super) number: u64,
    /// Its index in the run.
    pub(super) index: usize,
    /// Its name in messages.
    pub(super) name: Arc<str>,
}

/// A text that is kept until later games are known.
#[derive(Debug)]
pub(super) struct Waiting {
    /// Index of the game among the selected games.
    rank: u64,
    pub(super) source: Source,
    pub(super) piece: Piece,
    pub(super) bytes: Vec<u8>,
}

/// The selected games that are written at the end of the run.
pub(super) enum DeferredGames {
    /// All games are written at once.
    None,
    Last(Last),
    Sample(Sample),
}

/// The last selected games.
pub(super) struct Last {
    max: usize,
    games: VecDeque<Waiting>,
}

/// A random sample of the selected games.
pub(super) struct Sample {
    max: usize,
    /// The number of games so far.
    n_seen: u64,
    random: Random,
    games: Vec<Waiting>,
    current: Current,
}

/// The game of the next text.
enum Current {
    /// A new game.
    New,
    /// A game that was not drawn and of which more pieces follow.
    Undrawn,
    /// The game with this index in the sample, of which more pieces follow.
    Drawn(usize),
}

impl Waiting {
    fn new(rank: u64, source: &Source, piece: &Piece, bytes: &[u8]) -> Waiting {
        Waiting { rank, source: source.clone(), piece: *piece, bytes: bytes.to_vec() }
    }

    /// Adds the piece of the game that follows.
    fn extend(&mut self, piece: &Piece, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        self.piece = Piece { is_changed: self.piece.is_changed || piece.is_changed, ..*piece };
    }

    /// Returns true if more pieces of the game follow.
    fn goes_on(&self) -> bool {
        self.piece.kind == PieceKind::Part
    }
}

impl DeferredGames {
    pub(super) fn new(keep: Keep) -> DeferredGames {
        match keep {
            Keep::All => DeferredGames::None,
            Keep::Last(max) => DeferredGames::Last(Last { max, games: VecDeque::new() }),
            Keep::Sample(max, seed) => DeferredGames::Sample(Sample {
                max,
                n_seen: 0,
                random: Random(seed),
                games: Vec::new(),
                current: Current::New,
            }),
        }
    }

    /// Returns the games in the order of the inputs, and the reason in the manifest why the others are not kept.
    pub(super) fn finish(self) -> (&'static str, Vec<Waiting>) {
        let (reason, mut games) = match self {
            DeferredGames::None => ("", Vec::new()),
            DeferredGames::Last(last) => ("last", Vec::from(last.games)),
            DeferredGames::Sample(sample) => ("sample", sample.games),
        };
        games.sort_unstable_by_key(|game| game.rank);
        (reason, games)
    }
}

impl Last {
    /// Adds a game, or a piece of the game that was added last and goes on.
    pub(super) fn add(&mut self, source: &Source, piece: &Piece, bytes: &[u8]) {
        match self.games.back_mut() {
            Some(last) if last.goes_on() => last.extend(piece, bytes),
            last => {
                let rank = last.map_or(0, |last| last.rank + 1);
                self.games.push_back(Waiting::new(rank, source, piece, bytes));
            }
        }
        if self.games.len() > self.max {
            self.games.pop_front();
        }
    }
}

impl Sample {
    /// Adds a game if it is drawn, or a piece of the game that was passed last and goes on.
    pub(super) fn add(&mut self, source: &Source, piece: &Piece, bytes: &[u8]) {
        let drawn = match self.current {
            Current::New => self.draw(source, piece, bytes),
            Current::Undrawn => None,
            Current::Drawn(at) => {
                self.games[at].extend(piece, bytes);
                Some(at)
            }
        };
        self.current = match (piece.kind, drawn) {
            (PieceKind::Part, Some(at)) => Current::Drawn(at),
            (PieceKind::Part, None) => Current::Undrawn,
            (PieceKind::Game | PieceKind::NoGame, _) => Current::New,
        };
    }

    /// Adds a new game if it is drawn. Returns its index.
    fn draw(&mut self, source: &Source, piece: &Piece, bytes: &[u8]) -> Option<usize> {
        let rank = self.n_seen;
        self.n_seen += 1;
        let game = || Waiting::new(rank, source, piece, bytes);
        if self.games.len() < self.max {
            self.games.push(game());
            return Some(self.games.len() - 1);
        }
        let at = usize::try_from(self.random.below(self.n_seen)).ok()?;
        *self.games.get_mut(at)? = game();
        Some(at)
    }
}

/// The random number generator SplitMix64. The numbers for a seed are the same on every machine and in every version.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// Returns a uniformly distributed number below `n`.
    fn below(&mut self, n: u64) -> u64 {
        let product = u128::from(self.next()) * u128::from(n);
        (product >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_numbers_are_those_of_the_seed() {
        // Values from the description of SplitMix64.
        let mut random = Random(1_234_567);
        assert_eq!(random.next(), 6_457_827_717_110_365_317);
        assert_eq!(random.next(), 3_203_168_211_198_807_973);
        let mut counts = [0_u32; 5];
        (0..5000).for_each(|_| counts[usize::try_from(random.below(5)).unwrap()] += 1);
        assert!(counts.iter().all(|n| (900..1100).contains(n)), "{counts:?}");
    }
}
