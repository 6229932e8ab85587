//! Comments that a game leaves open: whether one stays open depends on the next brace after it, which may be in
//! annotation of a later game, also of a later chunk.

use pgn_stream::Flags;
use pgn_syntax::boundary::Edges;

/// The flag of an input for [`OpenComment::awaits_brace`].
const AWAITS_BRACE: u64 = 1;

/// The state of the text before a game, as it is written.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OpenComment {
    /// True if a comment was left open and no brace has followed it yet.
    pub(super) awaits_brace: bool,
    /// True if the texts of the current chunk have a brace.
    has_braces: bool,
}

impl OpenComment {
    /// Returns the state at the beginning of a chunk. `flags`: the flags that the chunks before it have set.
    pub(super) fn of(flags: u64) -> OpenComment {
        OpenComment { awaits_brace: flags & AWAITS_BRACE != 0, has_braces: false }
    }

    /// Moves past the text of a game. `edges`: the edges of the text.
    pub(super) fn pass(&mut self, text: &[u8], edges: Edges) {
        let Some(at) = memchr::memrchr2(b'{', b'}', text) else { return };
        self.has_braces = true;
        self.awaits_brace = text[at] == b'{' && edges.leaves_comment_open();
    }

    /// Returns how the chunk changes the flags of its input.
    pub(super) fn flags(self) -> Flags {
        let set = if self.awaits_brace { AWAITS_BRACE } else { 0 };
        let kept = if self.has_braces { 0 } else { AWAITS_BRACE };
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

    #[test]
    fn a_later_chunk_knows_of_an_open_comment() {
        let open = b"[Event \"?\"]\n\n1. e4 {open\n\n";
        let mut first = OpenComment::of(0);
        first.pass(open, Edges::of_text(&mut Parser::default(), open, true));
        let plain = b"[Event \"?\"]\n\n1. e4 *\n\n";
        let edges = Edges::of_text(&mut Parser::default(), plain, false);
        let mut second = OpenComment::of(first.flags().change(0));
        second.pass(plain, edges);
        // Nothing in the second chunk closes the comment.
        let mut third = OpenComment::of(second.flags().change(first.flags().change(0)));
        assert!(third.awaits_brace);
        assert!(closes_comment(b"1. e4 e5 *", b"1. e4 {x} e5 *", b"1. d4 } *", true));
        assert!(!closes_comment(b"1. e4 e5 *", b"1. e4 {x} e5 *", b"1. d4 {x} *", true));
        third.pass(b"1. e4 {x} e5 *", edges);
        assert_eq!(third.flags().change(first.flags().change(0)), 0);
    }
}
