//! Edits of a text, which leave all other bytes unchanged.

use crate::text::span::Span;

/// A replacement for the bytes of a span.
///
/// ```
/// use pgn_syntax::{Edit, Span, edit::apply_into};
///
/// let pgn = b"1. e4 {best} e5";
/// let (mut out, all) = (Vec::new(), Span::new(0, pgn.len()));
/// apply_into(pgn, all, &[Edit::delete(Span::new(6, 13))], &mut out);
/// assert_eq!(out, b"1. e4 e5");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The bytes that are removed.
    pub span: Span,
    /// The bytes that are inserted.
    pub replacement: Vec<u8>,
}

impl Edit {
    /// Returns an edit that removes the bytes of a span.
    #[must_use]
    pub fn delete(span: Span) -> Edit {
        Edit { span, replacement: Vec::new() }
    }
}

/// Appends `src[within]` to `out` with `edits` applied.
///
/// The edits are sorted by their start. An edit is skipped if it overlaps the one before it, reaches outside of
/// `within`, or ends before its start.
///
/// # Panics
///
/// Panics if `within` is not a span of `src`.
pub fn apply_into(src: &[u8], within: Span, edits: &[Edit], out: &mut Vec<u8>) {
    let mut at = within.start;
    for edit in edits {
        if edit.span.start < at || !(edit.span.start..=within.end).contains(&edit.span.end) {
            continue;
        }
        out.extend_from_slice(&src[at as usize..edit.span.start as usize]);
        out.extend_from_slice(&edit.replacement);
        at = edit.span.end;
    }
    out.extend_from_slice(&src[at as usize..within.end as usize]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_change_only_their_bytes() {
        let edit =
            |start, end, text: &str| Edit { span: Span { start, end }, replacement: text.into() };
        let mut out = Vec::new();
        let edits =
            [edit(1, 2, "XX"), edit(1, 3, "no"), edit(3, 2, "no"), edit(4, 4, "+"), edit(5, 6, "")];
        apply_into(b"abcdefg", Span { start: 0, end: 7 }, &edits, &mut out);
        assert_eq!(out, b"aXXcd+eg");
    }
}
