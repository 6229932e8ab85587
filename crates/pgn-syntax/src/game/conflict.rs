//! Lines with which git marks a place that two people have changed in different ways.

use memchr::memchr2_iter;

use crate::{
    game::tag_reader,
    text::{
        scan::{is_line_end, line_end, past_line_end, skip_blanks},
        span::Span,
    },
};

/// The minimum number of signs of a marker; `conflict-marker-size` of git sets a larger one.
const MIN_SIGNS: usize = 7;

/// The maximum number of consecutive markers: a conflict that also shows the common ancestor has four.
const MAX_MARKERS: usize = 4;

/// A line that begins or ends a conflict: two versions of the same place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConflictMarker {
    /// `<<<<<<< name`
    Begin,
    /// `>>>>>>> name`
    End,
}

/// Returns false if a text has no conflict markers, after a fast search.
///
/// ```
/// assert!(!pgn_syntax::conflict::may_be_in(b"1. e4 {<<< diagram} *"));
/// ```
#[must_use]
pub fn may_be_in(text: &[u8]) -> bool {
    // Both signs are searched in one pass, because nearly every game has neither of them.
    memchr2_iter(b'<', b'>', text).any(|at| may_begin(&text[at..]))
}

/// Returns true if `text` begins with as many equal signs as a marker has.
pub(crate) fn may_begin(text: &[u8]) -> bool {
    text.get(..MIN_SIGNS).is_some_and(|signs| signs.iter().all(|sign| *sign == text[0]))
}

/// Yields the lines of the text at `span` that are conflict markers, also those within comments.
///
/// ```
/// use pgn_syntax::{Span, conflict::{ConflictMarker, markers}};
///
/// let text = b"1. e4\n<<<<<<< ours\ne5\n=======\nc5\n>>>>>>> theirs\n*\n";
/// let found: Vec<_> = markers(text, Span::new(0, text.len())).collect();
/// assert_eq!(found[0], (ConflictMarker::Begin, Span::new(6, 18)));
/// assert_eq!(found[1].0, ConflictMarker::End);
/// assert_eq!(found.len(), 2);
/// ```
pub fn markers(text: &[u8], span: Span) -> impl Iterator<Item = (ConflictMarker, Span)> {
    let (mut at, end) = (span.start as usize, span.end as usize);
    std::iter::from_fn(move || {
        while at < end {
            let from = at;
            let rest = &text[from..end];
            let len = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
            at += len + 1;
            if let Some(marker) = marker(&rest[..len]) {
                let n = rest[..len].trim_ascii_end().len();
                return Some((marker, Span::new(from, from + n)));
            }
        }
        None
    })
}

/// Returns true if a row of conflict markers begins at `at`, and a tag pair opens the line after it, also one behind
/// blanks. The separators between the versions count as markers.
pub(crate) fn leads_to_tag(src: &[u8], mut at: usize) -> bool {
    let is_between = |line: &[u8]| is_row(line, b'=') || is_row(line, b'|');
    for _ in 0..MAX_MARKERS {
        // Fast path: the first bytes of nearly all lines are enough.
        if !may_begin(&src[at..]) {
            return false;
        }
        let line = &src[at..line_end(src, at)];
        if marker(line).is_none() && !is_between(line) {
            return false;
        }
        at = past_line_end(src, at + line.len());
        let first = skip_blanks(src, at);
        if first < src.len() && tag_reader::opens_line(src, first) {
            return true;
        }
    }
    false
}

/// Returns true if the last line of a text is a row of signs as long as that of a marker, so that a blank or a line end
/// after it would make it one.
pub(crate) fn ends_in_row(text: &[u8]) -> bool {
    let Some(&sign @ (b'<' | b'>' | b'=' | b'|')) = text.last() else { return false };
    let n_signs = text.iter().rev().take_while(|byte| **byte == sign).count();
    let before = text[..text.len() - n_signs].last();
    n_signs >= MIN_SIGNS && before.is_none_or(is_line_end)
}

/// Returns the kind of the conflict marker of a line; `None` for other lines.
fn marker(line: &[u8]) -> Option<ConflictMarker> {
    if is_row(line, b'<') {
        Some(ConflictMarker::Begin)
    } else if is_row(line, b'>') {
        Some(ConflictMarker::End)
    } else {
        None
    }
}

/// Returns true if a line is at least seven times the same sign, and perhaps a name after a blank.
fn is_row(line: &[u8], sign: u8) -> bool {
    let n = line.iter().take_while(|byte| **byte == sign).count();
    n >= MIN_SIGNS && matches!(line.get(n), None | Some(b' '))
}
