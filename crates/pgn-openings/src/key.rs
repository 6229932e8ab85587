//! Keys of positions: two positions are the same if they share pieces, side to move, castling rights, and the
//! legal en passant square.

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hash},
};

use pgn_chess::{
    Board, PositionKey,
    shakmaty::{Bitboard, Color, Role, Square},
};

/// A position without the moves before it, as a key of maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key([u64; 8]);

impl Key {
    /// Returns the key of a position.
    #[must_use]
    #[inline]
    pub fn of(board: &Board) -> Key {
        Key::of_position_key(&PositionKey {
            white: board.by_color(Color::White).0,
            roles: Role::ALL.map(|role| board.by_role(role).0),
            castling_rooks: board.castling_rooks().0,
            ep: board.legal_ep_square().map_or(0, |square| Bitboard::from(square).0),
            white_to_move: board.turn() == Color::White,
        })
    }

    /// Returns the key of a position that a replay has reached.
    #[must_use]
    #[inline]
    pub(crate) fn of_position_key(position_key: &PositionKey) -> Key {
        let &PositionKey { white, roles, castling_rooks, ep, white_to_move } = position_key;
        let [pawns, knights, bishops, rooks, queens, kings] = roles;
        // Castling rooks are on the back ranks and en passant squares on the third and sixth, so that the
        // square e4 can hold the side to move.
        let turn = if white_to_move { 0 } else { Bitboard::from(Square::E4).0 };
        let rights = castling_rooks | ep | turn;
        Key([white, pawns, knights, bishops, rooks, queens, kings, rights])
    }

    /// Returns the pawns on their initial squares, White's in the lower byte, and the number of pieces and
    /// pawns.
    pub(crate) fn home_and_men(&self) -> (u16, u8) {
        let Key([white, pawns, others @ ..]) = *self;
        let [second, seventh] = [(white & pawns) >> 8, (!white & pawns) >> 48];
        let men = others[..5].iter().fold(pawns, |all, role| all | role).count_ones();
        #[expect(clippy::cast_possible_truncation, reason = "the bits of one rank, and 64 at most")]
        let (home, men) = ((second & 0xFF | (seventh & 0xFF) << 8) as u16, men as u8);
        (home, men)
    }

    /// Returns a 64-bit hash of the key, for tables that accept the small risk of a collision.
    #[must_use]
    #[inline]
    pub fn hash64(&self) -> u64 {
        // Products of pairs of words, which the processor computes side by side, folded to 64 bits. The constants are
        // the first hexadecimal digits of pi.
        const PI: [u64; 8] = [
            0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344, 0xA409_3822_299F_31D0,
            0x082E_FA98_EC4E_6C89, 0x4528_21E6_38D0_1377, 0xBE54_66CF_34E9_0C6C,
            0xC0AC_29B7_C97C_50DD, 0x3F84_D5B5_B547_0917,
        ];
        let word = |at: usize| u128::from(self.0[at] ^ PI[at]);
        let pair = |at: usize| {
            let product = word(at) * word(at + 1);
            #[expect(clippy::cast_possible_truncation, reason = "the lower half")]
            let lower = product as u64;
            lower ^ (product >> 64) as u64
        };
        pair(0) ^ pair(2) ^ pair(4) ^ pair(6)
    }
}

/// The data of a position that a table of openings keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StoredPosition {
    /// The hash of its key, by which it is found.
    pub(crate) hash: u64,
    /// The pawns on their initial squares, and the number of pieces and pawns: [`Key::home_and_men`].
    pub(crate) home_and_men: (u16, u8),
}

impl StoredPosition {
    /// Returns the data that is kept of the position of a key.
    pub(crate) fn of(key: &Key) -> StoredPosition {
        StoredPosition { hash: key.hash64(), home_and_men: key.home_and_men() }
    }

    /// The number of bytes in which it is stored.
    pub(crate) const LEN: usize = 11;

    /// Returns the bytes that [`from_bytes`](Self::from_bytes) reads.
    #[cfg(test)]
    pub(crate) fn to_bytes(self) -> [u8; Self::LEN] {
        let mut bytes = [0; Self::LEN];
        bytes[..8].copy_from_slice(&self.hash.to_le_bytes());
        bytes[8..10].copy_from_slice(&self.home_and_men.0.to_le_bytes());
        bytes[10] = self.home_and_men.1;
        bytes
    }

    /// Returns the data that is stored in `bytes`.
    pub(crate) fn from_bytes(bytes: &[u8; Self::LEN]) -> StoredPosition {
        let [hash @ .., home, more, men] = *bytes;
        StoredPosition {
            hash: u64::from_le_bytes(hash),
            home_and_men: (u16::from_le_bytes([home, more]), men),
        }
    }
}

/// A map from positions to values.
pub type ByPosition<T> = HashMap<Key, T, BuildHasherDefault<Hasher>>;

impl Hash for Key {
    #[inline]
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash64());
    }
}

/// A hasher that passes on the hash of a [`Key`].
///
/// The map compares keys in full, so that a collision costs only time.
#[derive(Clone, Debug, Default)]
pub struct Hasher(u64);

impl std::hash::Hasher for Hasher {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(self.0.rotate_left(8) ^ u64::from(byte));
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = word;
    }
}

#[cfg(test)]
mod tests {
    use pgn_chess::{CanonicalPly, Ply, Replay, ReplayOptions, Visitor, start};
    use pgn_syntax::Games;

    use super::*;

    /// Compares the keys of each position. Counts those in which a pawn can capture en passant.
    #[derive(Default)]
    struct Compare {
        n_ep: u32,
    }

    impl Visitor for Compare {
        fn ply(&mut self, _: &Ply<'_>) {}

        fn needs_only_moves(&self) -> bool {
            true
        }

        fn canonical(&mut self, ply: &CanonicalPly<'_>) {
            let position_key = ply.position_key();
            assert_eq!(Key::of_position_key(&position_key), Key::of(&ply.board()));
            self.n_ep += u32::from(position_key.ep != 0);
        }
    }

    #[test]
    fn keys_of_replays_are_those_of_boards() {
        // The pawn on e5 is pinned when Black plays f5 in the second game.
        let pgn = b"1. e4 a6 2. e5 d5 3. exd6 cxd6 4. a4 h5 5. h4 b5 6. a5 Ra7 7. Ra3 g5 8. g4 hxg4 *\n\n\
            [SetUp \"1\"]\n[FEN \"k3r3/5p2/8/4P3/8/8/6p1/4K3 b - - 0 1\"]\n\n1... f5 2. Kf2 *\n\n\
            1. d4 e6 2. d5 c5 3. dxc6 e5 4. Nf3 e4 5. g4 e3 6. h4 g5 *\n";
        let (mut replay, mut compare) = (Replay::new(), Compare::default());
        let mut games = Games::new(pgn);
        while let Some(game) = games.next() {
            let start = start(game, pgn);
            replay.walk(game, pgn, &start, &ReplayOptions::default(), &mut compare);
        }
        assert_eq!(compare.n_ep, 2);
    }
}
