//! Matches the games of two collections that are versions of one game.
//!
//! In several rounds, games are paired by the hash of a part of them, from the strictest to the loosest. The first
//! round compares the hash of the whole content. The other hashes are made only of games that have no partner by then.
//! In each round, the first game of one side with a hash is paired with the first of the other, the second with the
//! second, and so forth. Remaining games are paired by their position.

mod neighbors;

use std::io;

use crate::{
    matching::{
        identity::Identity,
        location::Location,
        pairing::{self, Order, RoundPairing, Rounds},
    },
    storage::{
        sorter::{Record, Sorted},
        spool::TempFiles,
        stored::Stored as _,
    },
};
use neighbors::UnmatchedGames;

/// A side of the comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The first side.
    Old,
    /// The second side.
    New,
}

stored_enum! { Side: Old, New }

/// A game of a side.
pub type Version = Location<Side>;

/// The record of a game after the first round.
type Identified = (Version, Identity);

/// Collects the games of both sides, the old ones first.
#[derive(Debug)]
pub struct Pairing {
    /// The round of the whole content, whose records have no identity yet.
    whole: Rounds,
}

/// Returns the identities of games.
pub type Identify<'a> = dyn FnMut(&[Version]) -> io::Result<Vec<Identity>> + 'a;

/// The number of bytes of games after which their identities are requested.
const BATCH_BYTES: u64 = 8 << 20;

/// The maximum number of games whose identities are requested at once.
const BATCH: usize = 1 << 13;

/// A function that returns the key of a game in a round; `None` if the game takes no part in it.
type RoundKey = fn(&Identity) -> Option<Vec<u8>>;

/// The keys of the rounds after that of the whole content.
const ROUNDS: [RoundKey; 6] = [
    |it| it.meaning.map(|meaning| meaning.to_vec()),
    |it| Some([it.tags?, it.moves?].concat()),
    |it| it.tags.map(|tags| tags.to_vec()),
    |it| it.moves.map(|moves| moves.to_vec()),
    |it| it.players.map(|players| players.to_vec()),
    |it| it.beginning.map(|beginning| beginning.to_vec()),
];

/// A pair of games that differ, or a game without a partner.
#[derive(Clone, Copy, Debug)]
pub enum Match {
    /// An old game and its new version.
    Changed(Version, Version),
    /// An old game without a new version.
    Lost(Version),
    /// A new game without an old version.
    Added(Version),
}

impl Match {
    /// Returns the old game.
    #[must_use]
    pub fn before(&self) -> Option<&Version> {
        match self {
            Match::Changed(old, _) | Match::Lost(old) => Some(old),
            Match::Added(_) => None,
        }
    }

    /// Returns the new game.
    #[must_use]
    pub fn now(&self) -> Option<&Version> {
        match self {
            Match::Changed(_, new) | Match::Added(new) => Some(new),
            Match::Lost(_) => None,
        }
    }
}

/// Yields matches in the order of the old games, then the added games in the order of the new side.
#[derive(Debug)]
pub struct Matches {
    sorted: Sorted,
    record: Record,
    /// Number of pairs of equal games.
    pub n_same: u64,
}

impl Pairing {
    /// Returns an empty pairing that uses about `limit` bytes of memory, and intermediate files
    /// above that.
    #[must_use]
    pub fn new(limit: usize, temp_files: &TempFiles) -> Pairing {
        Pairing { whole: Rounds::new(limit, temp_files) }
    }

    /// Adds a game, with the hash of its [whole](crate::matching::identity::Identifier::whole) content.
    ///
    /// # Errors
    /// Returns an error if an intermediate file cannot be written.
    pub fn push(&mut self, version: &Version, whole: &[u8; 16]) -> io::Result<()> {
        self.whole.push(whole, &version.to_bytes())
    }

    /// Pairs the games. `identify` returns the identities of games that differ from all of the other side.
    ///
    /// # Errors
    /// Returns an error if an intermediate file cannot be read or written, or `identify` fails.
    pub fn finish(self, identify: &mut Identify<'_>) -> io::Result<Matches> {
        let Pairing { mut whole } = self;
        let (mut matches, mut rounds) = (whole.sorter(), whole.other());
        let mut neighbors = UnmatchedGames::new(whole.sorter());
        let mut n_same = 0;
        let mut found = |old: &[u8], new: &[u8]| {
            n_same += 1;
            neighbors.push_pair(old, new)
        };
        whole.run(&mut found, &RoundPairing { key: &|_| None, order: Order::FirstToLast })?;
        identify_all(whole.finish()?, identify, &mut rounds)?;
        for next in 1..=ROUNDS.len() {
            let next_key = ROUNDS.get(next).copied().unwrap_or(|_| None);
            let mut found = |old: &[u8], new: &[u8]| {
                matches.push(&order(old), &[old, new].concat())?;
                neighbors.push_pair(old, new)
            };
            let key = |payload: &[u8]| next_key(&Identified::of_bytes(payload).1);
            rounds.run(&mut found, &RoundPairing { key: &key, order: Order::FirstToLast })?;
        }
        let by_place = rounds.sorter();
        let left = rounds.finish()?;
        neighbors.pair(left, by_place, &mut |games| matches.push(&order(games), games))?;
        let record = Record::default();
        Ok(Matches { sorted: matches.finish()?, record, n_same })
    }
}

/// Adds the games of `left` with their identities to `rounds`.
fn identify_all(
    mut left: Sorted,
    identify: &mut Identify<'_>,
    rounds: &mut Rounds,
) -> io::Result<()> {
    let (mut batch, mut n_bytes, mut record) = (Vec::new(), 0, Record::default());
    loop {
        let has_next = left.next(&mut record)?;
        if !has_next || n_bytes >= BATCH_BYTES || batch.len() >= BATCH {
            for (version, identity) in batch.iter().zip(identify(&batch)?) {
                let key = ROUNDS[0](&identity).unwrap_or_default();
                rounds.push(&key, &(*version, identity).to_bytes())?;
            }
            batch.clear();
            n_bytes = 0;
        }
        if !has_next {
            return Ok(());
        }
        let version = Version::of_bytes(&record.payload);
        n_bytes += u64::from(version.len);
        batch.push(version);
    }
}

/// Returns the sort key of a packed game: old games first, each side in its own order.
pub(super) fn order(payload: &[u8]) -> [u8; 9] {
    let mut key = [0; 9];
    key[0] = payload[0];
    key[1..].copy_from_slice(&pairing::index(payload).to_be_bytes());
    key
}

impl Matches {
    /// Returns the next match; `None` at the end.
    ///
    /// # Errors
    /// Returns an error if an intermediate file cannot be read.
    pub fn next_match(&mut self) -> io::Result<Option<Match>> {
        if !self.sorted.next(&mut self.record)? {
            return Ok(None);
        }
        let (first, rest) = self.record.payload.split_at(Identified::LEN);
        let version = Version::of_bytes(first);
        Ok(Some(match version.side {
            _ if !rest.is_empty() => Match::Changed(version, Version::of_bytes(rest)),
            Side::Old => Match::Lost(version),
            Side::New => Match::Added(version),
        }))
    }
}

#[cfg(test)]
mod tests {
    use pgn_stream::{GameNumber, LineNumber};

    use super::*;
    use crate::copies::sketch::Sketch;

    /// Returns a game given by four letters, one per hash, `-` for none. A fifth letter is the hash
    /// of its beginning, which is otherwise unique; a sixth is a word of it. After `=` comes its
    /// meaning.
    fn game(side: Side, index: u64, text: &str) -> (Version, [u8; 16], Identity) {
        let (letters, meaning) = text.split_once('=').unwrap_or((text, ""));
        let hash = |at: usize| match letters.as_bytes()[at] {
            b'-' => None,
            letter => Some([letter; 16]),
        };
        let version = Version {
            side,
            index,
            input: 1,
            number: GameNumber(2),
            line: LineNumber(3),
            offset: 4,
            len: 5,
        };
        let own = [side as u8 * 100 + u8::try_from(index).unwrap(); 16];
        let beginning = Some(letters.as_bytes().get(4).map_or(own, |&letter| [letter; 16]));
        let identity = Identity {
            moves: hash(1),
            meaning: meaning.bytes().next().map(|letter| [letter; 16]),
            tags: hash(2),
            players: hash(3),
            beginning,
            words: Sketch::of(&letters.as_bytes()[letters.len().min(5)..]),
        };
        (version, hash(0).unwrap(), identity)
    }

    #[track_caller]
    fn check(old: &[&str], new: &[&str], expected: &str) {
        let mut pairing = Pairing::new(0, &TempFiles::default());
        for (side, games) in [(Side::Old, old), (Side::New, new)] {
            for (index, letters) in (0..).zip(games) {
                let (version, whole, identity) = game(side, index, letters);
                let record = (version, identity);
                assert_eq!(Identified::of_bytes(&record.to_bytes()), record);
                pairing.push(&version, &whole).unwrap();
            }
        }
        let mut identify = |versions: &[Version]| {
            let identity = |version: &Version| {
                let games = if version.side == Side::Old { old } else { new };
                let index = usize::try_from(version.index).unwrap();
                game(version.side, version.index, games[index]).2
            };
            Ok(versions.iter().map(identity).collect())
        };
        let mut matches = pairing.finish(&mut identify).unwrap();
        let mut shown = vec![format!("{} same", matches.n_same)];
        while let Some(found) = matches.next_match().unwrap() {
            shown.push(match found {
                Match::Changed(old, new) => format!("{}~{}", old.index, new.index),
                Match::Lost(old) => format!("-{}", old.index),
                Match::Added(new) => format!("+{}", new.index),
            });
        }
        assert_eq!(shown.join(" "), expected);
    }

    #[test]
    fn versions_are_paired_by_common_parts() {
        check(&["aaaa", "bbbb"], &["bbbb", "aaaa"], "2 same");
        check(&["aaaa", "aaaa", "aaaa"], &["aaaa"], "1 same -1 -2");
        check(&["a---xp"], &["b---yp"], "0 same 0~0");
        check(
            &["s---", "a---xp", "t---", "b---yp"],
            &["t---", "c---zp", "s---", "d---up"],
            "2 same 1~3 3~1",
        );
        check(&["s---", "a---xp"], &["c---zp", "s---"], "1 same -1 +0");
        check(&["aaaa"], &["baaa", "cabb", "daaa"], "0 same 0~0 +1 +2");
        check(&["axyz"], &["bxqz", "cxyz"], "0 same 0~1 +0");
        check(&["axyz", "bpqr"], &["cpst", "dxst"], "0 same 0~1 1~0");
        check(&["a---xp q r"], &["b---ys t u"], "0 same -0 +0");
        check(&["a--z"], &["b--z"], "0 same 0~0");
        check(&["a---s", "b---s"], &["c---s"], "0 same 0~0 -1");
        check(&["b---s", "a---s"], &["x---s", "y---s"], "0 same 0~0 1~1");
        check(&["a---=x", "b-s-=y"], &["c-s-=x", "d---=y"], "0 same 0~0 1~1");
        check(&[], &["aaaa"], "0 same +0");
    }
}
