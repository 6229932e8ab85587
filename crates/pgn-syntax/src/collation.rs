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

use crate::{Fallback, Game, TagName};

/// Appends the keys of Date, Event, Site, Round, White and Black to `key`: the Seven Tag Roster but for the Result
/// (COL-01). A tag that is missing or empty counts as `?`.
pub fn put_roster(game: &Game, src: &[u8], fallback: Fallback, key: &mut Vec<u8>) {
    let value = |name| {
        let pair = game.tag(src, name);
        pair.map(|pair| fallback.decode(&pair.value(src)).into_owned()).unwrap_or_default()
    };
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

/// Appends the key of a text that may be in any character set to `key`.
pub fn put_bytes(bytes: &[u8], key: &mut Vec<u8>) {
    for &byte in bytes {
        key.push(byte);
        if byte == 0 {
            key.push(1);
        }
    }
    key.extend_from_slice(&[0, 0]);
}

/// Appends the key of a date to `key`: eight digits, `?` as 0; zeros for what is no date (COL-02).
pub fn put_date(value: &[u8], key: &mut Vec<u8>) {
    key.extend_from_slice(&digits_of_date(value).unwrap_or([b'0'; 8]));
}

/// Returns year, month and day as `YYYYMMDD`, `?` as 0; `None` if one of the three is missing or no number.
fn digits_of_date(value: &[u8]) -> Option<[u8; 8]> {
    let mut digits = [b'0'; 8];
    let mut parts = value.trim_ascii().split(|&byte| matches!(byte, b'.' | b'-' | b'/'));
    for (len, end) in [(4, 4), (2, 6), (2, 8)] {
        let part = parts.next()?;
        let is_part = (1..=len).contains(&part.len())
            && part.iter().all(|byte| byte.is_ascii_digit() || *byte == b'?');
        if !is_part {
            return None;
        }
        for (to, &from) in digits[end - part.len()..end].iter_mut().zip(part) {
            *to = if from == b'?' { b'0' } else { from };
        }
    }
    parts.next().is_none().then_some(digits)
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
