use super::prelude::*;

rule!(
    "colon_in_value.md",
    Check::Tag(&[TagName::WHITE, TagName::BLACK, TagName::ANNOTATOR], check)
);

fn check(cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    if !value.contains(&b':') || value.starts_with(b"http") {
        return;
    }
    if !is_list(value) {
        let message =
            format!("`:` separates names, but {} is not a list of names", cx.quote(value));
        report
            .at(pair.value, message)
            .help("write several names as `Jones, A:Smith, J`, and a single name without `:`");
    }
}

/// Returns true if a value is one name, or several names as the standard separates them: by `:` without a blank. No name is
/// empty.
pub(super) fn is_list(value: &[u8]) -> bool {
    let mut names = value.split(|&byte| byte == b':').enumerate();
    names.all(|(i, name)| !name.trim_ascii().is_empty() && (i == 0 || name[0] != b' '))
}
