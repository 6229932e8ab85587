//! The layout of export format: tag section, units filled into lines, and comments (C03).
//!
//! A unit is a string that no line end may break. [`Layout`] writes units into a buffer and puts a blank or a
//! line end between them, as the width of the line allows.

mod comment_words;
mod line_start;
mod number;
mod plain_comment;
pub mod reflow;
mod short_text;
mod tag_pairs;
mod token;

use memchr::memchr;

use self::{
    comment_words::{NO_BREAK_SPACE, SPACE, ZERO_WIDTH_BREAK, short_commands, squeeze},
    number::{NUMBERS, n_digits},
    plain_comment::plain_words,
};
pub use self::{
    line_start::{may_begin_comment_line, may_begin_line},
    number::{push_number, write_digits},
    short_text::ShortText,
    tag_pairs::{copy_tag_pair, is_plain, tag_name, tag_pair},
};
use crate::{
    comments::server_comment::{self, ServerComment},
    encodings::encoding::Fallback,
    text::span::Span,
};

/// The maximum number of columns of a line in export format: "less than 80 printing characters" (8.2.1, C01).
pub const WIDTH: usize = 79;

/// The maximum length of a move, a number or a command of a server, in bytes.
pub(crate) const SHORT: usize = 16;

/// Writes units into lines of limited width.
///
/// ```
/// use pgn_syntax::write::Layout;
///
/// let (mut layout, mut out) = (Layout::new(10), Vec::new());
/// layout.begin(&out);
/// for unit in ["1.", "e4", "e5", "2.", "Nf3", "*"] {
///     layout.unit(&mut out, unit.as_bytes());
/// }
/// layout.end(&mut out);
/// assert_eq!(out, b"1. e4 e5\n2. Nf3 *\n\n");
/// ```
#[derive(Clone, Debug)]
pub struct Layout {
    width: usize,
    breaks: LineBreaks,
    /// The number of code points of the current line without the open unit; 0 at the start of a line.
    column: usize,
    /// The offset in the buffer where the open unit starts.
    unit: usize,
    state: State,
    /// The number of `(` that will be joined to the front of the next unit.
    parens: usize,
    scratch: Vec<u8>,
}

/// Where lines of movetext end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineBreaks {
    /// Where the width of the line is reached, as in export format.
    #[default]
    Width,
    /// After each full move, comment and parenthesis, so that a change of one word changes one line.
    Moves,
    /// Before and after each comment and variation.
    Variations,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// No unit is open.
    Empty,
    /// A unit is open, with a blank before it unless the line begins with it.
    Unit,
    /// A unit is open after another unit. It is ASCII, so that each byte is a column, and no opening
    /// parenthesis is held back for the next unit.
    Word,
    /// A unit is open that follows the one before it without a blank.
    Piece,
    /// A `;` comment ends the text: the line must end.
    LineComment,
}

impl Layout {
    /// Returns a layout for lines of at most `width` code points. With 0 there is only one line.
    #[must_use]
    pub fn new(width: usize) -> Layout {
        let width = if width == 0 { usize::MAX } else { width };
        Layout {
            width,
            breaks: LineBreaks::Width,
            column: 0,
            unit: 0,
            state: State::Empty,
            parens: 0,
            scratch: Vec::new(),
        }
    }

    /// Returns a layout whose lines end where `breaks` says, whatever their length. With
    /// [`LineBreaks::Width`], they have at most `width` code points.
    ///
    /// ```
    /// use pgn_syntax::{Fallback, write::{Layout, LineBreaks}};
    ///
    /// let (mut layout, mut out) = (Layout::with_breaks(79, LineBreaks::Moves), Vec::new());
    /// layout.begin(&out);
    /// for number in [1, 2] {
    ///     layout.move_number(&mut out, number, false);
    ///     layout.unit(&mut out, b"e4");
    /// }
    /// layout.comment(&mut out, b"twice", Fallback::default());
    /// layout.marker(&mut out, b"*");
    /// layout.end(&mut out);
    /// assert_eq!(out, b"1. e4\n2. e4\n{twice}\n*\n\n");
    /// ```
    #[must_use]
    pub fn with_breaks(width: usize, breaks: LineBreaks) -> Layout {
        match breaks {
            LineBreaks::Width => Layout::new(width),
            LineBreaks::Moves | LineBreaks::Variations => Layout { breaks, ..Layout::new(0) },
        }
    }

    /// Begins the movetext of a game at the end of `out`.
    pub fn begin(&mut self, out: &[u8]) {
        (self.column, self.unit, self.state, self.parens) = (0, out.len(), State::Empty, 0);
    }

    /// Continues after text whose last line has `column` code points.
    pub fn begin_at(&mut self, out: &[u8], column: usize) {
        self.begin(out);
        self.column = column;
    }

    /// Finishes the current line before other text is written. A line end is added after a `;` comment.
    pub fn pause(&mut self, out: &mut Vec<u8>) {
        self.close(out);
        if self.state == State::LineComment {
            out.push(b'\n');
        }
        (self.state, self.column) = (State::Empty, 0);
    }

    /// Writes a unit.
    #[inline]
    pub fn unit(&mut self, out: &mut Vec<u8>, text: &[u8]) {
        self.open(out);
        out.extend_from_slice(text);
    }

    /// Writes the bytes of `span` as a unit. They must be ASCII, and so must text that is glued to them
    /// later.
    #[inline(always)]
    pub fn word(&mut self, out: &mut Vec<u8>, src: &[u8], span: Span) {
        match short(src, span.start as usize, span.end as usize) {
            Some(bytes) => {
                let mut text = [b' '; SHORT + 1];
                text[1..].copy_from_slice(bytes);
                self.short_word(out, &text, 1 + span.len());
            }
            None => self.unit(out, span.of(src)),
        }
    }

    /// Writes the first `len` bytes of `text` as a unit. `text` begins with a blank and is ASCII. Its fixed size lets
    /// the compiler copy it without a call of `memcpy`.
    #[inline(always)]
    fn short_word<const N: usize>(&mut self, out: &mut Vec<u8>, text: &[u8; N], len: usize) {
        if self.state == State::Word {
            // A word after another word: the common case.
            let open = out.len() - self.unit;
            self.column += 1 + open;
            if self.column > self.width {
                out[self.unit - 1] = b'\n';
                self.column = open;
            }
            self.unit = out.len() + 1;
            out.extend_from_slice(text);
        } else {
            self.open(out);
            self.state = if self.column > 0 { State::Word } else { State::Unit };
            out.extend_from_slice(&text[1..]);
        }
        out.truncate(out.len() - (N - len));
    }

    /// Writes a move number indication: `12.` or `12...`.
    #[inline]
    pub fn move_number(&mut self, out: &mut Vec<u8>, number: u32, is_black: bool) {
        if self.breaks == LineBreaks::Moves && !is_black {
            self.end_line(out);
        }
        let n_dots = if is_black { 3 } else { 1 };
        if let Some((text, n_digits)) = NUMBERS.get(number as usize) {
            return self.short_word(out, text, 1 + usize::from(*n_digits) + n_dots);
        }
        let mut text = [b'.'; SHORT];
        text[0] = b' ';
        let len = n_digits(number);
        write_digits(&mut text[1..=len], number);
        self.short_word(out, &text, 1 + len + n_dots);
    }

    /// Joins a `(` to the front of the next unit.
    pub fn open_paren(&mut self, out: &mut Vec<u8>) {
        match self.breaks {
            LineBreaks::Width => (),
            LineBreaks::Moves => {
                self.end_line(out);
                self.unit(out, b"(");
                return self.end_line(out);
            }
            LineBreaks::Variations => self.end_line(out),
        }
        self.parens += 1;
        if self.state == State::Word {
            self.state = State::Unit;
        }
    }

    /// Joins a `)` to the end of the last unit. After a `;` comment it becomes a unit of its own.
    pub fn close_paren(&mut self, out: &mut Vec<u8>) {
        if self.breaks == LineBreaks::Moves {
            self.end_line(out);
        }
        // After the end of a line there is no unit to join.
        let is_apart = self.breaks != LineBreaks::Width && self.state == State::Empty;
        if self.state == State::LineComment || is_apart {
            self.unit(out, b")");
        } else {
            out.push(b')');
        }
        if self.breaks != LineBreaks::Width {
            self.end_line(out);
        }
    }

    /// Writes the termination marker.
    pub fn marker(&mut self, out: &mut Vec<u8>, text: &[u8]) {
        if self.breaks != LineBreaks::Width {
            self.end_line(out);
        }
        self.unit(out, text);
    }

    /// Ends the current line, if something is on it.
    #[cold]
    fn end_line(&mut self, out: &mut Vec<u8>) {
        self.close(out);
        if self.state == State::LineComment || self.column > 0 {
            out.push(b'\n');
        }
        (self.state, self.column) = (State::Empty, 0);
    }

    /// Writes the span of a [server comment](crate::CommentKind::Server).
    #[inline]
    pub fn server_comment(&mut self, out: &mut Vec<u8>, src: &[u8], comment: Span) {
        if self.breaks != LineBreaks::Width {
            self.comment(out, &comment.of(src)[1..comment.len() - 1], Fallback::default());
            return;
        }
        let ServerComment { evaluation, clock, .. } = server_comment::parts(src, comment);
        // Room for a blank, two braces, and the text between them.
        let mut text = [b' '; SHORT + 8];
        text[1] = b'{';
        let mut at = 2;
        if evaluation.0 < evaluation.1 {
            let len = put_short(&mut text, at, src, evaluation.0, evaluation.1);
            self.short_word(out, &text, len);
            at = 1;
        }
        let len = put_short(&mut text, at, src, clock.0, clock.1);
        text[len] = b'}';
        self.short_word(out, &text, len + 1);
    }

    /// Writes a comment. Returns false, and writes nothing, if its text is white space.
    ///
    /// Text with a `}` becomes a `;` comment (COM-10).
    pub fn comment(&mut self, out: &mut Vec<u8>, text: &[u8], fallback: Fallback) -> bool {
        if self.breaks == LineBreaks::Width {
            // A fast path for the comments of engines.
            if let Some(words) = plain_words(text) {
                self.plain_comment(out, words);
                return true;
            }
            // A fast path for commands after each move that are no server comments, such as `[%emt 0.734]`: without it,
            // the export of such games takes twice the instructions.
            if let Some((first, second)) = short_commands(text) {
                self.open(out);
                out.push(b'{');
                out.extend_from_slice(first);
                if !second.is_empty() {
                    self.open(out);
                    out.extend_from_slice(second);
                }
                out.push(b'}');
                return true;
            }
        }
        let mut words = std::mem::take(&mut self.scratch);
        words.clear();
        // Text in another character set is decoded first.
        squeeze(fallback.decode(text).as_bytes(), &mut words);
        let is_written = !words.is_empty();
        let has_own_lines = is_written && self.breaks != LineBreaks::Width;
        // Parentheses that are held back are next to the comment, so that the line does not end here.
        if has_own_lines && self.parens == 0 {
            self.end_line(out);
        }
        if memchr(b'}', &words).is_some() {
            self.open(out);
            out.extend_from_slice(b"; ");
            // A `;` comment is a single line, so its separators are blanks.
            out.extend(
                words
                    .iter()
                    .map(|&b| if b == SPACE || b == NO_BREAK_SPACE { b' ' } else { b })
                    .filter(|&b| b != ZERO_WIDTH_BREAK),
            );
            self.close(out);
            self.state = State::LineComment;
        } else if is_written {
            self.brace_comment(out, &words);
        }
        if has_own_lines {
            self.end_line(out);
        }
        self.scratch = words;
        is_written
    }

    fn brace_comment(&mut self, out: &mut Vec<u8>, words: &[u8]) {
        self.open(out);
        out.push(b'{');
        let mut from = 0;
        while let Some(n) = memchr::memchr3(SPACE, NO_BREAK_SPACE, ZERO_WIDTH_BREAK, &words[from..])
        {
            out.extend_from_slice(&words[from..from + n]);
            match words[from + n] {
                SPACE => self.open(out),
                NO_BREAK_SPACE => out.push(b' '),
                _ => {
                    self.close(out);
                    self.unit = out.len();
                    self.state = State::Piece;
                }
            }
            from += n + 1;
        }
        out.extend_from_slice(&words[from..]);
        out.push(b'}');
    }

    /// Ends the movetext: with the end of its last line and an empty line.
    pub fn end(&mut self, out: &mut Vec<u8>) {
        self.close(out);
        let is_ended = self.breaks != LineBreaks::Width && self.column == 0;
        out.extend_from_slice(if is_ended { b"\n" } else { b"\n\n" });
        self.state = State::Empty;
        self.column = 0;
    }

    /// Closes the open unit and opens the next one.
    #[inline]
    fn open(&mut self, out: &mut Vec<u8>) {
        self.close(out);
        if self.state == State::LineComment {
            out.push(b'\n');
            self.column = 0;
        } else if self.column > 0 {
            out.push(b' ');
        }
        self.unit = out.len();
        self.state = State::Unit;
        if self.parens > 0 {
            out.resize(out.len() + self.parens, b'(');
            self.parens = 0;
        }
    }

    /// Decides whether the open unit stays on its line, and adds its columns.
    #[inline]
    fn close(&mut self, out: &mut Vec<u8>) {
        let len = match self.state {
            State::Empty | State::LineComment => return,
            State::Word => out.len() - self.unit,
            State::Unit | State::Piece => last_columns(out, self.unit),
        };
        if self.state == State::Piece {
            if self.column + len <= self.width {
                self.column += len;
            } else {
                out.insert(self.unit, b'\n');
                self.column = len;
            }
        } else if self.column == 0 {
            self.column = len;
        } else if (self.column + 1).saturating_add(len) <= self.width {
            self.column += 1 + len;
        } else {
            out[self.unit - 1] = b'\n';
            self.column = len;
        }
        self.state = State::Empty;
    }
}

/// Returns the number of code points from `from` on. Most units fit into eight bytes.
#[inline]
fn last_columns(out: &[u8], from: usize) -> usize {
    let len = out.len() - from;
    if (1..=8).contains(&len)
        && let Some(last) = out.last_chunk()
    {
        let word = u64::from_le_bytes(*last) >> (64 - 8 * len);
        // Continuation bytes begin with the bits 10.
        return len - (word & !(word << 1) & 0x8080_8080_8080_8080).count_ones() as usize;
    }
    let text = &out[from..];
    if text.is_ascii() { len } else { n_code_points(text) }
}

/// Returns the number of code points of UTF-8 text.
#[inline]
#[must_use]
pub fn n_code_points(text: &[u8]) -> usize {
    text.iter().filter(|&&b| b & 0xC0 != 0x80).count()
}

/// Returns [`SHORT`] bytes of `src` from `start`; `None` if fewer follow, or if `end` is further than that.
#[inline(always)]
fn short(src: &[u8], start: usize, end: usize) -> Option<&[u8; SHORT]> {
    src.get(start..)?.first_chunk().filter(|_| end - start <= SHORT)
}

/// Copies a few bytes of `src` into `text` from `at` on. Returns their end in `text`.
#[inline(always)]
fn put_short(text: &mut [u8; SHORT + 8], at: usize, src: &[u8], start: usize, end: usize) -> usize {
    match short(src, start, end) {
        Some(bytes) => text[at..at + SHORT].copy_from_slice(bytes),
        None => text[at..at + (end - start)].copy_from_slice(&src[start..end]),
    }
    at + (end - start)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lay(width: usize, write: impl FnOnce(&mut Layout, &mut Vec<u8>)) -> String {
        let (mut layout, mut out) = (Layout::new(width), Vec::new());
        layout.begin(&out);
        write(&mut layout, &mut out);
        layout.end(&mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn fills_lines_up_to_the_width() {
        let text = lay(10, |l, out| {
            ["aaaa", "bbbbb", "c", "ddddddddddddd", "e"]
                .iter()
                .for_each(|u| l.unit(out, u.as_bytes()))
        });
        assert_eq!(text, "aaaa bbbbb\nc\nddddddddddddd\ne\n\n");
    }

    #[track_caller]
    fn check(text: &str, expect: &str) {
        let got = lay(20, |l, out| {
            l.unit(out, b"1.");
            l.comment(out, text.as_bytes(), Fallback::default());
            l.unit(out, b"*");
        });
        assert_eq!(got, expect);
    }

    #[test]
    fn tag_names_have_no_quotes() {
        // A soft hyphen in Windows-1252.
        assert_eq!(*tag_name(b"\xAD", Fallback::default()), *b"_");
        assert_eq!(*tag_name(b"", Fallback::default()), *b"_");
        let name = tag_name(b"L\xC2\xC8\x92\xC4 ", Fallback::default());
        assert_eq!(name, "LÂÈ_Ä".as_bytes());
    }

    #[test]
    fn writes_comments() {
        check(" a  b\n\tc ", "1. {a b c} *\n\n");
        check("  ", "1. *\n\n");
        check("aaaa bbbb cccc dddd %50 e", "1. {aaaa bbbb cccc\ndddd %50 e} *\n\n");
        check("aaaa bbbb cccc ddddd [a", "1. {aaaa bbbb cccc\nddddd [a} *\n\n");
        check("a } b", "1. ; a } b\n*\n\n");
        check("[%clk\n0:15:16.6][%timestamp\n25]", "1.\n{[%clk 0:15:16.6][%timestamp 25]}\n*\n\n");
        check("[%cal Rb6a7,\nGa8b8]", "1.\n{[%cal Rb6a7,Ga8b8]}\n*\n\n");
        check("é é é é é é é é", "1. {é é é é é é é é}\n*\n\n");
        check("[%clk 0:05:00]", "1. {[%clk 0:05:00]}\n*\n\n");
        check("[%a]", "1. {[%a]} *\n\n");
        check("[%a b] c", "1. {[%a b] c} *\n\n");
        check("[%] c", "1. {[%] c} *\n\n");
        check("[%a} b]", "1. ; [%a} b]\n*\n\n");
    }

    #[test]
    fn columns_count_code_points() {
        for text in ["a", "é", "éé", "♞♞", "Nf3", "aéb♞", "ééééééééé", "12345678", "1234567é"]
        {
            let out = format!("  é♞  é♞{text}");
            assert_eq!(last_columns(out.as_bytes(), out.len() - text.len()), text.chars().count());
            assert_eq!(last_columns(text.as_bytes(), 0), text.chars().count());
        }
    }

    #[test]
    fn short_commands_equal_squeezed_ones() {
        let commands =
            ["%clk 1:02:03", "%", "%a b", "% a", "%a  b ", "%a,b, c", "%a \"b", "%a [b", "%a-b"];
        let mut n_short = 0;
        for first in commands {
            for rest in
                ["", " ", "\n", "\x0b", "[%x]", " [%x y]", "\t\r\n [%x]\n", " x", " [%x", "} [%x]"]
            {
                for before in ["", " ", "\r\n", "x ", "\u{a0}"] {
                    let text = format!("{before}[{first}]{rest}");
                    let Some((first, second)) = short_commands(text.as_bytes()) else { continue };
                    n_short += 1;
                    let mut words = Vec::new();
                    squeeze(text.as_bytes(), &mut words);
                    let parts: Vec<_> = words.split(|&byte| byte == SPACE).collect();
                    let expect = [first, second];
                    assert_eq!(parts, expect[..if second.is_empty() { 1 } else { 2 }], "{text:?}");
                }
            }
        }
        assert!(n_short > 30, "{n_short}");
    }

    #[test]
    fn parentheses_are_joined_to_units() {
        let text = lay(79, |l, out| {
            l.open_paren(out);
            l.open_paren(out);
            l.unit(out, b"1.");
            l.unit(out, b"d4");
            l.close_paren(out);
            l.comment(out, b"x}", Fallback::default());
            l.close_paren(out);
        });
        assert_eq!(text, "((1. d4) ; x}\n)\n\n");
    }

    #[test]
    fn long_commands_break_after_commas_only() {
        let command = format!(
            "[%evp {}]",
            (0..40).map(|n| (n * 37).to_string()).collect::<Vec<_>>().join(",")
        );
        let text = lay(79, |l, out| {
            l.comment(out, command.as_bytes(), Fallback::default());
        });
        assert!(text.lines().all(|line| line.len() <= 79), "{text}");
        assert_eq!(text.replace('\n', ""), format!("{{{command}}}"));
    }
}
