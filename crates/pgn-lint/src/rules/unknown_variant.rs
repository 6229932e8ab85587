use super::prelude::*;

rule!("unknown_variant.md", Check::Start(StartFault::UnknownVariant, check));

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    report
        .at(pair.value, format!("the variant {} is not known", cx.quoted(pair.value)))
        .help("its moves are not checked");
}
