//! The first place where the layout of a game differs from export format (sections 8.1 and 8.2.1):
//! spacing and line filling of the tokens it has. Other rules check which tokens there should be,
//! and lines that are too long, empty, or contain blanks or tabs in wrong places.

use pgn_chess::Variant;
use pgn_syntax::{
    CommentKind, Node, NodeKind, RavKind, Span, SyntaxError, TagPair,
    command::CommandEnds,
    count_columns, is_blank, is_line_end, is_white_space,
    span::index,
    write::{WIDTH, may_begin_comment_line},
};

use crate::context::GameCx;

/// The difference at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LayoutFault {
    /// Blanks where export format has none.
    NotGlued,
    /// There should be one blank.
    NotOneBlank,
    /// A line ends although the next token would fit.
    ShortLine,
    /// A move number is in another form.
    Number,
    /// A NAG has leading zeros.
    Nag,
}

/// Returns the first place where the layout differs.
pub(crate) fn first_fault(cx: &GameCx<'_>) -> Option<(Span, LayoutFault)> {
    // Export copies the moves of a variant that is not known with their numbers as they are.
    let of_movetext = || {
        let fault = Movetext::new(cx).first_fault();
        fault.filter(|_| cx.start().variant != Variant::Unchecked)
    };
    cx.game.tags.iter().find_map(|pair| tag(cx, pair)).or_else(of_movetext)
}

/// Checks a tag pair against `[Name "Value"]`, if it is complete and on one line.
fn tag(cx: &GameCx<'_>, pair: &TagPair) -> Option<(Span, LayoutFault)> {
    let Span { start, end } = pair.span;
    let quotes = (pair.value.start.checked_sub(1)?, pair.value.end);
    if pair.span.of(cx.src).iter().any(is_line_end)
        || cx.src.get(quotes.0 as usize) != Some(&b'"')
        || cx.src.get(quotes.1 as usize) != Some(&b'"')
    {
        return None;
    }
    let gaps = [
        (start + 1..pair.name.start, LayoutFault::NotGlued),
        (pair.name.end..quotes.0, LayoutFault::NotOneBlank),
        (quotes.1 + 1..end.saturating_sub(1), LayoutFault::NotGlued),
    ];
    for (range, fault) in gaps {
        let gap = cx.src.get(range.start as usize..range.end as usize)?;
        if !gap.iter().all(is_blank) {
            return None;
        }
        let is_right = match fault {
            LayoutFault::NotOneBlank => matches!(gap, [_]),
            _ => gap.is_empty(),
        };
        if !is_right {
            return Some((Span { start: range.start, end: range.end }, fault));
        }
    }
    None
}

/// A text without line breaks.
struct Unit {
    span: Span,
    /// Width in code points.
    width: usize,
}

struct Movetext<'a> {
    cx: &'a GameCx<'a>,
    /// The last unit, to which further tokens may be joined. Those before it fill lines.
    last: Option<Unit>,
    /// The end of the unit before it.
    end: Option<u32>,
    /// The width of the last line that is filled.
    column: usize,
    /// True if lines may end anywhere.
    is_loose: bool,
    /// The first difference before the last unit.
    found: Option<(Span, LayoutFault)>,
    /// The first fault inside a unit.
    inner: Option<(Span, LayoutFault)>,
    /// Offset from which lines may end anywhere, because another rule reports them.
    loose: u32,
    /// Offset from which nothing is compared.
    unknown: u32,
}

impl<'a> Movetext<'a> {
    fn new(cx: &'a GameCx<'a>) -> Movetext<'a> {
        Movetext {
            cx,
            last: None,
            end: None,
            column: 0,
            is_loose: false,
            found: None,
            inner: None,
            loose: u32::MAX,
            unknown: u32::MAX,
        }
    }

    /// Returns the first difference.
    fn first_fault(mut self) -> Option<(Span, LayoutFault)> {
        let cx = self.cx;
        let mut last = cx.game.movetext_start;
        // True if the next token is joined to the one before it, such as `(`.
        let mut joins = false;
        let nodes = &cx.game.nodes;
        for node in nodes {
            if node.span.start < last || node.span.is_empty() {
                // A comment before or among the tags is moved by export; a number is part of the
                // gap.
                if node.span.end <= cx.game.movetext_start {
                    self.loose = 0;
                }
                continue;
            }
            if let NodeKind::MoveNumber(_) = node.kind {
                continue;
            }
            let gap = Span { start: last, end: node.span.start };
            let Some(joins_now) = self.numbers(gap, joins) else {
                self.stop(gap.start, joins);
                break;
            };
            joins = self.node(node, joins_now);
            last = node.span.end;
            if self.found.is_some() {
                return self.found;
            }
        }
        self.end_unit();
        self.found.or(self.inner.filter(|(span, _)| span.start < self.unknown))
    }

    /// Adds the move numbers between two nodes. Returns whether the next token is still joined to
    /// the one before; `None` if the gap contains anything else.
    fn numbers(&mut self, gap: Span, mut joins: bool) -> Option<bool> {
        let src = self.cx.src;
        let (mut at, end) = (gap.start as usize, gap.end as usize);
        loop {
            at += src[at..end].iter().position(|byte| !is_white_space(byte)).unwrap_or(end - at);
            if at == end {
                return Some(joins);
            }
            let n_digits = src[at..end].iter().take_while(|byte| byte.is_ascii_digit()).count();
            if n_digits == 0 {
                let is_reported = |error: &SyntaxError| error.span.start as usize == at;
                if src[at] == b'.' && !self.cx.game.errors.iter().any(is_reported) {
                    // Dots that stand for the move of White.
                    self.fault(Span::new(at, at + 1), LayoutFault::Number);
                }
                return None;
            }
            let dots = at + n_digits;
            let rest = &src[dots..end];
            let is_dot = |byte: &u8| *byte == b'.' || is_white_space(byte);
            let n_rest = rest.iter().take_while(|byte| is_dot(byte)).count();
            let n_dots =
                rest[..n_rest].iter().rposition(|&byte| byte == b'.').map_or(0, |last| last + 1);
            if !matches!(&rest[..n_dots], b"." | b"...") {
                let span = Span::new(at, dots + n_dots);
                self.fault(span, LayoutFault::Number);
            }
            self.unit(Span::new(at, dots + n_dots), joins);
            joins = false;
            at = dots + n_dots;
        }
    }

    /// Adds a node. Returns whether the next node is joined to it.
    fn node(&mut self, node: &Node, joins: bool) -> bool {
        let text = node.span.of(self.cx.src);
        match node.kind {
            NodeKind::Move { .. } | NodeKind::NullMove { .. } | NodeKind::Marker(_) => {
                self.unit(node.span, joins);
            }
            NodeKind::Nag(_) => {
                if text.len() > 2 && text[1] == b'0' {
                    self.fault(node.span, LayoutFault::Nag);
                }
                self.unit(node.span, joins);
            }
            NodeKind::Suffix(_) => self.join(node.span),
            NodeKind::Comment(CommentKind::Brace | CommentKind::Server) => {
                self.comment(node, joins)
            }
            NodeKind::RavOpen { kind: RavKind::Plain, .. } => {
                self.unit(node.span, joins);
                return true;
            }
            NodeKind::RavClose => {
                let last = self.last.as_ref().map_or(node.span.start, |unit| unit.span.end);
                if last != node.span.start {
                    self.fault(Span { start: last, end: node.span.start }, LayoutFault::NotGlued);
                }
                self.join(node.span);
            }
            NodeKind::Glyph { .. }
            | NodeKind::MoveNumber(_)
            | NodeKind::Comment(CommentKind::Line | CommentKind::Open | CommentKind::Words)
            | NodeKind::RavOpen { .. } => {
                self.stop(node.span.start, joins);
            }
        }
        false
    }

    /// Ends the comparison at a token, or at the unit that it is joined to.
    fn stop(&mut self, start: u32, joins: bool) {
        let unit = self.last.as_ref().filter(|_| joins);
        self.unknown = self.unknown.min(unit.map_or(start, |unit| unit.span.start));
    }

    /// Adds a comment; each of its words is a unit.
    fn comment(&mut self, node: &Node, mut joins: bool) {
        let src = self.cx.src;
        let (start, end) = (node.span.start as usize + 1, node.span.end as usize - 1);
        let (mut at, mut word) = (start, node.span.start as usize);
        let mut ends = CommandEnds::default();
        let is_white_in_command = |byte: &u8| is_line_end(byte) || *byte == b'\t';
        if node.server_clock(src).is_some_and(|(_, command)| command == Span::new(start, end)) {
            // The comment is a command without white space around it.
            return self.unit(node.span, joins);
        }
        if src[start..end].trim_ascii().is_empty() {
            // Export drops an empty comment.
            self.loose = self.loose.min(node.span.start);
            self.unit(node.span, joins);
            return;
        }
        if src[start..end].first().is_some_and(is_white_space) {
            self.fault(Span::new(start, start + 1), LayoutFault::NotGlued);
        }
        if src[start..end].last().is_some_and(is_white_space) {
            self.fault(Span::new(end - 1, end), LayoutFault::NotGlued);
        }
        at += src[at..end].iter().position(|byte| !is_white_space(byte)).unwrap_or(0);
        while at < end {
            if src[at..].starts_with(b"[%")
                && let Some(command) = ends.command_at(&src[start..end], at - start)
            {
                // Long commands may be broken, and another rule reports line ends inside commands.
                if command.text.len() > WIDTH - 2 || command.text.iter().any(is_white_in_command) {
                    self.loose = self.loose.min(index(at));
                }
                at += command.text.len();
                continue;
            }
            if !is_white_space(&src[at]) {
                at += 1;
                continue;
            }
            let next =
                at + src[at..end].iter().position(|byte| !is_white_space(byte)).unwrap_or(end - at);
            // Words that must not begin a line stay with the word before.
            if next < end && may_begin_comment_line(&src[next..end]) {
                self.unit(Span::new(word, at), joins);
                joins = false;
                word = next;
            }
            at = next;
        }
        self.unit(Span::new(word, node.span.end as usize), joins);
    }

    fn unit(&mut self, span: Span, joins: bool) {
        if joins && let Some(unit) = &self.last {
            let gap = Span { start: unit.span.end, end: span.start };
            if !gap.is_empty() {
                self.fault(gap, LayoutFault::NotGlued);
            }
            self.join(span);
            return;
        }
        self.end_unit();
        self.last = Some(Unit { span, width: count_columns(span.of(self.cx.src)) });
    }

    /// Joins a token to the last unit.
    fn join(&mut self, span: Span) {
        let n = count_columns(span.of(self.cx.src));
        match &mut self.last {
            Some(unit) => {
                unit.span.end = span.end;
                unit.width += n;
            }
            None => self.last = Some(Unit { span, width: n }),
        }
    }

    fn fault(&mut self, span: Span, fault: LayoutFault) {
        if self.inner.is_none_or(|(first, _)| span.start < first.start) {
            self.inner = Some((span, fault));
        }
    }

    /// Puts the last unit, which is complete, on the line or the next one, and compares the text before it.
    fn end_unit(&mut self) {
        let Some(unit) = self.last.take().filter(|unit| unit.span.start < self.unknown) else {
            return;
        };
        let fits = self.column > 0 && self.column + 1 + unit.width <= WIDTH;
        self.column = if fits { self.column + 1 + unit.width } else { unit.width };
        let before = self.end.replace(unit.span.end);
        if self.found.is_none()
            && let Some(start) = before
        {
            self.found = self.fault_before(Span { start, end: unit.span.start }, fits);
        }
    }

    /// Returns the first difference up to the end of the text between two units. `fits` says whether the second unit fits on
    /// the line of the first.
    fn fault_before(&mut self, gap: Span, fits: bool) -> Option<(Span, LayoutFault)> {
        if let Some(inner) = self.inner.filter(|(span, _)| span.start < gap.start) {
            return Some(inner);
        }
        let text = gap.of(self.cx.src);
        self.is_loose |= gap.start >= self.loose;
        let has_end = text.iter().any(is_line_end);
        match (fits, has_end) {
            (true, true) if !self.is_loose => return Some((gap, LayoutFault::ShortLine)),
            // The line is too long, which another rule reports. Tokens after it are not where export would put them.
            (false, false) => self.is_loose = true,
            _ => (),
        }
        let is_one_blank = has_end || matches!(text, [_]);
        (!is_one_blank).then_some((gap, LayoutFault::NotOneBlank))
    }
}
