//! The texts of cells.

use std::cmp::Ordering;

/// A text of a cell. A short text is stored as an integer, so that comparing and hashing it is one operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Text<'a> {
    /// A text of up to 7 bytes: the bytes from the highest one on, then zeros, then the number of the bytes. The order
    /// of these numbers is the order of the texts.
    Short(u64),
    /// A longer text.
    Long(&'a [u8]),
}

impl<'a> Text<'a> {
    #[inline(always)]
    pub(crate) fn new(bytes: &'a [u8]) -> Text<'a> {
        let byte = |at: usize| u64::from(bytes[at]) << (8 * at);
        let four = |at: usize| {
            let four = bytes[at..].first_chunk::<4>().copied().unwrap_or_default();
            u64::from(u32::from_le_bytes(four)) << (8 * at)
        };
        let word = match bytes.len() {
            0 => 0,
            // Some bytes are read twice, which does not change the result.
            n @ 1..4 => byte(0) | byte(n / 2) | byte(n - 1),
            n @ 4..8 => four(0) | four(n - 4),
            _ => return Text::Long(bytes),
        };
        Text::Short((word | (bytes.len() as u64) << 56).swap_bytes())
    }

    /// Returns `other` if both texts are long and equal, otherwise `self`. Equal texts then share their bytes, so that
    /// their pointers can be compared instead.
    #[inline(always)]
    pub(crate) fn shared_with(self, other: Option<&Text<'a>>) -> Text<'a> {
        match (self, other) {
            (Text::Long(text), Some(&Text::Long(other))) if text == other => Text::Long(other),
            _ => self,
        }
    }

    /// Returns the number of bytes.
    pub(crate) fn len(self) -> usize {
        match self {
            Text::Short(word) => short_len(word),
            Text::Long(text) => text.len(),
        }
    }

    /// Returns the number of bytes that the text takes in plain encoding.
    pub(crate) fn plain_len(&self) -> usize {
        size_of::<u32>() + self.len()
    }

    /// Appends the text in plain encoding: its length, then its bytes.
    #[inline]
    pub(crate) fn push_plain(&self, out: &mut Vec<u8>) {
        let len = u32::try_from(self.len()).unwrap_or(u32::MAX);
        out.extend_from_slice(&len.to_le_bytes());
        self.with_bytes(|bytes| out.extend_from_slice(bytes));
    }

    /// Calls `take` with the bytes.
    pub(crate) fn with_bytes<T>(self, take: impl FnOnce(&[u8]) -> T) -> T {
        match self {
            Text::Short(word) => take(&word.to_be_bytes()[..short_len(word)]),
            Text::Long(text) => take(text),
        }
    }
}

/// Returns the number of bytes of a short text.
fn short_len(word: u64) -> usize {
    usize::from(word.to_le_bytes()[0] & 7)
}

impl Ord for Text<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Text::Short(word), Text::Short(other)) => word.cmp(other),
            _ => self.with_bytes(|text| other.with_bytes(|other| text.cmp(other))),
        }
    }
}

impl PartialOrd for Text<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_distinct_and_ordered_as_their_bytes() {
        let mut all = vec![String::new()];
        for from in 0..=3000 {
            let longer = ["a", "b", "\0"].map(|letter| format!("{}{letter}", all[from]));
            all.extend(longer);
        }
        all.sort();
        let texts: Vec<Text<'_>> = all.iter().map(|text| Text::new(text.as_bytes())).collect();
        assert!(texts.is_sorted_by(|a, b| a < b));
        for (bytes, text) in all.iter().zip(texts) {
            assert_eq!(text.len(), bytes.len());
            assert!(text.with_bytes(|found| found == bytes.as_bytes()));
            assert_eq!(matches!(text, Text::Short(_)), bytes.len() < 8);
        }
    }
}
