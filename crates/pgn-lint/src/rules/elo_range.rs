use super::prelude::*;

rule!("elo_range.md", Check::Tag(&[TagName::WHITE_ELO, TagName::BLACK_ELO], check));

/// The range of plausible ratings; the upper end is that of engines.
const PLAUSIBLE: std::ops::RangeInclusive<u32> = 100..=4000;

fn check(_cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    for item in value.split(|&byte| byte == b':') {
        let Some(elo) = std::str::from_utf8(item).ok().and_then(|text| text.parse().ok()) else {
            continue;
        };
        if item.len() <= 4 && !PLAUSIBLE.contains(&elo) {
            report
                .at(pair.value, format!("a rating of {elo} is not plausible"))
                .help("`-` stands for none");
            return;
        }
    }
}
