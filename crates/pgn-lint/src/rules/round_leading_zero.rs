use super::prelude::*;

rule!("round_leading_zero.md", Check::Tag(&[TagName::ROUND], check));

fn check(cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    let has_zero =
        |part: &[u8]| part.len() > 1 && part[0] == b'0' && part.iter().all(u8::is_ascii_digit);
    if value.split(|&byte| byte == b'.').any(has_zero) {
        report.at(pair.value, format!("the round {} has a leading zero", cx.quote(value)));
    }
}
