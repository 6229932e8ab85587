//! Commands in comments, with their places.

use pgn_syntax::{
    CommentKind, Node, NodeKind, Span,
    command::{Command, attempts},
    span::index,
};

use crate::{clock, context::GameCx};

/// Yields the comments that may contain commands.
pub(crate) fn comments<'a>(cx: &GameCx<'a>) -> impl Iterator<Item = &'a Node> {
    cx.game
        .nodes
        .iter()
        .filter(|node| matches!(node.kind, NodeKind::Comment(kind) if kind != CommentKind::Words))
}

/// Yields the commands of a comment with their byte offsets.
pub(crate) fn of<'a>(
    cx: &GameCx<'a>,
    node: &Node,
) -> impl Iterator<Item = (u32, Command<'a>)> + use<'a> {
    let start = node.span.start;
    attempts(node.span.of(cx.src))
        .filter_map(move |(at, command)| Some((start + index(at), command?)))
}

/// Returns the length of a command in bytes.
pub(crate) fn len(command: &Command<'_>) -> u32 {
    index(command.text.len())
}

/// Yields the clock times of the main line: half-moves before the move, seconds, and the span of
/// the command. Only the first time of each move counts.
pub(crate) fn mainline_clocks<'a>(
    cx: &GameCx<'a>,
) -> impl Iterator<Item = (u32, f64, Span)> + use<'a> {
    let cx = *cx;
    let (mut n_plies, mut has_time) = (0_u32, true);
    cx.game.mainline_nodes(0).filter_map(move |(_, node)| match node.kind {
        NodeKind::Move { .. } | NodeKind::NullMove { .. } => {
            n_plies += 1;
            has_time = false;
            None
        }
        NodeKind::Comment(kind) if !has_time && kind != CommentKind::Words => {
            let of_server = node.server_clock(cx.src);
            let time = of_server.map(|(time, span)| (time.as_secs_f64(), span));
            let of_command = |(at, command): (u32, Command<'_>)| {
                if command.name != b"clk" {
                    return None;
                }
                let seconds = clock::read(clock::ClockKind::Digital, command.operands)?;
                Some((seconds, Span { start: at, end: at + len(&command) }))
            };
            let (seconds, span) = time.or_else(|| of(&cx, node).find_map(of_command))?;
            has_time = true;
            Some((n_plies - 1, seconds, span))
        }
        _ => None,
    })
}
