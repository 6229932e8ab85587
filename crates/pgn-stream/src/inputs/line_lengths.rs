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

/// Returns the start of the line that contains `at`; `at` if it is more than [`REACH`] before it.
pub(crate) fn line_start(bytes: &[u8], at: usize) -> usize {
    let reach = at.saturating_sub(REACH);
    let line_end = bytes[reach..at].iter().rposition(is_line_end);
    line_end.map_or(if reach == 0 { 0 } else { at }, |line_end| reach + line_end + 1)
}

/// Returns the number of bytes after the last line end.
pub(crate) fn open_line(bytes: &[u8]) -> usize {
    bytes.iter().rev().position(is_line_end).unwrap_or(bytes.len())
}
