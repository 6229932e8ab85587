//! The move type, small enough to be passed by value.

use std::fmt;

pub use shakmaty::CastlingMode;
use shakmaty::{Color, Role, Square};

/// A legal move in some position.
///
/// Bits 0–5 origin, 6–11 target (for castling the square of the rook), 12–14 role, 15–17 role on the target
/// after the move, 18–19 kind, 20 capture.
///
/// ```
/// use pgn_chess::{MoveKind, Position, ResolveOptions, pgn_syntax::SanCode, resolve};
///
/// let text = b"Nf3";
/// let (code, _) = SanCode::read(text).unwrap();
/// let options = ResolveOptions::default();
/// let mv = resolve(&Position::INITIAL, code, text, &options).unwrap().mv;
/// assert_eq!((mv.to().to_string().as_str(), mv.kind()), ("f3", MoveKind::Normal));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u32);

/// The kind of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum MoveKind {
    /// A move from one square to another, including promotions.
    Normal,
    /// An en passant capture.
    EnPassant,
    /// Castling.
    Castle,
    /// A piece from the pocket placed on the board (Crazyhouse).
    Drop,
}

pub(crate) const PAWN: u8 = 1;
pub(crate) const KNIGHT: u8 = 2;
pub(crate) const BISHOP: u8 = 3;
pub(crate) const ROOK: u8 = 4;
pub(crate) const QUEEN: u8 = 5;
pub(crate) const KING: u8 = 6;

/// Returns the role of a number, which is 1 to 6.
pub(crate) fn role_of(number: u8) -> Role {
    Role::try_from(number).unwrap_or(Role::King)
}

/// Returns the number of a role.
pub(crate) fn number_of(role: Role) -> u8 {
    role.into()
}

#[inline(always)]
pub(crate) fn square(index: u32) -> Square {
    Square::new(index & 63)
}

#[inline(always)]
pub(crate) fn index(square: Square) -> u8 {
    #[expect(clippy::cast_possible_truncation, reason = "squares are below 64")]
    {
        square.to_u32() as u8
    }
}

/// Returns the squares of king and rook after castling.
#[inline(always)]
pub(crate) fn castled(king: u8, rook: u8) -> (u8, u8) {
    let rank = king & 56;
    if rook > king { (rank | 6, rank | 5) } else { (rank | 2, rank | 3) }
}

impl Move {
    #[inline(always)]
    pub(crate) fn new(
        kind: MoveKind,
        role: u8,
        from: u8,
        to: u8,
        placed: u8,
        is_capture: bool,
    ) -> Move {
        Move(
            u32::from(from & 63)
                | u32::from(to & 63) << 6
                | u32::from(role & 7) << 12
                | u32::from(placed & 7) << 15
                | (kind as u32) << 18
                | u32::from(is_capture) << 20,
        )
    }

    /// Returns a move from one square to another without promotion.
    #[inline(always)]
    pub(crate) fn normal(role: u8, from: u8, to: u8, is_capture: bool) -> Move {
        Move::new(MoveKind::Normal, role, from, to, role, is_capture)
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the field is that small")]
    fn field(self, at: u32, mask: u32) -> u8 {
        (self.0 >> at & mask) as u8
    }

    /// Returns the origin square. It has no meaning for a drop.
    #[inline(always)]
    pub(crate) fn origin(self) -> u8 {
        self.field(0, 63)
    }

    /// Returns the target square, or the square of the rook for castling.
    #[inline(always)]
    pub(crate) fn target(self) -> u8 {
        self.field(6, 63)
    }

    #[inline(always)]
    pub(crate) fn role_number(self) -> u8 {
        self.field(12, 7)
    }

    /// Returns the role on the target after the move.
    #[inline(always)]
    pub(crate) fn placed(self) -> u8 {
        self.field(15, 7)
    }

    /// Returns true if the move is neither castling nor en passant nor a drop.
    #[inline(always)]
    pub(crate) fn is_normal(self) -> bool {
        self.0 >> 18 & 3 == 0
    }

    /// Returns the kind of the move.
    #[must_use]
    #[inline(always)]
    pub fn kind(self) -> MoveKind {
        match self.0 >> 18 & 3 {
            0 => MoveKind::Normal,
            1 => MoveKind::EnPassant,
            2 => MoveKind::Castle,
            _ => MoveKind::Drop,
        }
    }

    /// Returns the role that moves or is dropped. Castling is a move of the king.
    #[must_use]
    pub fn role(self) -> Role {
        role_of(self.role_number())
    }

    /// Returns the origin square, or `None` for a drop.
    #[must_use]
    pub fn from(self) -> Option<Square> {
        (self.kind() != MoveKind::Drop).then(|| square(self.origin().into()))
    }

    /// Returns the target square. For castling, the square where the king goes.
    #[must_use]
    pub fn to(self) -> Square {
        let is_castling = self.kind() == MoveKind::Castle;
        let to = if is_castling { castled(self.origin(), self.target()).0 } else { self.target() };
        square(to.into())
    }

    /// Returns the role that the pawn promotes to, or `None` for any other move.
    #[must_use]
    pub fn promotion(self) -> Option<Role> {
        (self.role_number() == PAWN && self.placed() != PAWN).then(|| role_of(self.placed()))
    }

    /// Returns true if the move captures a piece.
    #[must_use]
    pub fn is_capture(self) -> bool {
        self.0 >> 20 & 1 != 0
    }

    /// Returns true if a castling move goes to the king side (h-file). Meaningless for other moves.
    #[must_use]
    pub fn is_king_side(self) -> bool {
        self.target() > self.origin()
    }

    /// Returns the move in UCI notation: `e2e4`, `e7d8q`, `N@f3`. Castling is `e1g1`, or `e1h1` in Chess960.
    ///
    /// ```
    /// use pgn_chess::{CastlingMode, ResolveOptions, Start, pgn_syntax::SanCode, resolve};
    ///
    /// let position = Start::from_fen(b"4k3/8/8/8/8/8/8/4K2R w K - 0 1").position.unwrap();
    /// let (code, _) = SanCode::read(b"O-O").unwrap();
    /// let mv = resolve(&position, code, b"O-O", &ResolveOptions::default()).unwrap().mv;
    /// assert_eq!(mv.uci(CastlingMode::Standard).to_string(), "e1g1");
    /// assert_eq!(mv.uci(CastlingMode::Chess960).to_string(), "e1h1");
    /// ```
    #[must_use]
    #[inline]
    pub fn uci(self, mode: CastlingMode) -> Uci {
        let to = match (self.kind(), mode) {
            (MoveKind::Castle, CastlingMode::Standard) => index(self.to()),
            (MoveKind::Drop, _) => {
                let [file, rank] = square_name(self.target());
                let letter = self.role().upper_char() as u8;
                return Uci { bytes: [letter, b'@', file, rank, 0, 0, 0, 0], len: 4 };
            }
            _ => self.target(),
        };
        // Put together in a register and stored at once.
        let letter = PROMOTIONS[usize::from(self.placed() & 7)];
        let is_promotion = self.role_number() == PAWN && self.placed() != PAWN;
        let [from, to] =
            [self.origin(), to].map(|at| u64::from(SQUARE_NAMES[usize::from(at & 63)]));
        let bytes = (from | to << 16 | u64::from(letter) << 32).to_le_bytes();
        Uci { bytes, len: 4 + u8::from(is_promotion) }
    }

    /// Returns an identifier below 0x8000 that is unique among the legal moves of a position: origin, target, and the
    /// role on the target after the move.
    #[must_use]
    #[inline]
    pub fn short(self) -> u16 {
        (self.0 & 0xFFF) as u16 | ((self.0 >> 15 & 7) as u16) << 12
    }

    /// Returns the move that is `mv` in shakmaty.
    ///
    /// ```
    /// use pgn_chess::{Move, Position};
    ///
    /// let position = Position::INITIAL;
    /// let mv = position.move_from_san(b"Nf3")?;
    /// assert_eq!(Move::from_shakmaty(mv.to_shakmaty(&position.board())), mv);
    /// # Ok::<(), pgn_chess::MoveError>(())
    /// ```
    #[must_use]
    pub fn from_shakmaty(mv: shakmaty::Move) -> Move {
        use shakmaty::Move as M;
        let (kind, is_capture) = match mv {
            M::Normal { capture, .. } => (MoveKind::Normal, capture.is_some()),
            M::EnPassant { .. } => (MoveKind::EnPassant, true),
            M::Castle { .. } => (MoveKind::Castle, false),
            M::Put { .. } => (MoveKind::Drop, false),
        };
        let (to, role) = (index(mv.to()), number_of(mv.role()));
        let placed = mv.promotion().map_or(role, number_of);
        Move::new(kind, role, mv.from().map_or(to, index), to, placed, is_capture)
    }

    /// Returns the move as a move of shakmaty on `board`, the board before the move.
    #[must_use]
    pub fn to_shakmaty(self, board: &shakmaty::Board) -> shakmaty::Move {
        let (from, to) = (square(self.origin().into()), square(self.target().into()));
        match self.kind() {
            MoveKind::Normal => shakmaty::Move::Normal {
                role: self.role(),
                from,
                capture: board.role_at(to),
                to,
                promotion: self.promotion(),
            },
            MoveKind::EnPassant => shakmaty::Move::EnPassant { from, to },
            MoveKind::Castle => shakmaty::Move::Castle { king: from, rook: to },
            MoveKind::Drop => shakmaty::Move::Put { role: self.role(), to },
        }
    }
}

/// Writes the move in UCI notation, with castling as in standard chess. [`Move::uci`] also writes that of Chess960.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.uci(CastlingMode::Standard).as_str())
    }
}

/// Writes all parts of the move: `Move(Ng1-f3)`, `Move(e7xd8=Q)`, `Move(e5xd6 EnPassant)`, `Move(Ke1-h1 Castle)`.
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Move(")?;
        if self.role() != Role::Pawn {
            write!(f, "{}", self.role().upper_char())?;
        }
        let sign = if self.is_capture() { "x" } else { "-" };
        match self.from() {
            Some(from) => write!(f, "{from}{sign}{}", square(self.target().into()))?,
            None => write!(f, "@{}", self.to())?,
        }
        if let Some(role) = self.promotion() {
            write!(f, "={}", role.upper_char())?;
        }
        match self.kind() {
            MoveKind::EnPassant | MoveKind::Castle => write!(f, " {:?})", self.kind()),
            MoveKind::Normal | MoveKind::Drop => f.write_str(")"),
        }
    }
}

/// A move in UCI notation: at most 5 bytes of ASCII.
#[derive(Clone, Copy)]
pub struct Uci {
    /// The text; bytes after its end have no meaning.
    bytes: [u8; 8],
    len: u8,
}

/// The letters of promotion by the number of the role. In Antichess, a pawn can become a king.
const PROMOTIONS: [u8; 8] = *b"??nbrqk?";

/// The name of each square as two bytes, the file in the lower one.
const SQUARE_NAMES: [u16; 64] = {
    let mut names = [0; 64];
    let mut at = 0;
    while at < 64 {
        names[at as usize] = u16::from_le_bytes(square_name(at));
        at += 1;
    }
    names
};

/// Returns the file and the rank of a square as letters.
#[inline(always)]
pub(crate) const fn square_name(at: u8) -> [u8; 2] {
    [b'a' + (at & 7), b'1' + (at >> 3 & 7)]
}

impl Uci {
    /// Appends the text.
    #[inline(always)]
    pub fn push_to(&self, out: &mut Vec<u8>) {
        // All bytes are stored at once, as their number is known.
        let end = out.len() + usize::from(self.len);
        out.extend_from_slice(&self.bytes);
        out.truncate(end);
    }
}

/// Implements `as_bytes`, `as_str` and traits of texts for a type of text with the fields `bytes` and `len`.
macro_rules! short_text {
    ($name:ident) => {
        impl $name {
            /// Returns the text as bytes.
            #[must_use]
            #[inline(always)]
            pub fn as_bytes(&self) -> &[u8] {
                self.bytes.get(..usize::from(self.len)).unwrap_or_default()
            }

            /// Returns the text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                std::str::from_utf8(self.as_bytes()).unwrap_or_default()
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }

        impl PartialEq<&str> for $name {
            fn eq(&self, other: &&str) -> bool {
                self.as_str() == *other
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}

pub(crate) use short_text;

short_text!(Uci);

// The bytes after the end of the text do not count.
impl PartialEq for Uci {
    fn eq(&self, other: &Uci) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl Eq for Uci {}

impl std::hash::Hash for Uci {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.as_bytes().hash(state);
    }
}

/// Returns the number of a move of `turn` with its dots, as messages name it: `3.` or `3...`.
///
/// ```
/// use pgn_chess::{moves::move_number, shakmaty::Color};
///
/// assert_eq!(move_number(3, Color::Black), "3...");
/// ```
#[must_use]
pub fn move_number(number: u32, turn: Color) -> String {
    format!("{number}{}", if turn.is_white() { "." } else { "..." })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_shown_with_all_their_parts() {
        let show = |mv: Move| (mv.to_string(), format!("{mv:?}"));
        let expect = |uci: &str, all: &str| (uci.to_owned(), format!("Move({all})"));
        assert_eq!(show(Move::normal(KNIGHT, 6, 21, false)), expect("g1f3", "Ng1-f3"));
        let promotion = Move::new(MoveKind::Normal, PAWN, 52, 59, QUEEN, true);
        assert_eq!(show(promotion), expect("e7d8q", "e7xd8=Q"));
        let en_passant = Move::new(MoveKind::EnPassant, PAWN, 36, 43, PAWN, true);
        assert_eq!(show(en_passant), expect("e5d6", "e5xd6 EnPassant"));
        let castling = Move::new(MoveKind::Castle, KING, 4, 7, KING, false);
        assert_eq!(show(castling), expect("e1g1", "Ke1-h1 Castle"));
        let drop = Move::new(MoveKind::Drop, KNIGHT, 21, 21, KNIGHT, false);
        assert_eq!(show(drop), expect("N@f3", "N@f3"));
    }
}
