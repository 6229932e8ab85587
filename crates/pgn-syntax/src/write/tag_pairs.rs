//! The tag section of export format: a pair on each line.

use std::borrow::Cow;

use wide::u8x16;

use crate::{
    encodings::encoding::Fallback,
    game::{
        tag::{TagName, TagPair},
        tag_reader::MAX_NAME,
    },
    text::{
        control_char,
        scan::{is_invisible, is_name_byte},
        simd,
        swar::{self, TOPS},
    },
};

/// Returns the name of a tag for output, in a form that is read again: unchanged if it was read.
///
/// Control characters become blanks (TOK-04). Quotes, brackets and braces become `_`, as do other signs that would
/// prevent reading, and a name of which nothing else is left. Signs before the name are left out, as is what exceeds 80
/// characters in a name that has characters other than ASCII letters, digits and `_`.
///
/// ```
/// use pgn_syntax::{Fallback, write::tag_name};
///
/// assert_eq!(*tag_name(b"White Elo", Fallback::default()), *b"White Elo");
/// assert_eq!(*tag_name(b"\"Elo [Fide]", Fallback::default()), *b"_Elo _Fide_");
/// ```
#[must_use]
pub fn tag_name(name: &[u8], fallback: Fallback) -> Cow<'_, [u8]> {
    if !name.is_empty() && name.iter().all(is_name_byte) {
        return Cow::Borrowed(name);
    }
    // Invisible characters at the ends would not be read as part of the name.
    let is_gap = |c: char| c == ' ' || is_invisible(u32::from(c));
    let is_sign = |c: char| c.is_ascii_punctuation() && c != '_';
    let name = fallback.decode(name).replace(char::is_control, " ").replace(ENDS, "_");
    let name = name.trim_start_matches(|c| is_gap(c) || is_sign(c));
    let is_beyond_ascii = !name.starts_with(|c: char| c.is_ascii());
    let is_read = |c| !is_beyond_ascii || !is_sign(c) || ":-+#=".contains(c);
    let chars = name.chars().take(MAX_NAME);
    let mut name: String = chars.map(|c| if is_read(c) { c } else { '_' }).collect();
    // The blank and the quote after the name must be within reach.
    name.truncate(name.floor_char_boundary(4 * MAX_NAME - 2));
    let name = name.trim_end_matches(is_gap);
    let known = name.trim_end_matches([' ', '=', ':']);
    let name = if TagName::find(known.as_bytes()).is_some() { known } else { name };
    Cow::Owned(if name.is_empty() { b"_".to_vec() } else { name.as_bytes().to_vec() })
}

/// The characters that would end the name of a tag.
const ENDS: [char; 18] =
    ['[', ']', '{', '}', '(', ';', '"', '\'', '`', '«', '‘', '’', '‚', '‛', '“', '”', '„', '‟'];

/// Writes a tag pair on a line of its own: the name as [`tag_name`] returns it, and a value, which is text without
/// escapes.
///
/// The pair is read again, except for a name with characters other than ASCII letters, digits and `_` and a value of more
/// than 4,000 bytes.
///
/// ```
/// use pgn_syntax::{Fallback, write::tag_pair};
///
/// let mut out = Vec::new();
/// tag_pair(&mut out, b"Event", b"The \"Open\"", Fallback::default());
/// assert_eq!(out, b"[Event \"The \\\"Open\\\"\"]\n");
/// ```
pub fn tag_pair(out: &mut Vec<u8>, name: &[u8], value: &[u8], fallback: Fallback) {
    let name = &*tag_name(name, fallback);
    out.reserve(name.len() + value.len() + 6);
    out.push(b'[');
    out.extend_from_slice(name);
    out.extend_from_slice(b" \"");
    if is_plain(value) {
        out.extend_from_slice(value);
        out.extend_from_slice(b"\"]\n");
        return;
    }
    let mut decoded = fallback.decode(value);
    // The readers of these three values take such characters for blanks.
    if !value.is_ascii() && TagName::find(name).is_some_and(TagName::is_of_position) {
        decoded = Cow::Owned(decoded.replace(|c: char| c == '\u{FFFD}' || c.is_control(), " "));
    }
    let value = decoded.as_bytes();
    let mut at = 0;
    while at < value.len() {
        match value[at] {
            b @ (b'"' | b'\\') => out.extend_from_slice(&[b'\\', b]),
            0..0x20 | 0x7F => out.push(b' '),
            0xC2 if let Some(written) = control_char::c1(&value[at..]) => {
                out.extend_from_slice(written.as_bytes());
                at += 1;
            }
            b => out.push(b),
        }
        at += 1;
    }
    out.extend_from_slice(b"\"]\n");
}

/// Copies a tag pair of `src` if its text is what [`tag_pair`] would write: the name in its standard case, a
/// blank, and a value of printing ASCII without escapes.
///
/// Returns false, and writes nothing, for any other pair.
#[inline]
pub fn copy_tag_pair(out: &mut Vec<u8>, src: &[u8], pair: &TagPair) -> bool {
    let (start, end) = (pair.span.start as usize, pair.span.end as usize);
    let (value, close) = (pair.value.start as usize, pair.value.end as usize);
    let is_joined = pair.is_exact && !pair.escaped && src.get(close..end) == Some(b"\"]");
    let has_blank = start + 1 == pair.name.start as usize && pair.name.end as usize + 2 == value;
    if !(is_joined && has_blank && src[value - 2..value] == *b" \"" && src[start] == b'[') {
        return false;
    }
    let mut at = value;
    while at < close {
        let Some(bytes) = simd::load(src, at) else { return false };
        let is_printing = simd::at_most(bytes - u8x16::splat(b' '), b'~' - b' ');
        let quotes = simd::equal(bytes, b'"') | simd::equal(bytes, b'\\');
        let others = !is_printing.to_bitmask() | quotes.to_bitmask();
        // Bytes after the value are ignored.
        if others.trailing_zeros() < 16.min(u32::try_from(close - at).unwrap_or(16)) {
            return false;
        }
        at += 16;
    }
    out.extend_from_slice(&src[start..end]);
    out.push(b'\n');
    true
}

/// Returns true if `text` is printing ASCII without quotes and backslashes: a string of PGN (7) or JSON has it as it is.
///
/// ```
/// use pgn_syntax::write::is_plain;
///
/// assert!(is_plain(b"Hastings 1895/96"));
/// assert!(!is_plain(b"The \"Open\"") && !is_plain("Malm\u{f6}".as_bytes()));
/// ```
#[inline]
#[must_use]
pub fn is_plain(text: &[u8]) -> bool {
    let Some(last) = text.last_chunk() else {
        return text.iter().all(|b| matches!(b, b' '..=b'~' if !matches!(b, b'"' | b'\\')));
    };
    // The last eight bytes are a word of their own, which overlaps the one before it.
    let words = text.as_chunks().0.iter().chain([last]);
    let others = words.fold(0, |others, &word| {
        let word = u64::from_le_bytes(word);
        let escaped = swar::equal(word, b'"') | swar::equal(word, b'\\');
        others | word & TOPS | swar::below(word, b' ') | escaped | swar::equal(word, 0x7F)
    });
    others == 0
}
