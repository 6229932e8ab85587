//! The faults of the tags that define the start of a game.

use std::fmt;

macro_rules! faults {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// A fault of the tags that define the start of a game. Each has a lint rule.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum StartFault {
            $($(#[$doc])* $name,)*
        }

        impl StartFault {
            /// All faults, in order.
            pub const ALL: &[StartFault] = &[$(StartFault::$name,)*];
        }
    };
}

faults! {
    /// The FEN cannot be read (FEN-02, FEN-03).
    BadFen,
    /// The FEN is empty, or says that it is unknown (SUP-16).
    UnknownFen,
    /// A side does not have exactly one king, or the side not to move is in check (FEN-09).
    IllegalPosition,
    /// Pawns on a back rank, or too many pieces or pawns (FEN-09).
    OddPosition,
    /// A FEN with two to five fields (FEN-11).
    ShortFen,
    /// Castling letters in another order than KQkq, or twice (FEN-04).
    FenCastlingOrder,
    /// A castling right without king and rook on their squares (FEN-04).
    FenCastlingImpossible,
    /// An en passant square on a wrong rank (FEN-05).
    FenEpRank,
    /// An en passant square that no pawn can just have moved over (FEN-05).
    FenEpImpossible,
    /// A halfmove clock that is not a number (FEN-07).
    FenHalfmove,
    /// A fullmove number that is not a number, or 0 (FEN-08).
    FenFullmove,
    /// Anything but one space between two fields (FEN-01).
    FenSpacing,
    /// A capital for the side to move or in the en passant square, numbers side by side, or a `/` after the last rank
    /// (FEN-02, FEN-03, FEN-05).
    FenSpelling,
    /// A pocket or a count of checks in a FEN of a game without them, or a count above three (VAR-08).
    FenOfOtherVariant,
    /// A FEN of the initial position (FEN-10).
    RedundantFen,
    /// SetUp is 1, but there is no FEN (SUP-15).
    SetupWithoutFen,
    /// There is a FEN, but no SetUp (SUP-15).
    FenWithoutSetup,
    /// SetUp is 0, but the FEN is another position (SUP-15).
    SetupContradictsFen,
    /// An unknown variant (VAR-01).
    UnknownVariant,
    /// A variant whose start position differs between games, without a FEN (VAR-02).
    VariantWithoutFen,
    /// A variant named in the Variation tag (VAR-01).
    VariantInVariationTag,
}

/// A set of [`StartFault`]s.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct StartFaults(u32);

impl StartFaults {
    /// Adds a fault.
    pub fn insert(&mut self, fault: StartFault) {
        self.0 |= 1 << fault as u32;
    }

    /// Returns true if the set contains `fault`.
    #[must_use]
    pub fn contains(self, fault: StartFault) -> bool {
        self.0 >> fault as u32 & 1 != 0
    }

    /// Returns true if there are no faults.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the faults of the set.
    pub fn iter(self) -> impl Iterator<Item = StartFault> {
        StartFault::ALL.iter().copied().filter(move |&fault| self.contains(fault))
    }
}

impl fmt::Debug for StartFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
