use super::prelude::*;

rule!("wrong_capture_sign.md", Check::Deviation(Deviations::WRONG_CAPTURE, check));

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    let (text, canonical) = (cx.quoted(ply.span), moves::canonical(cx, ply));
    let edit = moves::respell(cx, ply, Part::Move);
    if canonical.contains('x') {
        let message = format!("the sign of a capture is `x`: {text} should be `{canonical}`");
        report.at(ply.span, message).safe_fix(edit);
    } else {
        let message = format!("{} captures nothing", moves::quoted_with_number(cx, ply));
        let help = "check whether an earlier move is wrong; `export` leaves out the `x`";
        report.at(ply.span, message).help(help).unsafe_fix(edit);
    }
}
