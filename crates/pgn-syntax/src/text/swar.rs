//! SWAR: operations on eight bytes as one `u64`, whose lowest byte is the first.
//!
//! A mark is the top bit of a byte.

/// The lowest bit of each byte.
pub(crate) const ONES: u64 = u64::MAX / 0xFF;
/// The top bit of each byte, which is its mark.
pub(crate) const TOPS: u64 = ONES << 7;

/// Returns the eight bytes at `at`, or `None` near the end of the text.
#[inline(always)]
pub(crate) fn load(src: &[u8], at: usize) -> Option<[u8; 8]> {
    src.get(at..)?.first_chunk().copied()
}

/// Marks the bytes that equal `byte`. Only the lowest mark is reliable.
#[inline(always)]
pub(crate) fn equal(word: u64, byte: u8) -> u64 {
    below(word ^ (ONES * u64::from(byte)), 1)
}

/// Marks the bytes below `limit`, which is at most 128. Only the lowest mark is reliable.
#[inline(always)]
pub(crate) fn below(word: u64, limit: u8) -> u64 {
    word.wrapping_sub(ONES * u64::from(limit)) & !word & TOPS
}

/// Returns the index of the byte with the lowest mark, or 8 if there is none.
#[inline(always)]
pub(crate) fn first(marks: u64) -> usize {
    (marks.trailing_zeros() / 8) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_mark_is_reliable() {
        for at in 0..8 {
            for byte in 0..=255 {
                let mut text = [b'~'; 8];
                text[at] = byte;
                let word = u64::from_le_bytes(text);
                let place = |is_one: bool| if is_one { at } else { 8 };
                assert_eq!(first(equal(word, b'}')), place(byte == b'}'), "{byte} at {at}");
                assert_eq!(first(below(word, 0x21)), place(byte < 0x21), "{byte} at {at}");
            }
        }
    }

    #[test]
    fn bytes_end_with_the_text() {
        assert_eq!(load(b"012345678", 1), Some(*b"12345678"));
        assert_eq!(load(b"012345678", 2), None);
        assert_eq!(load(b"012345678", 10), None);
    }
}
