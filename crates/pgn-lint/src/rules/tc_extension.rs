use super::prelude::*;

use pgn_syntax::time_control::PartKind;

rule!("tc_extension.md", Check::Tag(&[TagName::TIME_CONTROL], check));

fn check(cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    let is_extension = |part: &[u8]| {
        part.contains(&b'/') && part.contains(&b'+') && PartKind::read(part).is_some()
    };
    if let Some(part) = value.split(|&byte| byte == b':').find(|part| is_extension(part)) {
        report.at(pair.value, format!("{} is not a time control of the standard", cx.quote(part)));
    }
}
