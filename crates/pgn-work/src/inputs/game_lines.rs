//! Games on one line each: export format with a tab for each line end.

use pgn_stream::GameLines;
use pgn_syntax::{Marker, is_line_end, is_name_byte};

/// Recognizes the lines that [`fold`] writes.
pub(crate) const GAME_LINES: GameLines = GameLines {
    may_begin: |text| shape(text) != Shape::Other,
    is_game: |line| shape(line) == Shape::Game,
};

/// Converts a game in export format, from offset `from` on, to one line.
pub(crate) fn fold(bytes: &mut Vec<u8>, from: usize, is_crlf: bool) {
    if bytes.len() == from {
        return;
    }
    debug_assert!(!bytes[from..].contains(&b'\t'), "export text holds no tab");
    for byte in &mut bytes[from..] {
        if *byte == b'\n' {
            *byte = b'\t';
        }
    }
    bytes.extend_from_slice(if is_crlf { b"\r\n" } else { b"\n" });
}

/// The shape of a line, or of the beginning of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// A whole game in export format.
    Game,
    /// The beginning of a line that may become a game.
    Begun,
    Other,
}

/// Returns the shape of a line or of the beginning of one. A game must have the whole form, because PGN of other
/// programs may have tabs in place of blanks: escape lines, tag pairs, an empty line, movetext that ends with a
/// termination marker, and an empty line, each of which ends with one tab.
fn shape(line: &[u8]) -> Shape {
    if line.iter().any(is_line_end) {
        return Shape::Other;
    }
    let mut parts = line.split(|&byte| byte == b'\t');
    let mut has_tag = false;
    let mut at = 0;
    loop {
        let Some(part) = parts.next() else { return Shape::Begun };
        let is_open = at + part.len() == line.len();
        at += part.len() + 1;
        match part {
            _ if is_open => {
                let begins_well = part.is_empty()
                    || part[0] == b'[' && is_begun_tag(part)
                    || part[0] == b'%' && !has_tag;
                return if begins_well { Shape::Begun } else { Shape::Other };
            }
            [b'%', ..] if !has_tag => (),
            [b'[', ..] if is_begun_tag(part) && has_whole_value(part) => has_tag = true,
            [] if has_tag => break,
            _ => return Shape::Other,
        }
    }
    let movetext = &line[at..];
    let Some(text) = movetext.strip_suffix(b"\t\t") else { return Shape::Begun };
    let last = text.rsplit(|&byte| matches!(byte, b' ' | b'\t')).next().unwrap_or_default();
    let is_whole = Marker::exact(last).is_some()
        && !text.starts_with(b"\t")
        && !text.windows(2).any(|two| two == b"\t\t");
    if is_whole { Shape::Game } else { Shape::Begun }
}

/// Returns true if `part` can be the beginning of a tag pair: a bracket, a name, a blank, and a quoted value.
fn is_begun_tag(part: &[u8]) -> bool {
    let may_be_name = |name: &[u8]| name.len() <= MAX_NAME || name.iter().all(is_name_byte);
    let name = part.strip_prefix(b"[").unwrap_or(part);
    match name.iter().position(|&byte| byte == b'"') {
        None => may_be_name(name),
        Some(quote) => name[..quote].strip_suffix(b" ").is_some_and(may_be_name),
    }
}

/// Returns true if the first string of `part` ends at the bracket that ends `part`.
fn has_whole_value(part: &[u8]) -> bool {
    let Some(quote) = part.iter().position(|&byte| byte == b'"') else { return false };
    let mut value = part[quote + 1..].iter();
    while let Some(byte) = value.next() {
        match byte {
            b'\\' => drop(value.next()),
            b'"' => return value.as_slice() == b"]",
            _ => (),
        }
    }
    false
}

/// Maximum length in bytes of a tag name of other characters than letters, digits and underscores: up to 80 characters of
/// at most four bytes.
const MAX_NAME: usize = 320;

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "[Event \"a\"]\t[Site \"b\"]\t\t1. e4 {c d}\te5 ; }\t1-0\t\t";

    #[test]
    fn games_are_known_by_their_whole_line() {
        for yes in [
            GAME,
            "[A \"\"]\t\t*\t\t",
            "[A \"a \\\"b\\\" \\\\\"]\t\t*\t\t",
            "% pgnkit: ignore x\t% y\t[Event \"a\"]\t[Site \"b\"]\t\t; c\t1/2-1/2\t\t",
            "[Événement \"a\"]\t\t1-0\t\t",
            &format!("[{} \"\"]\t\t*\t\t", "x".repeat(5_000)),
        ] {
            assert_eq!(shape(yes.as_bytes()), Shape::Game, "{yes}");
        }
        for no in [
            "[Event \"a\"]\t[Site \"b\"]",
            "[Event \"a\"]\t[Site \"b\"]\t1. e4 *\t\t",
            "[Event \"a\"]\t\t1. e4 *",
            "[Event \"a\"]\t\t1. e4 *\t",
            "[Event \"a\"]\t\t1. e4\t\t",
            "[Event \"a\"]\t\t\t*\t\t",
            "[Event \"a\"]\t\t1. e4\t\t1... e5 *\t\t",
            "[Event \"a\"] [Site \"b\"]\t\t1. e4",
            "[Event a]\t\t*\t\t",
            "[Event \"]\t\t*\t\t",
            "[Event \"a\"] b\"]\t\t*\t\t",
            "1. e4 *\t\t",
            "\t\t*\t\t",
            "",
        ] {
            assert_ne!(shape(no.as_bytes()), Shape::Game, "{no}");
        }
    }

    #[test]
    fn every_beginning_of_a_game_is_one() {
        for end in 0..GAME.len() {
            assert_eq!(shape(&GAME.as_bytes()[..end]), Shape::Begun, "{}", &GAME[..end]);
        }
        for no in ["[Event \"a\"]\t1.", "[Event\"", "1. e4", " [", "% \t1.", "[A \"b\"]\t%"] {
            assert_eq!(shape(no.as_bytes()), Shape::Other, "{no}");
        }
        assert_eq!(shape("[".repeat(MAX_NAME + 2).as_bytes()), Shape::Other);
        assert_eq!(shape(format!("[{}", "x".repeat(5_000)).as_bytes()), Shape::Begun);
    }
}
