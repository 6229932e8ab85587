//! Embedded commands in comments, such as `[%clk 1:59:01]` (supplement of 2001, CMD-01 to CMD-19).
//!
//! To read the clock time of any comment, use [`MoveData::read_node`](crate::MoveData::read_node).

use crate::text::scan::{control_at, is_name_byte, is_white_space};

/// An embedded command in the text of a comment.
///
/// ```
/// use pgn_syntax::command::{Command, command_at};
///
/// let command = Command { text: b"[%clk 0:01:02]", name: b"clk", operands: b"0:01:02" };
/// assert_eq!(command_at(b"[%clk 0:01:02] in a hurry"), Some(command));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Command<'a> {
    /// The text from `[` to `]`.
    pub text: &'a [u8],
    /// The name of the command.
    pub name: &'a [u8],
    /// The text between the name and `]`, trimmed.
    pub operands: &'a [u8],
}

/// Returns the command that `text` begins with, or `None` if there is no complete one (CMD-01 to CMD-04, lenient).
///
/// A `]` inside a quoted operand, or after a `[` inside the operands, as in `[%wdl [0.3, 0.5, 0.2]]`, does not end the
/// command. A quote or a bracket that is never closed is an ordinary character.
///
/// ```
/// use pgn_syntax::command::command_at;
///
/// assert_eq!(command_at(b"[%csl Ga1,Rb2] best").unwrap().operands, b"Ga1,Rb2");
/// assert_eq!(command_at(b"[%csl Ga1"), None);
/// ```
#[must_use]
pub fn command_at(text: &[u8]) -> Option<Command<'_>> {
    let rest = text.strip_prefix(b"[%")?;
    let name_len = rest.iter().position(|byte| !is_name_byte(byte))?;
    let after = rest[name_len];
    let ends_name = is_white_space(&after) || after == b']' || control_at(rest, name_len).is_some();
    if name_len == 0 || !ends_name {
        return None;
    }
    let mut at = name_len;
    let mut has_brackets = false;
    while at < rest.len() {
        match rest[at] {
            b'[' if rest.get(at + 1) != Some(&b'%') => {
                match memchr::memchr2(b'[', b']', &rest[at + 1..]) {
                    Some(n) if rest[at + 1 + n] == b']' => {
                        has_brackets = true;
                        at += n + 2;
                    }
                    _ => at += 1,
                }
            }
            b'[' if has_brackets => return unquoted(text, name_len),
            b']' => return Some(up_to(text, name_len, at + 2)),
            b'"' => match memchr::memchr(b'"', &rest[at + 1..]) {
                Some(n) => at += n + 2,
                None => return unquoted(text, name_len),
            },
            _ => at += 1,
        }
    }
    // There is no `]` outside of quotes.
    unquoted(text, name_len)
}

/// Returns the command up to the first `]`, ignoring quotes.
fn unquoted(text: &[u8], name_len: usize) -> Option<Command<'_>> {
    let close = memchr::memchr(b']', text)?;
    (close >= 2 + name_len).then(|| up_to(text, name_len, close))
}

/// Returns the command that ends at the `]` at `close`.
fn up_to(text: &[u8], name_len: usize, close: usize) -> Command<'_> {
    let (name, operands) = text[2..close].split_at(name_len);
    Command { text: &text[..=close], name, operands: operands.trim_ascii() }
}

/// Returns true if text ends in the name of a command, and perhaps white space.
pub(crate) fn ends_in_name(text: &[u8]) -> bool {
    let text = text.trim_ascii_end();
    let start = text.iter().rposition(|byte| !is_name_byte(byte)).map_or(0, |at| at + 1);
    start < text.len() && text[..start].ends_with(b"[%")
}

/// Returns the commands of a comment's text, in order.
///
/// ```
/// let mut commands = pgn_syntax::command::commands(b"[%clk 1:59:01] slow [%emt 0:20:00]");
/// let first = commands.next().unwrap();
/// assert_eq!((first.name, first.operands), (&b"clk"[..], &b"1:59:01"[..]));
/// assert_eq!(commands.next().unwrap().text, b"[%emt 0:20:00]");
/// ```
pub fn commands(text: &[u8]) -> impl Iterator<Item = Command<'_>> {
    places(text).map(|(_, command)| command)
}

/// Returns the commands of a comment's text with their offsets.
pub(crate) fn places(text: &[u8]) -> impl Iterator<Item = (usize, Command<'_>)> {
    attempts(text).filter_map(|(at, command)| Some((at, command?)))
}

/// Returns every `[%` of a comment's text: its offset, and its command or `None` if no complete command begins there.
///
/// ```
/// let mut attempts = pgn_syntax::command::attempts(b"[%a 1] [%b");
/// assert_eq!(attempts.next().unwrap().1.unwrap().name, b"a");
/// assert_eq!(attempts.next(), Some((7, None)));
/// ```
pub fn attempts(text: &[u8]) -> impl Iterator<Item = (usize, Option<Command<'_>>)> {
    let mut ends = CommandEnds::default();
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at + memchr::memchr(b'[', &text[at..])?;
            at = start + 1;
            if text.get(at) != Some(&b'%') {
                continue;
            }
            let command = ends.command_at(text, start);
            at = start + command.map_or(2, |command| command.text.len());
            return Some((start, command));
        }
    })
}

/// A cache for reading commands at several offsets of one text.
///
/// It remembers the last `]`, so that many unclosed commands take linear time.
#[derive(Debug, Default)]
pub struct CommandEnds {
    /// The end of the last `]` of the text, once it has been searched for.
    last: Option<usize>,
}

impl CommandEnds {
    /// Returns what [`command_at`] returns for the text from `at` on. `text` must be the same for each call.
    #[must_use]
    pub fn command_at<'a>(&mut self, text: &'a [u8], at: usize) -> Option<Command<'a>> {
        let find = || memchr::memrchr(b']', text).map_or(0, |last| last + 1);
        let end = *self.last.get_or_insert_with(find);
        text.get(at..end).and_then(command_at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: &[(&str, &str)]) {
        let show = |b: &[u8]| String::from_utf8_lossy(b).into_owned();
        let got: Vec<_> =
            commands(text.as_bytes()).map(|c| (show(c.name), show(c.operands))).collect();
        let expect: Vec<_> = expect.iter().map(|&(a, b)| (a.to_owned(), b.to_owned())).collect();
        assert_eq!(got, expect, "{text}");
    }

    #[test]
    fn commands_are_found() {
        check("[%clk 1:59:01] slow [%emt 0:20:00]", &[("clk", "1:59:01"), ("emt", "0:20:00")]);
        check("[%clk\n0:15:16.6][%timestamp\n25]", &[("clk", "0:15:16.6"), ("timestamp", "25")]);
        check("[%tqu \"a]b\",c]", &[("tqu", "\"a]b\",c")]);
        check("[%info]", &[("info", "")]);
        check("[%clk\u{1}0:5] [%x\u{85}y] [%é z]", &[("clk", "\u{1}0:5"), ("x", "\u{85}y")]);
        check("[%eval 0.1 [%clk 1]", &[("eval", "0.1 [%clk 1")]);
        check("[%wdl [0.3, 0.5]] [%n 1]", &[("wdl", "[0.3, 0.5]"), ("n", "1")]);
        check("[%wdl [0.3, 0.5] [%n 1]", &[("wdl", "[0.3, 0.5"), ("n", "1")]);
        check("[%wdl [0.3, 0.5] best", &[("wdl", "[0.3, 0.5")]);
        check("[%a [[1]] b", &[("a", "[[1]")]);
        let names = |text: &'static str| -> Vec<(usize, Option<&[u8]>)> {
            attempts(text.as_bytes()).map(|(at, it)| (at, it.map(|it| it.name))).collect()
        };
        assert_eq!(names("[%a] [b] [%c [%"), [(0, Some(&b"a"[..])), (9, None), (13, None)]);
        assert_eq!(names("x [%a [%b]"), [(2, Some(&b"a"[..]))]);
        check("[% x] [%a,b] [%x \"open] y", &[("x", "\"open")]);
    }
}
