//! The move number that is expected next, compared with the text at once.

/// The text of the next move number in both forms: `12...` for Black, and its beginning `12.` for White.
///
/// Nearly every number is the expected one, and is then read with one comparison.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expected {
    /// The text with three dots as a little-endian number, padded with zeros.
    text: u64,
    /// The number of bits of a window after White's form.
    rest: u32,
}

/// The texts of the first 256 move numbers, which nearly all moves have.
static KNOWN: [Expected; 256] = {
    let mut known = [Expected::NONE; 256];
    let mut number = 0;
    while number < 256 {
        known[number] = Expected::of(number);
        number += 1;
    }
    known
};

impl Expected {
    /// A number that no text equals. Numbers of more than four digits are read digit by digit.
    pub(super) const NONE: Expected = Expected { text: 0, rest: 24 };

    #[expect(clippy::cast_possible_truncation, reason = "digits, and lengths of at most four")]
    const fn of(number: usize) -> Expected {
        if number == 0 || number > 9999 {
            return Expected::NONE;
        }
        let (mut text, mut shift, mut unit) = (0, 0, 1000);
        while unit > 0 {
            if number >= unit {
                text |= ((b'0' + (number / unit % 10) as u8) as u64) << shift;
                shift += 8;
            }
            unit /= 10;
        }
        Expected { text: text | 0x2E_2E2E << shift, rest: 64 - 8 - shift }
    }

    /// Returns the length of the number that `window` begins with, with one dot or, for Black, three; `None`
    /// if it is another number.
    ///
    /// `window` must begin with a digit.
    #[inline(always)]
    pub(super) fn len_in(self, window: u64, is_black: bool) -> Option<usize> {
        let rest = if is_black { self.rest - 16 } else { self.rest };
        let is_met = (window ^ self.text) << (rest & 63) == 0;
        is_met.then_some((64 - rest as usize) / 8)
    }

    /// Returns the text of `number`.
    #[inline(always)]
    pub(super) fn number(number: u32) -> Expected {
        match KNOWN.get(number as usize) {
            Some(&known) => known,
            None => Expected::of(number as usize),
        }
    }

    /// Returns the text of `number`, which follows this one; [`Expected::NONE`] stays as it is.
    #[inline(always)]
    pub(super) fn next(self, number: u32) -> Expected {
        if self.text == 0 { self } else { Expected::number(number) }
    }
}
