//! A move on the board, small enough to be passed by value.

use std::fmt;

use shakmaty::{Role, Square};

/// A move that some position allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    pub(crate) kind: MoveKind,
    pub(crate) role: u8,
    /// Origin; without meaning for a drop.
    pub(crate) from: u8,
    /// Target; for castling the square of the rook.
    pub(crate) to: u8,
    /// The role that stands on the target afterwards.
    pub(crate) placed: u8,
    pub(crate) is_capture: bool,
}

/// What kind of move it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// From one square to another, promotions included.
    Normal,
    /// A pawn takes the pawn beside it.
    EnPassant,
    /// Castling.
    Castle,
    /// A piece out of the pocket (Crazyhouse).
    Drop,
}

pub(crate) const PAWN: u8 = 1;
pub(crate) const KNIGHT: u8 = 2;
pub(crate) const BISHOP: u8 = 3;
pub(crate) const ROOK: u8 = 4;
pub(crate) const QUEEN: u8 = 5;
pub(crate) const KING: u8 = 6;

pub(crate) fn role_of(number: u8) -> Role {
    match number {
        1 => Role::Pawn,
        2 => Role::Knight,
        3 => Role::Bishop,
        4 => Role::Rook,
        5 => Role::Queen,
        _ => Role::King,
    }
}

pub(crate) fn number_of(role: Role) -> u8 {
    match role {
        Role::Pawn => PAWN,
        Role::Knight => KNIGHT,
        Role::Bishop => BISHOP,
        Role::Rook => ROOK,
        Role::Queen => QUEEN,
        Role::King => KING,
    }
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

impl Move {
    /// What kind of move it is.
    #[must_use]
    pub fn kind(self) -> MoveKind {
        self.kind
    }

    /// The role that moves, or is dropped; the king for castling.
    #[must_use]
    pub fn role(self) -> Role {
        role_of(self.role)
    }

    /// Where it comes from; nowhere for a drop.
    #[must_use]
    pub fn from(self) -> Option<Square> {
        (self.kind != MoveKind::Drop).then(|| square(self.from.into()))
    }

    /// Where it goes; for castling, where the king goes.
    #[must_use]
    pub fn to(self) -> Square {
        let to = u32::from(self.to);
        if self.kind != MoveKind::Castle {
            return square(to);
        }
        square(to & 56 | if self.is_king_side() { 6 } else { 2 })
    }

    /// The role promoted to.
    #[must_use]
    pub fn promotion(self) -> Option<Role> {
        (self.role == PAWN && self.placed != PAWN).then(|| role_of(self.placed))
    }

    /// Whether a piece is taken.
    #[must_use]
    pub fn is_capture(self) -> bool {
        self.is_capture
    }

    /// Whether it is castling on the side of the h-file. Meaningful for castling only.
    #[must_use]
    pub fn is_king_side(self) -> bool {
        self.to > self.from
    }

    /// The square of the castling rook before the move. Meaningful for castling only.
    #[must_use]
    pub fn castling_rook(self) -> Square {
        square(self.to.into())
    }

    /// The move in the notation of UCI engines: `e2e4`, `e7d8q`, `N@f3`. Castling is `e1g1`, and in
    /// Chess960 `e1h1`.
    #[must_use]
    pub fn uci(self, mode: CastlingMode) -> Uci {
        Uci { mv: self, mode }
    }

    pub(crate) fn from_shakmaty(mv: shakmaty::Move) -> Move {
        use shakmaty::Move as M;
        match mv {
            M::Normal { role, from, capture, to, promotion } => Move {
                kind: MoveKind::Normal,
                role: number_of(role),
                from: index(from),
                to: index(to),
                placed: number_of(promotion.unwrap_or(role)),
                is_capture: capture.is_some(),
            },
            M::EnPassant { from, to } => Move {
                kind: MoveKind::EnPassant,
                role: PAWN,
                from: index(from),
                to: index(to),
                placed: PAWN,
                is_capture: true,
            },
            M::Castle { king, rook } => Move {
                kind: MoveKind::Castle,
                role: KING,
                from: index(king),
                to: index(rook),
                placed: KING,
                is_capture: false,
            },
            M::Put { role, to } => Move {
                kind: MoveKind::Drop,
                role: number_of(role),
                from: index(to),
                to: index(to),
                placed: number_of(role),
                is_capture: false,
            },
        }
    }

    /// The same move for shakmaty; `board` is the board it is played on.
    #[must_use]
    pub fn to_shakmaty(self, board: &shakmaty::Board) -> shakmaty::Move {
        let (from, to) = (square(self.from.into()), square(self.to.into()));
        match self.kind {
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

/// How castling is written in the notation of UCI engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingMode {
    /// The king's own squares: `e1g1`.
    Standard,
    /// The king takes the rook: `e1h1`.
    Chess960,
}

/// A move, shown in the notation of UCI engines.
#[derive(Clone, Copy, Debug)]
pub struct Uci {
    mv: Move,
    mode: CastlingMode,
}

impl fmt::Display for Uci {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Uci { mv, mode } = *self;
        let to = match mode {
            CastlingMode::Standard => mv.to(),
            CastlingMode::Chess960 => square(mv.to.into()),
        };
        match (mv.from(), mv.promotion()) {
            (None, _) => write!(f, "{}@{to}", mv.role().upper_char()),
            (Some(from), None) => write!(f, "{from}{to}"),
            (Some(from), Some(role)) => write!(f, "{from}{to}{}", role.char()),
        }
    }
}
