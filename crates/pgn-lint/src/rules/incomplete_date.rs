use super::prelude::*;

use pgn_syntax::date::DateFault;

rule!("incomplete_date.md", Check::Tag(&[TagName::DATE], check));

fn check(_cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    // Other rules report partly known numbers and days without a month.
    if value.contains(&b'?') && DateFault::of(value).is_none() {
        report.at(pair.value, "the date is not complete");
    }
}
