//! Evaluations in the command `eval` (supplement of 2001).

use crate::text::numerals;

/// An evaluation of a position by an engine, from White's point of view.
///
/// ```
/// use pgn_syntax::Evaluation;
///
/// let mate = Evaluation::Mate(3);
/// assert_eq!(mate.of_other_side(), Evaluation::Mate(-3));
/// assert!(mate.limited() > Evaluation::Centipawns(900).limited());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// An advantage in hundredths of a pawn.
    Centipawns(i64),
    /// A mate in this number of moves. Negative if Black mates.
    Mate(i64),
}

/// The evaluation that ChessBase writes for a side that is mated, and the least one that it writes for a mate.
const MATED: i64 = 32_767;
const FIRST_MATE: i64 = MATED - 500;

/// The maximum number of digits of a number.
const MAX_DIGITS: usize = 9;

impl Evaluation {
    /// Returns the evaluation in the operand of `[%eval …]`, or `None` if it is not an evaluation.
    ///
    /// A number with a point is in pawns, `#` or `M` is before the moves to a mate, and a depth may follow
    /// after `,` or `/`. A whole number is in pawns, or in hundredths of a pawn if `,` and a depth follow,
    /// as in the supplement of 2001; there, 32767 less the moves to a mate is that mate (ChessBase).
    ///
    /// ```
    /// use pgn_syntax::Evaluation;
    ///
    /// assert_eq!(Evaluation::read(b"0.17"), Some(Evaluation::Centipawns(17)));
    /// assert_eq!(Evaluation::read(b"0.17/25"), Some(Evaluation::Centipawns(17)));
    /// assert_eq!(Evaluation::read(b"-106,29"), Some(Evaluation::Centipawns(-106)));
    /// assert_eq!(Evaluation::read(b"32765,29"), Some(Evaluation::Mate(2)));
    /// assert_eq!(Evaluation::read(b"#-3"), Some(Evaluation::Mate(-3)));
    /// assert_eq!(Evaluation::read(b"-M3"), Some(Evaluation::Mate(-3)));
    /// assert_eq!(Evaluation::read(b"unclear"), None);
    /// ```
    #[must_use]
    pub fn read(operand: &[u8]) -> Option<Evaluation> {
        Evaluation::with_depth(operand).map(|(evaluation, _)| evaluation)
    }

    /// Returns the evaluation in the operand of `[%eval …]`, and its depth if there is one.
    #[must_use]
    pub(crate) fn with_depth(operand: &[u8]) -> Option<(Evaluation, Option<u32>)> {
        let operand = operand.trim_ascii();
        if let Some(evaluation) = with_decimal_comma(operand) {
            return Some((evaluation, None));
        }
        let mut value = operand;
        let mut has_comma = false;
        let mut depth = None;
        if let Some(at) = operand.iter().position(|byte| matches!(byte, b',' | b'/')) {
            value = operand[..at].trim_ascii_end();
            has_comma = operand[at] == b',';
            depth = u32::try_from(number(operand[at + 1..].trim_ascii())?).ok();
        }
        let is_mate_sign = |text: &[u8]| matches!(text, [b'#' | b'M', ..]);
        let (is_mate, value) =
            if is_mate_sign(value) { (true, &value[1..]) } else { (false, value) };
        let (sign, digits) = numerals::signed(value);
        let sign = sign.unwrap_or(1);
        let evaluation = if is_mate {
            Evaluation::Mate(sign * number(digits)?)
        } else if is_mate_sign(digits) {
            Evaluation::Mate(sign * number(&digits[1..])?)
        } else if let Some(point) = digits.iter().position(|&byte| byte == b'.') {
            Evaluation::of_decimal(sign, &digits[..point], &digits[point + 1..])?
        } else {
            match number(digits)? {
                n if has_comma && (FIRST_MATE..=MATED).contains(&n) => {
                    Evaluation::Mate(sign * (MATED - n))
                }
                n => Evaluation::Centipawns(sign * n * if has_comma { 1 } else { 100 }),
            }
        };
        Some((evaluation, depth))
    }

    /// Returns the evaluation with the digits before and after a decimal point, in pawns. `sign` is 1 or -1.
    pub(crate) fn of_decimal(sign: i64, pawns: &[u8], fraction: &[u8]) -> Option<Evaluation> {
        let pawns = number(pawns)?;
        if fraction.is_empty() || !fraction.iter().all(u8::is_ascii_digit) {
            return None;
        }
        // The third digit rounds the hundredths.
        let digit = |at: usize| fraction.get(at).map_or(0, |byte| i64::from(byte - b'0'));
        let hundredths = digit(0) * 10 + digit(1) + i64::from(digit(2) >= 5);
        Some(Evaluation::Centipawns(sign * (pawns * 100 + hundredths)))
    }

    /// Returns the evaluation from the other side's point of view.
    ///
    /// ```
    /// use pgn_syntax::Evaluation::Centipawns;
    ///
    /// assert_eq!(Centipawns(30).of_other_side(), Centipawns(-30));
    /// assert_eq!(Centipawns(i64::MIN).of_other_side(), Centipawns(i64::MAX));
    /// ```
    #[must_use]
    pub fn of_other_side(self) -> Evaluation {
        match self {
            Evaluation::Centipawns(n) => Evaluation::Centipawns(n.saturating_neg()),
            Evaluation::Mate(n) => Evaluation::Mate(n.saturating_neg()),
        }
    }

    /// Returns the evaluation in centipawns, limited to [`Evaluation::LIMIT`]; a mate counts as the limit.
    #[must_use]
    pub fn limited(self) -> i64 {
        match self {
            Evaluation::Centipawns(n) => n.clamp(-Evaluation::LIMIT, Evaluation::LIMIT),
            Evaluation::Mate(n) => Evaluation::LIMIT * n.signum(),
        }
    }

    /// Returns the centipawns that a move lost from the evaluation `before` it to the evaluation `after` it,
    /// both [limited](Evaluation::limited); 0 if it gained some.
    ///
    /// ```
    /// use pgn_syntax::Evaluation::{Centipawns, Mate};
    ///
    /// assert_eq!(Centipawns(30).loss(Centipawns(-20), true), 50);
    /// assert_eq!(Centipawns(30).loss(Mate(3), false), 970);
    /// assert_eq!(Centipawns(30).loss(Centipawns(-20), false), 0);
    /// ```
    #[must_use]
    pub fn loss(self, after: Evaluation, is_white: bool) -> u64 {
        let gained = after.limited() - self.limited();
        u64::try_from(if is_white { -gained } else { gained }).unwrap_or(0)
    }

    /// Upper bound on evaluations in [`Evaluation::limited`].
    pub const LIMIT: i64 = 1_000;
}

/// Returns an evaluation in pawns with a decimal comma, such as `-0,34` and `1,05`, where it cannot be centipawns and a
/// depth: those have no zero with a sign, and no depth that begins with a zero.
fn with_decimal_comma(operand: &[u8]) -> Option<Evaluation> {
    let (sign, digits) = numerals::signed(operand);
    let comma = digits.iter().position(|&byte| byte == b',')?;
    let (pawns, fraction) = (&digits[..comma], &digits[comma + 1..]);
    let is_signed_zero = pawns == b"0" && sign.is_some();
    let is_decimal = match fraction {
        [_] => is_signed_zero,
        [first, _] => is_signed_zero || *first == b'0',
        _ => false,
    };
    if is_decimal { Evaluation::of_decimal(sign.unwrap_or(1), pawns, fraction) } else { None }
}

/// Returns the value of one to nine digits.
fn number(digits: &[u8]) -> Option<i64> {
    numerals::number(digits, MAX_DIGITS)?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_evaluations() {
        use Evaluation::{Centipawns, Mate};
        for (text, expect) in [
            ("0.35", Some(Centipawns(35))),
            ("+0.3", Some(Centipawns(30))),
            ("-0.004", Some(Centipawns(0))),
            ("-1.996", Some(Centipawns(-200))),
            ("0.17,25", Some(Centipawns(17))),
            ("0.17 / 25", Some(Centipawns(17))),
            ("-106,29", Some(Centipawns(-106))),
            ("-0,34", Some(Centipawns(-34))),
            ("+0,3", Some(Centipawns(30))),
            ("1,05", Some(Centipawns(105))),
            ("0,05", Some(Centipawns(5))),
            // ChessBase: an equal position at depth 25.
            ("0,25", Some(Centipawns(0))),
            ("34,5", Some(Centipawns(34))),
            ("-0,345", Some(Centipawns(0))),
            ("-106/29", Some(Centipawns(-10_600))),
            ("99", Some(Centipawns(9900))),
            ("#5", Some(Mate(5))),
            ("#-3,20", Some(Mate(-3))),
            ("#+3", Some(Mate(3))),
            ("", None),
            ("#", None),
            ("#1.5", None),
            (".5", None),
            ("5.", None),
            ("1e5", None),
            ("inf", None),
            ("0.1,", None),
            ("0.1,x", None),
            ("9999999999", None),
        ] {
            assert_eq!(Evaluation::read(text.as_bytes()), expect, "{text}");
        }
    }
}
