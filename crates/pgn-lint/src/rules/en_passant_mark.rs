use super::prelude::*;

rule!("en_passant_mark.md", Check::Deviation(Deviations::EN_PASSANT_MARK, check));

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    let message = format!(
        "{} is marked as en passant: `{}` is enough",
        cx.quoted(ply.span),
        moves::canonical(cx, ply)
    );
    let found = report.at(ply.span, message).safe_fix(moves::respell(cx, ply, Part::Move));
    // Some readers know the mark as a word of its own.
    if !ply.span.of(cx.src).iter().any(u8::is_ascii_whitespace) {
        found.otherwise();
    }
}
