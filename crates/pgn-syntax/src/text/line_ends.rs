//! Line ends: how many lines a text has, and how they end.

use wide::u8x16;

use crate::text::simd::equal;

/// Returns the number of line ends. LF, CR and CR LF count as one each.
///
/// ```
/// assert_eq!(pgn_syntax::count_line_ends(b"1. e4\r\n*\n"), 2);
/// ```
#[must_use]
pub fn count_line_ends(src: &[u8]) -> u64 {
    LineEnds::count(src).total()
}

/// Returns true if a line of the text ends in CR LF.
///
/// ```
/// assert!(pgn_syntax::has_crlf(b"1. e4\n*\r\n"));
/// assert!(!pgn_syntax::has_crlf(b"1. e4\r*\n"));
/// ```
#[must_use]
pub fn has_crlf(text: &[u8]) -> bool {
    memchr::memmem::find(text, b"\r\n").is_some()
}

/// Returns the first line end of a text, or `None` if it has none.
///
/// CR CR LF, found in files whose LF was converted to CR LF twice, is returned as a whole, although it ends two
/// lines: no line of such a file ends in CR alone.
///
/// ```
/// assert_eq!(pgn_syntax::first_line_end(b"1. e4\r\n*\n"), Some("\r\n"));
/// assert_eq!(pgn_syntax::first_line_end(b"1. e4\r\r\n*\n"), Some("\r\r\n"));
/// ```
#[must_use]
pub fn first_line_end(text: &[u8]) -> Option<&'static str> {
    let at = memchr::memchr2(b'\n', b'\r', text)?;
    Some(match &text[at..] {
        [b'\n', ..] => "\n",
        [b'\r', b'\n', ..] => "\r\n",
        [b'\r', b'\r', b'\n', ..] => "\r\r\n",
        _ => "\r",
    })
}

/// Returns the last line end of a text, or `None` if it has none. CR CR LF is returned as a whole, as by
/// [`first_line_end`].
///
/// ```
/// assert_eq!(pgn_syntax::last_line_end(b"1. e4\r\n*\n"), Some("\n"));
/// ```
#[must_use]
pub fn last_line_end(text: &[u8]) -> Option<&'static str> {
    let at = memchr::memrchr2(b'\n', b'\r', text)?;
    Some(match &text[..=at] {
        [.., b'\r'] => "\r",
        [.., b'\r', b'\r', b'\n'] => "\r\r\n",
        [.., b'\r', b'\n'] => "\r\n",
        _ => "\n",
    })
}

/// The numbers of line ends of a text, by kind.
///
/// ```
/// use pgn_syntax::LineEnds;
///
/// let ends = LineEnds::count(b"[Event \"x\"]\r\n\r\n1. e4\n*\r");
/// assert_eq!(ends, LineEnds { lf: 1, crlf: 2, cr: 1 });
/// assert_eq!(ends.total(), 4);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineEnds {
    /// LF alone.
    pub lf: u64,
    /// CR LF.
    pub crlf: u64,
    /// CR alone.
    pub cr: u64,
}

/// The number of bytes that are counted together: each lane of two windows counts up to 255.
const BLOCK: usize = 32 * 255;

impl LineEnds {
    /// Returns the line ends of a text.
    #[must_use]
    pub fn count(src: &[u8]) -> LineEnds {
        let mut ends = LineEnds::default();
        let (mut rest, mut has_cr) = (src, false);
        while !rest.is_empty() {
            let (block, after) = rest.split_at(rest.len().min(BLOCK));
            rest = after;
            // Fast path: a text with LF alone, as most are.
            if !has_cr {
                let (n_lf, is_found) = count_lf(block);
                has_cr = is_found;
                if !has_cr {
                    ends.lf += n_lf;
                    continue;
                }
            }
            let [n_lf, n_cr, n_crlf] = count_all(block, after.first().copied());
            ends.lf += n_lf;
            ends.crlf += n_crlf;
            ends.cr += n_cr - n_crlf;
        }
        // Subtract the LFs that are part of a CR LF.
        ends.lf -= ends.crlf;
        ends
    }

    /// Returns the number of all line ends.
    #[must_use]
    pub fn total(self) -> u64 {
        self.lf.saturating_add(self.crlf).saturating_add(self.cr)
    }
}

/// Returns the number of LFs in a block, and whether it has a CR.
fn count_lf(block: &[u8]) -> (u64, bool) {
    let (mut near, mut far, mut marks) = (u8x16::ZERO, u8x16::ZERO, u8x16::ZERO);
    let (windows, rest) = block.as_chunks::<32>();
    for window in windows {
        let [first, second] = halves(window);
        // A mark has the value -1.
        near -= equal(first, b'\n');
        far -= equal(second, b'\n');
        marks |= equal(first, b'\r') | equal(second, b'\r');
    }
    let n_rest = rest.iter().map(|&byte| u64::from(byte == b'\n')).sum::<u64>();
    (sum(near) + sum(far) + n_rest, marks.to_bitmask() != 0 || rest.contains(&b'\r'))
}

#[inline(always)]
fn halves(window: &[u8; 32]) -> [u8x16; 2] {
    let (mut first, mut second) = ([0; 16], [0; 16]);
    first.copy_from_slice(&window[..16]);
    second.copy_from_slice(&window[16..]);
    [u8x16::new(first), u8x16::new(second)]
}

/// Returns the numbers of LFs and CRs in a block, and the number of CRs that an LF follows. `after` is the byte after the
/// block.
fn count_all(block: &[u8], after: Option<u8>) -> [u64; 3] {
    let (windows, _) = block.as_chunks::<32>();
    // The same windows, shifted by one byte.
    let (next, _) = block[1..].as_chunks::<32>();
    let [mut n_lf, mut n_cr, mut n_crlf] = [[u8x16::ZERO; 2]; 3];
    for (window, next) in windows.iter().zip(next) {
        let ([first, second], [third, fourth]) = (halves(window), halves(next));
        let (near, far) = (equal(first, b'\r'), equal(second, b'\r'));
        // A mark has the value -1.
        n_lf = [n_lf[0] - equal(first, b'\n'), n_lf[1] - equal(second, b'\n')];
        n_cr = [n_cr[0] - near, n_cr[1] - far];
        n_crlf =
            [n_crlf[0] - (near & equal(third, b'\n')), n_crlf[1] - (far & equal(fourth, b'\n'))];
    }
    let rest = &block[32 * windows.len().min(next.len())..];
    let n_rest = |sign| rest.iter().filter(|&&byte| byte == sign).count() as u64;
    let next = rest[1..].iter().copied().chain(after);
    let pairs = rest.iter().zip(next).filter(|pair| *pair == (&b'\r', b'\n')).count() as u64;
    let sums = |counts: [u8x16; 2]| sum(counts[0]) + sum(counts[1]);
    [sums(n_lf) + n_rest(b'\n'), sums(n_cr) + n_rest(b'\r'), sums(n_crlf) + pairs]
}

fn sum(counts: u8x16) -> u64 {
    counts.to_array().iter().map(|&count| u64::from(count)).sum()
}

/// Converts the line ends of `bytes[from..]` to LF, or to CR LF if `is_crlf` is true.
///
/// ```
/// let mut text = b"1. e4\r\n*\r".to_vec();
/// pgn_syntax::set_line_ends(&mut text, 0, false);
/// assert_eq!(text, b"1. e4\n*\n");
/// ```
///
/// # Panics
///
/// Panics if `from` is beyond the end of `bytes`.
pub fn set_line_ends(bytes: &mut Vec<u8>, from: usize, is_crlf: bool) {
    let old = bytes.split_off(from);
    let mut at = 0;
    while at < old.len() {
        match old[at] {
            b'\r' | b'\n' => {
                at += usize::from(old[at] == b'\r' && old.get(at + 1) == Some(&b'\n'));
                bytes.extend_from_slice(if is_crlf { b"\r\n" } else { b"\n" });
            }
            byte => bytes.push(byte),
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_are_set() {
        let mut bytes = b"x\r\na\rb\nc\r\n\n".to_vec();
        set_line_ends(&mut bytes, 3, true);
        assert_eq!(bytes, b"x\r\na\r\nb\r\nc\r\n\r\n");
        set_line_ends(&mut bytes, 0, false);
        assert_eq!(bytes, b"x\na\nb\nc\n\n");
    }

    /// Returns the line ends, counted byte by byte.
    fn naive(src: &[u8]) -> LineEnds {
        let mut ends = LineEnds::default();
        for (at, &byte) in src.iter().enumerate() {
            let is_after_cr = at > 0 && src[at - 1] == b'\r';
            let is_before_lf = src.get(at + 1) == Some(&b'\n');
            match byte {
                b'\r' if is_before_lf => ends.crlf += 1,
                b'\r' => ends.cr += 1,
                b'\n' if !is_after_cr => ends.lf += 1,
                _ => (),
            }
        }
        ends
    }

    #[test]
    fn counts_as_byte_by_byte() {
        let mut random = 0x9E37_79B9_7F4A_7C15_u64;
        for len in (0..200).chain(BLOCK - 40..BLOCK + 40).chain([2 * BLOCK, 3 * BLOCK + 17]) {
            for (one_in, kinds) in
                [(1, &b"\n"[..]), (2, b"\r\n"), (9, b"\r\n"), (60, b"\r"), (5, b"x")]
            {
                let mut text = vec![b'a'; len];
                for byte in &mut text {
                    random ^= random << 13;
                    random ^= random >> 7;
                    random ^= random << 17;
                    if random >> 32 & 63 < 64 / one_in {
                        *byte = kinds[(random >> 40) as usize % kinds.len()];
                    }
                }
                assert_eq!(LineEnds::count(&text), naive(&text), "{len} {one_in} {kinds:?}");
            }
        }
    }

    #[test]
    fn line_ends_are_counted_once() {
        for (text, n) in
            [("", 0), ("a", 0), ("\n", 1), ("\r", 1), ("\r\n", 1), ("\n\r", 2), ("\r\r\n\na", 3)]
        {
            assert_eq!(count_line_ends(text.as_bytes()), n, "{text:?}");
        }
        for len in [239, 240, 241, 480, 1000] {
            assert_eq!(count_line_ends(&vec![b'\n'; len]), len as u64);
            assert_eq!(count_line_ends("\r\n".repeat(len).as_bytes()), len as u64);
            assert_eq!(count_line_ends("a\r\n".repeat(len).as_bytes()), len as u64);
            let text = "\n\r\r\n\r\r\n".repeat(len);
            let n = len as u64;
            let ends = LineEnds::count(text.as_bytes());
            assert_eq!(ends, LineEnds { lf: n, crlf: 2 * n, cr: 2 * n });
        }
    }
}
