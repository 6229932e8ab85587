use super::prelude::*;

rule!(
    "variation_origin.md",
    Check::Move(MoveErrorKind::Illegal, check),
    Check::Move(MoveErrorKind::OtherSide, check)
);

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    if ply.depth == 0 || ply.index != 0 {
        return;
    }
    let Some(parent) = replaced(cx, ply.id) else { return };
    let Some(mv) = moves::legal(cx, ply.before, parent) else { return };
    let after = ply.before.after(mv);
    if let Some(node) = cx.game.nodes.get(ply.id.0 as usize)
        && moves::legal(cx, &after, node).is_some()
    {
        let [mv, before] = [ply.span, parent.span].map(|span| cx.quoted(span));
        // If the move is legal in both places, its number has decided.
        let message = match moves::legal(cx, ply.before, node) {
            None => format!("{mv} is legal after {before}, not in its place"),
            Some(_) => format!("{mv} has the number of a move after {before}, not in its place"),
        };
        report
            .at(ply.span, message)
            .help(format!("a variation replaces the move before it, here {before}"))
            .related(parent.span, "the move it would replace")
            .fen(ply.before.fen());
    }
}

/// Returns the move that the variation would replace whose first move is `first`.
fn replaced<'a>(cx: &GameCx<'a>, first: NodeId) -> Option<&'a Node> {
    let pairs = cx.facts.replaced.get_or_init(|| replaced_moves(&cx.game.nodes));
    let at = pairs.binary_search_by_key(&first, |(first, _)| *first).ok()?;
    cx.game.nodes.get(pairs.get(at)?.1.0 as usize)
}

/// Returns the first move of each variation, in the order of the text, with the move that it would replace.
fn replaced_moves(nodes: &[Node]) -> Vec<(NodeId, NodeId)> {
    let (mut pairs, mut last, mut outer) = (Vec::new(), None, Vec::new());
    for (id, node) in (0..).map(NodeId).zip(nodes) {
        match node.kind {
            NodeKind::RavOpen { .. } => outer.push(last.take()),
            NodeKind::RavClose => last = outer.pop().flatten(),
            NodeKind::Move { .. } => {
                // No move before it: the first one of its variation.
                let origin = outer.last().copied().flatten().filter(|_| last.is_none());
                pairs.extend(origin.map(|origin| (id, origin)));
                last = Some(id);
            }
            _ => (),
        }
    }
    pairs
}
