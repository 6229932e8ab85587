//! Repertoires: the lines of a file, joined where they come to the same position, and how games go
//! along them.

mod ask;
mod course;
mod read;

use pgn_chess::{Board, Position, shakmaty::Color};
use pgn_openings::{ByPosition, Key};

pub(crate) use ask::{Ask, Note, Notes};

/// Positions, and what is played in each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Repertoire {
    spots: Vec<Spot>,
    by_position: ByPosition<u32>,
    /// Whose it is, as far as that can be told.
    side: Option<Color>,
    limits: Limits,
}

/// A position of a repertoire.
#[derive(Clone, Debug)]
struct Spot {
    turn: Color,
    /// In the order of the file.
    moves: Vec<Reply>,
    /// It does not lie before the first position at which the lines part.
    is_behind_stem: bool,
}

#[derive(Clone, Debug)]
struct Reply {
    san: Box<str>,
    to: u32,
}

/// What cannot be undone on the way to any position of a repertoire. A game that is beyond does not
/// come back.
#[derive(Clone, Copy, Debug, Default)]
struct Limits {
    least_men: u32,
    most_advanced: u32,
}

impl Repertoire {
    /// How many positions it has.
    pub(crate) fn n_positions(&self) -> usize {
        self.spots.len()
    }

    pub(crate) fn side(&self) -> Option<Color> {
        self.side
    }

    fn find(&self, position: &Position) -> Option<u32> {
        let Position::Standard(board) = position else { return None };
        self.by_position.get(&Key::of(board)).copied()
    }

    fn spot(&self, index: u32) -> &Spot {
        &self.spots[index as usize]
    }

    /// Whether no position of it can follow.
    fn is_out_of_reach(&self, position: &Position) -> bool {
        let Position::Standard(board) = position else { return true };
        let Limits { least_men, most_advanced } = self.limits;
        n_men(board) < least_men || advance(board) > most_advanced
    }
}

fn n_men(board: &Board) -> u32 {
    let sets = board.sets();
    (sets[0] | sets[7]).count_ones()
}

/// How far the pawns have come: squares gone, and more than can be gone for each that is no more. It
/// never grows less.
fn advance(board: &Board) -> u32 {
    /// Squares on which the number of squares gone has this bit, for White.
    const ONE: u64 = 0x00FF_00FF_00FF_0000;
    const TWO: u64 = 0x0000_00FF_FF00_0000;
    const FOUR: u64 = 0x00FF_FF00_0000_0000;
    /// Pawns of both sides; a FEN may have more.
    const MOST: u32 = 64;
    let pawns = board.sets()[1];
    let sides = [pawns & board.sets()[0], (pawns & board.sets()[7]).swap_bytes()];
    let gone = sides.map(|own| {
        (own & ONE).count_ones() + 2 * (own & TWO).count_ones() + 4 * (own & FOUR).count_ones()
    });
    gone[0] + gone[1] + 6 * (MOST - pawns.count_ones())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pawns_only_advance() {
        let at = |fen: &[u8]| match pgn_chess::Start::from_fen(fen).position.unwrap() {
            Position::Standard(board) => advance(&board),
            Position::Variant(_) => panic!(),
        };
        let initial = at(b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert_eq!(initial, 6 * 48);
        assert_eq!(at(b"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"), initial + 2);
        assert_eq!(at(b"rnbqkbnr/1ppppppp/8/p7/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"), initial + 4);
        assert_eq!(at(b"4k3/P7/8/8/8/8/7p/4K3 w - - 0 1"), 6 * 62 + 10);
        assert_eq!(at(b"Q3k3/8/8/8/8/8/7p/4K3 b - - 0 1"), 6 * 63 + 5);
    }
}
