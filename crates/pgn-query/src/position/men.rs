//! The men of a position as sets of squares, and sets of men that a square may hold.

use pgn_chess::{Position, shakmaty};
use shakmaty::{Color, Role};

/// The pieces of a position as sets of squares, with a1 as the lowest bit: index 0 White, 1 to 6
/// pawns to kings of both colors, 7 Black.
pub(crate) type Men = [u64; 8];

pub(crate) const WHITE: usize = 0;
pub(crate) const BLACK: usize = 7;
/// The men of the initial position.
pub(crate) const INITIAL: Men = *pgn_chess::Board::INITIAL.sets();
/// Letters of the roles; the index of a role is its index in [`Men`] minus 1.
pub(crate) const LETTERS: [u8; 6] = *b"PNBRQK";

/// Returns the men of a position.
pub(crate) fn men(position: &Position) -> Men {
    match position {
        Position::Standard(board) => *board.sets(),
        Position::Variant(_) => {
            let board = position.board();
            let by = |role| board.by_role(role).0;
            [
                board.by_color(Color::White).0,
                by(Role::Pawn),
                by(Role::Knight),
                by(Role::Bishop),
                by(Role::Rook),
                by(Role::Queen),
                by(Role::King),
                board.by_color(Color::Black).0,
            ]
        }
    }
}

/// Returns the number of men of a role (1 to 6) that a side has.
pub(crate) fn count(men: &Men, side: usize, role: usize) -> u32 {
    (men[side] & men[role & 7]).count_ones()
}

/// Returns the number of men on the board.
pub(crate) fn n_men(men: &Men) -> u32 {
    (men[WHITE] | men[BLACK]).count_ones()
}

/// A set of what a square may hold: bits 0 to 5 White's pawn to king, 6 to 11 Black's, 12 an empty
/// square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Class(pub(crate) u16);

impl Class {
    pub(crate) const NONE: Class = Class(0);
    pub(crate) const WHITE: Class = Class(0x3F);
    pub(crate) const BLACK: Class = Class(0x3F << 6);
    pub(crate) const EMPTY: Class = Class(1 << 12);
    pub(crate) const MEN: Class = Class(0xFFF);
    pub(crate) const ANY: Class = Class(0x1FFF);
    const PAWNS: Class = Class(1 | 1 << 6);
    pub(crate) const NO_PAWN: Class = Class(Class::ANY.0 & !Class::PAWNS.0);

    /// Returns the man of a letter of FEN.
    pub(crate) fn of_letter(letter: char) -> Option<Class> {
        let upper = u8::try_from(letter).ok()?.to_ascii_uppercase();
        let role = LETTERS.iter().position(|&known| known == upper)?;
        Some(Class(1 << if letter.is_ascii_uppercase() { role } else { role + 6 }))
    }

    pub(crate) fn with(self, other: Class) -> Class {
        Class(self.0 | other.0)
    }

    pub(crate) fn without(self, other: Class) -> Class {
        Class(self.0 & !other.0)
    }

    /// Returns the set with the colors exchanged.
    pub(crate) fn mirrored(self) -> Class {
        let men = self.0 & Class::MEN.0;
        Class((men >> 6 | men << 6) & Class::MEN.0 | self.0 & Class::EMPTY.0)
    }

    /// Returns the squares that hold a member of the set.
    pub(crate) fn squares(self, men: &Men) -> u64 {
        let mut squares = 0;
        for (side, shift) in [(WHITE, 0), (BLACK, 6)] {
            let of_side = self.0 >> shift & 0x3F;
            if of_side == 0x3F {
                squares |= men[side];
                continue;
            }
            let mut left = of_side;
            while left != 0 {
                let role = left.trailing_zeros() as usize;
                squares |= men[side] & men[(role + 1) & 7];
                left &= left - 1;
            }
        }
        if self.0 & Class::EMPTY.0 != 0 {
            squares |= !(men[WHITE] | men[BLACK]);
        }
        squares
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_squares() {
        let men = men(&Position::INITIAL);
        let squares = |text: &str| {
            let class = text
                .chars()
                .fold(Class::NONE, |class, letter| class.with(Class::of_letter(letter).unwrap()));
            class.squares(&men)
        };
        assert_eq!(squares("Kk"), 0x1000_0000_0000_0010);
        assert_eq!(squares("P"), 0xFF00);
        assert_eq!(squares("PNBRQK"), 0xFFFF);
        assert_eq!(Class::EMPTY.squares(&men), 0x0000_FFFF_FFFF_0000);
        assert_eq!(Class::NO_PAWN.squares(&men), 0xFF00_FFFF_FFFF_00FF);
        assert_eq!(Class::of_letter('p').unwrap().mirrored(), Class::of_letter('P').unwrap());
        assert_eq!(count(&men, WHITE, 1), 8);
        assert_eq!(n_men(&men), 32);
    }
}
