use super::prelude::*;

rule!("duplicate_tag.md", Check::Duplicate(check));

fn check(cx: &GameCx<'_>, first: &TagPair, pair: &TagPair, report: &mut Report<'_>) {
    if first.value(cx.src) != pair.value(cx.src) {
        let message =
            format!("the tag {} is repeated with another value", cx.quote(pair.name(cx.src)));
        report
            .at(pair.span, message)
            .related(first.span, "the first")
            .help("the first value counts, unless it is empty, `?` or `????.??.??`");
    }
}
