use super::prelude::*;

rule!("non_canonical_san.md", Check::Deviation(Deviations::NON_CANONICAL, check));

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    let found = moves::report_respelling(cx, ply, report, "should be");
    let text = ply.span.of(cx.src);
    // Without the rank of the target, or the file of the pawn, other readers know no move.
    if !text.iter().any(|byte| matches!(byte, b'1'..=b'8')) || text.starts_with(b"x") {
        found
            .otherwise()
            .help("other readers lose the game from here; `export` writes it correctly");
    }
}
