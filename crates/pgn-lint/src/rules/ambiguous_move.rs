use super::prelude::*;

use crate::explanation;

rule!("ambiguous_move.md", Check::Move(MoveErrorKind::Ambiguous, check));

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    let could_be = moves::candidates(cx, ply);
    let found = report.at(ply.span, format!("{} is ambiguous", moves::quoted_with_number(cx, ply)));
    found.fen(ply.before.fen()).help(format!("it can be {}", could_be.join(" or ")));
    if let Some(diagnosis) = explanation::explain(cx, ply).filter(|it| !it.edits.is_empty()) {
        found.help(diagnosis.help).unsafe_fix(diagnosis.edits);
    }
}
