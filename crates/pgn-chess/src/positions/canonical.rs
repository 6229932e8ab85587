//! Canonical SAN (8.2.3), written from what was computed to find the move.

use pgn_syntax::san::CheckIndicator;

use crate::positions::{
    board_text::LETTERS,
    moves::{Move, MoveKind, PAWN, short_text},
    origin::needed_origin,
};

/// A move in canonical SAN: at most 8 bytes of ASCII.
///
/// ```
/// use pgn_chess::Position;
///
/// let sans = Position::INITIAL.legal_sans();
/// assert!(sans.iter().any(|san| san.as_str() == "Nf3"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CanonicalSan {
    bytes: [u8; 8],
    len: u8,
}

impl CanonicalSan {
    const EMPTY: CanonicalSan = CanonicalSan { bytes: [0; 8], len: 0 };

    /// The null move `--` (C11).
    pub const NULL: CanonicalSan = CanonicalSan { bytes: *b"--\0\0\0\0\0\0", len: 2 };

    #[inline(always)]
    fn push(&mut self, byte: u8) {
        if let Some(place) = self.bytes.get_mut(usize::from(self.len)) {
            *place = byte;
            self.len += 1;
        }
    }

    fn push_all(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.push(byte);
        }
    }

    fn push_square(&mut self, square: u8) {
        self.push(b'a' + (square & 7));
        self.push(b'1' + (square >> 3 & 7));
    }

    pub(crate) fn from_text(text: &str) -> CanonicalSan {
        let mut san = CanonicalSan::EMPTY;
        san.push_all(text.as_bytes());
        san
    }
}

short_text!(CanonicalSan);

/// Returns the letter of a role.
fn letter(role: u8) -> u8 {
    LETTERS[usize::from(role & 7)]
}

/// Returns a move in canonical SAN.
///
/// `others` are the other pieces of its role that could legally move to the same square. `sign` is the state
/// of the position after the move.
#[must_use]
#[inline]
pub(crate) fn canonical(mv: Move, others: u64, sign: CheckIndicator) -> CanonicalSan {
    let mut san = CanonicalSan::EMPTY;
    match mv.kind() {
        MoveKind::Castle if mv.is_king_side() => san.push_all(b"O-O"),
        MoveKind::Castle => san.push_all(b"O-O-O"),
        MoveKind::Drop => {
            if mv.role_number() != PAWN {
                san.push(letter(mv.role_number()));
            }
            san.push(b'@');
            san.push_square(mv.target());
        }
        MoveKind::Normal | MoveKind::EnPassant => {
            let file = b'a' + (mv.origin() & 7);
            if mv.role_number() == PAWN {
                if mv.is_capture() {
                    san.push(file);
                }
            } else {
                san.push(letter(mv.role_number()));
                let (has_file, has_rank) = needed_origin(mv.origin(), others);
                if has_file {
                    san.push(file);
                }
                if has_rank {
                    san.push(b'1' + (mv.origin() >> 3 & 7));
                }
            }
            if mv.is_capture() {
                san.push(b'x');
            }
            san.push_square(mv.target());
            if mv.role_number() != mv.placed() {
                san.push(b'=');
                san.push(letter(mv.placed()));
            }
        }
    }
    match sign {
        CheckIndicator::None => (),
        CheckIndicator::Check => san.push(b'+'),
        CheckIndicator::Mate => san.push(b'#'),
    }
    san
}
