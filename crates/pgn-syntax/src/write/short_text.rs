//! Short text that is put together from pieces.

use super::number::{NUMBERS, n_digits, write_digits};

/// Text of at most 256 bytes, in a buffer of fixed size.
///
/// Each piece is an array that is copied as a whole to the end of the text. Its size is a constant, so that a copy
/// is two or three instructions in place of a call. Only the first bytes of a piece need to be part of the text.
///
/// ```
/// use pgn_syntax::write::ShortText;
///
/// let mut text = ShortText::new();
/// text.push(b"hmvc  ", 5);
/// text.push_number(12);
/// assert_eq!(text.bytes(), b"hmvc 12");
/// ```
#[derive(Clone, Debug)]
pub struct ShortText {
    bytes: [u8; ShortText::SIZE],
    len: usize,
}

impl Default for ShortText {
    fn default() -> ShortText {
        ShortText::new()
    }
}

impl ShortText {
    /// The size of the buffer in bytes. The whole array of the last piece must fit into it.
    pub const SIZE: usize = 256;

    /// Returns an empty text.
    #[must_use]
    pub const fn new() -> ShortText {
        ShortText { bytes: [0; ShortText::SIZE], len: 0 }
    }

    /// Removes all bytes.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Appends the first `len` bytes of a piece.
    ///
    /// # Panics
    /// The piece does not fit into the buffer.
    #[inline(always)]
    pub fn push<const N: usize>(&mut self, piece: &[u8; N], len: usize) {
        self.bytes[self.len..self.len + N].copy_from_slice(piece);
        self.len += len;
    }

    /// Appends a number without leading zeros.
    ///
    /// # Panics
    /// The number does not fit into the buffer.
    #[inline(always)]
    pub fn push_number(&mut self, number: u32) {
        match NUMBERS.get(number as usize) {
            Some(([_, first, second, third, ..], n_digits)) => {
                self.push(&[*first, *second, *third, b' '], usize::from(*n_digits));
            }
            None => self.push_large(number),
        }
    }

    #[cold]
    fn push_large(&mut self, number: u32) {
        let (mut digits, len) = ([0; 10], n_digits(number));
        write_digits(&mut digits[..len], number);
        self.push(&digits, len);
    }

    /// Returns the text.
    #[inline(always)]
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_format() {
        for number in [0, 9, 10, 99, 100, 255, 256, 999, 1_000, 123_456, u32::MAX] {
            let mut text = ShortText::new();
            text.push_number(number);
            assert_eq!(text.bytes(), number.to_string().as_bytes());
        }
    }
}
