//! The encodings of inputs that are copied byte for byte into one output: if there are several, a warning says so.

use pgn_syntax::CharsetGuess;

use crate::messages::{Messages, counted};

/// Which bytes beyond ASCII a text has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Encodings {
    /// Characters in UTF-8.
    pub(crate) utf8: bool,
    /// Bytes that are not UTF-8.
    pub(crate) other: bool,
}

impl Encodings {
    pub(crate) fn of(text: &[u8]) -> Encodings {
        let mut found = Encodings::default();
        if text.is_ascii() {
            return found;
        }
        for chunk in text.utf8_chunks() {
            found.utf8 |= !chunk.valid().is_ascii();
            found.other |= !chunk.invalid().is_empty();
            if found.utf8 && found.other {
                break;
            }
        }
        found
    }
}

/// The inputs of each encoding: the first, and how many.
#[derive(Debug, Default)]
pub(crate) struct Inputs {
    utf8: Option<(String, u64)>,
    other: Option<(String, u64)>,
    /// What is known of the input at hand.
    here: Encodings,
}

impl Inputs {
    /// Begins an input.
    pub(crate) fn begin(&mut self) {
        self.here = Encodings::default();
    }

    /// Takes what a piece of the input at hand has.
    pub(crate) fn add(&mut self, found: Encodings, name: impl Fn() -> String) {
        let count = |list: &mut Option<(String, u64)>| match list {
            Some((_, n)) => *n += 1,
            None => *list = Some((name(), 1)),
        };
        if found.utf8 && !self.here.utf8 {
            count(&mut self.utf8);
        }
        if found.other && !self.here.other {
            count(&mut self.other);
        }
        self.here.utf8 |= found.utf8;
        self.here.other |= found.other;
    }

    /// Returns the warning, if there are several encodings.
    pub(crate) fn warning(&self) -> Option<String> {
        let (Some(utf8), Some(other)) = (&self.utf8, &self.other) else { return None };
        let words = |(name, n): &(String, u64)| match n {
            1 => name.clone(),
            n => format!("{name} and {}", counted(n - 1, "more file")),
        };
        Some(format!(
            "inputs of several encodings, copied as they are: UTF-8 in {}, other 8-bit characters in {}; \
             merge --output-encoding and export write one encoding",
            words(utf8),
            words(other)
        ))
    }
}

/// Says which character set was detected in an input: as a warning if another one is nearly as likely.
pub(crate) fn report(name: &str, guess: &CharsetGuess, messages: &Messages) {
    let CharsetGuess { charset, second, .. } = guess;
    let (set, other) = (charset.name(), second.name());
    if guess.is_certain() {
        messages.note(format_args!("{name}: read as {set}, by its letters"));
    } else {
        messages.warning(format_args!(
            "{name}: read as {set}, but it may be {other}: too few letters tell; --encoding names the set"
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_seen_by_their_bytes() {
        let of = |text: &[u8]| {
            let Encodings { utf8, other } = Encodings::of(text);
            (utf8, other)
        };
        assert_eq!(of(b"Reti"), (false, false));
        assert_eq!(of("Réti".as_bytes()), (true, false));
        assert_eq!(of(b"R\xE9ti"), (false, true));
        assert_eq!(of(b"R\xC3\xA9ti R\xE9ti"), (true, true));
    }

    #[test]
    fn different_encodings_are_reported_with_their_inputs() {
        let mut inputs = Inputs::default();
        for (name, text) in [("a", "é".as_bytes()), ("b", b"x"), ("c", b"\xE9"), ("d", b"\xE9")] {
            inputs.begin();
            for _ in 0..2 {
                inputs.add(Encodings::of(text), || name.to_owned());
            }
            assert_eq!(inputs.warning().is_some(), matches!(name, "c" | "d"));
        }
        let warning = inputs.warning().unwrap_or_default();
        assert!(warning.contains("UTF-8 in a, other 8-bit characters in c and 1 more file;"));
    }
}
