//! Parsers of option values that are neither plain words nor plain numbers.

use std::{
    num::{IntErrorKind, NonZeroU64, ParseIntError},
    ops::Range,
    str::FromStr,
};

use pgn_chess::{Lang, Language, Notation};
use pgn_stream::Encoding;
use pgn_syntax::encoding::{Charset, Fallback, is_utf16};

/// Parses a whole number.
pub fn parse_number<N: FromStr<Err = ParseIntError>>(text: &str) -> Result<N, &'static str> {
    text.parse().map_err(|error: ParseIntError| match error.kind() {
        IntErrorKind::PosOverflow => "too large",
        _ => "not a whole number, as in 10",
    })
}

/// Parses a whole number of at least 1.
pub fn parse_count(text: &str) -> Result<u64, &'static str> {
    match parse_number(text)? {
        0 => Err("expected a number of at least 1"),
        n => Ok(n),
    }
}

/// Parses the value of `--threads`.
pub fn parse_threads(text: &str) -> Result<u16, &'static str> {
    parse_number(text).ok().filter(|&n| n <= MAX_THREADS).ok_or("not a number from 0 to 1024")
}

const MAX_THREADS: u16 = 1024;

/// Parses a number of bytes: `4096`, `64KiB`, `50MB`, `1G`. Single letters mean powers of 1024.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let n_digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at(n_digits);
    let factor: u64 = match unit.trim_start().to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kib" => 1 << 10,
        "m" | "mib" => 1 << 20,
        "g" | "gib" => 1 << 30,
        "kb" => 1_000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        _ => return Err("not a size like 4096, 64KiB, 50MB or 1G".to_owned()),
    };
    let number: u64 = number.parse().map_err(|_| "not a size like 4096, 64KiB, 50MB or 1G")?;
    number.checked_mul(factor).ok_or_else(|| "too large".to_owned())
}

/// Parses the largest size of a part, in bytes.
pub fn parse_part_size(text: &str) -> Result<NonZeroU64, String> {
    NonZeroU64::new(parse_size(text)?).ok_or_else(|| "too small: at least 1".to_owned())
}

/// Parses a size of memory, in bytes.
pub fn parse_memory(text: &str) -> Result<usize, String> {
    match parse_size(text)? {
        size if size < MIN_MEMORY => Err("too little: at least 4MiB".to_owned()),
        size => usize::try_from(size).map_err(|err| err.to_string()),
    }
}

/// Minimum memory in bytes. Less would suffice only for buffers.
const MIN_MEMORY: u64 = 4 << 20;

/// Parses the size up to which a game is parsed, in bytes.
pub fn parse_game_size(text: &str) -> Result<usize, String> {
    match parse_size(text)? {
        0 => Err("too small: at least 1".to_owned()),
        size if size <= MAX_GAME_SIZE => usize::try_from(size).map_err(|err| err.to_string()),
        _ => Err("too large: at most 1GiB".to_owned()),
    }
}

/// Maximum game size in bytes: a game and the text that is read with it must fit the 32 bits of a span.
const MAX_GAME_SIZE: u64 = 1 << 30;

/// Parses the half-open range `START-END`.
pub fn parse_bytes(text: &str) -> Result<Range<u64>, String> {
    let (start, end) = text.split_once('-').ok_or("not START-END, as in 0-1000000")?;
    let (start, end) = (parse_size(start)?, parse_size(end)?);
    if start > end { Err("the end is before the start".to_owned()) } else { Ok(start..end) }
}

/// Parses the label of a character set, or `auto`.
pub fn parse_encoding(text: &str) -> Result<Encoding, String> {
    if text.eq_ignore_ascii_case("auto") {
        return Ok(Encoding::Detected);
    }
    let set = Fallback::find(text).ok_or_else(|| match is_utf16(text) {
        true => "files of UTF-16 are recognized by their byte order mark, and without one by \
             `--encoding auto`; this option is for strings in other sets"
            .to_owned(),
        false => no_charset(text, ["auto"], |_| true),
    })?;
    Ok(Encoding::Given(set))
}

/// Returns the message for an unknown label: the nearest name, and all of them. `others`: values that are no sets.
fn no_charset<const N: usize>(
    text: &str,
    others: [&'static str; N],
    is_permitted: fn(&str) -> bool,
) -> String {
    let names = || {
        let sets = Fallback::names().iter().copied().filter(|name| is_permitted(name));
        others.into_iter().chain(sets)
    };
    let near = nearest(&text.to_ascii_lowercase(), names());
    let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    let all: Vec<&str> = names().collect();
    format!("unknown character set{hint}\n\nKnown are {}, and their other labels", all.join(", "))
}

/// Parses the label of an output character set.
pub fn parse_charset(text: &str) -> Result<Charset, String> {
    Charset::find(text).map_err(|why| match Fallback::find(text) {
        Some(_) => why.to_owned(),
        None => no_charset(text, ["utf-8", "ascii"], |name| Charset::find(name).is_ok()),
    })
}

/// Parses the code or name of a language, or `auto`.
pub fn parse_lang(text: &str) -> Result<Lang, String> {
    if text.eq_ignore_ascii_case("auto") {
        return Ok(Lang::Auto);
    }
    Language::find(text).map(Lang::from).ok_or_else(|| format!("not one of {}, auto", codes()))
}

/// Parses the name of a notation, or the code or name of a language.
pub fn parse_notation(text: &str) -> Result<Notation, String> {
    Notation::find(text)
        .ok_or_else(|| format!("not one of san, lan, long, uci, figurine, {}", codes()))
}

fn codes() -> String {
    let mut codes: Vec<&str> = Language::all().map(Language::code).collect();
    codes.sort_unstable();
    codes.join(", ")
}

/// A maximum number; `u64::MAX` if there is none.
#[derive(Clone, Copy, Debug)]
pub struct Limit(pub u64);

/// Parses `N` or `none`.
pub fn parse_limit(text: &str) -> Result<Limit, String> {
    if text == "none" {
        return Ok(Limit(u64::MAX));
    }
    text.parse().map(Limit).map_err(|_| "expected a number or `none`".to_owned())
}

/// Returns the name nearest to `text`, if one is similar enough.
pub fn nearest<'a>(text: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let folded = text.to_lowercase().replace('_', "-");
    pgn_syntax::similar(&folded, names.into_iter())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(parse_size("4096"), Ok(4096));
        assert_eq!(parse_size("64KiB"), Ok(65536));
        assert_eq!(parse_size("50MB"), Ok(50_000_000));
        assert_eq!(parse_size("1g"), Ok(1 << 30));
        for bad in ["", "MB", "-1", "1.5M", "5 apples", "99999999999G"] {
            assert!(parse_size(bad).is_err(), "{bad}");
        }
        assert!(parse_game_size("3GiB").is_err());
        assert!(parse_game_size("0").is_err());
    }

    #[test]
    fn byte_ranges() {
        assert_eq!(parse_bytes("0-10"), Ok(0..10));
        assert_eq!(parse_bytes("1k-1M"), Ok(1024..1 << 20));
        for bad in ["10", "10-5", "-", "a-b", "5-"] {
            assert!(parse_bytes(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn near_names() {
        assert_eq!(nearest("selct", ["select", "severity"]), Some("select"));
        assert_eq!(nearest("extend_select", ["extend-select"]), Some("extend-select"));
        assert_eq!(nearest("zzzz", ["select"]), None);
    }
}
