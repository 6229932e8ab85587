use super::prelude::*;

rule!("variant_in_variation_tag.md", Check::Start(StartFault::VariantInVariationTag, check));

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    let message = format!("{} is a variant of chess, not of an opening", cx.quoted(pair.value));
    report
        .at(pair.value, message)
        .help("the tag for it is `Variant`")
        .unsafe_fix([Edit::turn(cx.src, pair.name, "Variant")]);
}
