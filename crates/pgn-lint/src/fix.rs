//! Fixes: the edits that take a finding away, how sure they are, and the few shapes that they have.

use std::borrow::Cow;

use pgn_syntax::{CommentKind, Node, NodeKind, Span, TagPair, first_line_end};

use crate::rule::GameCx;

/// How sure a fix is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Applicability {
    /// What a reader gets of the game cannot change.
    Safe,
    /// A guess.
    Unsafe,
}

/// A change that takes the finding away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// How sure it is.
    pub applicability: Applicability,
    /// In the order of the text; none overlaps another.
    pub edits: Vec<Edit>,
}

/// Replaces the bytes of a span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What goes; empty: nothing.
    pub span: Span,
    /// What comes.
    pub text: Cow<'static, str>,
}

impl Fix {
    /// A fix of these edits, in any order.
    #[must_use]
    pub fn new(applicability: Applicability, mut edits: Vec<Edit>) -> Fix {
        edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
        let are_apart =
            |a: &Edit, b: &Edit| a.span.end <= b.span.start && a.span.start < b.span.start;
        debug_assert!(edits.is_sorted_by(are_apart), "{edits:?}");
        Fix { applicability, edits }
    }

    /// Returns the fix in a text of `len` bytes that begins at `start`. `None`: it reaches beyond.
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
    /// Puts `text` at `at`.
    pub fn insert(at: u32, text: impl Into<Cow<'static, str>>) -> Edit {
        Edit { span: Span { start: at, end: at }, text: text.into() }
    }

    /// Puts `text` in the place of a span.
    pub fn replace(span: Span, text: impl Into<Cow<'static, str>>) -> Edit {
        Edit { span, text: text.into() }
    }

    /// Takes a span out.
    #[must_use]
    pub fn delete(span: Span) -> Edit {
        Edit { span, text: Cow::Borrowed("") }
    }

    /// Whether it changes no byte.
    pub(crate) fn is_nothing(&self) -> bool {
        self.span.is_empty() && self.text.is_empty()
    }

    /// Turns the bytes of a span into `text`, and touches only those that differ.
    #[must_use]
    pub fn turn(src: &[u8], span: Span, text: &str) -> Edit {
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

    /// Takes a character out that is read as a blank: one comes for it where none would be left.
    #[must_use]
    pub fn blank_out(src: &[u8], span: Span) -> Edit {
        let is_white = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_whitespace);
        let before = src[..span.start as usize].last();
        let behind = src.get(span.end as usize);
        let is_needed = !is_white(before) && !is_white(behind)
            // What begins a line may be more than a word.
            || matches!(behind, Some(b'%' | b'[')) && !matches!(before, Some(b' '));
        if is_needed { Edit::replace(span, " ") } else { Edit::delete(span) }
    }

    /// Takes out the empty lines that begin at `at`. `None`: lines end in CR CR LF, of which a lone CR
    /// would remain.
    #[must_use]
    pub fn delete_empty_lines(src: &[u8], at: u32) -> Option<Edit> {
        let start = at as usize;
        if src[..start].ends_with(b"\r") && src[start..].starts_with(b"\r\n") {
            return None;
        }
        let mut end = start;
        loop {
            let n_blanks =
                src[end..].iter().take_while(|b| matches!(b, b' ' | b'\t' | 0x0B)).count();
            let next = past_line_end(src, end + n_blanks);
            if next == end + n_blanks {
                return Some(Edit::delete(Span::new(start, end)));
            }
            end = next;
        }
    }

    /// Takes a word of the movetext out, with the blanks that nobody needs then; an empty line does
    /// not stay. `None`: what stands around it would be read otherwise.
    #[must_use]
    pub fn delete_word(src: &[u8], span: Span) -> Option<Edit> {
        let (mut start, mut end) = (span.start as usize, span.end as usize);
        let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
        let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
        let before = src[..start].iter().rposition(|byte| !is_blank(byte));
        let behind = end + src[end..].iter().take_while(|byte| is_blank(byte)).count();
        let is_first = before.is_none_or(|at| is_end(&src[at]));
        let is_last = src.get(behind).is_none_or(is_end);
        match (is_first, is_last) {
            (true, true) => {
                start = before.map_or(0, |at| at + 1);
                end = past_line_end(src, behind);
            }
            (true, false) => {
                end = behind;
                if matches!(src[end], b'%' | b'[') {
                    return None;
                }
            }
            (false, true) => {
                start = before.map_or(0, |at| at + 1);
                end = behind;
            }
            (false, false) => {
                let opens = before.is_some_and(|at| src[at] == b'(');
                let closes = src[behind] == b')';
                let had_blank = start > before.map_or(0, |at| at + 1);
                if opens {
                    end = behind;
                } else if had_blank && (behind > end || closes) {
                    start = before.map_or(0, |at| at + 1);
                    if !closes {
                        end = behind;
                        return Some(Edit::turn(src, Span::new(start, end), " "));
                    }
                } else if !had_blank && behind == end && !closes {
                    return Some(Edit::replace(span, " "));
                }
            }
        }
        Some(Edit::delete(Span::new(start, end)))
    }

    /// Takes a tag pair out: its line, if it is alone there.
    #[must_use]
    pub fn delete_pair(src: &[u8], span: Span) -> Edit {
        let (mut start, mut end) = (span.start as usize, span.end as usize);
        let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
        let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
        let before = src[..start].iter().rev().take_while(|byte| is_blank(byte)).count();
        let behind = end + src[end..].iter().take_while(|byte| is_blank(byte)).count();
        let is_first = src[..start - before].last().is_none_or(is_end);
        if is_first && src.get(behind).is_none_or(is_end) {
            (start, end) = (start - before, past_line_end(src, behind));
        } else {
            end = behind;
        }
        Edit::delete(Span::new(start, end))
    }
}

/// Makes a comment of words.
pub(crate) fn in_braces(span: Span) -> [Edit; 2] {
    [Edit::insert(span.start, "{"), Edit::insert(span.end, "}")]
}

/// The field of a FEN, counted from 0, if fields are parted by one space.
pub(crate) fn fen_field(src: &[u8], fen: Span, n: usize) -> Option<Span> {
    let mut start = fen.start as usize;
    for (at, field) in fen.of(src).split(|&byte| byte == b' ').enumerate() {
        if at == n {
            return Some(Span::new(start, start + field.len())).filter(|field| !field.is_empty());
        }
        start += field.len() + 1;
    }
    None
}

/// Past the line end at `at`, if there is one.
pub(crate) fn past_line_end(src: &[u8], at: usize) -> usize {
    match src.get(at..) {
        Some([b'\r', b'\n', ..]) => at + 2,
        Some([b'\r' | b'\n', ..]) => at + 1,
        _ => at,
    }
}

impl GameCx<'_> {
    /// The tag pair that holds this byte.
    pub(crate) fn pair_at(&self, at: u32) -> Option<&TagPair> {
        let n = self.game.tags.partition_point(|pair| pair.span.start <= at);
        self.game.tags[..n].last().filter(|pair| at <= pair.span.end)
    }

    /// The node that begins at this byte.
    pub(crate) fn node_at(&self, at: u32) -> Option<&Node> {
        let n = self.game.nodes.partition_point(|node| node.span.start < at);
        self.game.nodes.get(n).filter(|node| node.span.start == at)
    }

    /// Returns true if one of the `n` nodes before or the `n` nodes behind a place is words outside comments.
    /// What stands there may be part of a sentence.
    pub(crate) fn has_words_near(&self, at: u32, n: usize) -> bool {
        let nodes = &self.game.nodes;
        let index = nodes.partition_point(|node| node.span.start < at);
        let near = &nodes[index.saturating_sub(n)..nodes.len().min(index + n)];
        near.iter().any(|node| node.kind == NodeKind::Comment(CommentKind::Words))
    }

    /// Returns how the lines of the game end: as the first of them does.
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

    /// `<…>` is the word.
    #[track_caller]
    fn delete(text: &str, expected: &str) {
        let (start, end) = (text.find('<').unwrap(), text.find('>').unwrap() - 1);
        let src = text.replace(['<', '>'], "");
        let edit = Edit::delete_word(src.as_bytes(), Span::new(start, end));
        assert_eq!(edit.map_or("none".to_owned(), |edit| apply(&src, &edit)), expected, "{text}");
    }

    #[test]
    fn words_go_with_their_blanks() {
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
    fn pairs_go_with_their_lines() {
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
