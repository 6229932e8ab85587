//! Codes of the Encyclopaedia of Chess Openings, from A00 to E99.

use std::fmt;

/// One of the 500 ECO codes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Eco(u16);

/// The number of codes.
const N_CODES: u16 = 500;

impl Eco {
    /// Returns the code that `text` begins with, ignoring case: `B90`, also for `B90/03` (9.4.1); `None` if
    /// there is none.
    #[must_use]
    pub fn read(text: &[u8]) -> Option<Eco> {
        let &[letter, tens, ones, ..] = text.trim_ascii_start() else { return None };
        let letter = letter.to_ascii_uppercase().checked_sub(b'A').filter(|&letter| letter < 5)?;
        let digit = |byte: u8| byte.is_ascii_digit().then(|| u16::from(byte - b'0'));
        Some(Eco(u16::from(letter) * 100 + digit(tens)? * 10 + digit(ones)?))
    }

    /// Returns all codes in order.
    pub fn all() -> impl Iterator<Item = Eco> {
        (0..N_CODES).map(Eco)
    }

    /// Returns the code with this index in [`Eco::all`]; the last one for larger numbers.
    pub(crate) fn of_index(index: u16) -> Eco {
        Eco(index.min(N_CODES - 1))
    }

    /// Returns the index of the code in [`Eco::all`], below 500.
    #[must_use]
    pub fn index(self) -> usize {
        self.0.into()
    }

    /// Returns the code as three characters.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        let at = usize::from(self.0) * 3;
        &TEXT[at..at + 3]
    }

    /// Returns the volume: `A` to `E`.
    #[must_use]
    pub fn letter(self) -> char {
        char::from(self.as_str().as_bytes()[0])
    }
}

/// The texts of all codes, one after another.
static TEXT: &str = {
    const BYTES: [u8; N_CODES as usize * 3] = {
        let mut bytes = [b'A'; N_CODES as usize * 3];
        let mut code = 0;
        while code < N_CODES as usize {
            let digits = [code / 100, code / 10 % 10, code % 10];
            bytes[code * 3] = b"ABCDE"[digits[0]];
            bytes[code * 3 + 1] = b"0123456789"[digits[1]];
            bytes[code * 3 + 2] = b"0123456789"[digits[2]];
            code += 1;
        }
        bytes
    };
    match std::str::from_utf8(&BYTES) {
        Ok(text) => text,
        Err(_) => "",
    }
};

impl fmt::Display for Eco {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Eco {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_and_shown() {
        let show = |text: &str| Eco::read(text.as_bytes()).map(Eco::as_str);
        assert_eq!(show("B90"), Some("B90"));
        assert_eq!(show("e99r"), Some("E99"));
        assert_eq!(show("A00/01"), Some("A00"));
        for none in ["", "B9", "F00", "BB0", "?", "90B"] {
            assert_eq!(show(none), None, "{none}");
        }
        assert_eq!(Eco::all().count(), 500);
        assert!(Eco::all().all(|eco| Eco::read(eco.as_str().as_bytes()) == Some(eco)));
        assert_eq!(Eco::all().last().map(Eco::letter), Some('E'));
    }
}
