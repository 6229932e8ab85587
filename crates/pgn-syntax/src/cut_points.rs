//! Rules for where games and comments end, which depend on bytes only, never on the legality of moves.
//!
//! The parser uses them to recognize tag pairs and to find the end of a brace comment. [`find_boundary`] uses
//! them to find a likely game boundary near the end of a chunk, which the parser then confirms or rejects.

mod nested_ends;

use memchr::{memchr, memchr2, memmem, memrchr, memrchr2};

use self::nested_ends::NestedEnds;
use crate::{
    game::{tag::TagName, tag_reader},
    text::scan::{
        byte, is_blank, is_line_end, is_line_start, is_name_byte, line_end, past_line_end,
        skip_blanks, skip_empty_lines, trim_white_end,
    },
    tokens::{game_start, marker::Marker},
};

/// The length from which on a brace comment without a `}` counts as unclosed if a tag section follows (C33).
const FAR: usize = 1 << 20;

/// Returns true if the line that begins at `at` holds nothing but tag pairs, `[Name "value"]`, and blanks.
///
/// ```
/// use pgn_syntax::cut_points::is_tag_line;
///
/// let pgn = b"[Event \"x\"]\n[%clk 1]\n";
/// assert!(is_tag_line(pgn, 0));
/// assert!(!is_tag_line(pgn, 12));
/// ```
#[must_use]
pub fn is_tag_line(src: &[u8], at: usize) -> bool {
    tag_line_name(src, at).is_some()
}

/// Returns the name of the tag pair that makes up the line at `at`.
fn tag_line_name(src: &[u8], at: usize) -> Option<&[u8]> {
    let start = skip_blanks(src, at);
    if byte(src, start) != b'[' {
        return None;
    }
    let end = line_end(src, start);
    let line = &src[start + 1..end];
    let name_len = line.iter().position(|byte| !is_name_byte(byte))?;
    let value = line[name_len..].trim_ascii();
    if name_len == 0 || !is_blank(&line[name_len]) || !value.starts_with(b"\"") {
        return None;
    }
    let inner = value.strip_suffix(b"]")?.trim_ascii_end();
    let is_pair = inner.len() >= 2 && inner.ends_with(b"\"") && is_pairs(src, start, end);
    is_pair.then_some(&line[..name_len])
}

/// Returns true if `src[at..end]`, which begins with a tag pair and is the rest of a line, holds nothing but tag pairs
/// as the parser reads them. `[White "x"] e4 [Black "y"]` has other text, too.
fn is_pairs(src: &[u8], mut at: usize, end: usize) -> bool {
    let text = &src[..end];
    while at < end && text[at] == b'[' && tag_reader::opens(text, at) {
        at = skip_blanks(text, tag_reader::read(text, at, &mut |_, _| ()).end);
    }
    src[at..end].trim_ascii().is_empty()
}

/// Returns the known name of the tag pair that `after` begins with, and whether an empty line is before
/// it; `None` if no tag pair line follows.
pub(crate) fn tag_after(after: &[u8]) -> Option<(Option<TagName>, bool)> {
    let start = skip_empty_lines(after, 0);
    let name = tag_line_name(after, start)?;
    Some((TagName::find(name), start > 0))
}

/// The end of a brace comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CommentEnd {
    /// The comment has a `}`, which is the byte before `end`. `holds_open` is true if the comment contains a `{`.
    Closed { end: usize, holds_open: bool },
    /// The comment is unclosed: its text ends at `end`, before a tag section (C33) or at the end of the input.
    Open { end: usize },
    /// The chunk ends before the end of the comment is known.
    Unknown,
}

/// A search for the ends of the brace comments of one chunk.
///
/// It remembers the next `}`, so that each byte is scanned once, however many comments are open.
#[derive(Clone, Debug, Default)]
pub(crate) struct CommentEnds {
    /// The start of the range searched last, which has no `}` before `to`.
    from: usize,
    to: usize,
    /// True if there is a `}` at `to`.
    is_found: bool,
    nested: NestedEnds,
}

impl CommentEnds {
    /// Returns the end of the comment whose `{` is at `open`. `is_last` is true if the input ends with `src`.
    #[inline]
    pub(crate) fn find(&mut self, src: &[u8], open: usize, is_last: bool) -> CommentEnd {
        // Nearly always the next brace is a near `}`.
        let near = src.len().min(open + 1 + FAR);
        match memchr2(b'}', b'{', &src[open + 1..near]) {
            Some(n) if src[open + 1 + n] == b'}' => {
                CommentEnd::Closed { end: open + n + 2, holds_open: false }
            }
            Some(n) => self.find_slowly(src, open, is_last, Some(open + 1 + n)),
            None => self.find_slowly(src, open, is_last, None),
        }
    }

    /// Returns the end of the comment whose `{` is at `open`, where comments in braces nest. `is_last`: as for
    /// [`find`](CommentEnds::find).
    pub(crate) fn find_nested(&mut self, src: &[u8], open: usize, is_last: bool) -> CommentEnd {
        match self.find(src, open, is_last) {
            CommentEnd::Closed { end, holds_open: true } => {
                self.nested.find(src, open, end, is_last)
            }
            found => found,
        }
    }

    #[cold]
    fn find_slowly(
        &mut self,
        src: &[u8],
        open: usize,
        is_last: bool,
        next_open: Option<usize>,
    ) -> CommentEnd {
        let close = self.next_close(src, open);
        let is_far = close.is_none_or(|close| close - open > FAR);
        let text_end = close.unwrap_or(src.len());
        // The rest of the input may hold the `}`.
        if close.is_none() && !is_last && src.len() - open <= FAR {
            return CommentEnd::Unknown;
        }
        let is_suspect = is_far || next_open.is_some_and(|at| at < text_end);
        let text = &src[..text_end];
        if is_suspect && let Some(end) = empty_line_before_tag(text, open + 1, text_end) {
            return CommentEnd::Open { end: before_marker(src, open, end) };
        }
        match close {
            Some(close) => {
                let holds_open = memchr(b'{', &src[open + 1..close]).is_some();
                CommentEnd::Closed { end: close + 1, holds_open }
            }
            None if is_last => CommentEnd::Open { end: before_marker(src, open, src.len()) },
            None => CommentEnd::Unknown,
        }
    }

    /// Returns the offset of the next `}` after `open`. Each byte is searched once.
    fn next_close(&mut self, src: &[u8], open: usize) -> Option<usize> {
        let start = open + 1;
        if start > self.to || self.to > src.len() {
            (self.from, self.to, self.is_found) = (start, start, false);
        }
        if start < self.from {
            // The comment begins before the range searched last: the bytes between them have not been searched.
            if let Some(n) = memchr(b'}', &src[start..self.from]) {
                return Some(start + n);
            }
            self.from = start;
        }
        if !self.is_found || src.get(self.to) != Some(&b'}') {
            let searched = memchr(b'}', &src[self.to..]);
            self.is_found = searched.is_some();
            self.to = searched.map_or(src.len(), |n| self.to + n);
        }
        (self.is_found && self.to >= start).then_some(self.to)
    }
}

/// Returns the end of the text of the unclosed comment `src[open..end]`: before its last line if this is a termination
/// marker alone.
fn before_marker(src: &[u8], open: usize, end: usize) -> usize {
    let text = src[open..end].trim_ascii_end();
    let start = memrchr2(b'\n', b'\r', text).map_or(0, |at| at + 1);
    let is_marker = start > 0 && Marker::exact(text[start..].trim_ascii()).is_some();
    if is_marker { open + start } else { end }
}

/// Returns the offset of the first empty line in `src[from..]` that a whole tag pair line follows, if the line before it
/// ends before `max`.
fn empty_line_before_tag(src: &[u8], from: usize, max: usize) -> Option<usize> {
    let max = max.min(src.len());
    let mut at = from;
    while at < max {
        let line = line_end(&src[..max], at);
        if line >= max {
            return None;
        }
        let empty = past_line_end(src, line);
        at = skip_empty_lines(src, empty);
        if at > empty && at < src.len() && tag_line_name(src, at).is_some() {
            return Some(empty);
        }
    }
    None
}

/// Returns the last likely game boundary in `src[from..]`, as an offset in `src`, by examining only a few lines.
///
/// At this offset one game ends and the next begins, unless it is inside a comment, which only
/// [`crate::Parser`] can tell.
///
/// ```
/// let chunk = b"[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 d5 2. c";
/// assert_eq!(pgn_syntax::cut_points::find_boundary(chunk, 0), Some(22));
/// ```
#[must_use]
pub fn find_boundary(src: &[u8], from: usize) -> Option<usize> {
    tag_boundary(src, from).or_else(|| movetext_boundary(src, from))
}

/// Returns the last boundary before a tag pair that follows a marker, or movetext and an empty line.
fn tag_boundary(src: &[u8], from: usize) -> Option<usize> {
    let mut end = src.len();
    loop {
        let bracket = from + memrchr(b'[', src.get(from..end)?)?;
        end = bracket;
        if bracket > from
            && is_line_start(src, bracket)
            && is_tag_line(src, bracket)
            && let Some(boundary) = boundary_before(src, from, bracket)
        {
            return Some(boundary);
        }
    }
}

/// Returns the boundary before the tag pair at `tag`, if a marker is before it, or movetext and an empty
/// line.
fn boundary_before(src: &[u8], from: usize, tag: usize) -> Option<usize> {
    let text_end = from + trim_white_end(&src[from..tag]).len();
    if text_end == from {
        return None;
    }
    let line_start = memrchr2(b'\n', b'\r', &src[from..text_end]).map_or(from, |n| from + n + 1);
    let line = &src[line_start..text_end];
    let last_word = line.rsplit(|&b| b == b' ').next().unwrap_or(line);
    // A marker may be glued to the last move.
    let has_marker = Marker::TEXTS.iter().any(|it| last_word.ends_with(it.as_bytes()));
    if has_marker && line[0] != b'%' {
        return Some(tag);
    }
    let first_line_end = past_line_end(src, line_end(src, text_end));
    let is_text = first_line_end < tag
        && !matches!(line[0], b'[' | b'%' | b';')
        && !line.contains(&b'{')
        && !line.contains(&b'}');
    (is_text && last_word != b"0-0" && memchr(b';', line).is_none()).then_some(tag)
}

/// Returns the last boundary between two games without tags: a marker at the end of a line, an empty line, a
/// move number.
fn movetext_boundary(src: &[u8], from: usize) -> Option<usize> {
    let mut end = src.len();
    loop {
        let empty = from + memmem::rfind(src.get(from..end)?, b"\n1.")?;
        end = empty;
        let start = empty + 1;
        let text_end = from + trim_white_end(&src[from..start]).len();
        if past_line_end(src, line_end(src, text_end)) < start
            && ends_in_marker(&src[from..text_end])
            && game_start::starts_game(src, start)
        {
            return Some(start);
        }
    }
}

/// Returns the end of `src` if a line with a marker and an empty line end it: the point where a stream that
/// pauses has probably sent a complete game.
///
/// ```
/// use pgn_syntax::cut_points::find_pause;
///
/// assert_eq!(find_pause(b"1. e4 *\n\n", 0), Some(9));
/// assert_eq!(find_pause(b"1. e4 e5\n", 0), None);
/// ```
#[must_use]
pub fn find_pause(src: &[u8], from: usize) -> Option<usize> {
    let text_end = from + trim_white_end(src.get(from..)?).len();
    let line = past_line_end(src, line_end(src, text_end));
    let after = past_line_end(src, line);
    let is_pause = line > text_end && after > line && ends_in_marker(&src[from..text_end]);
    is_pause.then_some(src.len())
}

/// Returns true if the last word of a text is a marker.
fn ends_in_marker(text: &[u8]) -> bool {
    let last = text.rsplit(|b| *b == b' ' || is_line_end(b)).next();
    last.and_then(Marker::exact).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognizes_tag_lines() {
        for yes in [
            "[Event \"x\"]",
            "[a \"\"] \r\n",
            "[A \"x\"][B \"y\"] [C \"\"]\n",
            "  [FEN \"a [b] c\"]",
            "[White \"Joe \"Big\" Doe\"]",
        ] {
            assert!(is_tag_line(yes.as_bytes(), 0), "{yes}");
        }
        for no in [
            "[A \"x\"]e4*[B \"y\"]", "[Event]", "[Event \"x\"", "[%clk 1]", "Event \"x\"]",
            "[Event \"]", "[ \"x\"]", "",
        ] {
            assert!(!is_tag_line(no.as_bytes(), 0), "{no}");
        }
    }

    #[track_caller]
    fn check_boundary(text: &str, expect: Option<&str>) {
        let boundary = find_boundary(text.as_bytes(), 0);
        assert_eq!(boundary.map(|at| &text[at..]), expect);
    }

    #[test]
    fn finds_boundaries() {
        check_boundary("1. e4 1-0\n\n[Event \"x\"]\n", Some("[Event \"x\"]\n"));
        check_boundary(
            "1. e4 *\r\n\r\n[A \"x\"]\r\n[B \"x\"]\r\n\r\n",
            Some("[A \"x\"]\r\n[B \"x\"]\r\n\r\n"),
        );
        check_boundary("1. e4 e5\n\n\n[A \"x\"]\n", Some("[A \"x\"]\n"));
        check_boundary("1. e4 *\n[A \"x\"]\n", Some("[A \"x\"]\n"));
        check_boundary("1. e4 *\r\n[A \"x\"]\r\n[B \"x\"]\r\n", Some("[A \"x\"]\r\n[B \"x\"]\r\n"));
        check_boundary("1. e4 e5\n[A \"x\"]\n", None);
        check_boundary("[A \"y\"]\n\n[A \"x\"]\n", None);
        check_boundary("1. e4 {x}\n\n[A \"x\"]\n", None);
        check_boundary("1. e4 1-0\n\n1. d4 1-0\n", Some("1. d4 1-0\n"));
        check_boundary("1. e4 e5\n\n1. d4 1-0\n", None);
    }

    #[track_caller]
    fn check_comment(text: &str, expect: CommentEnd) {
        assert_eq!(CommentEnds::default().find(text.as_bytes(), 0, true), expect);
    }

    #[test]
    fn finds_ends_of_comments() {
        check_comment("{a} b", CommentEnd::Closed { end: 3, holds_open: false });
        check_comment("{a { b} c", CommentEnd::Closed { end: 7, holds_open: true });
        // C33 applies only with another `{` between.
        check_comment("{a\n\n[B \"c\"]\n}", CommentEnd::Closed { end: 13, holds_open: false });
        check_comment("{a\n\n[B \"c\"]\n{}", CommentEnd::Open { end: 3 });
        check_comment("{a\n\n[B \"c\"]\n", CommentEnd::Open { end: 3 });
        check_comment("{a\n\nb", CommentEnd::Open { end: 5 });
        assert_eq!(CommentEnds::default().find(b"{a", 0, false), CommentEnd::Unknown);
    }
}
