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
    // In a variant a game can end otherwise, such as with a king on the hill.
    let is_other_end = || ply.played_move().is_some_and(|mv| !ply.before.after(mv).is_checkmate());
    let effect = match canonical.ends_with('#') {
        false => "gives check",
        true if is_other_end() => "ends the game",
        true => "gives mate",
    };
    report
        .at(ply.span, format!("{} {effect} and should be `{canonical}`", cx.quote(text)))
        .safe_fix(moves::respell(cx, ply, Part::Sign));
}
