use super::prelude::*;

use crate::jumps::stem;

rule!("duplicate_rav.md", Check::Game(check));

fn check(cx: &GameCx<'_>, report: &mut Report<'_>) {
    // For each open line: its last move, and whether a variation of that move has just begun.
    let (mut last, mut outer, mut parent) = (None::<Span>, Vec::new(), None::<Span>);
    for (_, node) in cx.game.played_nodes(0) {
        match node.kind {
            NodeKind::RavOpen { .. } => {
                outer.push(last);
                parent = last.take();
            }
            NodeKind::RavClose => (last, parent) = (outer.pop().flatten(), None),
            NodeKind::Move { .. } => {
                if let Some(played) = parent.take()
                    && stem(node.span.of(cx.src)) == stem(played.of(cx.src))
                {
                    let message = format!("the variation repeats {}", cx.quoted(played));
                    report.at(node.span, message).related(played, "the move played");
                }
                last = Some(node.span);
            }
            _ => (),
        }
    }
}
