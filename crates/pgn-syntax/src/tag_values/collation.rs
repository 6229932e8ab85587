//! Sort keys of the collating sequence (section 12): bytes that compare as the values of tags do.
//!
//! ```
//! use pgn_syntax::collation::put_round;
//!
//! let key = |round| {
//!     let mut key = Vec::new();
//!     put_round(round, &mut key);
//!     key
//! };
//! assert!(key("?") < key("2"));
//! assert!(key("2.9") < key("2.10"));
//! ```

use crate::{Fallback, Game, TagName, tag_values::date};

/// Appends the keys of Date, Event, Site, Round, White and Black to `key`: the Seven Tag Roster without Result
/// (COL-01). A tag that is missing or empty counts as `?`.
pub fn put_roster(game: &Game, src: &[u8], fallback: Fallback, key: &mut Vec<u8>) {
    let value = |name| fallback.decode(&game.value(src, name)).into_owned();
    let text = |name, key: &mut Vec<u8>| {
        let value = value(name);
        put_text(if value.is_empty() { "?" } else { &value }, key);
    };
    put_date(value(TagName::DATE).as_bytes(), key);
    text(TagName::EVENT, key);
    text(TagName::SITE, key);
    put_round(&value(TagName::ROUND), key);
    text(TagName::WHITE, key);
    text(TagName::BLACK, key);
}

/// Appends the key of a text to `key`: its bytes, with an end that sorts before all bytes (COL-03).
pub fn put_text(text: &str, key: &mut Vec<u8>) {
    put_bytes(text.as_bytes(), key);
}

/// Appends the key of a text in which numbers are ordered as numbers: each with the number of its digits before it.
///
/// ```
/// use pgn_syntax::collation::put_natural;
///
/// let key = |text| {
///     let mut key = Vec::new();
///     put_natural(text, &mut key);
///     key
/// };
/// assert!(key("A2") < key("A10"));
/// assert_eq!(key("02"), key("2"));
/// ```
pub fn put_natural(text: &str, key: &mut Vec<u8>) {
    let mut ordered = Vec::with_capacity(text.len() + 4);
    let mut rest = text.as_bytes();
    while let Some(&first) = rest.first() {
        let n = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (digits, after) = rest.split_at(n.max(1));
        rest = after;
        if n == 0 {
            ordered.push(first);
            continue;
        }
        let n_zeros = digits.iter().take_while(|byte| **byte == b'0').count();
        let number = &digits[n_zeros..];
        // The first byte is a digit, so that numbers and other characters are ordered by their bytes.
        ordered.extend_from_slice(&[b'0', u8::try_from(number.len()).unwrap_or(u8::MAX)]);
        ordered.extend_from_slice(number);
    }
    put_bytes(&ordered, key);
}

/// Appends the key of a text that may be in any character set to `key`.
pub fn put_bytes(bytes: &[u8], key: &mut Vec<u8>) {
    let mut rest = bytes;
    while let Some(at) = memchr::memchr(0, rest) {
        let (text, after) = rest.split_at(at + 1);
        key.extend_from_slice(text);
        key.push(1);
        rest = after;
    }
    key.extend_from_slice(rest);
    key.extend_from_slice(&[0, 0]);
}

/// Appends the key of a date to `key`: eight digits, with 0 for `?`, or zeros if `value` is not a date (COL-02).
fn put_date(value: &[u8], key: &mut Vec<u8>) {
    let date = date::read(value).unwrap_or_else(|| "0000.00.00".to_owned());
    let parts = date.bytes().filter(|&byte| byte != b'.');
    key.extend(parts.map(|byte| if byte == b'?' { b'0' } else { byte }));
}

/// Appends the key of a Round tag to `key`: `?`, then `-`, then numbers part by part, the shorter first; then other
/// text (COL-04).
pub fn put_round(value: &str, key: &mut Vec<u8>) {
    let value = value.trim();
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    match value {
        "" | "?" => key.push(0),
        "-" => key.push(1),
        _ if value.split('.').all(is_number) => {
            key.push(2);
            for part in value.split('.') {
                let digits = part.trim_start_matches('0').as_bytes();
                // The number of digits goes first, so that numbers of any size compare.
                let len = u32::try_from(digits.len()).unwrap_or(u32::MAX);
                key.push(1);
                key.extend_from_slice(&len.to_be_bytes());
                key.extend_from_slice(digits);
            }
            key.push(0);
        }
        _ => {
            key.push(3);
            put_text(value, key);
        }
    }
}
