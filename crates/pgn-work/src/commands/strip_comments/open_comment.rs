//! Comments that a game leaves open: whether one stays open depends on the next brace after it, which may be in
//! annotation of a later game, also of a later chunk.

use pgn_stream::Flags;
use pgn_syntax::boundary::Edges;

/// The flag of an input that a comment was left open and no brace has followed it yet.
const AWAITS_BRACE: u64 = 1;

/// The state of the text before a game, as it is written.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OpenComment {
    /// True if a comment is open before the current chunk.
    is_before: bool,
    /// True if a comment was left open and no brace has followed it yet: the state if none is open before the chunk, and
    /// if one is. Both are known in each reading of the chunk, so that later chunks do not depend on what it was.
    awaits_brace: [bool; 2],
}

/// The text of a game and its edges.
type Text<'a> = (&'a [u8], Edges);

impl OpenComment {
    /// Returns the state at the beginning of a chunk. `flags`: the flags that the chunks before it have set.
    pub(super) fn of(flags: u64) -> OpenComment {
        OpenComment { is_before: flags & AWAITS_BRACE != 0, awaits_brace: [false, true] }
    }

    /// Returns true if a comment was left open and no brace has followed it yet.
    pub(super) fn awaits_brace(self) -> bool {
        self.awaits_brace[usize::from(self.is_before)]
    }

    /// Returns true if that is so with or without an open comment before the chunk.
    pub(super) fn may_await_brace(self) -> bool {
        self.awaits_brace != [false; 2]
    }

    /// Moves past a game. `if_open`: what is written instead of `text` if a comment is open.
    pub(super) fn pass(&mut self, text: Text<'_>, if_open: Option<Text<'_>>) {
        // True if the last brace of a text opens a comment; `None` if it has no braces.
        let opens = |(text, edges): Text<'_>| {
            let last = memchr::memrchr2(b'{', b'}', text)?;
            Some(text[last] == b'{' && edges.leaves_comment_open())
        };
        let opens_text = opens(text);
        for state in &mut self.awaits_brace {
            let opened = if_open.filter(|_| *state).map_or(opens_text, opens);
            *state = opened.unwrap_or(*state);
        }
    }

    /// Returns how the chunk changes the flags of its input.
    pub(super) fn flags(self) -> Flags {
        let [set, kept] = self.awaits_brace.map(|awaits| if awaits { AWAITS_BRACE } else { 0 });
        Flags { kept, set }
    }
}

/// Returns true if a comment that was left open before a game stays open only with the old text of the game: with the
/// new text, the next brace closes it (C33). `after`: the first bytes after the game; `is_last`: true if the input ends
/// with them.
pub(super) fn closes_comment(new: &[u8], old: &[u8], after: &[u8], is_last: bool) -> bool {
    let first = |text: &[u8]| memchr::memchr2(b'{', b'}', text).map(|at| text[at]);
    first(old) == Some(b'{')
        && first(new).or_else(|| first(after)).map_or(!is_last, |brace| brace == b'}')
}

#[cfg(test)]
mod tests {
    use pgn_syntax::Parser;

    use super::*;

    fn text(text: &[u8]) -> Text<'_> {
        (text, Edges::of_text(&mut Parser::default(), text, true))
    }

    #[test]
    fn a_later_chunk_knows_of_an_open_comment() {
        let (open, plain) = (b"[Event \"?\"]\n\n1. e4 {open\n\n", b"[Event \"?\"]\n\n1. e4 *\n\n");
        let braces = b"[Event \"?\"]\n\n1. e4 {x} e5 *\n\n";
        let mut first = OpenComment::of(0);
        first.pass(text(open), None);
        let mut second = OpenComment::of(first.flags().change(0));
        // Nothing in the second chunk closes the comment.
        second.pass(text(plain), None);
        let flags = second.flags().change(first.flags().change(0));
        for flags in [flags, 0] {
            let mut third = OpenComment::of(flags);
            assert_eq!(third.awaits_brace(), flags != 0);
            // The game keeps its comment if one is open before it.
            third.pass(text(plain), Some(text(braces)));
            assert!(!third.awaits_brace() && !third.may_await_brace());
            assert_eq!(third.flags(), Flags { kept: 0, set: 0 });
        }
    }

    #[test]
    fn a_brace_after_the_game_closes_the_comment() {
        assert!(closes_comment(b"1. e4 e5 *", b"1. e4 {x} e5 *", b"1. d4 } *", true));
        assert!(!closes_comment(b"1. e4 e5 *", b"1. e4 {x} e5 *", b"1. d4 {x} *", true));
    }
}
