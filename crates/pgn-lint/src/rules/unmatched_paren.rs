use super::prelude::*;

use pgn_chess::{Replay, Visitor, shakmaty::Color};

rule!(
    "unmatched_paren.md",
    Check::Syntax(SyntaxErrorKind::UnmatchedParen, check),
    Check::Game(check_numbers)
);

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    if number_before(cx, &error).is_some() {
        return;
    }
    if error.span.of(cx.src) != b"(" {
        report
            .at(error.span, "this `)` closes nothing")
            .unsafe_fix(Edit::delete_word(cx.src, error.span));
        return;
    }
    let Some(next) = continuation(cx, error.span) else {
        report.at(error.span, "this `(` is not closed").unsafe_fix(close(cx, error.span));
        return;
    };
    let text = cx.quoted(next);
    report
        .at(error.span, format!("this `(` is not closed, and {text} continues the line around it"))
        .help(format!("if the variation ends there, put `)` before {text}"))
        .related(next, "the move after the one that the variation replaces")
        .unsafe_fix([close_before(cx.src, next.start)]);
}

/// Reports the `)` after move numbers, as in `1) e4`, once.
fn check_numbers(cx: &GameCx<'_>, report: &mut Report<'_>) {
    let numbers = || cx.game.errors.iter().filter_map(|error| number_before(cx, error));
    let Some(first) = numbers().next() else { return };
    let others = lines::others(numbers().count(), "as is", "as are");
    let dot = |number: Span| {
        let has_dot = number.of(cx.src).ends_with(b".)");
        let paren = Span { start: number.end - 1, end: number.end };
        if has_dot { Edit::delete(paren) } else { Edit::replace(paren, ".") }
    };
    report
        .at(first, format!("{} is a move number with a parenthesis{others}", cx.quoted(first)))
        .help("a move number is written `1.`")
        .unsafe_fix(numbers().map(dot));
}

/// Returns the span of a move number with the `)` of an error, as in `1)` and `1.)`.
fn number_before(cx: &GameCx<'_>, error: &SyntaxError) -> Option<Span> {
    if error.kind != SyntaxErrorKind::UnmatchedParen || error.span.of(cx.src) != b")" {
        return None;
    }
    let before = &cx.src[..error.span.start as usize];
    let digits = before.strip_suffix(b".").unwrap_or(before);
    let is_digit = |byte: &&u8| byte.is_ascii_digit();
    let n_digits = digits.iter().rev().take(MAX_DIGITS + 1).take_while(is_digit).count();
    let start = digits.len() - n_digits;
    let begins = digits[..start].last().is_none_or(u8::is_ascii_whitespace);
    ((1..=MAX_DIGITS).contains(&n_digits) && begins)
        .then(|| Span::new(start, error.span.end as usize))
}

/// Maximum number of digits of a move number with a parenthesis.
const MAX_DIGITS: usize = 3;

/// Returns an edit that closes a variation before the move number at `at`.
fn close_before(src: &[u8], at: u32) -> Edit {
    match before_blank(src, at) {
        Some(end) => Edit::insert(end, ")"),
        None => Edit::insert(at, ") "),
    }
}

/// Returns the end of the word before `at`, if one blank is between.
fn before_blank(src: &[u8], at: u32) -> Option<u32> {
    match &src[..at as usize] {
        [.., before, b' '] if !before.is_ascii_whitespace() => Some(at - 1),
        _ => None,
    }
}

/// Maximum number of variations that an edit closes. Each of their findings has the edit, whose text would else grow with
/// the number of findings.
const MAX_CLOSED: usize = 64;

/// Returns an edit that closes the variation where it is assumed to end, with all others that are assumed to end there:
/// one `)` would leave the outer ones open.
fn close(cx: &GameCx<'_>, open: Span) -> Option<Edit> {
    let node = cx.node_at(open.start)?;
    let NodeKind::RavOpen { end, .. } = node.kind else { return None };
    let nodes = &cx.game.nodes;
    let at = nodes.get(end.0 as usize)?.span.start;
    // Ends that are not in the text have empty spans and come before the node at the same place.
    let n = nodes[cx.node_index(at)..]
        .partition_point(|node| node.span.start == at && node.span.is_empty());
    (n <= MAX_CLOSED).then(|| Edit::insert(before_blank(cx.src, at).unwrap_or(at), ")".repeat(n)))
}

/// A move with a number in a variation that is not closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    /// The move that the variation replaces.
    replaced: NodeId,
    /// The parenthesis of the variation.
    open: NodeId,
    /// The move. Its number is the node before it.
    mv: NodeId,
}

/// Returns the number and the move in the variation at `open` that continue the line around it: the move is legal after the
/// one that the variation replaces, and has the number of that place.
fn continuation(cx: &GameCx<'_>, open: Span) -> Option<Span> {
    let found = cx.facts.continuations.get_or_init(|| continuations(cx));
    let open = NodeId::of(cx.node_index(open.start));
    let at = found.binary_search_by_key(&open, |(open, _)| *open).ok()?;
    let mv = found.get(at)?.1;
    let [number, mv] = cx.game.nodes.get((mv.0 as usize).checked_sub(1)?..)?.first_chunk()?;
    Some(Span { start: number.span.start, end: mv.span.end })
}

/// Returns the variations that are not closed, each with the first move in it that continues the line around it.
fn continuations(cx: &GameCx<'_>) -> Vec<(NodeId, NodeId)> {
    struct Finder<'a> {
        cx: &'a GameCx<'a>,
        candidates: Vec<Candidate>,
        found: Vec<(NodeId, NodeId)>,
    }
    impl Visitor for Finder<'_> {
        fn ply(&mut self, ply: &Ply<'_>) {
            let Some(after) = ply.after else { return };
            let first = self.candidates.partition_point(|it| it.replaced < ply.id);
            let next = match ply.turn {
                Color::White => (ply.number, true),
                Color::Black => (ply.number.saturating_add(1), false),
            };
            let here = self.candidates[first..].iter().take_while(|it| it.replaced == ply.id);
            for it in here {
                let is_known = self.found.last().is_some_and(|(open, _)| *open == it.open);
                let mv = &self.cx.game.nodes[it.mv.0 as usize];
                let is_legal = || moves::legal(self.cx, after, mv).is_some();
                if !is_known && is_numbered(self.cx, *it, next) && is_legal() {
                    self.found.push((it.open, it.mv));
                }
            }
        }
    }
    let mut candidates = candidates(&cx.game.nodes);
    candidates.sort_unstable();
    let mut finder = Finder { cx, candidates, found: Vec::new() };
    if !finder.candidates.is_empty() {
        Replay::new().walk(cx.game, cx.src, cx.start(), &cx.replay, &mut finder);
    }
    finder.found.sort_unstable();
    finder.found
}

/// Returns true if a move has this number, and true for a move of Black.
fn is_numbered(cx: &GameCx<'_>, it: Candidate, (number, is_black): (u32, bool)) -> bool {
    let node = (it.mv.0 as usize).checked_sub(1).and_then(|at| cx.game.nodes.get(at));
    node.is_some_and(|node| {
        let has_dots = node.span.of(cx.src).windows(2).any(|two| two == b"..");
        node.kind == NodeKind::MoveNumber(number) && has_dots == is_black
    })
}

/// Returns the moves with a number out of order in the variations that are not closed. Each has two moves of its variation
/// before it: the second move of a variation has the number of the line around it.
fn candidates(nodes: &[Node]) -> Vec<Candidate> {
    #[derive(Clone, Copy, Default)]
    struct Line {
        /// The parenthesis that is not closed, and the move that the variation replaces.
        origin: Option<(NodeId, NodeId)>,
        last: Option<NodeId>,
        n_moves: u32,
    }
    let (mut line, mut outer, mut found) = (Line::default(), Vec::new(), Vec::new());
    let mut after_number = false;
    for (id, node) in (0..).map(NodeId).zip(nodes) {
        match node.kind {
            NodeKind::RavOpen { end, .. } => {
                let close = nodes.get(end.0 as usize);
                let is_open = close.is_some_and(|close| close.span.is_empty());
                outer.push(line);
                let origin = line.last.filter(|_| is_open).map(|last| (id, last));
                line = Line { origin, ..Line::default() };
            }
            NodeKind::RavClose => line = outer.pop().unwrap_or_default(),
            kind if kind.is_move() => {
                if let Some((open, replaced)) = line.origin.filter(|_| after_number)
                    && line.n_moves >= 2
                {
                    found.push(Candidate { replaced, open, mv: id });
                }
                line.last = Some(id);
                line.n_moves += 1;
            }
            _ => (),
        }
        after_number = matches!(node.kind, NodeKind::MoveNumber(_));
    }
    found
}
