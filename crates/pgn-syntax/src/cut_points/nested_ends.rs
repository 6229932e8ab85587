//! The ends of comments in braces that nest (C10).

use memchr::{memchr_iter, memchr2_iter, memrchr2};

use super::{CommentEnd, empty_line_before_tag};
use crate::text::{
    scan::{byte, skip_blanks},
    span::Span,
};

/// The number of bytes after the first `}` of a comment that are searched. Nested comments are written by hand, and
/// none is longer.
const REACH: usize = 1 << 16;

/// The braces of the text that was searched last. A search goes further than one comment needs, so that the comments
/// after it are found without another one.
#[derive(Clone, Debug, Default)]
pub(super) struct NestedEnds {
    from: usize,
    to: usize,
    limit: Limit,
    /// Each `{` in `from..to`, up to the `}` that balances it; empty where there is none.
    braces: Vec<Span>,
}

/// What limits a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Limit {
    /// Its length: another search can go further.
    #[default]
    Length,
    /// The end of the chunk.
    Chunk,
    /// The next game, or the end of the input.
    Game,
}

impl NestedEnds {
    /// Returns the end of the comment whose `{` is at `open`. `first_end`: the end of its first `}`, which ends it if
    /// its braces are not balanced within [`REACH`] bytes, before an empty line and a tag pair.
    pub(super) fn find(
        &mut self,
        src: &[u8],
        open: usize,
        first_end: usize,
        is_last: bool,
    ) -> CommentEnd {
        let max = first_end + REACH;
        let found = self.found(open, max);
        let close = found.unwrap_or_else(|| self.search(src, open, first_end, is_last));
        match close {
            Some(close) if close < max => CommentEnd::Closed { end: close + 1, holds_open: false },
            // The text after the chunk may balance the braces.
            _ if self.to < max && self.limit == Limit::Chunk => CommentEnd::Unknown,
            _ => CommentEnd::Closed { end: first_end, holds_open: true },
        }
    }

    /// Returns the `}` that balances the brace at `open`, or `Some(None)` if there is none before `max`; `None` if that
    /// needs a search.
    fn found(&self, open: usize, max: usize) -> Option<Option<usize>> {
        if !(self.from..self.to).contains(&open) {
            return None;
        }
        let at = self.braces.binary_search_by_key(&open, |brace| brace.start as usize).ok()?;
        let close = Some(self.braces[at].end as usize).filter(|close| *close > open);
        let is_known = close.is_some() || self.to >= max || self.limit != Limit::Length;
        is_known.then_some(close)
    }

    /// Searches the text after the first `}` of the comment at `open`. Returns the `}` that balances its braces.
    fn search(
        &mut self,
        src: &[u8],
        open: usize,
        first_end: usize,
        is_last: bool,
    ) -> Option<usize> {
        let max = first_end + 2 * REACH;
        // The end of the last whole line.
        let whole = memrchr2(b'\n', b'\r', src).map_or(0, |at| at + 1);
        let whole = if is_last { src.len() } else { whole };
        let may_be_tag = whole >= first_end && byte(src, skip_blanks(src, whole)) == b'[';
        let text_end = if may_be_tag { whole } else { src.len() };
        let at_end = if is_last { Limit::Game } else { Limit::Chunk };
        let game = empty_line_before_tag(&src[..whole.max(first_end)], first_end, max);
        let (to, limit) = match game {
            Some(game) => (game, Limit::Game),
            None if text_end <= max => (text_end, at_end),
            None => (max, Limit::Length),
        };
        (self.from, self.to, self.limit) = (first_end, to, limit);
        self.braces.clear();

        let mut depth = memchr_iter(b'{', &src[open..first_end]).count() - 1;
        let (mut unbalanced, mut close) = (Vec::new(), None);
        for n in memchr2_iter(b'{', b'}', &src[first_end..to]) {
            let at = first_end + n;
            if src[at] == b'{' {
                unbalanced.push(self.braces.len());
                self.braces.push(Span::new(at, at));
            } else if let Some(brace) = unbalanced.pop() {
                self.braces[brace].end = Span::new(at, at).end;
            } else if depth > 0 {
                depth -= 1;
                close = (depth == 0).then_some(at);
            }
        }
        close
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cut_points::CommentEnds;

    /// Returns the end of the comment at `open`; `None` if it is unknown.
    fn end(ends: &mut CommentEnds, text: &[u8], open: usize, is_last: bool) -> Option<usize> {
        match ends.find_nested(text, open, is_last) {
            CommentEnd::Closed { end, .. } | CommentEnd::Open { end } => Some(end),
            CommentEnd::Unknown => None,
        }
    }

    #[test]
    fn the_next_game_limits_a_comment() {
        let text = b"{a {b} c *\n\n[Event \"x\"]\n\n1. e4 } *\n";
        let find = |len, is_last| end(&mut CommentEnds::default(), &text[..len], 0, is_last);
        assert_eq!(find(text.len(), true), Some(6));
        // The line with the tag pair may be another one until its end is known.
        for len in 6..24 {
            assert_eq!(find(len, false), None, "{len}");
            assert_eq!(find(len, true), Some(6), "{len}");
        }
        for len in 24..text.len() {
            assert_eq!(find(len, false), Some(6), "{len}");
        }
        // A tag pair in a comment is not behind an empty line.
        let inner = b"{a {b}\n[Event \"x\"]\n} c";
        assert_eq!(end(&mut CommentEnds::default(), inner, 0, true), Some(20));
    }

    #[test]
    fn ends_that_were_found_before_are_those_of_a_new_search() {
        let mut rng = fastrand::Rng::with_seed(7);
        for _ in 0..200 {
            let pieces = ["{", "}", "a", "\n", "\n\n[A \"\"]\n", "{x {y} z}"];
            let text: String = (0..60).map(|_| pieces[rng.usize(..pieces.len())]).collect();
            let text = [text.as_bytes(), &vec![b' '; rng.usize(..2) * REACH], text.as_bytes()];
            let text = text.concat();
            let opens = memchr_iter(b'{', &text);
            let mut ends = CommentEnds::default();
            for open in opens {
                let known = end(&mut ends, &text, open, true);
                assert_eq!(known, end(&mut CommentEnds::default(), &text, open, true), "{open}");
            }
        }
    }
}
