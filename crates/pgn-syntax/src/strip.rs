//! Taking comments, or a part of them, out of a game: what goes, and what the text around it becomes.
//!
//! All else stays byte for byte. A stretch that goes takes the blanks around it along and becomes
//! nothing at the start or end of a line and inside a parenthesis, a line end if it held one, else
//! one blank. A line that is empty then goes, too.

use crate::{
    command::commands,
    game::Game,
    movetext::{CommentKind, NodeKind},
    scan::{
        byte, char_at, is_blank, is_line_end, is_line_start, is_white, line_end, past_line_end,
        skip_blanks,
    },
    span::Span,
    word,
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
    /// A comment without its commands.
    Text,
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
            if first.becomes != Becomes::Nothing {
                out.extend_from_slice(&src[at..first.span.start as usize]);
                write_rest(first, src, out);
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
            at = close_gap(src, stretch_start, stretch_end, start, end, out);
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
                    let becomes = self.classes.judge(node.comment_text(src));
                    if let Some(becomes) = becomes {
                        let mut span = node.span;
                        if kind == CommentKind::Open {
                            span = without_line_ends(span, src);
                        }
                        self.cuts.push(Cut { span, becomes });
                    }
                    match before {
                        Before::Move | Before::Removed if becomes == Some(Becomes::Nothing) => {
                            Before::Removed
                        }
                        Before::Number(_) => before,
                        _ => Before::Other,
                    }
                }
                NodeKind::Move { .. } | NodeKind::NullMove { .. } => Before::Move,
                _ => {
                    self.forget_number(before);
                    Before::Other
                }
            };
        }
        self.forget_number(before);
    }

    /// What stands before a node, now that the text between it and the last one is known.
    fn pass_gap(&mut self, src: &[u8], before: Before, start: usize, end: usize) -> Before {
        let gap = &src[start..end];
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

impl Classes {
    /// What becomes of a comment with this text; `None`: it stays as it is.
    fn judge(self, text: &[u8]) -> Option<Becomes> {
        match self {
            Classes { text: true, commands: true } => Some(Becomes::Nothing),
            Classes { text: false, commands: false } => None,
            _ => {
                let (n_commands, has_text) = contents(text);
                match (n_commands, has_text) {
                    (0, _) => self.text.then_some(Becomes::Nothing),
                    (_, false) => self.commands.then_some(Becomes::Nothing),
                    (_, true) if self.text => Some(Becomes::Commands),
                    (_, true) => Some(Becomes::Text),
                }
            }
        }
    }
}

/// How many commands a comment holds, and whether anything else than white space.
fn contents(text: &[u8]) -> (usize, bool) {
    let (mut n_commands, mut has_text) = (0, false);
    for (between, command) in pieces(text) {
        has_text |= !between.trim_ascii().is_empty();
        n_commands += usize::from(!command.is_empty());
    }
    (n_commands, has_text)
}

/// The commands of a comment, each behind the text that leads to it; last the text behind them all,
/// with an empty command.
fn pieces(text: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    let mut found = commands(text);
    let (mut at, mut is_done) = (0, false);
    std::iter::from_fn(move || {
        if is_done {
            return None;
        }
        let Some(command) = found.next() else {
            is_done = true;
            return Some((&text[at..], &b""[..]));
        };
        let start = command.text.as_ptr() as usize - text.as_ptr() as usize;
        let between = &text[at..start];
        at = start + command.text.len();
        Some((between, command.text))
    })
}

/// Writes what is left of a comment.
fn write_rest(cut: &Cut, src: &[u8], out: &mut Vec<u8>) {
    let bytes = cut.span.of(src);
    let is_line = bytes[0] == b';';
    let text = &bytes[1..];
    if cut.becomes == Becomes::Commands {
        // A `}` in an operand needs the other kind of comment.
        let is_line = is_line && commands(text).any(|command| command.text.contains(&b'}'));
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
        return;
    }
    let (text, close): (&[u8], &[u8]) = match text.strip_suffix(b"}") {
        Some(inside) if !is_line => (inside, b"}"),
        _ => (text, b""),
    };
    out.push(bytes[0]);
    let from = out.len();
    // What goes is held back until it is known what follows.
    let mut line_end_in_gap = None;
    for (between, command) in pieces(text) {
        let inner = between.trim_ascii();
        let n_leading = between.len() - between.trim_ascii_start().len();
        let has_gap = out.len() > from || !inner.is_empty();
        let _ = has_gap;
        if inner.is_empty() {
            line_end_in_gap = line_end_in_gap.or(first_line_end(between));
            let _ = (n_leading, command);
            continue;
        }
        out.extend_from_slice(between);
    }
    out.extend_from_slice(close);
}
