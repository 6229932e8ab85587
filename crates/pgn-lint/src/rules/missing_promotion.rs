use super::prelude::*;

use crate::explanation;

rule!("missing_promotion.md", Check::Move(MoveErrorKind::MissingPromotion, check));

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    let diagnosis =
        explanation::explain(cx, ply).map_or_else(Vec::new, |diagnosis| diagnosis.edits);
    let message =
        format!("{} does not say what the pawn becomes", moves::quoted_with_number(cx, ply));
    report
        .at(ply.span, message)
        .unsafe_fix(diagnosis)
        .help("add `=Q`, `=R`, `=B` or `=N`; `--assume-queen` reads it as a queen")
        .fen(ply.before.fen());
}
