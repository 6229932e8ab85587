use super::prelude::*;

rule!("split_move.md", Check::Deviation(Deviations::SPLIT, check));

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    let text = ply.span.of(cx.src);
    let found = report
        .at(ply.span, format!("{} is one move: `{}`", cx.quote(text), moves::canonical(cx, ply)));
    let fix = moves::respell(cx, ply, Part::Move);
    // In `Qd1N c6` the letter may belong to the word before, as a sign of a novelty; `(N)c3` has signs that say
    // something.
    let before = ply.span.start.checked_sub(1).map(|at| cx.src[at as usize]);
    match before {
        Some(byte)
            if byte.is_ascii_alphanumeric() || text.iter().any(|byte| b"({".contains(byte)) =>
        {
            found.unsafe_fix(fix)
        }
        _ => found.safe_fix(fix),
    };
}
