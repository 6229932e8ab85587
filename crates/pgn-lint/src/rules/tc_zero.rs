use super::prelude::*;

use pgn_syntax::time_control::{PartKind, is_clock_time};

rule!("tc_zero.md", Check::Tag(&[TagName::TIME_CONTROL], check));

fn check(cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    if is_clock_time(value) {
        return;
    }
    let is_zero = |number: &[u8]| !number.is_empty() && number.iter().all(|&byte| byte == b'0');
    for part in value.split(|&byte| byte == b':').filter(|part| PartKind::read(part).is_some()) {
        if part.split(|byte| b"/+*".contains(byte)).any(is_zero) {
            report.at(pair.value, format!("{} has a zero in it", cx.quote(part)));
            return;
        }
    }
}
