use super::prelude::*;

rule!("promotion_form.md", Check::Deviation(Deviations::PROMOTION_FORM, check));

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    let found = moves::report_respelling(cx, ply, report, "should be");
    // Other readers know `e8Q` and `e8=q`.
    if ply.span.of(cx.src).iter().any(|byte| b"/()[] \r\n".contains(byte)) {
        found
            .otherwise()
            .help("other readers lose the game from here; `export` writes it correctly");
    }
}
