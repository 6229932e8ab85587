use super::prelude::*;

rule!("setup_contradicts_fen.md", Check::Start(StartFault::SetupContradictsFen, check));

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    let message = format!(
        "SetUp is {}, but the FEN is another position than the initial one",
        quote(pair.value.of(cx.src))
    );
    report
        .at(pair.value, message)
        .help("the FEN counts")
        .unsafe_fix([Edit::replace(pair.value, "1")]);
}
