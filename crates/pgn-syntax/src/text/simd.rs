//! SIMD: operations on 16 bytes at once.
//!
//! A mark is a byte of all ones, an unmarked byte is zero. In a mask of `to_bitmask` the first byte is the
//! lowest bit.

use wide::u8x16;

/// Returns the 16 bytes at `at`, or `None` near the end of the text.
#[inline(always)]
pub(crate) fn load(src: &[u8], at: usize) -> Option<u8x16> {
    src.get(at..)?.first_chunk().copied().map(u8x16::new)
}

/// Marks the bytes that equal `byte`.
#[inline(always)]
pub(crate) fn equal(bytes: u8x16, byte: u8) -> u8x16 {
    bytes.simd_eq(u8x16::splat(byte))
}

/// Marks the bytes that are at most `max`.
#[inline(always)]
pub(crate) fn at_most(bytes: u8x16, max: u8) -> u8x16 {
    bytes.min(u8x16::splat(max)).simd_eq(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_marked_independently() {
        let text: Vec<u8> = (0..=255).chain(0..15).collect();
        for start in 0..=255 {
            let window = load(&text, start).unwrap();
            for byte in [0, 1, b' ', b'Z', 0x7F, 0x80, 0xFE, 0xFF] {
                let naive = |is: &dyn Fn(u8) -> bool| {
                    (0..16).fold(0, |bits, n| bits | u32::from(is(text[start + n])) << n)
                };
                assert_eq!(equal(window, byte).to_bitmask(), naive(&|it| it == byte));
                assert_eq!(at_most(window, byte).to_bitmask(), naive(&|it| it <= byte));
            }
        }
        assert_eq!(load(&text, text.len() - 15), None);
    }
}
