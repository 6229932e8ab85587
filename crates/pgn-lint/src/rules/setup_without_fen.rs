use super::prelude::*;

rule!("setup_without_fen.md", Check::Start(StartFault::SetupWithoutFen, check));

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    // `bad-fen` reports a FEN tag with the value `?`.
    if cx.start().faults.contains(StartFault::UnknownFen) {
        return;
    }
    report
        .at(pair.value, format!("SetUp is {}, and there is no FEN", cx.quoted(pair.value)))
        .help("the game is read from the initial position");
}
