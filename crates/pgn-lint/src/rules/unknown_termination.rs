use super::prelude::*;

rule!("unknown_termination.md", Check::Tag(&[TagName::TERMINATION], check));

fn check(cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    let mut known = TagName::TERMINATION.standard_values().iter().chain(&["?", "-"]);
    if !known.any(|known| value.eq_ignore_ascii_case(known.as_bytes())) {
        report.at(pair.value, format!("{} is not a termination of the standard", cx.quote(value)));
    }
}
