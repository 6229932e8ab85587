//! What a jump of the move numbers says: that moves are missing before it, or that moves occur twice.

use pgn_chess::{replay::Ply, shakmaty::Color};
use pgn_syntax::{Node, NodeKind};

use crate::context::GameCx;

/// Upper bound on the number of nodes before and after a move number that are examined.
const REACH: usize = 1 << 9;

/// What a jump of the move numbers before a move says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Jump {
    /// Half-moves are missing: the first and the last one, counted from White's first move.
    Missing(u32, u32),
    /// Half-moves come later in the text than they should: the first and the last one.
    Later(u32, u32),
    /// The same half-moves occur twice: the first and the last one.
    Twice(u32, u32),
}

impl Jump {
    /// Returns the half-moves in words: `moves 3 to 4`; and true if they are several.
    fn moves(&self) -> (String, bool) {
        let (Jump::Missing(first, last) | Jump::Later(first, last) | Jump::Twice(first, last)) =
            *self;
        let (from, to) = (first / 2 + 1, last / 2 + 1);
        let number = |n: u32| match n % 2 {
            0 => format!("{}.", n / 2 + 1),
            _ => format!("{}...", n / 2 + 1),
        };
        match (first % 2, last % 2) {
            _ if first == last => (format!("move {}", number(first)), false),
            (0, 1) if from == to => (format!("move {from}"), false),
            (0, 1) => (format!("moves {from} to {to}"), true),
            _ => (format!("moves {} to {}", number(first), number(last)), true),
        }
    }

    /// Returns the jump in words: `moves 3 to 4 occur twice`.
    pub(crate) fn words(&self) -> String {
        let (moves, are_many) = self.moves();
        let (of_one, of_many) = match self {
            Jump::Missing(..) => ("is missing", "are missing"),
            Jump::Later(..) => ("is after it", "are after it"),
            Jump::Twice(..) => ("occurs twice", "occur twice"),
        };
        format!("{moves} {}", if are_many { of_many } else { of_one })
    }

    /// Returns what to do if the moves after the jump are legal.
    pub(crate) fn help_if_legal(&self) -> String {
        match self {
            Jump::Missing(..) => {
                let moves = self.moves().0;
                format!(
                    "{moves} may be missing: look into the source of the game, or correct the number"
                )
            }
            _ => self.help().to_owned(),
        }
    }

    /// Returns what to do.
    pub(crate) fn help(&self) -> &'static str {
        match self {
            Jump::Missing(..) => "look for the missing moves in the source of the game",
            Jump::Later(..) => "put the moves in the order of their numbers",
            Jump::Twice(..) => "delete one of the two, unless the moves were repeated on the board",
        }
    }
}

/// Returns what the number directly before a move says; `None` if it follows from the number before it, or if the jump is
/// only a wrong number.
pub(crate) fn before(cx: &GameCx<'_>, ply: &Ply<'_>) -> Option<Jump> {
    let nodes = &cx.game.nodes;
    let at = ply.id.0 as usize;
    let number = nodes[..at].last().filter(|node| has_dot(cx, node))?;
    let hides_moves =
        |node: &Node| matches!(node.kind, NodeKind::Comment(kind) if !kind.is_braced());
    if nodes[..at - 1].last().is_some_and(hides_moves) {
        return None;
    }
    let written = half_move(cx, number)?;
    let due = due(cx, at, ply)?;
    if written >= due + 2 {
        let is_later = nodes[at..].iter().take(REACH).any(|node| half_move(cx, node) == Some(due));
        let (first, last) = (due, written - 1);
        return Some(if is_later { Jump::Later(first, last) } else { Jump::Missing(first, last) });
    }
    let n = due.checked_sub(written).filter(|n| *n > 0)? as usize;
    if n > REACH {
        return None;
    }
    let mut earlier: Vec<&[u8]> = line_before(&nodes[..at - 1])
        .filter(|node| node.kind.is_move())
        .take(n)
        .map(|it| stem(it.span.of(cx.src)))
        .collect();
    if earlier.len() < n {
        return None;
    }
    earlier.reverse();
    let again: Vec<_> = moves_of_line(cx, nodes[at..].iter().take(REACH)).take(n).collect();
    let n_same = earlier.iter().zip(&again).take_while(|(a, b)| a == b).count();
    let is_whole = n_same == n || n_same > 1 && n_same == again.len();
    let last = written + u32::try_from(n_same).ok()?;
    is_whole.then(|| Jump::Twice(written, last - 1))
}

/// Returns the nodes of the line at the end of `nodes`, the last one first, without those of its variations; at most
/// [`REACH`] nodes are examined.
fn line_before(nodes: &[Node]) -> impl Iterator<Item = &Node> {
    let mut depth = 0_usize;
    let of_line = nodes.iter().rev().take(REACH).map_while(move |node| {
        match node.kind {
            NodeKind::RavClose => depth += 1,
            NodeKind::RavOpen { .. } => depth = depth.checked_sub(1)?,
            _ => return Some((depth == 0).then_some(node)),
        }
        Some(None)
    });
    of_line.flatten()
}

/// Returns the number of the half-move that is due before the node `at`, as the number before that one counts; `None` if no
/// move is before it.
fn due(cx: &GameCx<'_>, at: usize, ply: &Ply<'_>) -> Option<u32> {
    let nodes = &cx.game.nodes[..at - 1];
    let (mut n_moves, mut has_moves, mut numbered) = (0, false, None);
    for node in line_before(nodes) {
        if node.kind.is_move() {
            has_moves = true;
            n_moves += u32::from(numbered.is_none());
        } else if numbered.is_none() {
            numbered = half_move(cx, node).map(|n| n + n_moves);
        }
        if has_moves && numbered.is_some() {
            break;
        }
    }
    if !has_moves || numbered.is_none() && nodes.len() > REACH {
        return None;
    }
    let counted = (ply.number.max(1) - 1) * 2 + u32::from(ply.turn == Color::Black);
    Some(numbered.unwrap_or(counted))
}

/// Returns the moves of the line that `nodes` begin in, up to its end, without their signs of check.
fn moves_of_line<'a, 'n>(
    cx: &GameCx<'a>,
    nodes: impl Iterator<Item = &'n Node>,
) -> impl Iterator<Item = &'a [u8]> {
    let (src, mut depth) = (cx.src, 0_i64);
    let steps = nodes.map_while(move |node| {
        match node.kind {
            NodeKind::RavOpen { .. } => depth += 1,
            NodeKind::RavClose => depth -= 1,
            _ => (),
        }
        (depth >= 0).then_some((depth == 0 && node.kind.is_move(), node.span))
    });
    steps.filter(|(is_move, _)| *is_move).map(move |(_, span)| stem(span.of(src)))
}

/// Returns the text of a move without its sign of check.
pub(crate) fn stem(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|byte| !b"+#".contains(byte)).map_or(0, |last| last + 1);
    &text[..end]
}

/// Returns the number of half-moves before the one that a move number names; `None` for other nodes.
fn half_move(cx: &GameCx<'_>, node: &Node) -> Option<u32> {
    let NodeKind::MoveNumber(number @ 1..=0xFFFF) = node.kind else { return None };
    let is_black = node.span.of(cx.src).windows(2).any(|two| two == b"..");
    Some((number - 1) * 2 + u32::from(is_black))
}

/// Returns true if a node is a move number with a dot: other numbers may be part of a damaged move.
fn has_dot(cx: &GameCx<'_>, node: &Node) -> bool {
    matches!(node.kind, NodeKind::MoveNumber(_)) && node.span.of(cx.src).contains(&b'.')
}

/// Returns the last move before a move, with its number.
pub(crate) fn quoted_before(cx: &GameCx<'_>, ply: &Ply<'_>) -> Option<String> {
    let nodes = &cx.game.nodes[..ply.id.0 as usize];
    let last = nodes.iter().rev().take(REACH).find(|node| node.kind.is_move())?;
    let number = match ply.turn {
        Color::White => format!("{}... ", ply.number.saturating_sub(1)),
        Color::Black => format!("{}. ", ply.number),
    };
    Some(cx.quote(&[number.as_bytes(), last.span.of(cx.src)].concat()))
}
