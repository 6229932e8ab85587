//! The texts with which a line of movetext or of a comment must not begin.

use crate::game::conflict;

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

/// Returns false for words of a comment that must not begin a line (COM-16). A command may begin a line; for other
/// words, [`may_begin_line`] decides.
///
/// ```
/// use pgn_syntax::write::may_begin_comment_line;
///
/// assert!(may_begin_comment_line(b"[%clk 0:01]") && !may_begin_comment_line(b"[a]"));
/// ```
#[must_use]
pub fn may_begin_comment_line(text: &[u8]) -> bool {
    text.starts_with(b"[%") || may_begin_line(text)
}
