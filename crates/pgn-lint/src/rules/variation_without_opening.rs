use super::prelude::*;

rule!(
    "variation_without_opening.md",
    Check::Tag(&[TagName::VARIATION, TagName::SUB_VARIATION], check)
);

fn check(cx: &GameCx<'_>, pair: &TagPair, _value: &[u8], report: &mut Report<'_>) {
    let above = match pair.known {
        Some(TagName::SUB_VARIATION) => TagName::VARIATION,
        _ => TagName::OPENING,
    };
    if cx.game.tag(cx.src, above).is_none()
        && !cx.start().faults.contains(StartFault::VariantInVariationTag)
    {
        let message =
            format!("there is a {} tag but no `{}`", cx.quote(pair.name(cx.src)), above.text());
        report.at(pair.span, message);
    }
}
