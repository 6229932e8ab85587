//! Deviations of a move's text from canonical SAN: a set with one bit for each rule.

use bitflags::bitflags;

bitflags! {
    /// The ways in which the text of a move deviates from canonical SAN. Empty exactly for canonical text.
    ///
    /// ```
    /// use pgn_chess::Deviations;
    ///
    /// let both = Deviations::CHECK_SIGN | Deviations::FIGURINE;
    /// assert!(both.contains(Deviations::CHECK_SIGN) && !both.is_empty());
    /// assert_eq!(both.iter().count(), 2);
    /// ```
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct Deviations: u32 {
        /// A capture without its sign: `ed5`, or `Nf3` that captures (SAN-05, LEN-03).
        const MISSING_CAPTURE = 1 << 0;
        /// `x` without a capture, or another sign: `X`, `:`, `×` (SAN-05, LEN-03).
        const WRONG_CAPTURE = 1 << 1;
        /// A check or mate sign that is missing, wrong, or in another form (SAN-15, LEN-04).
        const CHECK_SIGN = 1 << 2;
        /// Letters in the wrong case: `nf3`, `E4` (LEN-02).
        const CASE = 1 << 3;
        /// A lower-case `b` for the bishop, as no pawn move fits (LEN-02).
        const AMBIGUOUS_B = 1 << 4;
        /// Castling with zeros, lower-case letters, other dashes or none (LEN-05).
        const CASTLING_ZERO = 1 << 5;
        /// Castling written as a move of the king (LEN-06, VAR-05).
        const CASTLING_AS_KING = 1 << 6;
        /// The origin square, as in `e2-e4`, `Ng1-f3`, `e2e4`, `g1f3` (LEN-07).
        const LONG_ALGEBRAIC = 1 << 7;
        /// A letter for the pawn (LEN-08).
        const PAWN_LETTER = 1 << 8;
        /// Another form of promotion: `e8Q`, `e8=q`, `e8(Q)`, `e8/Q`, `e8 =Q` (LEN-09).
        const PROMOTION_FORM = 1 << 9;
        /// A missing promotion piece, with the option to assume a queen (LEN-10).
        const ASSUMED_QUEEN = 1 << 10;
        /// An `e.p.` or a similar mark (LEN-11).
        const EN_PASSANT_MARK = 1 << 11;
        /// More disambiguation than is needed (LEN-12).
        const OVERDISAMBIGUATED = 1 << 12;
        /// A figurine for a piece letter (LEN-15).
        const FIGURINE = 1 << 13;
        /// A piece letter of the selected language (LEN-15).
        const FOREIGN_LETTER = 1 << 14;
        /// A draw offer after the move (LEN-18).
        const DRAW_OFFER = 1 << 15;
        /// Another form without a bit of its own: `ed`, `xd5`, `N1f3` for `Ngf3` (SAN-06, SAN-10).
        const NON_CANONICAL = 1 << 16;
        /// Lookalike letters of another script: `Nе7` with a Cyrillic `е`.
        const LOOK_ALIKE = 1 << 17;
        /// A move in several words, or with an invisible character inside: `N c6`, `O - O`.
        const SPLIT = 1 << 18;
        /// A check or mate sign on a move that gives no check (SAN-15). Found with or without
        /// [`crate::ReplayOptions::judge_signs`].
        const FALSE_CHECK = 1 << 19;
    }
}

impl Deviations {
    /// Returns the union with `other` if `condition` is true, without a branch.
    #[must_use]
    #[inline(always)]
    pub(crate) fn with_if(self, condition: bool, other: Deviations) -> Deviations {
        Deviations::from_bits_retain(self.bits() | (other.bits() * u32::from(condition)))
    }
}
