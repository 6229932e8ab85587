//! A fast test of whether a game can still reach one of a set of positions. It uses that captured men and advanced
//! pawns never return.

use wide::u8x16;

use crate::key::Key;

/// The men that a game must still have on the board to reach one of a set of positions of standard chess.
///
/// ```
/// use pgn_chess::{Board, Position, Start};
/// use pgn_openings::{Key, Reach};
///
/// let key = |fen: &[u8]| match Start::from_fen(fen).position {
///     Ok(Position::Standard(board)) => Key::of(&board),
///     _ => panic!("not a position of standard chess"),
/// };
/// let after_e4 = key(b"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// let after_d4 = key(b"rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1");
/// let reach = Reach::of([after_e4].iter());
/// assert!(reach.allows(&Key::of(&Board::INITIAL)));
/// assert!(!reach.allows(&after_d4));
/// ```
#[derive(Clone, Debug)]
pub struct Reach {
    /// By the set of pawns that are still on their initial squares (one bit per pawn): the minimum number of men from
    /// which one of the positions can still be reached, or 255 if none can.
    fewest: Box<[u8]>,
}

impl Reach {
    /// Returns the reach of these positions.
    #[must_use]
    pub fn of<'a>(keys: impl Iterator<Item = &'a Key>) -> Reach {
        Reach::of_home_and_men(keys.map(Key::home_and_men))
    }

    /// Returns the reach of positions with these pawns on their initial squares and numbers of pieces and pawns.
    pub(crate) fn of_home_and_men(positions: impl Iterator<Item = (u16, u8)>) -> Reach {
        let mut fewest = vec![u8::MAX; 1 << 16].into_boxed_slice();
        for (home, men) in positions {
            let least = &mut fewest[usize::from(home)];
            *least = men.min(*least);
        }
        // Propagate each minimum to all supersets of the pawns, pawn by pawn: the first four within 16 sets.
        for sets in fewest.as_chunks_mut().0 {
            propagate::<1>(sets);
            propagate::<2>(sets);
            propagate::<4>(sets);
            propagate::<8>(sets);
        }
        for pawn in (4..16).map(|file| 1 << file) {
            for sets in fewest.chunks_exact_mut(2 * pawn) {
                let (without, with) = sets.split_at_mut(pawn);
                let without = without.as_chunks::<16>().0;
                for (with, without) in with.as_chunks_mut().0.iter_mut().zip(without) {
                    lower(with, without);
                }
            }
        }
        Reach { fewest }
    }

    /// Returns true if the position of `key` is one of the positions, or may lead to one.
    #[must_use]
    #[inline]
    pub fn allows(&self, key: &Key) -> bool {
        let (home, men) = key.home_and_men();
        men >= self.fewest[usize::from(home)]
    }
}

/// For each set that contains the pawn with the bit `PAWN`, takes the minimum of its value and that of the set without
/// it.
#[inline(always)]
fn propagate<const PAWN: usize>(sets: &mut [u8; 16]) {
    // The values of the sets without the pawn in the places of those with it; elsewhere the greatest value.
    let elsewhere = std::array::from_fn(|set| if set & PAWN == 0 { u8::MAX } else { 0 });
    let without = u128::from_le_bytes(*sets) << (8 * PAWN) | u128::from_le_bytes(elsewhere);
    lower(sets, &without.to_le_bytes());
}

/// Lowers each value to the one at the same index of `others`, where that is less.
#[inline(always)]
fn lower(values: &mut [u8; 16], others: &[u8; 16]) {
    *values = u8x16::new(*values).min(u8x16::new(*others)).to_array();
}

#[cfg(test)]
mod tests {
    use pgn_chess::Board;

    use super::*;
    use crate::Openings;

    #[test]
    fn pawns_and_men_do_not_come_back() {
        let board = |fen: &str| {
            let fen: pgn_chess::shakmaty::fen::Fen = fen.parse().unwrap();
            Key::of(&Board::from_setup(fen.as_setup(), false).unwrap())
        };
        let king_pawn = board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
        let reach = Reach::of([king_pawn].iter());
        assert!(reach.allows(&Key::of(&Board::INITIAL)) && reach.allows(&king_pawn));
        for beyond in [
            "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
            "rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2",
        ] {
            assert!(!reach.allows(&board(beyond)), "{beyond}");
        }
    }

    #[test]
    fn each_set_has_the_least_of_its_subsets() {
        let table = Openings::builtin().positions().iter().step_by(50);
        let positions: Vec<(u16, u8)> = table.map(|position| position.home_and_men).collect();
        let reach = Reach::of_home_and_men(positions.iter().copied());
        for set in 0..=u16::MAX {
            let of_subsets = positions.iter().filter(|(home, _)| home & !set == 0);
            let least = of_subsets.map(|(_, men)| *men).min().unwrap_or(u8::MAX);
            assert_eq!(reach.fewest[usize::from(set)], least, "{set:016b}");
        }
    }
}
