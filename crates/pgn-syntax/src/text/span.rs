//! Spans: byte ranges relative to the chunk that is being read.

use std::{error::Error, fmt, ops::Range};

/// The error for a text that is too large to be parsed at once, as offsets in a [`Span`] have 32 bits.
///
/// ```
/// use pgn_syntax::TooLarge;
///
/// assert_eq!(TooLarge::check(1 << 20), Ok(()));
/// assert_eq!(TooLarge { n_bytes: 1 << 32 }.to_string(), "4294967296 bytes are too many to be parsed at once");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// The number of bytes of the text.
    pub n_bytes: u64,
}

impl TooLarge {
    /// The maximum number of bytes that can be parsed at once.
    pub const MAX: usize = u32::MAX as usize;

    /// Returns an error if a text of `n_bytes` bytes is too large.
    ///
    /// # Errors
    ///
    /// Returns [`TooLarge`] for more than [`TooLarge::MAX`] bytes.
    pub fn check(n_bytes: usize) -> Result<(), TooLarge> {
        if n_bytes <= TooLarge::MAX { Ok(()) } else { Err(TooLarge { n_bytes: n_bytes as u64 }) }
    }
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes are too many to be parsed at once", self.n_bytes)
    }
}

impl Error for TooLarge {}

/// A half-open range of bytes, relative to the start of the chunk it was read from.
///
/// ```
/// let pgn = b"1. e4 *";
/// let mut games = pgn_syntax::Games::new(pgn);
/// let span = games.next().unwrap().mainline().next().unwrap().span;
/// assert_eq!((span.start, span.end, span.len()), (3, 5, 2));
/// assert_eq!(span.of(pgn), b"e4");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The offset of the first byte.
    pub start: u32,
    /// The offset after the last byte.
    pub end: u32,
}

impl Span {
    /// Returns the span from `start` to `end`, which must be at most [`TooLarge::MAX`].
    ///
    /// # Panics
    ///
    /// Panics in debug builds if `end` is before `start` or too large. In other builds the span is then wrong.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Span {
        debug_assert!(start <= end, "{start}..{end}");
        Span { start: index(start), end: index(end) }
    }

    /// Returns the bytes of this span.
    ///
    /// `src` must be the chunk that the span was read from.
    ///
    /// # Panics
    ///
    /// Panics if the span reaches beyond the end of `src`, or ends before its start.
    #[inline]
    #[must_use]
    pub fn of(self, src: &[u8]) -> &[u8] {
        &src[self.start as usize..self.end as usize]
    }

    /// Returns the offsets of the bytes.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Returns the number of bytes; 0 if the end is before the start.
    #[must_use]
    pub fn len(self) -> usize {
        self.end.saturating_sub(self.start) as usize
    }

    /// Returns true if the span has no bytes.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.start >= self.end
    }

    /// Returns the smallest span that contains both spans.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

impl From<Span> for Range<usize> {
    fn from(span: Span) -> Range<usize> {
        span.range()
    }
}

/// Returns an offset in a chunk, or the index of an element of a game, in 32 bits, as it is stored. It must be at most
/// [`TooLarge::MAX`].
///
/// ```
/// assert_eq!(pgn_syntax::span::index(7), 7);
/// ```
#[must_use]
#[expect(clippy::cast_possible_truncation, reason = "Parser::start refuses larger texts")]
pub fn index(at: usize) -> u32 {
    debug_assert!(u32::try_from(at).is_ok());
    at as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_that_ends_before_its_start_has_no_bytes() {
        assert_eq!(Span { start: 9, end: 5 }.len(), 0);
        assert!(Span { start: 9, end: 5 }.is_empty());
    }

    #[test]
    #[cfg(target_pointer_width = "64")]
    fn more_than_32_bits_are_an_error() {
        assert_eq!(TooLarge::check(TooLarge::MAX), Ok(()));
        assert_eq!(TooLarge::check(TooLarge::MAX + 1), Err(TooLarge { n_bytes: 1 << 32 }));
    }
}
