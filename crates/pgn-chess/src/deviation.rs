//! Deviations of a move's text from canonical SAN: a set with one bit for each rule.

use std::fmt;

/// The ways in which the text of a move deviates from canonical SAN. Empty exactly for canonical text.
///
/// ```
/// use pgn_chess::Deviations;
///
/// let both = Deviations::CHECK_SIGN.with(Deviations::NONE);
/// assert!(both.contains(Deviations::CHECK_SIGN) && !both.is_empty());
/// assert!(both.without(Deviations::CHECK_SIGN).is_empty());
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Deviations(u32);

macro_rules! deviations {
    ($($(#[$doc:meta])* $name:ident = $n:literal,)*) => {
        impl Deviations {
            $($(#[$doc])* pub const $name: Deviations = Deviations(1 << $n);)*

            /// All deviations with their names, each by itself.
            pub const ALL: &[(Deviations, &str)] = &[$((Deviations::$name, stringify!($name)),)*];
        }
    };
}

deviations! {
    /// A capture without its sign: `ed5`, or `Nf3` that captures (SAN-05, LEN-03).
    MISSING_CAPTURE = 0,
    /// `x` without a capture, or another sign: `X`, `:`, `×` (SAN-05, LEN-03).
    WRONG_CAPTURE = 1,
    /// A check or mate sign that is missing, wrong, or in another form (SAN-15, LEN-04).
    CHECK_SIGN = 2,
    /// Letters in the wrong case: `nf3`, `E4` (LEN-02).
    CASE = 3,
    /// A lower-case `b` for the bishop, as no pawn move fits (LEN-02).
    AMBIGUOUS_B = 4,
    /// Castling with zeros, lower-case letters, other dashes or none (LEN-05).
    CASTLING_ZERO = 5,
    /// Castling written as a move of the king (LEN-06, VAR-05).
    CASTLING_AS_KING = 6,
    /// The origin square, as in `e2-e4`, `Ng1-f3`, `e2e4`, `g1f3` (LEN-07).
    LONG_ALGEBRAIC = 7,
    /// A letter for the pawn (LEN-08).
    PAWN_LETTER = 8,
    /// Another form of promotion: `e8Q`, `e8=q`, `e8(Q)`, `e8/Q`, `e8 =Q` (LEN-09).
    PROMOTION_FORM = 9,
    /// A missing promotion piece, with the option to assume a queen (LEN-10).
    ASSUMED_QUEEN = 10,
    /// An `e.p.` or a similar mark (LEN-11).
    EN_PASSANT_MARK = 11,
    /// More disambiguation than is needed (LEN-12).
    OVERDISAMBIGUATED = 12,
    /// A figurine for a piece letter (LEN-15).
    FIGURINE = 13,
    /// A piece letter of the selected language (LEN-15).
    FOREIGN_LETTER = 14,
    /// A null move (LEN-16).
    NULL_MOVE = 15,
    /// A draw offer behind the move (LEN-18).
    DRAW_OFFER = 16,
    /// Another form without a bit of its own: `ed`, `xd5`, `N1f3` for `Ngf3` (SAN-06, SAN-10).
    NON_CANONICAL = 17,
    /// Lookalike letters of another script: `Nе7` with a Cyrillic `е`.
    LOOK_ALIKE = 18,
    /// A move in several words, or with an invisible character inside: `N c6`, `O - O`.
    SPLIT = 19,
}

impl Deviations {
    /// The empty set.
    pub const NONE: Deviations = Deviations(0);

    /// Returns true if there are no deviations.
    #[must_use]
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns true if all of `other` are in this set.
    #[must_use]
    pub fn contains(self, other: Deviations) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns true if any of `other` is in this set.
    #[must_use]
    pub fn intersects(self, other: Deviations) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the union with `other`.
    #[must_use]
    #[inline(always)]
    pub fn with(self, other: Deviations) -> Deviations {
        Deviations(self.0 | other.0)
    }

    /// Returns this set without `other`.
    #[must_use]
    pub fn without(self, other: Deviations) -> Deviations {
        Deviations(self.0 & !other.0)
    }

    /// Returns the union with `other` if `condition` is true, without a branch.
    #[must_use]
    #[inline(always)]
    pub(crate) fn with_if(self, condition: bool, other: Deviations) -> Deviations {
        Deviations(self.0 | (other.0 * u32::from(condition)))
    }

    /// Returns the bits of the set. The bit of [`Deviations::ALL`]`[i]` is `1 << i`.
    #[must_use]
    pub fn bits(self) -> u32 {
        self.0
    }

    /// Returns the deviations of the set, each by itself.
    pub fn iter(self) -> impl Iterator<Item = Deviations> {
        Self::ALL.iter().map(|&(one, _)| one).filter(move |&one| self.contains(one))
    }
}

impl std::ops::BitOr for Deviations {
    type Output = Deviations;

    fn bitor(self, other: Deviations) -> Deviations {
        self.with(other)
    }
}

impl std::ops::BitOrAssign for Deviations {
    fn bitor_assign(&mut self, other: Deviations) {
        *self = self.with(other);
    }
}

impl fmt::Debug for Deviations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Self::ALL.iter().filter(|&&(one, _)| self.contains(one)).map(|&(_, name)| name);
        f.write_str(&names.collect::<Vec<_>>().join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_in_order_of_the_table() {
        for (i, &(one, _)) in Deviations::ALL.iter().enumerate() {
            assert_eq!(one.bits(), 1 << i);
        }
        let two = Deviations::CASE | Deviations::FIGURINE;
        assert_eq!(format!("{two:?}"), "CASE FIGURINE");
        assert_eq!(two.iter().count(), 2);
    }
}
