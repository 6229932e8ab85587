//! Reflow: fills the lines of movetext again. Only white space between tokens changes.

use crate::{
    game::{
        Game,
        error::SyntaxErrorKind,
        movetext::{CommentKind, NodeKind},
    },
    parser::{Parser, Part},
    text::{
        line_index::count_columns,
        scan::{is_line_end, is_white_space, line_start, past_line_end, skip_white},
        span::Span,
    },
    write::{WIDTH, may_begin_line},
};

/// Fills the lines of movetext.
///
/// A reflower keeps its buffers: make one per thread and reuse it.
///
/// ```
/// use pgn_syntax::reflow::Reflower;
///
/// let mut out = Vec::new();
/// Reflower::default().reflow_into(b"1. e4\ne5\n2. Nf3 {the knight} *\n", &mut out);
/// assert_eq!(out, b"1. e4 e5 2. Nf3 {the knight} *\n");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Reflower {
    parser: Parser,
    game: Game,
}

impl Reflower {
    /// Appends `text`, one game, to `out` with the lines of its movetext filled.
    ///
    /// Comments keep their bytes, and so does the text before the movetext and after the marker. `text` is
    /// appended unchanged if it is not exactly one game, or if its movetext has escape lines.
    pub fn reflow_into(&mut self, text: &[u8], out: &mut Vec<u8>) {
        let part = Part::whole(text);
        self.parser.start(&part);
        let is_there = self.parser.next_game(&part, &mut self.game);
        if is_there && self.game.span == Span::new(0, text.len()) && !has_escapes(&self.game) {
            fill(text, &self.game, out);
        } else {
            out.extend_from_slice(text);
        }
    }
}

/// Appends a game whose movetext is broken into lines anew.
fn fill(text: &[u8], game: &Game, out: &mut Vec<u8>) {
    let (start, end) = (game.movetext_start as usize, game.end as usize);
    if start >= end {
        return out.extend_from_slice(text);
    }
    let line_end = match memchr::memchr2(b'\n', b'\r', text) {
        Some(at) => &text[at..past_line_end(text, at)],
        None => b"\n",
    };
    out.extend_from_slice(&text[..start]);
    let mut column = count_columns(&text[line_start(text, start)..start]);
    let mut comments = game.nodes.iter().filter_map(|node| match node.kind {
        NodeKind::Comment(kind) if kind != CommentKind::Words => Some((node.span, kind)),
        _ => None,
    });
    let mut comment = comments.by_ref().find(|(span, _)| span.start as usize >= start);
    let (mut at, mut must_break) = (start, false);
    while at < end {
        let unit_start = skip_white(&text[..end], at);
        if unit_start == end {
            break;
        }
        let (unit_end, is_line) = match comment {
            Some((span, kind)) if span.start as usize == unit_start => {
                comment = comments.next();
                (span.end as usize, kind == CommentKind::Line)
            }
            _ => {
                let limit = comment.map_or(end, |(span, _)| span.start as usize);
                let len = text[unit_start..limit].iter().take_while(|b| !is_white_space(b)).count();
                (unit_start + len, false)
            }
        };
        let unit = &text[unit_start..unit_end];
        if unit_start > at && column > 0 {
            let len = count_columns(unit.split(is_line_end).next().unwrap_or_default());
            if must_break || (column + 1 + len > WIDTH && may_begin_line(unit)) {
                out.extend_from_slice(line_end);
                column = 0;
            } else {
                out.push(b' ');
                column += 1;
            }
        }
        out.extend_from_slice(unit);
        column = match unit.iter().rposition(is_line_end) {
            Some(last) => count_columns(&unit[last + 1..]),
            None => column + count_columns(unit),
        };
        must_break = is_line;
        at = unit_end.max(unit_start + 1);
    }
    out.extend_from_slice(&text[at.max(end)..]);
}

fn has_escapes(game: &Game) -> bool {
    let is_escape = |kind| kind == SyntaxErrorKind::EscapeLine;
    game.errors.iter().any(|it| is_escape(it.kind) && it.span.start >= game.movetext_start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let reflow = |text: &str| {
            let mut out = Vec::new();
            Reflower::default().reflow_into(text.as_bytes(), &mut out);
            String::from_utf8(out).unwrap()
        };
        assert_eq!(reflow(text), expected);
        assert_eq!(reflow(expected), expected, "twice");
    }

    #[test]
    fn a_byte_of_latin_1_does_not_make_letters_wider() {
        let text = ["1. e4 {", &"é".repeat(40)].concat().into_bytes();
        let text = [&text[..], b"\xE9} e5 *\n"].concat();
        let mut out = Vec::new();
        Reflower::default().reflow_into(&text, &mut out);
        assert_eq!(out, text);
    }

    #[test]
    fn fills_lines() {
        check(
            "[White \"x\"]\n\n1. e4\n\ne5   2.\nNf3 *\n\n",
            "[White \"x\"]\n\n1. e4 e5 2. Nf3 *\n\n",
        );
        check("1. e4\r\ne5 *\r\n", "1. e4 e5 *\r\n");
        let long = "1. e4 e5 ".repeat(10);
        check(&format!("{long}*\n"), &{
            let words: Vec<&str> = long.split_whitespace().chain(["*"]).collect();
            let (mut out, mut column) = (String::new(), 0);
            for word in words {
                if column > 0 && column + 1 + word.len() > 79 {
                    out.push('\n');
                    column = 0;
                } else if column > 0 {
                    out.push(' ');
                    column += 1;
                }
                out.push_str(word);
                column += word.len();
            }
            out + "\n"
        });
    }

    #[test]
    fn keeps_comments_and_escape_lines() {
        check("1. e4 {a\n  b}\ne5 ; c\n2. d4 *\n", "1. e4 {a\n  b} e5 ; c\n2. d4 *\n");
        check("1. e4\n% x\ne5 *\n", "1. e4\n% x\ne5 *\n");
        check("1. e4\ne5 * {a}\n\n[White \"x\"]\n*\n", "1. e4\ne5 * {a}\n\n[White \"x\"]\n*\n");
        check("1. e4{a}e5\n*", "1. e4{a}e5 *");
        check("no game\n", "no game\n");
    }
}
