//! Reasons to doubt that a game is read as its author meant it. Fixes that are safe elsewhere are unsafe or left out there.

use pgn_syntax::{
    CommentKind, Marker, NodeKind, Span, SyntaxError, SyntaxErrorKind, TagName, TagPair,
    begins_with_quote, is_blank, is_line_end, is_name_byte,
};

use crate::context::{Follows, GameCx};

/// The help where a file ends within a game.
pub(crate) const HELP_CUT_OFF: &str = "the file may be cut off here: get the rest of it";

/// Upper bound on the number of bytes before and after a sign whose lines are examined.
const REACH_OF_LINES: usize = 1 << 11;

/// Returns the name and value of a line such as `White: Kasparov, Garry`, with the name of a known tag.
pub(crate) fn pair_with_colon<'a>(cx: &GameCx<'a>, span: Span) -> Option<(TagName, &'a [u8])> {
    let (text, before) = (span.of(cx.src), &cx.src[..span.start as usize]);
    let colon = text.iter().take(MAX_NAME).position(|byte| *byte == b':')?;
    let after = cx.src.get(span.end as usize);
    let (name, value) = (TagName::find(&text[..colon])?, text[colon + 1..].trim_ascii());
    let is_line = before.last().is_none_or(is_line_end)
        && after.is_none_or(is_line_end)
        && !text.iter().any(is_line_end);
    let is_plain = !value.is_empty() && !value.iter().any(|byte| b"\"\\[]".contains(byte));
    (is_line && is_plain && cx.game.tag(cx.src, name).is_none()).then_some((name, value))
}

/// Upper bound on the length of a tag name before a colon.
const MAX_NAME: usize = 32;

impl GameCx<'_> {
    /// Returns true if the name of a pair is not a valid tag name. It may contain what should be the value:
    /// `[White Ann ""]`.
    pub(crate) fn has_bad_name(&self, pair: &TagPair) -> bool {
        !pair.name.of(self.src).iter().all(is_name_byte)
    }

    /// Returns true if a tag pair was not recognized: because something precedes it on its line, as in `> [Site "x"]`, or
    /// because it is written with a colon.
    pub(crate) fn has_unread_pair(&self) -> bool {
        self.game.errors.iter().any(|error| match error.kind {
            SyntaxErrorKind::MalformedTag => self.pair_at(error.span.start).is_none(),
            SyntaxErrorKind::UnexpectedSymbol => pair_with_colon(self, error.span).is_some(),
            _ => false,
        })
    }

    /// Returns true if a parenthesis of the game is unmatched.
    pub(crate) fn has_unmatched_paren(&self) -> bool {
        let is_unmatched = |error: &SyntaxError| error.kind == SyntaxErrorKind::UnmatchedParen;
        let find = || self.game.errors.iter().any(is_unmatched);
        *self.facts.has_unmatched_paren.get_or_init(find)
    }

    /// Returns true if no tag pair of the game has quotes, and it has no moves. `[Black resigns]` before a marker may be a
    /// remark in the movetext of the game before.
    pub(crate) fn may_be_remark(&self) -> bool {
        let is_unquoted = |error: &&SyntaxError| error.kind == SyntaxErrorKind::UnquotedTagValue;
        let find = || {
            let n_unquoted = self.game.errors.iter().filter(is_unquoted).count();
            n_unquoted > 0 && n_unquoted == self.game.tags.len() && self.game.n_plies == 0
        };
        *self.facts.may_be_remark.get_or_init(find)
    }

    /// Returns true if lines in brackets without quotes follow the game, and after them a marker or the end of the file:
    /// `[Black resigns]` may be a remark in the movetext of this game.
    pub(crate) fn precedes_remark(&self) -> bool {
        let text = &self.after[..self.after.len().min(REACH_OF_LINES)];
        let mut text = text.trim_ascii_start();
        if !text.starts_with(b"[") {
            return false;
        }
        while let Some(rest) = text.strip_prefix(b"[") {
            let end = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
            let (line, rest) = rest.split_at(end);
            let Some(inner) = line.trim_ascii_end().strip_suffix(b"]") else { return false };
            let mut words = inner.trim_ascii_start().splitn(2, is_blank);
            let value = words.nth(1).unwrap_or_default().trim_ascii_start();
            if begins_with_quote(value) || inner.iter().any(|byte| b"\"[]".contains(byte)) {
                return false;
            }
            text = rest.trim_ascii_start();
        }
        let word = text.split(u8::is_ascii_whitespace).next().unwrap_or_default();
        let is_end = text.is_empty() && self.follows == Follows::Nothing;
        is_end || Marker::exact(word).is_some()
    }

    /// Returns true if the game has no marker and the file ends with it within a line: the file may have been cut off, unless
    /// the last move is checkmate or PlyCount has the number of moves.
    pub(crate) fn may_be_cut_off(&self) -> bool {
        let find = || self.ends_within_a_line() && !self.has_whole_movetext();
        *self.facts.may_be_cut_off.get_or_init(find)
    }

    /// Returns true if the game has no marker and is the last of its file, whose last line is not ended and has text.
    fn ends_within_a_line(&self) -> bool {
        let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
        let mut from_end = self.src[..self.end as usize].iter().rev().skip_while(is_blank);
        self.follows == Follows::Nothing
            && self.game.marker.is_none()
            && self.after.is_empty()
            && from_end.next().is_some_and(|byte| !is_line_end(byte) && !matches!(byte, 0 | 0x1A))
    }

    /// Returns true if the last move is checkmate, or PlyCount is the number of moves.
    fn has_whole_movetext(&self) -> bool {
        let last = self.game.nodes.iter().rev().find(|node| !node.span.is_empty());
        let is_mate =
            |node: &pgn_syntax::Node| node.kind.is_move() && node.span.of(self.src).ends_with(b"#");
        last.is_some_and(is_mate) || self.ply_count() == Some(self.game.n_plies)
    }

    /// Returns true if PlyCount names more half-moves than the game has.
    pub(crate) fn lacks_plies(&self) -> bool {
        self.ply_count().is_some_and(|count| count > self.game.n_plies)
    }

    /// Returns the value of PlyCount.
    fn ply_count(&self) -> Option<u32> {
        let value = self.game.tag(self.src, TagName::PLY_COUNT)?.value.of(self.src);
        std::str::from_utf8(value).ok()?.trim().parse().ok()
    }

    /// Returns true if the game has no tags and begins with a later move than the first. It may be a part of another game.
    pub(crate) fn begins_within_a_game(&self) -> bool {
        let game = self.game;
        let first = game.nodes.iter().find_map(|node| match node.kind {
            NodeKind::MoveNumber(number) => Some(number),
            NodeKind::Move { .. } | NodeKind::NullMove { .. } => Some(1),
            _ => None,
        });
        game.tags.is_empty() && first.is_some_and(|number| number > 1)
    }

    /// Returns true if a word or an asterisk follows the marker at `marker` on its line: the marker may be a bullet, a mark
    /// of bold text or a number.
    pub(crate) fn has_text_beside(&self, marker: Span) -> bool {
        let rest = Span { start: marker.end, end: self.game.span.end.max(marker.end) };
        let mut text = rest.of(self.src).iter().chain(self.after).filter(|byte| !is_blank(byte));
        text.next().is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'*')
    }

    /// Returns true if the game ends with words that are on a later line than its last move, or in a game without moves:
    /// they may not be part of it.
    pub(crate) fn ends_with_text_apart(&self) -> bool {
        let mut ends_with_words = false;
        for node in self.game.nodes.iter().rev() {
            match node.kind {
                NodeKind::Comment(CommentKind::Words) => ends_with_words = true,
                NodeKind::Move { .. } | NodeKind::NullMove { .. } => {
                    let between = &self.src[node.span.end as usize..self.game.end as usize];
                    return ends_with_words && between.iter().any(is_line_end);
                }
                NodeKind::MoveNumber(_) => (),
                _ => return false,
            }
        }
        ends_with_words
    }

    /// Returns true if another line of the game also begins, or also ends, with the one-byte sign at `at`, which may be a
    /// prefix of each line or a soft line break of a mail.
    pub(crate) fn is_sign_of_lines(&self, at: u32) -> bool {
        let (at, game) = (at as usize, self.game.span);
        let start = at.saturating_sub(REACH_OF_LINES).max(game.start as usize);
        let end = (at + REACH_OF_LINES).min(game.end as usize);
        let (text, at) = (&self.src[start..end], at - start);
        let sign = text[at];
        let (before, after) = (&text[..at], &text[at + 1..]);
        let last_of = |line: &[u8]| line.iter().rev().find(|byte| !is_blank(byte)).copied();
        let first_of = |line: &[u8]| line.iter().find(|byte| !is_blank(byte)).copied();
        let ends_line = first_of(after).is_none_or(|byte| is_line_end(&byte));
        let begins_line = last_of(before).is_none_or(|byte| is_line_end(&byte));
        if !ends_line && !begins_line {
            return false;
        }
        let is_such = |line: &[u8]| {
            ends_line && last_of(line) == Some(sign) || begins_line && first_of(line) == Some(sign)
        };
        text.split(is_line_end).filter(|line| is_such(line)).nth(1).is_some()
    }
}
