//! Removal of annotation, or of some kinds of it, from the text of a game.
//!
//! All other bytes are copied. The gap that a removed stretch leaves, together with the blanks around it,
//! becomes nothing at the start or end of a line, a parenthesis or a comment; a line end if the stretch
//! contained one; otherwise one blank. A line that becomes empty is removed. Text in the movetext that looks
//! like a tag pair, but was not at the start of its line, is moved to the end of the preceding line, as it
//! would otherwise begin a game.

mod number;

use self::number::{black_number, is_number_of_white};
use crate::{
    CommentKind, Game, Node, NodeKind, RavKind, Span, SyntaxErrorKind,
    comments::{
        annotation::{Piece, PieceKind, pieces_into},
        command::{Command, ends_in_name},
    },
    first_line_end,
    game::{conflict, tag_reader},
    text::scan::{
        begins_line_after, is_blank, is_line_end, is_white_space, past_line_end, skip_blanks,
        trim_white_end,
    },
    tokens::{attempt, nag::DIAGRAM_NAGS},
    write::may_begin_line,
};

/// The kinds of annotation that are removed. None by default.
///
/// ```
/// use pgn_syntax::strip::{Classes, Commands};
///
/// // All comments, but for the clock times in them.
/// let commands = Commands::AllBut(vec!["clk".to_owned()]);
/// let classes = Classes { commands, ..Classes::comments() };
/// assert!(classes.text && !classes.nags);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Classes {
    /// Words of people in comments, and comments without words.
    pub text: bool,
    /// Words of programs in comments.
    pub engine: bool,
    /// Commands in comments, like `[%clk 0:05:00]`.
    pub commands: Commands,
    /// `[#]` and similar marks in comments.
    pub diagrams: bool,
    /// NAGs that request a diagram: `$220`, `$221`, and `$201` or the letter `D`.
    pub diagram_nags: bool,
    /// NAGs such as `$1`.
    pub nags: bool,
    /// Suffixes and glyphs: `!`, `+-` and other signs.
    pub glyphs: bool,
    /// Variations with their contents.
    pub variations: bool,
    /// Escape lines, which begin with `%`.
    pub escapes: bool,
}

/// The commands that are removed, by their names. Case is ignored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Commands {
    /// No commands.
    #[default]
    None,
    /// All commands except these.
    AllBut(Vec<String>),
    /// Only these commands.
    Only(Vec<String>),
}

impl Commands {
    /// All commands.
    pub const ALL: Commands = Commands::AllBut(Vec::new());

    fn contains(&self, command: &Command<'_>) -> bool {
        let is_named = |names: &[String]| {
            names.iter().any(|name| command.name.eq_ignore_ascii_case(name.as_bytes()))
        };
        match self {
            Commands::None => false,
            Commands::AllBut(names) => !is_named(names),
            Commands::Only(names) => is_named(names),
        }
    }
}

impl Classes {
    /// Returns the classes of words and commands in comments, the default of `strip-comments`. Diagrams such as `[#]`
    /// stay; set `diagrams` to remove them, too.
    #[must_use]
    pub fn comments() -> Classes {
        Classes { text: true, engine: true, commands: Commands::ALL, ..Classes::default() }
    }

    fn removes(&self, piece: &Piece<'_>) -> bool {
        match &piece.kind {
            PieceKind::Command(command) => self.commands.contains(command),
            PieceKind::Diagram => self.diagrams,
            PieceKind::Machine => self.engine,
        }
    }

    /// Returns true if whole comments are removed whatever they contain.
    fn removes_all_comments(&self) -> bool {
        self.text && self.engine && self.diagrams && self.commands == Commands::ALL
    }
}

/// Removes annotation from games.
///
/// A stripper keeps its buffers: make one per thread and reuse it.
///
/// ```
/// use pgn_syntax::{
///     Games,
///     strip::{Classes, Stripper},
/// };
///
/// let pgn = b"1. e4 {[%clk 0:05:00] best} e5 $1 *\n";
/// let (mut games, mut out) = (Games::new(pgn), Vec::new());
/// let mut stripper = Stripper::new(Classes::comments());
/// stripper.strip_into(games.next().unwrap(), pgn, &mut out);
/// assert_eq!(out, b"1. e4 e5 $1 *\n");
/// ```
#[derive(Clone, Debug)]
pub struct Stripper {
    classes: Classes,
    cuts: Vec<Cut>,
}

/// A span of a game that is changed.
#[derive(Clone, Copy, Debug)]
struct Cut {
    span: Span,
    /// True for a comment of which some pieces stay, false for a span that is removed.
    keeps_pieces: bool,
}

/// The context of the current position in the movetext.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Context {
    /// After a move and white space.
    Move,
    /// After a move, and then only annotation that is removed.
    Removed,
    /// As `Removed`, and then a move number of Black, whose cut has this index. The cut is undone unless a move
    /// follows.
    Number(usize),
    Other,
}

impl Stripper {
    /// Returns a stripper that removes `classes`.
    #[must_use]
    pub fn new(classes: Classes) -> Stripper {
        Stripper { classes, cuts: Vec::new() }
    }

    /// Appends `game` to `out` without the annotation that is removed. What `out` already holds stays.
    pub fn strip_into(&mut self, game: &Game, src: &[u8], out: &mut Vec<u8>) {
        self.strip_from_into(game, src, 0, out);
    }

    /// Appends `game` to `out` without the annotation that begins at the offset `from` of `src` or after it.
    pub fn strip_from_into(&mut self, game: &Game, src: &[u8], from: usize, out: &mut Vec<u8>) {
        self.find_cuts(game, src);
        self.cuts.retain(|cut| cut.span.start as usize >= from);
        let Span { start, end } = game.span;
        let (start, end) = (start as usize, end as usize);
        let mut line = LastLine::begin(out.len());
        let mut at = start;
        let mut cuts = self.cuts.as_slice();
        while let [first, ..] = cuts {
            if first.keeps_pieces {
                out.extend_from_slice(&src[at..first.span.start as usize]);
                self.write_pieces(first.span.of(src), out);
                at = first.span.end as usize;
                cuts = &cuts[1..];
                continue;
            }
            // Cuts with only blanks between them are one stretch.
            let mut stretch_end = skip_blanks(src, first.span.end as usize).min(end);
            let mut n_cuts = 1;
            while let Some(next) = cuts.get(n_cuts)
                && !next.keeps_pieces
                && next.span.start as usize == stretch_end
            {
                stretch_end = skip_blanks(src, next.span.end as usize).min(end);
                n_cuts += 1;
            }
            cuts = &cuts[n_cuts..];
            let mut stretch_start = first.span.start as usize;
            while stretch_start > at && is_blank(&src[stretch_start - 1]) {
                stretch_start -= 1;
            }
            out.extend_from_slice(&src[at..stretch_start]);
            at = stretch_end;
            if !(is_before_false_tag(game, src, at) && line.join_next(out)) {
                at = close_gap(src, game.span, Span::new(stretch_start, stretch_end), out);
            }
        }
        out.extend_from_slice(&src[at..end]);
    }

    /// Collects what is cut from a game, in the order of the text.
    fn find_cuts(&mut self, game: &Game, src: &[u8]) {
        self.cuts.clear();
        let mut context = Context::Other;
        let mut last_end = game.span.start as usize;
        // The text before the last move, which ends with its number.
        let mut text_before_move: &[u8] = &[];
        let mut at = 0;
        while let Some(node) = game.nodes.get(at) {
            at += 1;
            // Numbers are searched for between the nodes, as not every number has a node of its own.
            if let NodeKind::MoveNumber(_) = node.kind {
                continue;
            }
            if context != Context::Other {
                context = self.context_after_gap(
                    src, context, text_before_move, last_end, node.span.start as usize,
                );
            }
            let gap_start = std::mem::replace(&mut last_end, node.span.end as usize);
            let is_removed = match node.kind {
                // A word that is a move only because of the number before it keeps that number.
                NodeKind::Move { .. } | NodeKind::NullMove { .. } => {
                    if attempt::needs_number(node.span.of(src)) {
                        self.undo_number_cut(context);
                    }
                    context = Context::Move;
                    text_before_move =
                        src.get(gap_start..node.span.start as usize).unwrap_or_default();
                    continue;
                }
                NodeKind::Comment(CommentKind::Words) => false,
                NodeKind::Comment(kind) => self.cut_comment(node, kind, src),
                NodeKind::Nag(nag) => {
                    self.cut_if(self.classes.nags || self.is_diagram(nag), node.span)
                }
                NodeKind::Glyph { white, .. } if self.is_diagram(white) => {
                    self.cut_if(true, node.span)
                }
                NodeKind::Suffix(_) | NodeKind::Glyph { .. } => {
                    self.cut_if(self.classes.glyphs, node.span)
                }
                NodeKind::RavOpen { end, kind } => {
                    // A variation without its `)` may hold the rest of the game; one without a move before it
                    // does not vary any move.
                    let close = game.nodes.get(end.0 as usize).map_or(node.span, |node| node.span);
                    let is_removed = self.classes.variations
                        && kind != RavKind::WithoutMove
                        && !close.is_empty();
                    if is_removed {
                        at = end.0 as usize + 1;
                        last_end = close.end as usize;
                    }
                    self.cut_if(is_removed, node.span.to(close))
                }
                NodeKind::RavClose | NodeKind::Marker(_) | NodeKind::MoveNumber(_) => false,
            };
            context = match (is_removed, context) {
                (true, Context::Move | Context::Removed) => Context::Removed,
                (true, Context::Number(_)) => context,
                _ => {
                    self.undo_number_cut(context);
                    Context::Other
                }
            };
        }
        self.undo_number_cut(context);
        self.cut_outside_nodes(game, src);
    }

    /// Cuts escape lines, and the comments and NAGs that have no nodes, such as `$300`, which was meant as a
    /// NAG.
    fn cut_outside_nodes(&mut self, game: &Game, src: &[u8]) {
        let n_cuts = self.cuts.len();
        for node in &game.dropped_comments {
            if let NodeKind::Comment(kind) = node.kind {
                self.cut_comment(node, kind, src);
            }
        }
        for error in &game.errors {
            let is_removed = self.classes.escapes && error.kind == SyntaxErrorKind::EscapeLine
                || self.classes.nags && error.kind.is_nag_without_node();
            self.cut_if(is_removed, error.span);
        }
        if self.cuts.len() > n_cuts {
            self.cuts.sort_by_key(|cut| cut.span.start);
            // Drop the cuts within a variation that is cut as a whole.
            let mut end = 0;
            self.cuts.retain(|cut| {
                let is_outside = cut.span.start >= end;
                end = end.max(cut.span.end);
                is_outside
            });
        }
    }

    /// Returns true for a NAG that requests a diagram, if these are removed.
    fn is_diagram(&self, nag: u8) -> bool {
        self.classes.diagram_nags && DIAGRAM_NAGS.contains(&nag)
    }

    /// Cuts a span if `is_removed` is true. Returns `is_removed`.
    fn cut_if(&mut self, is_removed: bool, span: Span) -> bool {
        if is_removed {
            self.cuts.push(Cut { span, keeps_pieces: false });
        }
        is_removed
    }

    /// Cuts the parts of a comment that are removed. Returns true if that is the whole comment.
    fn cut_comment(&mut self, node: &Node, kind: CommentKind, src: &[u8]) -> bool {
        let span = match kind {
            CommentKind::Open => {
                let start = node.span.start as usize;
                Span::new(start, start + trim_white_end(node.span.of(src)).len())
            }
            _ => node.span,
        };
        if self.classes.removes_all_comments() {
            return self.cut_if(true, span);
        }
        let text = node.comment_text(src);
        let mut pieces = Vec::new();
        let has_words = pieces_into(text, &mut pieces);
        let n_removed = pieces.iter().filter(|piece| self.classes.removes(piece)).count();
        let is_bare = pieces.is_empty() && !has_words;
        let removes_words = (has_words || is_bare) && self.classes.text;
        if !removes_words && n_removed == 0 {
            return false;
        }
        if n_removed == pieces.len() && (removes_words || !has_words) {
            return self.cut_if(true, span);
        }
        if removes_words || !has_words {
            self.cuts.push(Cut { span, keeps_pieces: true });
            return false;
        }
        let close = usize::from(kind.is_braced());
        let text_start = node.span.end as usize - close - text.len();
        // A command inside the name of an incomplete one stays: without it, the text around it could be a command.
        let is_in_name = |piece: &Piece<'_>| ends_in_name(&text[..piece.start]);
        pieces.retain(|piece| self.classes.removes(piece) && !is_in_name(piece));
        for piece in pieces {
            let start = text_start + piece.start;
            self.cut_if(true, Span::new(start, start + piece.text.len()));
        }
        false
    }

    /// Writes the pieces of a comment that stay as a comment of their own.
    fn write_pieces(&self, comment: &[u8], out: &mut Vec<u8>) {
        let text = match comment {
            [b'{', text @ .., b'}'] | [_, text @ ..] => text,
            [] => return,
        };
        let mut pieces = Vec::new();
        pieces_into(text, &mut pieces);
        pieces.retain(|piece| !self.classes.removes(piece));
        // Only in a comment after `;` can an operand contain a `}`.
        let is_line = comment[0] == b';' && pieces.iter().any(|piece| piece.text.contains(&b'}'));
        out.push(if is_line { b';' } else { b'{' });
        for (n, piece) in pieces.iter().enumerate() {
            if n > 0 {
                out.push(b' ');
            }
            out.extend_from_slice(piece.text);
        }
        if !is_line {
            out.push(b'}');
        }
    }

    /// Returns the context before a node, given the text between it and the last node (`start..end`).
    ///
    /// A move number of Black is cut only if `text_before_move` ends with the same number, before the preceding
    /// move of White: any other number carries information about the moves.
    fn context_after_gap(
        &mut self,
        src: &[u8],
        context: Context,
        text_before_move: &[u8],
        start: usize,
        end: usize,
    ) -> Context {
        let gap = src.get(start..end).unwrap_or_default();
        if gap.iter().all(is_white_space) {
            return context;
        }
        if context == Context::Removed
            && let Some((from, to)) = black_number(gap)
            && is_number_of_white(text_before_move, &gap[from..to])
        {
            let span = Span::new(start + from, start + to);
            self.cut_if(true, span);
            return Context::Number(self.cuts.len() - 1);
        }
        self.undo_number_cut(context);
        Context::Other
    }

    /// Undoes the cut of a move number of Black, if there is one.
    fn undo_number_cut(&mut self, context: Context) {
        if let Context::Number(cut) = context {
            self.cuts.remove(cut);
        }
    }
}

/// Returns true if the text at `at` of the movetext looks like a tag pair. It is not read as a tag pair, because it
/// does not begin its line; at the start of a line it would begin the next game.
fn is_before_false_tag(game: &Game, src: &[u8], at: usize) -> bool {
    let is_in_movetext = (game.movetext_start as usize..game.end as usize).contains(&at);
    if !is_in_movetext || src[at] != b'[' || !tag_reader::opens(src, at) {
        return false;
    }
    let n_before = game.nodes.partition_point(|node| (node.span.start as usize) < at);
    let is_in_comment = |node: &Node| node.kind.is_comment() && node.span.end as usize > at;
    !game.nodes[..n_before].last().is_some_and(is_in_comment)
}

/// The last line of the text written for a game. Each byte is scanned once, however often the line is
/// examined.
struct LastLine {
    /// The offset in the output where the text of the game starts.
    text: usize,
    /// The offset where the last line starts.
    start: usize,
    has_semicolon: bool,
    /// The offset up to which the text has been scanned.
    end: usize,
}

impl LastLine {
    fn begin(start: usize) -> LastLine {
        LastLine { text: start, start, has_semicolon: false, end: start }
    }

    /// Ends the text with a blank, so that more text can follow on its last line. Returns false if this is not
    /// possible: at the beginning of the game, on an escape line, or on a line that may have a `;` comment.
    fn join_next(&mut self, out: &mut Vec<u8>) -> bool {
        let end = self.end + out[self.end..].trim_ascii_end().len();
        let new = &out[self.end..end];
        if let Some(n) = new.iter().rposition(is_line_end) {
            (self.start, self.has_semicolon) = (self.end + n + 1, false);
        }
        self.has_semicolon |= out[self.start.max(self.end)..end].contains(&b';');
        self.end = end;
        if end == self.text || out[self.start] == b'%' || self.has_semicolon {
            return false;
        }
        out.truncate(end);
        out.push(b' ');
        true
    }
}

/// Writes the replacement of a removed stretch to `out`. Returns the offset in `src` where copying continues.
fn close_gap(src: &[u8], game: Span, stretch: Span, out: &mut Vec<u8>) -> usize {
    let Span { start, end } = stretch;
    let (start, end) = (start as usize, end as usize);
    let before = &src[game.start as usize..start];
    let is_line_start = begins_line_after(before);
    let next = src.get(end).copied();
    let is_line_end_next = next.as_ref().is_none_or(is_line_end);
    if is_line_start && is_line_end_next {
        return past_line_end(src, end).min(game.end as usize);
    }
    let is_apart = !may_begin_line(&src[end..]);
    // With a tab after it, a row of signs is no conflict marker.
    let is_row = conflict::ends_in_row(out);
    if is_row && !is_line_start {
        out.push(b'\t');
    }
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
            out.extend_from_slice(line_end.as_bytes());
            if is_apart {
                out.push(b' ');
            }
        }
        None if is_row => (),
        None => out.push(b' '),
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parser::Games;

    /// Words and commands.
    const ALL: Classes =
        Classes { text: true, engine: true, diagrams: true, commands: Commands::ALL, ..NONE };
    const TEXT: Classes = Classes { text: true, engine: true, diagrams: true, ..NONE };
    const COMMANDS: Classes = Classes { commands: Commands::ALL, ..NONE };
    const NONE: Classes = Classes {
        text: false,
        engine: false,
        commands: Commands::None,
        diagrams: false,
        diagram_nags: false,
        nags: false,
        glyphs: false,
        variations: false,
        escapes: false,
    };

    fn strip(classes: &Classes, text: &[u8]) -> Vec<u8> {
        let (mut games, mut stripper) = (Games::new(text), Stripper::new(classes.clone()));
        let mut out = Vec::new();
        while let Some(game) = games.next() {
            stripper.strip_into(game, text, &mut out);
        }
        out
    }

    #[track_caller]
    fn check(classes: Classes, text: &str, expect: &str) {
        let show = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let once = strip(&classes, text.as_bytes());
        assert_eq!(show(&once), expect, "{text}");
        assert_eq!(show(&strip(&classes, &once)), expect, "twice: {text}");
    }

    #[test]
    fn removes_comments_between_tokens() {
        check(ALL, "1. e4 {a} e5 *", "1. e4 e5 *");
        check(ALL, "1. e4{a}e5 *", "1. e4 e5 *");
        check(ALL, "1. e4 {a} \t{b}{c}  e5 *", "1. e4 e5 *");
        check(ALL, "1.{a}e4! {b}$1 e5 *", "1. e4! $1 e5 *");
        check(ALL, "1. e4 e5 {a}", "1. e4 e5");
        check(ALL, "1. e4 e5 1-0 {a} ; b\n", "1. e4 e5 1-0\n");
        check(ALL, "1. e4 words {a} e5 *", "1. e4 words e5 *");
    }

    #[test]
    fn removes_comments_in_parentheses() {
        check(ALL, "1. e4 ({a} 1. d4 {b}) e5 *", "1. e4 (1. d4) e5 *");
        check(ALL, "1. e4 (1. d4{b})({c}) e5 *", "1. e4 (1. d4)() e5 *");
        check(ALL, "1. e4 (1. d4 {a\nb}\n) e5 *", "1. e4 (1. d4\n) e5 *");
        check(ALL, "1. e4 * {a} ({b} 1. d4 {c}) {d}\n", "1. e4 * (1. d4)\n");
    }

    #[test]
    fn removes_comments_at_line_ends() {
        check(ALL, "1. e4 {a}\n{b} e5\n{c}\n\n  {d}  \n*\n", "1. e4\ne5\n\n*\n");
        check(ALL, "1. e4 {a\r\n\r\nb} e5 *", "1. e4\r\ne5 *");
        check(ALL, "1. e4 e5\n{a\nb}\n*\n{c}", "1. e4 e5\n*\n");
        check(ALL, "1. e4 ; a\r\n; b\r\ne5 *", "1. e4\r\ne5 *");
        check(ALL, "1. e4\r{a}\re5 {b\rc} *", "1. e4\re5\r*");
    }

    #[test]
    fn a_row_of_signs_becomes_no_conflict_marker() {
        check(ALL, "1. e4\n>>>>>>>{a}e5 *\n", "1. e4\n>>>>>>>\te5 *\n");
        check(ALL, "1. e4\n<<<<<<<{a}\ne5 *\n", "1. e4\n<<<<<<<\t\ne5 *\n");
        check(ALL, "1. e4\n<<<<<<{a}e5 *\n", "1. e4\n<<<<<< e5 *\n");
    }

    #[test]
    fn removes_comments_before_and_among_tags() {
        check(ALL, "{a}\n; b\n% c\n[White \"x\"] {d}\n{e}\n\n*\n", "% c\n[White \"x\"]\n\n*\n");
        check(ALL, "\u{feff}{a}\n[White \"{x}\"]\n\n*\n", "\u{feff}[White \"{x}\"]\n\n*\n");
        check(ALL, "{a}[White \"x\"]\n*\n", " [White \"x\"]\n*\n");
        check(ALL, "1. e4\n{a} [White \"x\"] e5 *\n", "1. e4 [White \"x\"] e5 *\n");
        check(ALL, "1. e4 {a\n\nb}[White \"x\"] *\n", "1. e4 [White \"x\"] *\n");
        check(ALL, "1. e4\n% b\n{a} [%c] *\n", "1. e4\n% b\n [%c] *\n");
        check(ALL, "1. e4 *\n{a}% x\n\n1. d4 *", "1. e4 *\n % x\n\n1. d4 *");
    }

    #[test]
    fn removes_needless_numbers_of_black() {
        check(ALL, "1. e4 {a} 1... e5 $1 2. Nf3 *", "1. e4 e5 $1 2. Nf3 *");
        check(ALL, "1. e4 {a}1...{b}e5 *", "1. e4 e5 *");
        check(ALL, "1. e4 {a} 1... D *", "1. e4 1... D *");
        check(ALL, "1. e4 {a}\n1... e5 {b\n} 2. Nf3 *", "1. e4\ne5\n2. Nf3 *");
        // Other numbers carry information: a move is missing, or one was lost.
        check(ALL, "1... e5 {b} 2... Nc6 *", "1... e5 2... Nc6 *");
        check(ALL, "1. e4 {b} 2... Nc6 *", "1. e4 2... Nc6 *");
        check(ALL, "12. e4 {b} 1... Nc6 *", "12. e4 1... Nc6 *");
        check(ALL, "e4 {b} 1... Nc6 *", "e4 1... Nc6 *");
        check(ALL, "1 e4 {b} 1 ... Nc6 *", "1 e4 Nc6 *");
        check(ALL, "1. e4 {a} (1. d4) 1... e5 *", "1. e4 (1. d4) 1... e5 *");
        check(ALL, "1. e4 $1 {a} 1... e5 *", "1. e4 $1 1... e5 *");
        check(ALL, "1. e4 1... e5 {a} 2. d4 *", "1. e4 1... e5 2. d4 *");
        check(ALL, "{a} 1... e5 *", "1... e5 *");
        check(ALL, "1. e4 {a} 1... {b} *", "1. e4 1... *");
        check(TEXT, "1. e4 {[%clk 1]} 1... e5 *", "1. e4 {[%clk 1]} 1... e5 *");
        check(COMMANDS, "1. e4 {[%clk 1]} 1... e5 *", "1. e4 e5 *");
    }

    #[test]
    fn removes_one_class_of_comment_pieces() {
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
    fn removes_open_comments() {
        check(ALL, "1. e4 {a {b\n\n[White \"x\"]\n\n*\n", "1. e4\n\n[White \"x\"]\n\n*\n");
        check(ALL, "1. e4 {a\nb\n\n", "1. e4\n\n");
        check(TEXT, "1. e4 {a [%clk 1]\n", "1. e4 {[%clk 1]}\n");
        check(COMMANDS, "1. e4 {a [%clk 1]\n", "1. e4 {a\n");
    }

    #[test]
    fn removes_variations_nags_and_glyphs() {
        let ravs = Classes { variations: true, ..NONE };
        check(ravs.clone(), "1. e4 (1. d4 (1. c4) {x}) 1... e5 *", "1. e4 e5 *");
        check(ravs.clone(), "1. e4 e5 2. Nf3\n(2. f4 exf4\n) 2... Nc6 *", "1. e4 e5 2. Nf3\nNc6 *");
        check(ravs.clone(), "1. e4 (1. d4 d5 1-0", "1. e4 (1. d4 d5 1-0");
        check(ravs.clone(), "1. e4 (1. d4)(1. c4) *", "1. e4 *");
        check(ravs, "(1. d4) 1. e4 *", "(1. d4) 1. e4 *");
        let nags = Classes { nags: true, ..NONE };
        check(nags.clone(), "1. e4 $1 {a} $14 e5$2 *", "1. e4 {a} e5 *");
        check(nags, "1. e4$1 1... e5 *", "1. e4 e5 *");
        let glyphs = Classes { glyphs: true, ..NONE };
        check(glyphs.clone(), "1. e4! e5?? 2. d4!? +- *", "1. e4 e5 2. d4 *");
        check(glyphs, "1. e4 (1. d4!) e5!(1... c5) *", "1. e4 (1. d4) e5 (1... c5) *");
    }

    #[test]
    fn removes_diagrams_and_escape_lines() {
        let diagrams = Classes { diagrams: true, diagram_nags: true, ..NONE };
        check(
            diagrams,
            "1. e4 $220 $1 {[#]} e5 {a [#] b} {[#] [%clk 1]} 2. d4 $201 d5 D *",
            "1. e4 $1 e5 {a b} {[%clk 1]} 2. d4 d5 *",
        );
        let marks = Classes { diagrams: true, ..NONE };
        check(marks, "1. e4 {Diagram} e5 {see the diagram} *", "1. e4 e5 {see the diagram} *");
        let escapes = Classes { escapes: true, ..NONE };
        check(
            escapes,
            "% a\n[White \"x\"]\n% b\n\n1. e4\n% c\ne5 *\n% d\n",
            "[White \"x\"]\n\n1. e4\ne5 *\n",
        );
    }

    #[test]
    fn removes_words_of_programs() {
        let engine =
            Classes { engine: true, commands: Commands::Only(vec!["eval".to_owned()]), ..NONE };
        check(
            engine.clone(),
            "1. e4 {[%eval 0.3] [%clk 1]} {+0.25/12 0.4s} e5 { (0.3 → 0.9) Mistake. Nf3 was best. I saw it. } *",
            "1. e4 {[%clk 1]} e5 {I saw it. } *",
        );
        check(engine, "1. e4 {book} 1... e5 {a good move} *", "1. e4 e5 {a good move} *");
        let people = Classes { text: true, ..NONE };
        check(
            people,
            "1. e4 {a} {+0.25/12 0.4s} {b [%clk 1] book} *",
            "1. e4 {+0.25/12 0.4s} {[%clk 1] book} *",
        );
        let clocks = Classes { commands: Commands::Only(vec!["clk".to_owned()]), ..NONE };
        check(
            clocks.clone(),
            "1. e4 {[%clk 1] [%eval 2]} {[%clk 1]} {a [%clk 2]} *",
            "1. e4 {[%eval 2]} {a} *",
        );
        check(clocks, "1. e4 {[%clk[%clk]] [%clk]} *", "1. e4 {[%clk[%clk]]} *");
        let others = Classes { commands: Commands::AllBut(vec!["clk".to_owned()]), ..NONE };
        check(others, "1. e4 {[%clk 1] [%eval 2]} *", "1. e4 {[%clk 1]} *");
    }
}
