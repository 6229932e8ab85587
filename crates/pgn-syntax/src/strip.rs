//! Taking comments, or a part of them, out of a game: what goes, and what the text around it becomes.
//!
//! All else stays byte for byte. A stretch that goes takes the blanks around it along and becomes
//! nothing at the start or end of a line, a parenthesis or a comment; a line end if it held one; else
//! one blank. A line that is empty then goes, too.

use crate::{
    command::{command_at, commands, places},
    game::Game,
    movetext::{CommentKind, Node, NodeKind},
    scan::{is_blank, is_line_end, is_white, past_line_end, skip_blanks},
    span::Span,
};

/// What goes of comments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classes {
    /// Their words.
    pub text: bool,
    /// Their commands, like `[%clk 0:05:00]`.
    pub commands: bool,
}

/// Takes comments out of games. Made once a thread: it keeps its memory.
#[derive(Clone, Debug)]
pub struct Stripper {
    classes: Classes,
    cuts: Vec<Cut>,
}

/// A piece of a game that changes.
#[derive(Clone, Copy, Debug)]
struct Cut {
    span: Span,
    becomes: Becomes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Becomes {
    /// It goes.
    Nothing,
    /// A comment of its commands alone.
    Commands,
}

/// What stands before the place in the movetext that has been reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Before {
    /// A move, and nothing behind it but white space.
    Move,
    /// A move, and behind it only comments that go.
    Removed,
    /// The same, and then a black number: this cut. It goes if it is a move's.
    Number(usize),
    Other,
}

/// Whether a comment goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goes {
    Whole,
    NotAll,
}

impl Stripper {
    /// Takes out what `classes` say.
    #[must_use]
    pub fn new(classes: Classes) -> Stripper {
        Stripper { classes, cuts: Vec::new() }
    }

    /// Copies `game` to `out` without what goes.
    pub fn strip_into(&mut self, game: &Game, src: &[u8], out: &mut Vec<u8>) {
        self.find_cuts(game, src);
        let Span { start, end } = game.span;
        let (start, end) = (start as usize, end as usize);
        let mut at = start;
        let mut cuts = self.cuts.as_slice();
        while let [first, ..] = cuts {
            if first.becomes == Becomes::Commands {
                out.extend_from_slice(&src[at..first.span.start as usize]);
                write_commands(first.span.of(src), out);
                at = first.span.end as usize;
                cuts = &cuts[1..];
                continue;
            }
            // Cuts with only blanks between them are one stretch.
            let mut stretch_end = skip_blanks(src, first.span.end as usize).min(end);
            let mut n_cuts = 1;
            while let Some(next) = cuts.get(n_cuts)
                && next.becomes == Becomes::Nothing
                && next.span.start as usize == stretch_end
            {
                stretch_end = skip_blanks(src, next.span.end as usize).min(end);
                n_cuts += 1;
            }
            cuts = &cuts[n_cuts..];
            let mut stretch_start = first.span.start as usize;
            while stretch_start > at && is_blank(src[stretch_start - 1]) {
                stretch_start -= 1;
            }
            out.extend_from_slice(&src[at..stretch_start]);
            at = close_gap(src, game.span, Span::new(stretch_start, stretch_end), out);
        }
        out.extend_from_slice(&src[at..end]);
    }

    fn find_cuts(&mut self, game: &Game, src: &[u8]) {
        self.cuts.clear();
        let mut before = Before::Other;
        let mut last_end = game.span.start as usize;
        for node in &game.nodes {
            // A number is found between the nodes: not every one has a node of its own.
            if let NodeKind::MoveNumber(_) = node.kind {
                continue;
            }
            if before != Before::Other {
                before = self.pass_gap(src, before, last_end, node.span.start as usize);
            }
            last_end = node.span.end as usize;
            before = match node.kind {
                NodeKind::Comment(kind) if kind != CommentKind::Words => {
                    match (self.cut_comment(node, kind, src), before) {
                        (Goes::Whole, Before::Move | Before::Removed) => Before::Removed,
                        (Goes::Whole, Before::Number(_)) => before,
                        _ => {
                            self.forget_number(before);
                            Before::Other
                        }
                    }
                }
                // The number, if there is one, is this move's.
                NodeKind::Move { .. } | NodeKind::NullMove { .. } => Before::Move,
                _ => {
                    self.forget_number(before);
                    Before::Other
                }
            };
        }
        self.forget_number(before);
        if !game.dropped_comments.is_empty() {
            for node in &game.dropped_comments {
                if let NodeKind::Comment(kind) = node.kind {
                    self.cut_comment(node, kind, src);
                }
            }
            self.cuts.sort_unstable_by_key(|cut| cut.span.start);
        }
    }

    fn cut_comment(&mut self, node: &Node, kind: CommentKind, src: &[u8]) -> Goes {
        let text = node.comment_text(src);
        let span = match kind {
            CommentKind::Open => without_white_end(node.span, src),
            _ => node.span,
        };
        let Classes { text: drops_text, commands: drops_commands } = self.classes;
        let becomes = if drops_text && drops_commands {
            Becomes::Nothing
        } else {
            let holds_commands = commands(text).next().is_some();
            let holds_text = !holds_commands || has_text(text);
            match (holds_text, holds_commands) {
                (true, false) if drops_text => Becomes::Nothing,
                (false, true) if drops_commands => Becomes::Nothing,
                (true, true) if drops_text => Becomes::Commands,
                (true, true) if drops_commands => {
                    self.cut_commands(node, kind, src);
                    return Goes::NotAll;
                }
                _ => return Goes::NotAll,
            }
        };
        self.cuts.push(Cut { span, becomes });
        if becomes == Becomes::Nothing { Goes::Whole } else { Goes::NotAll }
    }

    /// The commands of a comment go one by one.
    fn cut_commands(&mut self, node: &Node, kind: CommentKind, src: &[u8]) {
        let text = node.comment_text(src);
        let close = usize::from(kind == CommentKind::Brace);
        let text_start = node.span.end as usize - close - text.len();
        for (at, command) in places(text) {
            let start = text_start + at;
            let span = Span::new(start, start + command.text.len());
            self.cuts.push(Cut { span, becomes: Becomes::Nothing });
        }
    }

    /// What stands before a node, now that the text between it and the last one is known.
    fn pass_gap(&mut self, src: &[u8], before: Before, start: usize, end: usize) -> Before {
        let gap = src.get(start..end).unwrap_or_default();
        if gap.iter().all(|&b| is_white(b)) {
            return before;
        }
        if before == Before::Removed
            && let Some((from, to)) = black_number(gap)
        {
            let span = Span::new(start + from, start + to);
            self.cuts.push(Cut { span, becomes: Becomes::Nothing });
            return Before::Number(self.cuts.len() - 1);
        }
        self.forget_number(before);
        Before::Other
    }

    fn forget_number(&mut self, before: Before) {
        if let Before::Number(cut) = before {
            self.cuts.remove(cut);
        }
    }
}

/// Writes in place of the stretch what it becomes. Gives where the text goes on.
fn close_gap(src: &[u8], game: Span, stretch: Span, out: &mut Vec<u8>) -> usize {
    let Span { start, end } = stretch;
    let (start, end) = (start as usize, end as usize);
    let before = &src[game.start as usize..start];
    let line = before.strip_suffix(BOM).unwrap_or(before);
    let is_line_start = line.last().is_none_or(|&b| is_line_end(b));
    let next = src.get(end).copied();
    let is_line_end_next = next.is_none_or(is_line_end);
    if is_line_start && is_line_end_next {
        return past_line_end(src, end).min(game.end as usize);
    }
    // A line that begins with these is no movetext.
    let is_apart = matches!(next, Some(b'%' | b'['));
    if is_line_end_next {
        return end;
    }
    if is_line_start {
        if is_apart {
            out.push(b' ');
        }
        return end;
    }
    let is_first = before.last().is_some_and(|b| b"({;".contains(b)) && !is_apart;
    let is_last = matches!(next, Some(b')' | b'}'));
    if is_first || is_last {
        return end;
    }
    match first_line_end(stretch.of(src)) {
        Some(line_end) => {
            out.extend_from_slice(line_end);
            if is_apart {
                out.push(b' ');
            }
        }
        None => out.push(b' '),
    }
    end
}

const BOM: &[u8] = b"\xEF\xBB\xBF";

fn first_line_end(text: &[u8]) -> Option<&[u8]> {
    let at = memchr::memchr2(b'\n', b'\r', text)?;
    Some(&text[at..past_line_end(text, at)])
}

/// Writes the commands of a comment as one that holds nothing else.
fn write_commands(comment: &[u8], out: &mut Vec<u8>) {
    let text = &comment[1..];
    // A `}` in an operand needs the other kind of comment.
    let is_line = comment[0] == b';' && commands(text).any(|it| it.text.contains(&b'}'));
    out.push(if is_line { b';' } else { b'{' });
    for (n, command) in commands(text).enumerate() {
        if n > 0 {
            out.push(b' ');
        }
        out.extend_from_slice(command.text);
    }
    if !is_line {
        out.push(b'}');
    }
}

/// Whether a comment holds anything but commands and white space.
fn has_text(text: &[u8]) -> bool {
    let mut rest = text.trim_ascii_start();
    while let Some(command) = command_at(rest) {
        rest = rest[command.text.len()..].trim_ascii_start();
    }
    !rest.is_empty()
}

/// A comment that was left open, without the line ends that it reaches over.
fn without_white_end(span: Span, src: &[u8]) -> Span {
    let len = span.of(src).iter().rposition(|&b| !is_white(b)).map_or(1, |last| last + 1);
    Span::new(span.start as usize, span.start as usize + len)
}

/// Where the number is, if `gap` is white space around the number of a move of Black's: `1...`.
fn black_number(gap: &[u8]) -> Option<(usize, usize)> {
    let start = gap.iter().position(|&b| !is_white(b))?;
    let end = gap.iter().rposition(|&b| !is_white(b))? + 1;
    let number = &gap[start..end];
    let n_digits = number.iter().take_while(|b| b.is_ascii_digit()).count();
    let dots = &number[n_digits..];
    let is_black = dots.iter().all(|&b| b == b'.' || is_blank(b))
        && dots.iter().filter(|&&b| b == b'.').count() > 1;
    (n_digits > 0 && is_black).then_some((start, end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parser::Games;

    const ALL: Classes = Classes { text: true, commands: true };
    const TEXT: Classes = Classes { text: true, commands: false };
    const COMMANDS: Classes = Classes { text: false, commands: true };

    fn strip(classes: Classes, text: &[u8]) -> Vec<u8> {
        let (mut games, mut stripper) = (Games::new(text), Stripper::new(classes));
        let mut out = Vec::new();
        while let Some(game) = games.next() {
            stripper.strip_into(game, text, &mut out);
        }
        out
    }

    #[track_caller]
    fn check(classes: Classes, text: &str, expect: &str) {
        let show = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let once = strip(classes, text.as_bytes());
        assert_eq!(show(&once), expect, "{text}");
        assert_eq!(show(&strip(classes, &once)), expect, "twice: {text}");
    }

    #[test]
    fn between_tokens() {
        check(ALL, "1. e4 {a} e5 *", "1. e4 e5 *");
        check(ALL, "1. e4{a}e5 *", "1. e4 e5 *");
        check(ALL, "1. e4 {a} \t{b}{c}  e5 *", "1. e4 e5 *");
        check(ALL, "1.{a}e4! {b}$1 e5 *", "1. e4! $1 e5 *");
        check(ALL, "1. e4 e5 {a}", "1. e4 e5");
        check(ALL, "1. e4 e5 1-0 {a} ; b\n", "1. e4 e5 1-0\n");
        check(ALL, "1. e4 words {a} e5 *", "1. e4 words e5 *");
    }

    #[test]
    fn in_parentheses() {
        check(ALL, "1. e4 ({a} 1. d4 {b}) e5 *", "1. e4 (1. d4) e5 *");
        check(ALL, "1. e4 (1. d4{b})({c}) e5 *", "1. e4 (1. d4)() e5 *");
        check(ALL, "1. e4 (1. d4 {a\nb}\n) e5 *", "1. e4 (1. d4\n) e5 *");
        check(ALL, "1. e4 * {a} ({b} 1. d4 {c}) {d}\n", "1. e4 * (1. d4)\n");
    }

    #[test]
    fn at_line_ends() {
        check(ALL, "1. e4 {a}\n{b} e5\n{c}\n\n  {d}  \n*\n", "1. e4\ne5\n\n*\n");
        check(ALL, "1. e4 {a\r\n\r\nb} e5 *", "1. e4\r\ne5 *");
        check(ALL, "1. e4 e5\n{a\nb}\n*\n{c}", "1. e4 e5\n*\n");
        check(ALL, "1. e4 ; a\r\n; b\r\ne5 *", "1. e4\r\ne5 *");
        check(ALL, "1. e4\r{a}\re5 {b\rc} *", "1. e4\re5\r*");
    }

    #[test]
    fn before_and_among_tags() {
        check(ALL, "{a}\n; b\n% c\n[White \"x\"] {d}\n{e}\n\n*\n", "% c\n[White \"x\"]\n\n*\n");
        check(ALL, "\u{feff}{a}\n[White \"{x}\"]\n\n*\n", "\u{feff}[White \"{x}\"]\n\n*\n");
        check(ALL, "{a}[White \"x\"]\n*\n", " [White \"x\"]\n*\n");
        check(ALL, "1. e4 *\n{a}% x\n\n1. d4 *", "1. e4 *\n % x\n\n1. d4 *");
    }

    #[test]
    fn numbers_of_black() {
        check(ALL, "1. e4 {a} 1... e5 $1 2. Nf3 *", "1. e4 e5 $1 2. Nf3 *");
        check(ALL, "1. e4 {a}1...{b}e5 *", "1. e4 e5 *");
        check(ALL, "1. e4 {a}\n1... e5 {b\n} 2... Nc6 *", "1. e4\ne5\nNc6 *");
        check(ALL, "1. e4 {a} (1. d4) 1... e5 *", "1. e4 (1. d4) 1... e5 *");
        check(ALL, "1. e4 $1 {a} 1... e5 *", "1. e4 $1 1... e5 *");
        check(ALL, "1. e4 1... e5 {a} 2. d4 *", "1. e4 1... e5 2. d4 *");
        check(ALL, "{a} 1... e5 *", "1... e5 *");
        check(ALL, "1. e4 {a} 1... {b} *", "1. e4 1... *");
        check(TEXT, "1. e4 {[%clk 1]} 1... e5 *", "1. e4 {[%clk 1]} 1... e5 *");
        check(COMMANDS, "1. e4 {[%clk 1]} 1... e5 *", "1. e4 e5 *");
    }

    #[test]
    fn one_class() {
        check(
            TEXT,
            "1. e4 {a [%clk 1] b\n[%eval 2]} e5 {c} {[%x]  } *",
            "1. e4 {[%clk 1] [%eval 2]} e5 {[%x]  } *",
        );
        check(TEXT, "1. e4 ; a [%clk 1]\n*", "1. e4 {[%clk 1]}\n*");
        check(TEXT, "1. e4 ; a [%csl }]\n*", "1. e4 ;[%csl }]\n*");
        check(
            COMMANDS,
            "1. e4 {a [%clk 1] b\n[%eval 2]} e5 {c} {[%x] } *",
            "1. e4 {a b\n} e5 {c} *",
        );
        check(COMMANDS, "1. e4 {[%clk 1] a} e5 {a[%clk 1]} *", "1. e4 {a} e5 {a} *");
        check(COMMANDS, "1. e4 {[%clk 1] [x]} e5 ;[%a] b\n*", "1. e4 { [x]} e5 ;b\n*");
    }

    #[test]
    fn comments_left_open() {
        check(ALL, "1. e4 {a {b\n\n[White \"x\"]\n\n*\n", "1. e4\n\n[White \"x\"]\n\n*\n");
        check(ALL, "1. e4 {a\nb\n\n", "1. e4\n\n");
        check(TEXT, "1. e4 {a [%clk 1]\n", "1. e4 {[%clk 1]}\n");
        check(COMMANDS, "1. e4 {a [%clk 1]\n", "1. e4 {a\n");
    }
}
