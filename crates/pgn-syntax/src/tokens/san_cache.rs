//! A cache of moves that were read before: a few thousand different words make up nearly all movetext.

use std::cell::Cell;

use crate::{
    text::{scan::is_delimiter, swar},
    tokens::san::{SanCode, WINDOW},
};

/// The number of entries: enough for all frequent words, and well within a second-level cache.
///
/// With a quarter of the entries one word in seven missed, and reading took a fifth longer.
const SIZE: usize = 16_384;

/// A direct-mapped cache from words of plain SAN to their codes.
///
/// An entry is the complement of the word, which is never zero, and the bits of the code. An empty entry is
/// all zeros, so that pages of the table that were never written cost nothing.
#[derive(Clone, Debug)]
pub(crate) struct SanCache(Box<[[u64; 2]; SIZE]>);

impl Default for SanCache {
    fn default() -> SanCache {
        #[expect(clippy::expect_used, reason = "the vector has `SIZE` elements")]
        let words = vec![[0; 2]; SIZE].into_boxed_slice().try_into().expect("as many words");
        SanCache(words)
    }
}

thread_local! {
    /// The cache that a reader of this thread has left. It is used again, as clearing a new one takes longer than reading a
    /// short game.
    static SPARE: Cell<Option<SanCache>> = const { Cell::new(None) };
}

/// A cache that is made at its first use, or taken from an earlier reader of the thread.
#[derive(Clone, Debug, Default)]
pub(crate) struct LazyCache(Option<SanCache>);

impl LazyCache {
    /// Returns the cache.
    pub(crate) fn get(&mut self) -> &mut SanCache {
        self.0.get_or_insert_with(|| SPARE.take().unwrap_or_default())
    }
}

impl Drop for LazyCache {
    fn drop(&mut self) {
        if let Some(cache) = self.0.take() {
            // At the end of a thread the place for it may be gone.
            let _ = SPARE.try_with(|spare| spare.set(Some(cache)));
        }
    }
}

impl SanCache {
    /// Returns the move that `word` begins with and its length, if it is plain SAN followed by a blank, line
    /// end or other delimiter.
    #[inline(always)]
    pub(crate) fn read(&mut self, word: u64) -> Option<(SanCode, usize)> {
        // Marks blanks and control characters.
        let blank = swar::below(word, b' ' + 1);
        // Keep the bytes before the first mark; seven bytes if there is none. Such a word is never cached.
        let text = word & (blank ^ blank.wrapping_sub(1)) >> 8;
        let known = &mut self.0[place(text)];
        if known[0] == !text && blank != 0 {
            return Some((SanCode::from_bits(known[1]), swar::first(blank)));
        }
        let (code, len) = read_slowly(word.to_le_bytes())?;
        // Words that end in another way are short or rare.
        if len == swar::first(blank) {
            *known = [!text, code.bits()];
        }
        Some((code, len))
    }
}

#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "less than SIZE")]
fn place(text: u64) -> usize {
    // 2⁶⁴ divided by the golden ratio: the top bits of the product depend on all bytes.
    const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
    (text.wrapping_mul(SPREAD) >> (64 - SIZE.trailing_zeros())) as usize % SIZE
}

#[inline(never)]
fn read_slowly(window: [u8; WINDOW]) -> Option<(SanCode, usize)> {
    let (code, len) = SanCode::read_window(window)?;
    is_delimiter(*window.get(len)?).then_some((code, len))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(cache: &mut SanCache, text: &[u8; WINDOW]) {
        let slow = read_slowly(*text);
        for _ in 0..2 {
            assert_eq!(
                cache.read(u64::from_le_bytes(*text)),
                slow,
                "{:?}",
                text.escape_ascii().to_string()
            );
        }
    }

    #[test]
    fn cached_words_are_read_as_before() {
        let mut cache = SanCache::default();
        for text in [
            b"e4 e5 2.", b"e4\ne5 2.", b"O-O Nf6 ", b"O-O-O+ x", b"Qa1xb2+ ", b"exd8=Q+ ",
            b"e4) d5 x", b"e4{x} d5", b"e9 e5 2.", b" e4 e5 2", b"        ", b"\0\0\0\0\0\0\0\0",
            b"Nf3xe5+-", b"e4!? e5 ",
        ] {
            check(&mut cache, text);
        }
    }

    #[test]
    fn words_that_share_an_entry_do_not_mix() {
        let mut cache = SanCache::default();
        let mut text = *b"Na1xa1  ";
        for n in 0..4096_usize {
            let letter =
                |first: u8, from: usize| first + b"\0\x01\x02\x03\x04\x05\x06\x07"[n / from % 8];
            (text[1], text[2]) = (letter(b'a', 1), letter(b'1', 8));
            (text[4], text[5]) = (letter(b'a', 64), letter(b'1', 512));
            check(&mut cache, &text);
        }
    }
}
