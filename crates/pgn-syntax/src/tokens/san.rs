//! The shape of a move in SAN (8.2.3), read without a board.
//!
//! A [`SanCode`] is a move in the spelling of canonical SAN, packed into 32 bits while the token is read, so
//! that its bytes are read only once. Every other spelling is [`SanCode::NOT_PLAIN`]: the lenient reader of
//! `pgn-chess` reads its bytes.

use crate::{text::scan::is_delimiter, tokens::look_alike::look_alike};

/// A move as it was written, in 32 bits; [`SanCode::NOT_PLAIN`] if the text is not plain SAN.
///
/// Bits 0–5 target square (file + 8 × rank), 6–8 role, 9–12 origin file + 1, 13–16 origin rank + 1, 17–19
/// promotion role, 20 capture sign, 21–22 check indicator, 23–24 castling, 31 set. Bits 26–29 are derived
/// flags, so that the board needs no data-dependent branch.
///
/// ```
/// use pgn_syntax::SanCode;
///
/// let (code, len) = SanCode::read(b"Nxf3+ e5").unwrap();
/// assert_eq!(len, 5);
/// assert!(code.is_capture() && code.has_check_indicator());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SanCode(u32);

/// The numbers of the roles in a [`SanCode`]: 1 pawn, 2 knight, 3 bishop, 4 rook, 5 queen, 6 king.
pub mod role {
    /// Pawn.
    pub const PAWN: u32 = 1;
    /// Knight.
    pub const KNIGHT: u32 = 2;
    /// Bishop.
    pub const BISHOP: u32 = 3;
    /// Rook.
    pub const ROOK: u32 = 4;
    /// Queen.
    pub const QUEEN: u32 = 5;
    /// King.
    pub const KING: u32 = 6;
}

/// The check indicator of a move, as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckIndicator {
    /// None.
    None,
    /// `+`
    Check,
    /// `#`
    Mate,
}

/// The side of a castling move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Castling {
    /// `O-O`
    KingSide,
    /// `O-O-O`
    QueenSide,
}

/// Returns true if castling is written with this character: O, `o`, zero, or a character that looks like one
/// of them, also as a byte of Windows-1251 (LEN-05).
#[must_use]
pub fn is_castling_letter(code: u32) -> bool {
    matches!(look_alike(code), Some('O' | 'o' | '0'))
        || matches!(code, 0x30 | 0x4F | 0x6F | 0xCE | 0xEE)
}

const READ: u32 = 1 << 31;
const CAPTURE: u32 = 1 << 20;
const CHECK: u32 = 1 << 21;
const MATE: u32 = 2 << 21;
const KING_SIDE: u32 = 1 << 23;
const QUEEN_SIDE: u32 = 2 << 23;
const PAWN_CAPTURE: u32 = 1 << 26;
const PIECE_WITH_ORIGIN: u32 = 1 << 27;
const IRREVERSIBLE: u32 = 1 << 28;
const RARE: u32 = 1 << 29;

/// Returns the derived flags of a code.
fn repeated(code: u32) -> u32 {
    let is_pawn = code >> 6 & 7 == role::PAWN;
    let is_capture = code & CAPTURE != 0;
    let is_king = code >> 6 & 7 == role::KING;
    let is_promotion = code >> 17 & 7 != 0;
    let has_origin = !is_pawn && code >> 9 & 255 != 0;
    let if_so = |is_so: bool, bit: u32| if is_so { bit } else { 0 };
    if_so(is_pawn && is_capture, PAWN_CAPTURE)
        | if_so(has_origin, PIECE_WITH_ORIGIN)
        | if_so(is_king || is_promotion || has_origin, RARE)
        | if_so(is_pawn || is_capture, IRREVERSIBLE)
}

/// The role of each upper-case English piece letter; 0 for all other bytes.
#[expect(clippy::cast_possible_truncation, reason = "roles are below 7")]
const ROLES: [u8; 256] = {
    let mut roles = [0; 256];
    roles[b'N' as usize] = role::KNIGHT as u8;
    roles[b'B' as usize] = role::BISHOP as u8;
    roles[b'R' as usize] = role::ROOK as u8;
    roles[b'Q' as usize] = role::QUEEN as u8;
    roles[b'K' as usize] = role::KING as u8;
    roles
};

fn file(byte: u8) -> u32 {
    u32::from(byte.wrapping_sub(b'a'))
}

fn rank(byte: u8) -> u32 {
    u32::from(byte.wrapping_sub(b'1'))
}

impl SanCode {
    /// The code of a text that is not plain SAN. Only [`SanCode::is_read`] has a meaning for it.
    pub const NOT_PLAIN: SanCode = SanCode(0);

    /// Returns true if the text was plain SAN.
    #[must_use]
    pub fn is_read(self) -> bool {
        self.0 & READ != 0
    }

    /// Returns the target square, 0 (a1) to 63 (h8). It has no meaning for castling.
    #[must_use]
    pub fn target(self) -> u32 {
        self.0 & 63
    }

    /// Returns the role that moves, see [`role`]. Castling is a move of the king.
    #[must_use]
    pub fn role(self) -> u32 {
        self.0 >> 6 & 7
    }

    /// Returns the origin file, 0 (a) to 7 (h), if it is written. Pawn captures always have it.
    #[must_use]
    pub fn origin_file(self) -> Option<u32> {
        (self.0 >> 9 & 15).checked_sub(1)
    }

    /// Returns the origin rank, 0 (rank 1) to 7 (rank 8), if it is written.
    #[must_use]
    pub fn origin_rank(self) -> Option<u32> {
        (self.0 >> 13 & 15).checked_sub(1)
    }

    /// Returns true if an origin file or rank is written.
    #[must_use]
    pub fn has_origin(self) -> bool {
        self.0 >> 9 & 255 != 0
    }

    /// Returns 64 × role + target square, an index below 512.
    #[must_use]
    #[inline]
    pub fn role_and_target(self) -> usize {
        (self.0 & 511) as usize
    }

    /// Returns 64 × role + target square, an index below 512, where pawn captures have the role 0.
    ///
    /// Pawns that capture come from other squares than pawns that advance.
    #[must_use]
    #[inline(always)]
    pub fn pattern_index(self) -> usize {
        ((self.0 & 511) - (self.0 & PAWN_CAPTURE) / (PAWN_CAPTURE >> 6)) as usize
    }

    /// Returns the origin file + 1, or 0 if none is written: an index below 16.
    #[must_use]
    #[inline(always)]
    pub fn origin_file_index(self) -> usize {
        (self.0 >> 9 & 15) as usize
    }

    /// Returns true if the origin file or rank of a piece is written. False for pawns, whose captures always
    /// have it.
    #[must_use]
    #[inline(always)]
    pub fn is_piece_with_origin(self) -> bool {
        self.0 & PIECE_WITH_ORIGIN != 0
    }

    /// Returns 16 for a capture and 0 for any other move, to be added to an index.
    #[must_use]
    #[inline(always)]
    pub fn capture_offset(self) -> u8 {
        ((self.0 & CAPTURE) / (CAPTURE >> 4)) as u8
    }

    /// Returns 0 for a capture or a pawn move, which reset the halfmove clock, and all ones for any other
    /// move.
    #[must_use]
    #[inline(always)]
    pub fn reversible_mask(self) -> u32 {
        u32::from(self.0 & IRREVERSIBLE != 0).wrapping_sub(1)
    }

    /// Returns true for a king move, castling, a promotion, or a piece move with its origin written.
    #[must_use]
    #[inline(always)]
    pub fn is_rare(self) -> bool {
        self.0 & RARE != 0
    }

    /// Returns true if the move is castling or has a promotion piece.
    #[must_use]
    #[inline]
    pub fn is_castling_or_promotion(self) -> bool {
        self.0 & (7 << 17 | 3 << 23) != 0
    }

    /// Returns true if the move has a check indicator.
    #[must_use]
    #[inline]
    pub fn has_check_indicator(self) -> bool {
        self.0 & (CHECK | MATE) != 0
    }

    /// Returns the role that the pawn promotes to, if it is written.
    #[must_use]
    pub fn promotion(self) -> Option<u32> {
        match self.0 >> 17 & 7 {
            0 => None,
            role => Some(role),
        }
    }

    /// Returns true if the move has a capture sign `x`.
    #[must_use]
    pub fn is_capture(self) -> bool {
        self.0 & CAPTURE != 0
    }

    /// Returns the check indicator of the move.
    #[must_use]
    pub fn check(self) -> CheckIndicator {
        use CheckIndicator::{Check, Mate, None};
        // A table: a match of three arms is compiled to ten instructions.
        const INDICATORS: [CheckIndicator; 4] = [None, Check, Mate, Mate];
        INDICATORS[(self.0 >> 21 & 3) as usize]
    }

    /// Returns the side of castling, if the move is written as `O-O` or `O-O-O`.
    #[must_use]
    pub fn castling(self) -> Option<Castling> {
        match self.0 >> 23 & 3 {
            0 => None,
            1 => Some(Castling::KingSide),
            _ => Some(Castling::QueenSide),
        }
    }

    /// Returns the bits of the code, for tables.
    #[inline(always)]
    pub(crate) fn bits(self) -> u64 {
        self.0.into()
    }

    /// Returns the code with the bits of [`SanCode::bits`].
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "they were 32 bits")]
    pub(crate) fn from_bits(bits: u64) -> SanCode {
        SanCode(bits as u32)
    }

    /// Returns the code of the plain SAN that `text` begins with and its length in bytes; `None` if `text`
    /// does not begin with plain SAN.
    ///
    /// `text` may continue after the move: the caller checks that a delimiter follows. Plain SAN is what
    /// export format may hold, with any disambiguation and check indicator: `e4`, `exd5`, `Nbd7`, `N1xf3+`,
    /// `Qa6xb7#`, `fxg1=Q`, `O-O-O`. Illegal combinations such as `Ka8a1` are accepted.
    #[must_use]
    pub fn read(text: &[u8]) -> Option<(SanCode, usize)> {
        let mut window = [0; WINDOW];
        let len = text.len().min(WINDOW);
        window[..len].copy_from_slice(&text[..len]);
        SanCode::read_window(window)
    }

    /// Reads the move at `at`, as [`SanCode::read`] does. Reads a fixed-size window where enough bytes are left.
    #[inline(always)]
    pub(crate) fn read_at(src: &[u8], at: usize) -> Option<(SanCode, usize)> {
        match src.get(at..).and_then(<[u8]>::first_chunk) {
            Some(window) => SanCode::read_window(*window),
            None => SanCode::read(&src[at..]),
        }
    }

    /// Reads a move from a window that is one byte longer than any plain SAN, so that it contains the delimiter.
    #[inline(always)]
    pub(crate) fn read_window(w: [u8; WINDOW]) -> Option<(SanCode, usize)> {
        let first = w[0];
        let (code, len) = if (b'a'..=b'h').contains(&first) {
            read_pawn(w)?
        } else {
            let role = u32::from(ROLES[first as usize]);
            if role != 0 { read_piece(role, w)? } else { read_castling(w)? }
        };
        // `len` is at most 6 here: the check indicator is within the window.
        let (sign, sign_len) = match w[len & 7] {
            b'+' => (CHECK, 1),
            b'#' => (MATE, 1),
            _ => (0, 0),
        };
        Some((SanCode(code | sign | READ | repeated(code)), len + sign_len))
    }
}

/// The number of bytes that are examined for one move.
pub(crate) const WINDOW: usize = 8;

fn read_castling(w: [u8; WINDOW]) -> Option<(u32, usize)> {
    if w[..3] != *b"O-O" {
        return None;
    }
    if w[3..5] == *b"-O" {
        return Some((QUEEN_SIDE | role::KING << 6, 5));
    }
    Some((KING_SIDE | role::KING << 6, 3))
}

#[inline(always)]
fn read_pawn(w: [u8; WINDOW]) -> Option<(u32, usize)> {
    let (code, len, to_rank);
    let r = rank(w[1]);
    if r < 8 {
        to_rank = r;
        code = file(w[0]) | r << 3;
        len = 2;
    } else {
        let (to_file, r) = (file(w[2]), rank(w[3]));
        if w[1] != b'x' || to_file > 7 || r > 7 {
            return None;
        }
        to_rank = r;
        code = to_file | r << 3 | (file(w[0]) + 1) << 9 | CAPTURE;
        len = 4;
    }
    if w[len] == b'=' {
        let role = u32::from(ROLES[w[len + 1] as usize]);
        if !(role::KNIGHT..=role::QUEEN).contains(&role) || (to_rank != 0 && to_rank != 7) {
            return None;
        }
        return Some((code | role << 17 | role::PAWN << 6, len + 2));
    }
    Some((code | role::PAWN << 6, len))
}

#[inline(always)]
fn read_piece(role: u32, w: [u8; WINDOW]) -> Option<(u32, usize)> {
    let role = role << 6;
    let (f, r) = (file(w[1]), rank(w[2]));
    if f < 8 && r < 8 {
        // `Nf3`, or the origin square of `Nf3d4` and `Nf3xd4`.
        if is_delimiter(w[3]) {
            return Some((role | f | r << 3, 3));
        }
        let is_capture = w[3] == b'x';
        let at = 3 + usize::from(is_capture);
        let (f2, r2) = (file(w[at]), rank(w[at + 1]));
        if f2 < 8 && r2 < 8 {
            let capture = if is_capture { CAPTURE } else { 0 };
            return Some((role | (f + 1) << 9 | (r + 1) << 13 | capture | f2 | r2 << 3, at + 2));
        }
        return Some((role | f | r << 3, 3));
    }
    if w[1] == b'x' {
        let (f, r) = (file(w[2]), rank(w[3]));
        return (f < 8 && r < 8).then_some((role | CAPTURE | f | r << 3, 4));
    }
    // An origin file or rank.
    let from_rank = rank(w[1]);
    let origin = if f < 8 {
        (f + 1) << 9
    } else if from_rank < 8 {
        (from_rank + 1) << 13
    } else {
        return None;
    };
    let is_capture = w[2] == b'x';
    let at = 2 + usize::from(is_capture);
    let (f, r) = (file(w[at]), rank(w[at + 1]));
    let capture = if is_capture { CAPTURE } else { 0 };
    (f < 8 && r < 8).then_some((role | origin | capture | f | r << 3, at + 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: &str) {
        let got = match SanCode::read(text.as_bytes()) {
            None => "none".to_owned(),
            Some((code, len)) => format!(
                "{} {}{}{}{}{}{} {len}",
                code.role(),
                code.origin_file().map_or(String::new(), |f| format!("f{f}")),
                code.origin_rank().map_or(String::new(), |r| format!("r{r}")),
                if code.is_capture() { "x" } else { "" },
                code.castling().map_or_else(|| format!("@{}", code.target()), |c| format!("{c:?}")),
                code.promotion().map_or(String::new(), |p| format!("={p}")),
                match code.check() {
                    CheckIndicator::None => "",
                    CheckIndicator::Check => "+",
                    CheckIndicator::Mate => "#",
                },
            ),
        };
        assert_eq!(got, expect, "{text}");
    }

    #[test]
    fn plain_san_is_read() {
        check("e4", "1 @28 2");
        check("e4 e5", "1 @28 2");
        check("exd5", "1 f4x@35 4");
        check("fxg1=Q+", "1 f5x@6=5+ 7");
        check("Nf3", "2 @21 3");
        check("Nbd7", "2 f1@51 4");
        check("N1d2", "2 r0@11 4");
        check("Nxf3#", "2 x@21# 5");
        check("Rbxb7", "4 f1x@49 5");
        check("R1xb7", "4 r0x@49 5");
        check("Qa6xb7#", "5 f0r5x@49# 7");
        check("Qa6b7", "5 f0r5@49 5");
        check("O-O", "6 KingSide 3");
        check("O-O-O#", "6 QueenSide# 6");
    }

    #[test]
    fn other_text_is_not_read() {
        for text in
            ["", "e", "e9", "ed5", "e4=Q", "xe4", "Pe4", "nf3", "o-o", "O", "O-", "N", "Nf", "--"]
        {
            check(text, "none");
        }
        // The caller checks the text after the move.
        check("e8Q", "1 @60 2");
        check("e2e4", "1 @12 2");
        check("O-Ox", "6 KingSide 3");
    }
}
