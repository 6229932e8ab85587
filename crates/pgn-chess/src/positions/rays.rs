//! Small lookup tables for the hot path, computed from those of shakmaty: the attacks of pieces on an empty
//! board.

use shakmaty::{
    Bitboard, Color, Square,
    attacks::{between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks},
};

/// The squares that a pawn attacks: of White, then of Black.
pub(crate) static PAWN_ATTACKS: [[u64; 64]; 2] = {
    let mut attacks = [[0; 64]; 2];
    let mut at = 0;
    while at < 64 {
        attacks[0][at] = pawn_attacks(Color::White, square(at)).0;
        attacks[1][at] = pawn_attacks(Color::Black, square(at)).0;
        at += 1;
    }
    attacks
};

/// The sets of a board that contain a piece: all ones for its role and for its color, for White and Black.
pub(crate) static MEMBER: [[[u64; 8]; 8]; 2] = {
    let mut member = [[[0; 8]; 8]; 2];
    let mut color = 0;
    while color < 2 {
        let mut role = 0;
        while role < 8 {
            member[color][role][role] = !0;
            member[color][role][7 * color] = !0;
            role += 1;
        }
        color += 1;
    }
    member
};

/// The squares that a piece attacks on an empty board, by the number of its role. Empty for pawns.
pub(crate) static REACH: [[u64; 64]; 8] = {
    let mut reach = [[0; 64]; 8];
    let mut at = 0;
    while at < 64 {
        let square = square(at);
        let (orthogonal, diagonal) =
            (rook_attacks(square, Bitboard::EMPTY).0, bishop_attacks(square, Bitboard::EMPTY).0);
        reach[2][at] = knight_attacks(square).0;
        reach[3][at] = diagonal;
        reach[4][at] = orthogonal;
        reach[5][at] = orthogonal | diagonal;
        reach[6][at] = king_attacks(square).0;
        at += 1;
    }
    reach
};

/// The lines through a square, by a second square. Empty for squares that share no line with it.
#[derive(Debug)]
pub(crate) struct Lines {
    /// The squares between the two.
    pub(crate) between: [u64; 64],
    /// The squares beyond the second one.
    pub(crate) beyond: [u64; 64],
    /// The squares that a rook attacks on an empty board.
    pub(crate) orthogonal: u64,
    /// The squares that a bishop attacks on an empty board.
    pub(crate) diagonal: u64,
}

static LINES: [Lines; 64] = {
    const NONE: Lines = Lines { between: [0; 64], beyond: [0; 64], orthogonal: 0, diagonal: 0 };
    let mut table = [NONE; 64];
    let mut a = 0;
    while a < 64 {
        (table[a].diagonal, table[a].orthogonal) = (REACH[3][a], REACH[4][a]);
        let mut b = 0;
        while b < 64 {
            table[a].between[b] = between(square(a), square(b)).0;
            if a != b {
                let (from, set) = (square(a), 1 << a | 1 << b);
                let (all, rest) = if rook_attacks(from, Bitboard::EMPTY).0 >> b & 1 != 0 {
                    (rook_attacks(from, Bitboard(set)).0, rook_attacks(from, Bitboard::EMPTY).0)
                } else if bishop_attacks(from, Bitboard::EMPTY).0 >> b & 1 != 0 {
                    (bishop_attacks(from, Bitboard(set)).0, bishop_attacks(from, Bitboard::EMPTY).0)
                } else {
                    (0, 0)
                };
                table[a].beyond[b] = rest & !all;
            }
            b += 1;
        }
        a += 1;
    }
    table
};

/// Returns the lines through a square.
#[inline(always)]
pub(crate) fn lines(at: usize) -> &'static Lines {
    &LINES[at & 63]
}

/// The squares that a piece attacks on an empty board, for White and Black, by 64 × role + square.
///
/// Empty for kings, which cannot give check.
pub(crate) static CHECKS: [[u64; 512]; 2] = {
    let mut checks = [[0; 512]; 2];
    let mut at = 0;
    while at < 64 {
        checks[0][64 + at] = PAWN_ATTACKS[0][at];
        checks[1][64 + at] = PAWN_ATTACKS[1][at];
        let mut role = 2;
        while role < 6 {
            checks[0][64 * role + at] = REACH[role][at];
            checks[1][64 * role + at] = REACH[role][at];
            role += 1;
        }
        at += 1;
    }
    checks
};

/// [`REACH`] by 64 × role + square.
pub(crate) static REACH_FLAT: [u64; 512] = {
    let mut flat = [0; 512];
    let mut at = 0;
    while at < 512 {
        flat[at] = REACH[at / 64][at % 64];
        at += 1;
    }
    flat
};

/// The squares that a piece can come from, for White and Black, by 64 × role + square, with pawn captures at
/// the role 0.
///
/// For a pawn advance to the fourth rank these are two squares, of which the nearer one can block the other. The table
/// has no pawn moves to a back rank.
pub(crate) static ORIGINS: [[u64; 512]; 2] = {
    let mut origins = [REACH_FLAT; 2];
    let mut at = 8;
    while at < 56 {
        let is_double = [at / 8 == 3, at / 8 == 4];
        origins[0][at] = PAWN_ATTACKS[1][at];
        origins[1][at] = PAWN_ATTACKS[0][at];
        origins[0][64 + at] = 1 << (at - 8) | if is_double[0] { 1 << (at - 16) } else { 0 };
        origins[1][64 + at] = 1 << (at + 8) | if is_double[1] { 1 << (at + 16) } else { 0 };
        at += 1;
    }
    origins
};

/// The squares of a file, by its number + 1; all squares at 0 and above 8.
pub(crate) static FILES: [u64; 16] = {
    let mut files = [!0; 16];
    let mut file = 0;
    while file < 8 {
        files[file + 1] = 0x0101_0101_0101_0101 << file;
        file += 1;
    }
    files
};

/// Returns the `snipers` that no piece blocks. All of `snipers` are on lines with `at`.
///
/// There are rarely more than two. Tables of attacks by occupancy would be too large for the cache.
#[inline(always)]
pub(crate) fn unblocked(at: usize, snipers: u64, occupied: u64) -> u64 {
    let between = &lines(at).between;
    let mut found = 0;
    let mut rest = snipers;
    while rest != 0 {
        let sniper = rest.trailing_zeros() as usize & 63;
        let is_free = between[sniper] & occupied == 0;
        found |= if is_free { BIT[sniper] } else { 0 };
        rest &= rest - 1;
    }
    found
}

/// The set of each square.
pub(crate) static BIT: [u64; 64] = {
    let mut bits = [0; 64];
    let mut at = 0;
    while at < 64 {
        bits[at] = 1 << at;
        at += 1;
    }
    bits
};

#[expect(clippy::cast_possible_truncation, reason = "below 64")]
const fn square(at: usize) -> Square {
    Square::new(at as u32)
}
