//! Sixteen bytes at once: marks are bytes of all ones among zeros. As bits (`to_bitmask`) the first
//! byte's is the lowest.

use wide::u8x16;

/// The bytes at `at`, if there are so many.
#[inline(always)]
pub(crate) fn bytes(src: &[u8], at: usize) -> Option<u8x16> {
    src.get(at..)?.first_chunk().copied().map(u8x16::new)
}

/// Marks the bytes that are `byte`.
#[inline(always)]
pub(crate) fn like(bytes: u8x16, byte: u8) -> u8x16 {
    bytes.simd_eq(u8x16::splat(byte))
}

/// Marks the bytes that are `most` or less.
#[inline(always)]
pub(crate) fn up_to(bytes: u8x16, most: u8) -> u8x16 {
    bytes.min(u8x16::splat(most)).simd_eq(bytes)
}

/// Marks the bytes that are `least` or more.
#[inline(always)]
pub(crate) fn from_on(bytes: u8x16, least: u8) -> u8x16 {
    bytes.max(u8x16::splat(least)).simd_eq(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_byte_is_marked_by_itself() {
        let text: Vec<u8> = (0..=255).chain(0..15).collect();
        for start in 0..=255 {
            let window = bytes(&text, start).unwrap();
            for byte in [0, 1, b' ', b'Z', 0x7F, 0x80, 0xFE, 0xFF] {
                let naive = |is: &dyn Fn(u8) -> bool| {
                    (0..16).fold(0, |bits, n| bits | u32::from(is(text[start + n])) << n)
                };
                assert_eq!(like(window, byte).to_bitmask(), naive(&|it| it == byte));
                assert_eq!(up_to(window, byte).to_bitmask(), naive(&|it| it <= byte));
                assert_eq!(from_on(window, byte).to_bitmask(), naive(&|it| it >= byte));
            }
        }
        assert_eq!(bytes(&text, text.len() - 15), None);
    }
}
