use super::prelude::*;

use pgn_syntax::RavKind;

use crate::jumps::stem;

rule!("duplicate_rav.md", Check::Game(check));

fn check(cx: &GameCx<'_>, report: &mut Report<'_>) {
    // For each open line: its last move, and whether a variation of that move has just begun.
    let (mut last, mut outer, mut parent) = (None::<Span>, Vec::new(), None::<Span>);
    let mut at = 0;
    while let Some(node) = cx.game.nodes.get(at) {
        at += 1;
        match node.kind {
            NodeKind::RavOpen { kind: RavKind::Plain, .. } => {
                outer.push(last);
                parent = last.take();
            }
            NodeKind::RavOpen { end, .. } => at = end.0 as usize + 1,
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
