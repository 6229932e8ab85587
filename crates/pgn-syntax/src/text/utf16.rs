//! Text in UTF-16 within text of another encoding, as it is after `>>` of a program that writes UTF-16.

use memchr::memchr_iter;

use crate::text::scan::is_line_end;

/// Number of Latin characters in a row by which text in UTF-16 is recognized.
const MIN_CHARS: usize = 8;

/// Returns the offset of the first text in UTF-16 in `text`, of either byte order: eight Latin characters in a row.
///
/// ```
/// use pgn_syntax::find_utf16;
///
/// assert_eq!(find_utf16(b"1. e4 *\n\n1\0.\0 \0d\x004\0 \0d\x005\0"), Some(9));
/// assert_eq!(find_utf16(b"*\n\0[\0E\0v\0e\0n\0t\0 \0\""), Some(2));
/// assert_eq!(find_utf16(b"1. e4 *\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\n"), None);
/// ```
#[must_use]
pub fn find_utf16(text: &[u8]) -> Option<usize> {
    memchr_iter(0, text).find_map(|nul| {
        // The line end before text of the other byte order looks like its first character.
        let first = nul.checked_sub(1).filter(|at| !is_line_end(&text[*at]));
        let little_endian = first.filter(|at| is_latin(&text[*at..], 1));
        little_endian.or_else(|| is_latin(&text[nul..], 0).then_some(nul))
    })
}

/// Returns true if `text` begins with Latin characters in UTF-16 whose byte at `high`, 0 or 1, is NUL.
fn is_latin(text: &[u8], high: usize) -> bool {
    let (units, _) = text.as_chunks::<2>();
    let is_char = |unit: &[u8; 2]| {
        unit[high] == 0 && matches!(unit[1 - high], b' '..=b'~' | b'\n' | b'\r' | b'\t')
    };
    units.len() >= MIN_CHARS && units[..MIN_CHARS].iter().all(is_char)
}
