//! Places: byte ranges relative to the chunk that is being read.

/// A half-open range of bytes, relative to the start of the chunk it was read from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset just past the last byte.
    pub end: u32,
}

impl Span {
    /// The span from `start` to `end`. Chunks are smaller than 4 GiB: the chunker sees to it.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Span {
        debug_assert!(start <= end && u32::try_from(end).is_ok(), "{start}..{end}");
        #[expect(clippy::cast_possible_truncation, reason = "chunks are smaller than 4 GiB")]
        Span { start: start as u32, end: end as u32 }
    }

    /// The bytes of this span.
    #[must_use]
    pub fn of(self, src: &[u8]) -> &[u8] {
        &src[self.start as usize..self.end as usize]
    }

    /// Number of bytes.
    #[must_use]
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether the span holds no byte.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The smallest span that holds both.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}
