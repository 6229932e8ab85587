use super::prelude::*;

rule!("tc_not_alone.md", Check::Tag(&[TagName::TIME_CONTROL], check));

fn check(cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    let mut parts = value.split(|&byte| byte == b':');
    if value.len() > 1
        && let Some(part) = parts.find(|part| matches!(part, [b'?' | b'-']))
    {
        report.at(pair.value, format!("{} is beside other time controls", cx.quote(part)));
    }
}
