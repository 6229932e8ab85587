//! The lengths and the starts of lines.

use pgn_syntax::is_line_end;

/// Number of bytes in which the start of a line is searched.
pub(crate) const REACH: usize = 64 << 10;

/// Returns two lengths: of the line that has `line_before` bytes before `added`, up to its end or that of `added`, and
/// of the line with which `added` ends.
pub(crate) fn line_lengths(line_before: usize, added: &[u8]) -> (usize, usize) {
    let first = added.iter().position(is_line_end);
    let line = line_before + first.unwrap_or(added.len());
    (line, if first.is_some() { open_line(added) } else { line })
}

/// Returns the start of the line that contains `at`; if it is more than [`REACH`] before it, that of the character of
/// UTF-8. CR LF is one line end.
pub(crate) fn line_start(bytes: &[u8], at: usize) -> usize {
    let is_within_line_end = bytes[..at].ends_with(b"\r") && bytes[at..].starts_with(b"\n");
    let at = at - usize::from(is_within_line_end);
    let reach = at.saturating_sub(REACH);
    let line_end = bytes[reach..at].iter().rposition(is_line_end);
    let no_start = || if reach == 0 { 0 } else { char_start(bytes, at) };
    line_end.map_or_else(no_start, |line_end| reach + line_end + 1)
}

/// Returns the start of the character of UTF-8 that contains `at`; `at` if there is none.
pub(crate) fn char_start(bytes: &[u8], at: usize) -> usize {
    let is_first = |at: &usize| bytes.get(*at).is_none_or(|byte| byte & 0xC0 != 0x80);
    // A character has at most three bytes after its first.
    (at.saturating_sub(3)..=at).rev().find(is_first).unwrap_or(at)
}

/// Returns the number of bytes after the last line end.
pub(crate) fn open_line(bytes: &[u8]) -> usize {
    bytes.iter().rev().position(is_line_end).unwrap_or(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_begin_after_whole_line_ends() {
        let starts =
            |text: &[u8]| (0..=text.len()).map(|at| line_start(text, at)).collect::<Vec<_>>();
        assert_eq!(starts(b"a\nb"), [0, 0, 2, 2]);
        assert_eq!(starts(b"a\r\nb"), [0, 0, 0, 3, 3]);
        assert_eq!(starts(b"\r\r\n"), [0, 1, 1, 3]);
        let long = [b' '; REACH + 2];
        assert_eq!(line_start(&long, REACH + 1), REACH + 1);
    }

    #[test]
    fn long_lines_are_divided_between_characters() {
        let text = "\u{e9}\u{20ac}\u{1f600}".repeat(REACH / 4);
        for at in REACH + 9..REACH + 30 {
            let start = line_start(text.as_bytes(), at);
            assert_eq!(start, text.floor_char_boundary(at));
        }
        let not_utf8 = [0xA0; REACH + 9];
        assert_eq!(line_start(&not_utf8, REACH + 9), REACH + 9);
        assert_eq!(line_start(&not_utf8, REACH + 5), REACH + 5);
    }
}
