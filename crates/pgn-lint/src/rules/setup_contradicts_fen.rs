use super::prelude::*;

rule!("setup_contradicts_fen.md", Check::Start(StartFault::SetupContradictsFen, check));

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    let value = cx.quoted(pair.value);
    let message = match pair.value(cx.src).trim_ascii() {
        b"0" => format!("SetUp is {value}, but the FEN is another position than the initial one"),
        _ => format!("SetUp is {value}, but it can be `0` and, with a FEN, `1` only"),
    };
    report
        .at(pair.value, message)
        .help("the FEN counts")
        .unsafe_fix([Edit::replace(pair.value, "1")]);
}
