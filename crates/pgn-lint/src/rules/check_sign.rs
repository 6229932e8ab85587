use super::prelude::*;

use pgn_chess::replay::Outcome;

rule!("check_sign.md", Check::Deviation(Deviations::CHECK_SIGN, check));

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    // Another rule reports signs where there is no check.
    if matches!(ply.outcome, Outcome::Played { deviations, .. }
        if deviations.contains(Deviations::FALSE_CHECK))
    {
        return;
    }
    let (text, canonical) = (ply.span.of(cx.src), moves::canonical(cx, ply));
    let effect = if canonical.ends_with('#') { "mate" } else { "check" };
    report
        .at(ply.span, format!("{} gives {effect} and should be `{canonical}`", cx.quote(text)))
        .safe_fix(moves::respell(cx, ply, Part::Sign));
}
