//! The positions of all lines of a game, each linked to the one before it, to detect repetitions.

use pgn_chess::{
    Position,
    shakmaty::{EnPassantMode, Position as _, zobrist::Zobrist128},
};

use super::{
    men::{Men, men},
    rights::{castling_rooks, ep_square},
};

/// A position in a [`History`]: its index plus 1; 0 stands for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Entry(u32);

/// Positions, each with the one before it.
#[derive(Debug, Default)]
pub(crate) struct History {
    all: Vec<Past>,
}

#[derive(Debug)]
struct Past {
    key: Key,
    before: Entry,
}

/// The properties that make two positions equal (FIDE 9.2): the men, the side to move, castling
/// rights, and whether an en passant capture is possible.
#[derive(Debug, PartialEq, Eq)]
struct Key {
    men: Men,
    castling: u64,
    ep: u64,
    is_white: bool,
    /// Hash of the state of variants, such as pockets and checks; 0 for standard chess.
    more: u128,
}

impl History {
    pub(crate) fn clear(&mut self) {
        self.all.clear();
    }

    pub(crate) fn push(&mut self, position: &Position, before: Entry) -> Entry {
        let more = match position {
            Position::Standard(_) => 0,
            Position::Variant(variant) => {
                variant.shakmaty().zobrist_hash::<Zobrist128>(EnPassantMode::Legal).0
            }
        };
        let key = Key {
            men: men(position),
            castling: castling_rooks(position),
            ep: ep_square(position),
            is_white: position.turn().is_white(),
            more,
        };
        self.all.push(Past { key, before });
        Entry(u32::try_from(self.all.len()).unwrap_or(0))
    }

    /// Returns the number of times that the position of `entry` has occurred, including this one. Only the last
    /// `n_reversible` half-moves are searched.
    pub(crate) fn n_times(&self, entry: Entry, n_reversible: u32) -> u32 {
        let get = |entry: Entry| self.all.get((entry.0 as usize).wrapping_sub(1));
        let Some(now) = get(entry) else { return 0 };
        let (mut n, mut past) = (1, now);
        for _ in 0..n_reversible {
            match get(past.before) {
                Some(before) => past = before,
                None => break,
            }
            n += u32::from(past.key == now.key);
        }
        n
    }
}
