use super::prelude::*;

rule!("fen_without_setup.md", Check::Start(StartFault::FenWithoutSetup, check));

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    report
        .at(pair.value, "there is a FEN but no `SetUp`")
        .help("`[SetUp \"1\"]` must go with it")
        .safe_fix([Edit::insert(pair.span.end, format!("{}[SetUp \"1\"]", cx.line_end()))]);
}
