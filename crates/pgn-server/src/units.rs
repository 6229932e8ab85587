//! Columns of the protocol, in code units of the position encoding that client and server have agreed on.

use lsp_types::PositionEncodingKind;

/// The unit in which columns are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Units {
    Utf8,
    /// The default of the protocol, unless both sides agree on another unit.
    #[default]
    Utf16,
    Utf32,
}

impl Units {
    /// Returns the best of the units that a client supports: UTF-8 first, because its columns are offsets in bytes, and
    /// UTF-16 last.
    pub(crate) fn choose(kinds: &[PositionEncodingKind]) -> Units {
        match kinds {
            _ if kinds.contains(&PositionEncodingKind::UTF8) => Units::Utf8,
            _ if kinds.contains(&PositionEncodingKind::UTF32) => Units::Utf32,
            _ => Units::Utf16,
        }
    }

    /// Returns the name of the unit in the protocol.
    pub(crate) fn kind(self) -> PositionEncodingKind {
        match self {
            Units::Utf8 => PositionEncodingKind::UTF8,
            Units::Utf16 => PositionEncodingKind::UTF16,
            Units::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    /// Returns the number of units of a text in UTF-8.
    pub(crate) fn count(self, text: &[u8]) -> usize {
        match self {
            Units::Utf8 => text.len(),
            _ if text.is_ascii() => text.len(),
            _ => text.iter().map(|&byte| self.of_byte(byte)).sum(),
        }
    }

    /// Returns the offset in `line` after the first `n` units, at most its length. A position within a character
    /// means the place before it.
    pub(crate) fn offset(self, line: &[u8], n: usize) -> usize {
        if self == Units::Utf8 {
            let mut at = n.min(line.len());
            while at < line.len() && at > 0 && is_inner(line[at]) {
                at -= 1;
            }
            return at;
        }
        let (mut seen, mut last) = (0, 0);
        for (at, &byte) in line.iter().enumerate() {
            if is_inner(byte) {
                continue;
            }
            if seen >= n {
                return if seen == n { at } else { last };
            }
            last = at;
            seen += self.of_byte(byte);
        }
        if seen > n { last } else { line.len() }
    }

    /// Returns the number of units that the first byte of a character counts for, and 0 for its other bytes. In UTF-8
    /// each byte is a unit.
    fn of_byte(self, byte: u8) -> usize {
        match self {
            Units::Utf8 => 1,
            Units::Utf16 => usize::from(!is_inner(byte)) + usize::from(byte >= 0xF0),
            Units::Utf32 => usize::from(!is_inner(byte)),
        }
    }
}

/// Returns true for bytes of a character other than its first one.
fn is_inner(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_counted_in_each_unit() {
        let line = "aé♔😀z".as_bytes();
        let ends = [1, 3, 6, 10, 11];
        for (units, expected) in [
            (Units::Utf8, [1, 3, 6, 10, 11]),
            (Units::Utf16, [1, 2, 3, 5, 6]),
            (Units::Utf32, [1, 2, 3, 4, 5]),
        ] {
            for (end, n) in ends.into_iter().zip(expected) {
                assert_eq!(units.count(&line[..end]), n, "{units:?}");
                assert_eq!(units.offset(line, n), end, "{units:?}");
            }
            assert_eq!(units.offset(line, 99), line.len());
        }
        // Within the surrogate pair, and within a character.
        assert_eq!(Units::Utf16.offset(line, 4), 6);
        assert_eq!(Units::Utf8.offset(line, 2), 1);
    }
}
