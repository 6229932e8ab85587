//! Fixes: edits that remove a finding, their safety, and constructors for the common edits.

use std::borrow::Cow;

use pgn_chess::FenFields;
use pgn_syntax::{
    CommentKind, Game, Node, NodeKind, Span, SyntaxErrorKind, TagPair, first_line_end, is_blank,
    is_line_end, past_line_end, write::may_begin_line,
};

use crate::{context::GameCx, lines::blanks_before};

/// The safety of a fix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Applicability {
    /// The fix does not change how a reader understands the game.
    Safe,
    /// The fix is a guess.
    Unsafe,
}

impl Applicability {
    /// Returns [`Applicability::Safe`] if `is_safe` is true.
    pub fn safe_if(is_safe: bool) -> Applicability {
        if is_safe { Applicability::Safe } else { Applicability::Unsafe }
    }
}

/// A change of text that removes a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The safety of the fix.
    pub applicability: Applicability,
    /// The edits, sorted by place and without overlaps.
    pub edits: Vec<Edit>,
}

/// Replaces the bytes of a span.
///
/// An edit converts into one of `pgn_syntax`, which applies it:
///
/// ```
/// use pgn_lint::{Checker, Options, Selection, pgn_syntax::{Edit, Span, edit::apply_into}};
///
/// let pgn = b"[Date \"1992/8/31\"]\n\n1. e4 e5 *\n";
/// let selection = Selection::new(&["bad-date"], &[], &[])?;
/// let found = Checker::new(&selection, Options::default()).check_text(pgn)?.remove(0);
/// let edits: Vec<Edit> = found.diagnostic.fix.unwrap().edits.into_iter().map(Edit::from).collect();
/// let mut out = Vec::new();
/// apply_into(pgn, Span::new(0, pgn.len()), &edits, &mut out);
/// assert_eq!(out, b"[Date \"1992.08.31\"]\n\n1. e4 e5 *\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The bytes to remove; may be empty.
    pub span: Span,
    /// The text to insert.
    pub text: Cow<'static, str>,
}

impl From<Edit> for pgn_syntax::Edit {
    fn from(edit: Edit) -> pgn_syntax::Edit {
        pgn_syntax::Edit { span: edit.span, replacement: edit.text.into_owned().into_bytes() }
    }
}

impl Fix {
    /// Returns a fix of `edits`, which may be in any order; `None` if there are no edits, or two of them overlap or begin
    /// at the same place.
    pub(crate) fn new(applicability: Applicability, mut edits: Vec<Edit>) -> Option<Fix> {
        edits.sort_unstable_by_key(|edit| (edit.span.start, edit.span.end));
        let are_apart =
            |a: &Edit, b: &Edit| a.span.end <= b.span.start && a.span.start < b.span.start;
        let is_possible = !edits.is_empty() && edits.is_sorted_by(are_apart);
        is_possible.then_some(Fix { applicability, edits })
    }

    /// Returns the fix relative to a text of `len` bytes that begins at `start`; `None` if it
    /// reaches outside.
    pub(crate) fn moved_back(&self, start: u32, len: usize) -> Option<Fix> {
        let mut fix = self.clone();
        for edit in &mut fix.edits {
            edit.span.start = edit.span.start.checked_sub(start)?;
            edit.span.end -= start;
            if edit.span.end as usize > len {
                return None;
            }
        }
        Some(fix)
    }
}

impl Edit {
    /// Returns an edit that inserts `text` at `at`.
    pub(crate) fn insert(at: u32, text: impl Into<Cow<'static, str>>) -> Edit {
        Edit { span: Span { start: at, end: at }, text: text.into() }
    }

    /// Returns an edit that replaces a span with `text`.
    pub(crate) fn replace(span: Span, text: impl Into<Cow<'static, str>>) -> Edit {
        Edit { span, text: text.into() }
    }

    /// Returns an edit that removes a span.
    pub(crate) fn delete(span: Span) -> Edit {
        Edit { span, text: Cow::Borrowed("") }
    }

    /// Returns true if the edit changes nothing.
    pub(crate) fn is_nothing(&self) -> bool {
        self.span.is_empty() && self.text.is_empty()
    }

    /// Returns an edit that turns the bytes of a span into `text` and touches only the bytes that
    /// differ.
    pub(crate) fn turn(src: &[u8], span: Span, text: &str) -> Edit {
        let old = span.of(src);
        let new = text.as_bytes();
        let mut head = old.iter().zip(new).take_while(|(a, b)| a == b).count();
        while !text.is_char_boundary(head) {
            head -= 1;
        }
        let rest = (old[head..].iter().rev()).zip(new[head..].iter().rev());
        let mut tail = rest.take_while(|(a, b)| a == b).count();
        while !text.is_char_boundary(new.len() - tail) {
            tail -= 1;
        }
        let (start, end) = (span.start as usize + head, span.end as usize - tail);
        Edit { span: Span::new(start, end), text: text[head..new.len() - tail].to_owned().into() }
    }

    /// Returns an edit that removes a character that reads as a blank, and inserts a blank where
    /// none would remain.
    pub(crate) fn blank_out(src: &[u8], span: Span) -> Edit {
        let is_white = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_whitespace);
        let before = src[..span.start as usize].last();
        let after = src.get(span.end as usize);
        let is_needed = !is_white(before) && !is_white(after)
            || !may_begin_line(&src[span.end as usize..]) && !matches!(before, Some(b' '));
        if is_needed { Edit::replace(span, " ") } else { Edit::delete(span) }
    }

    /// Returns an edit that removes the empty lines that begin at `at`; `None` if lines end in CR
    /// CR LF, because a lone CR would remain.
    pub(crate) fn delete_empty_lines(src: &[u8], at: u32) -> Option<Edit> {
        let start = at as usize;
        if src[..start].ends_with(b"\r") && src[start..].starts_with(b"\r\n") {
            return None;
        }
        let mut end = start;
        loop {
            let n_blanks = src[end..].iter().take_while(|byte| is_blank(byte)).count();
            let next = past_line_end(src, end + n_blanks);
            if next == end + n_blanks {
                return Some(Edit::delete(Span::new(start, end)));
            }
            end = next;
        }
    }

    /// Returns an edit that removes a word of movetext, with surplus blanks and the line if it
    /// becomes empty; `None` if the text around it would be read differently.
    pub(crate) fn delete_word(src: &[u8], span: Span) -> Option<Edit> {
        let (mut start, mut end) = (span.start as usize, span.end as usize);
        let before = src[..start].iter().rposition(|byte| !is_blank(byte));
        let after = end + src[end..].iter().take_while(|byte| is_blank(byte)).count();
        let is_first = before.is_none_or(|at| is_line_end(&src[at]));
        let is_last = src.get(after).is_none_or(is_line_end);
        match (is_first, is_last) {
            (true, true) => {
                start = before.map_or(0, |at| at + 1);
                end = past_line_end(src, after);
            }
            (true, false) => {
                end = after;
                if !may_begin_line(&src[end..]) {
                    return None;
                }
            }
            (false, true) => {
                start = before.map_or(0, |at| at + 1);
                end = after;
            }
            (false, false) => {
                let opens = before.is_some_and(|at| src[at] == b'(');
                let closes = src[after] == b')';
                let had_blank = start > before.map_or(0, |at| at + 1);
                if opens {
                    end = after;
                } else if had_blank && (after > end || closes) {
                    start = before.map_or(0, |at| at + 1);
                    if !closes {
                        end = after;
                        return Some(Edit::turn(src, Span::new(start, end), " "));
                    }
                } else if !had_blank && after == end && !closes {
                    return Some(Edit::replace(span, " "));
                }
            }
        }
        Some(Edit::delete(Span::new(start, end)))
    }

    /// Returns an edit that removes a tag pair, and its line if nothing else is on it.
    pub(crate) fn delete_pair(src: &[u8], span: Span) -> Edit {
        let (mut start, mut end) = (span.start as usize, span.end as usize);
        let blanks_start = blanks_before(src, span.start).start as usize;
        let after = end + src[end..].iter().take_while(|byte| is_blank(byte)).count();
        let is_first = src[..blanks_start].last().is_none_or(is_line_end);
        if is_first && src.get(after).is_none_or(is_line_end) {
            (start, end) = (blanks_start, past_line_end(src, after));
        } else {
            end = after;
        }
        Edit::delete(Span::new(start, end))
    }
}

/// Returns edits that make words a comment.
pub(crate) fn in_braces(span: Span) -> [Edit; 2] {
    [Edit::insert(span.start, "{"), Edit::insert(span.end, "}")]
}

/// Returns edits that add a backslash before each byte `sign` of a value that neither escapes a byte nor is escaped.
pub(crate) fn escape_each(src: &[u8], value: Span, sign: u8) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut bytes = (value.start..).zip(value.of(src)).peekable();
    while let Some((at, byte)) = bytes.next() {
        let is_escape =
            *byte == b'\\' && bytes.next_if(|(_, next)| b"\"\\".contains(next)).is_some();
        if *byte == sign && !is_escape {
            edits.push(Edit::insert(at, "\\"));
        }
    }
    edits
}

/// Returns the span of the field of a FEN with the index `n`.
pub(crate) fn fen_field(src: &[u8], fen: Span, n: usize) -> Option<Span> {
    let range = FenFields::of(fen.of(src)).range(n)?;
    let start = fen.start as usize;
    Some(Span::new(start + range.start, start + range.end))
}

/// Returns the span of a counter of a FEN, the field with the index `n`. `None` if the counters are operations of EPD: the
/// fix of `fen-spelling` writes these as fields.
pub(crate) fn fen_counter(src: &[u8], fen: Span, n: usize) -> Option<Span> {
    let is_of_epd = FenFields::of(fen.of(src)).counters_of_epd().is_some();
    fen_field(src, fen, n).filter(|_| !is_of_epd)
}

/// Returns true if a comment or string of a game was left open: its end is a guess, and no fix is safe.
pub(crate) fn is_open(game: &Game) -> bool {
    use SyntaxErrorKind::{UnterminatedComment, UnterminatedString};
    game.errors.iter().any(|error| matches!(error.kind, UnterminatedComment | UnterminatedString))
}

impl GameCx<'_> {
    /// Returns the tag pair that contains the byte at `at` or ends there.
    pub(crate) fn pair_at(&self, at: u32) -> Option<&TagPair> {
        let n = self.game.tags.partition_point(|pair| pair.span.start <= at);
        self.game.tags[..n].last().filter(|pair| at <= pair.span.end)
    }

    /// Returns the node that begins at the byte at `at`.
    pub(crate) fn node_at(&self, at: u32) -> Option<&Node> {
        self.game.nodes.get(self.node_index(at)).filter(|node| node.span.start == at)
    }

    /// Returns true if one of the `n` nodes before or after `at` is text outside comments. The text
    /// at `at` may then be part of a sentence.
    pub(crate) fn has_words_near(&self, at: u32, n: usize) -> bool {
        let nodes = &self.game.nodes;
        let index = self.node_index(at);
        let after = index + usize::from(nodes.get(index).is_some_and(|it| it.span.start == at));
        let near = &nodes[index.saturating_sub(n)..nodes.len().min(after + n)];
        near.iter().any(|node| node.kind == NodeKind::Comment(CommentKind::Words))
    }

    /// Returns the first line end of the game, or LF if there is none.
    pub(crate) fn line_end(&self) -> &'static str {
        first_line_end(self.game.span.of(self.src)).unwrap_or("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn apply(src: &str, edit: &Edit) -> String {
        let Span { start, end } = edit.span;
        format!("{}{}{}", &src[..start as usize], edit.text, &src[end as usize..])
    }

    /// `<…>` marks the word.
    #[track_caller]
    fn delete(text: &str, expected: &str) {
        let (start, end) = (text.find('<').unwrap(), text.find('>').unwrap() - 1);
        let src = text.replace(['<', '>'], "");
        let edit = Edit::delete_word(src.as_bytes(), Span::new(start, end));
        assert_eq!(edit.map_or("none".to_owned(), |edit| apply(&src, &edit)), expected, "{text}");
    }

    #[test]
    fn removed_words_include_their_blanks() {
        delete("1. e4 <{}> e5", "1. e4 e5");
        delete("1. e4<{}>e5", "1. e4 e5");
        delete("1. e4<{}> e5", "1. e4 e5");
        delete("1. e4 <{}>e5", "1. e4 e5");
        delete("1. e4  <{}>  e5", "1. e4 e5");
        delete("1. e4 <{}>\ne5", "1. e4\ne5");
        delete("1. e4\n<{}> e5", "1. e4\ne5");
        delete("1. e4\n <{}> \r\ne5", "1. e4\ne5");
        delete("1. e4 (<{}> 1. d4)", "1. e4 (1. d4)");
        delete("1. e4 (1. d4 <{}>)", "1. e4 (1. d4)");
        delete("1. e4 (1. d4<{}>)", "1. e4 (1. d4)");
        delete("*\n<{}>%", "none");
        delete("<{}> 1. e4", "1. e4");
        delete("1. e4 <{}>", "1. e4");
    }

    #[test]
    fn edits_that_overlap_are_no_fix() {
        let new = |spans: &[(u32, u32)]| {
            let edit = |&(start, end): &(u32, u32)| Edit::delete(Span { start, end });
            let fix = Fix::new(Applicability::Safe, spans.iter().map(edit).collect())?;
            Some(fix.edits.iter().map(|edit| edit.span.start).collect::<Vec<_>>())
        };
        assert_eq!(new(&[(3, 4), (0, 2), (2, 3)]), Some(vec![0, 2, 3]));
        assert_eq!(new(&[(0, 2), (1, 3)]), None);
        assert_eq!(new(&[(1, 1), (1, 3)]), None);
        assert_eq!(new(&[]), None);
    }

    #[test]
    fn removed_tag_pairs_include_their_lines() {
        let delete = |src: &str, pair: &str| {
            let start = src.find(pair).unwrap();
            let edit = Edit::delete_pair(src.as_bytes(), Span::new(start, start + pair.len()));
            apply(src, &edit)
        };
        assert_eq!(delete("[A \"\"]\r\n[B \"\"]\r\n", "[A \"\"]"), "[B \"\"]\r\n");
        assert_eq!(delete("[A \"\"] [B \"\"]\n", "[A \"\"]"), "[B \"\"]\n");
        assert_eq!(delete("[A \"\"] [B \"\"]\n", "[B \"\"]"), "[A \"\"] \n");
    }

    #[test]
    fn only_bytes_that_differ_are_touched() {
        let turn = |old: &str, new: &str| {
            let edit = Edit::turn(old.as_bytes(), Span::new(0, old.len()), new);
            assert_eq!(apply(old, &edit), new);
            (edit.span.start, edit.span.end, edit.text.into_owned())
        };
        assert_eq!(turn("Ngf3", "Nf3"), (1, 2, String::new()));
        assert_eq!(turn("0-0", "O-O"), (0, 3, "O-O".to_owned()));
        assert_eq!(turn("aa", "aaa"), (2, 2, "a".to_owned()));
        assert_eq!(turn("x", "x"), (1, 1, String::new()));
        assert_eq!(turn("é", "è"), (0, 2, "è".to_owned()));
    }
}
