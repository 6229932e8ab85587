//! What a line of movetext or of a comment must not begin with.

use crate::conflict;

/// Returns false for text that is read as something else where it begins a line: an escape line, a tag pair, or a
/// conflict marker of git.
///
/// ```
/// use pgn_syntax::write::may_begin_line;
///
/// assert!(may_begin_line(b"Nf3 e5") && may_begin_line(b">>> better"));
/// assert!(!may_begin_line(b"% of games") && !may_begin_line(b"[a]") && !may_begin_line(b">>>>>>> here"));
/// ```
#[must_use]
pub fn may_begin_line(text: &[u8]) -> bool {
    match text {
        [b'%' | b'[', ..] => false,
        [b'<' | b'>', ..] => !conflict::may_begin(text),
        _ => true,
    }
}
