use super::prelude::*;

rule!("en_passant_mark.md", Check::Deviation(Deviations::EN_PASSANT_MARK, check));

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    let message = format!(
        "{} is marked as en passant: `{}` is enough",
        quote(ply.span.of(cx.src)),
        moves::canonical(ply)
    );
    report.at(ply.span, message).safe_fix(moves::respell(cx, ply));
}
