use super::prelude::*;

rule!(
    "tag_name_lowercase.md",
    Check::Pair(PairFact::NAME_LOWERCASE, check),
    Check::File(FileFacts::report_spellings)
);

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    // `bad-tag-name` reports names with other characters.
    if !pair.name.of(cx.src).iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_') {
        return;
    }
    let message = format!("the tag name {} begins with a lower-case letter", cx.quoted(pair.name));
    report.at(pair.name, message);
}
