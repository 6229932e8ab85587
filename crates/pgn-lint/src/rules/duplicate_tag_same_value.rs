use super::prelude::*;

rule!("duplicate_tag_same_value.md", Check::Duplicate(check));

fn check(cx: &GameCx<'_>, first: &TagPair, pair: &TagPair, report: &mut Report<'_>) {
    if first.value(cx.src) == pair.value(cx.src) {
        report
            .at(pair.span, format!("the tag {} is repeated", cx.quote(pair.name(cx.src))))
            .related(first.span, "the first")
            .safe_fix([Edit::delete_pair(cx.src, pair.span)]);
    }
}
