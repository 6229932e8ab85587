//! Edits: bytes to be replaced, so that everything else stays as it was.

use crate::span::Span;

/// Replaces the bytes of a span.
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
    /// What goes.
    pub span: Span,
    /// What comes.
    pub replacement: Vec<u8>,
}

impl Edit {
    /// Takes bytes out.
    #[must_use]
    pub fn delete(span: Span) -> Edit {
        Edit { span, replacement: Vec::new() }
    }
}

/// Copies `src[within]` to `out` with `edits` made. Edits are sorted and do not overlap; one that
/// overlaps the one before it is left out.
pub fn apply_into(src: &[u8], within: Span, edits: &[Edit], out: &mut Vec<u8>) {
    let mut at = within.start;
    for edit in edits {
        if edit.span.start < at || edit.span.end > within.end {
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
        let edits = [edit(1, 2, "XX"), edit(1, 3, "no"), edit(4, 4, "+"), edit(5, 6, "")];
        apply_into(b"abcdefg", Span { start: 0, end: 7 }, &edits, &mut out);
        assert_eq!(out, b"aXXcd+eg");
    }
}
