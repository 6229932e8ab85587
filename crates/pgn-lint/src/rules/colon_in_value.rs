use super::prelude::*;

rule!(
    "colon_in_value.md",
    Check::Tag(&[TagName::WHITE, TagName::BLACK, TagName::ANNOTATOR], check)
);

fn check(cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    if !value.contains(&b':') || value.starts_with(b"http") {
        return;
    }
    // The standard separates several names by `:` without a blank, and no name is empty.
    let is_list = value
        .split(|&byte| byte == b':')
        .enumerate()
        .all(|(i, item)| !item.trim_ascii().is_empty() && (i == 0 || item[0] != b' '));
    if !is_list {
        let message =
            format!("`:` separates names, but {} is not a list of names", cx.quote(value));
        report
            .at(pair.value, message)
            .help("write several names as `Jones, A:Smith, J`, and a single name without `:`");
    }
}
