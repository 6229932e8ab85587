use super::prelude::*;

rule!("wrong_capture_sign.md", Check::Deviation(Deviations::WRONG_CAPTURE, check));

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    let (text, canonical) = (quote(ply.span.of(cx.src)), moves::canonical(ply));
    let message = match canonical.contains('x') {
        true => format!("the sign of a capture is `x`: {text} should be `{canonical}`"),
        false => format!("{text} captures nothing: `{canonical}`"),
    };
    report.at(ply.span, message).safe_fix(moves::respell(cx, ply));
}
