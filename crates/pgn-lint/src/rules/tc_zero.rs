use super::prelude::*;

use super::bad_time_control::{has_clock_time, kind};

rule!("tc_zero.md", Check::Tag(&[TagName::TIME_CONTROL], check));

fn check(_cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    if has_clock_time(value) {
        return;
    }
    let is_zero = |number: &[u8]| !number.is_empty() && number.iter().all(|&byte| byte == b'0');
    for part in value.split(|&byte| byte == b':').filter(|part| kind(part).is_some()) {
        if part.split(|byte| b"/+*".contains(byte)).any(is_zero) {
            report.at(pair.value, format!("{} has a zero in it", quote(part)));
            return;
        }
    }
}
