use super::prelude::*;

use crate::clock;

rule!(
    "bad_clock_tag.md",
    Check::Tag(&[TagName::CLOCK, TagName::WHITE_CLOCK, TagName::BLACK_CLOCK], check)
);

/// The form of the tag Clock.
const SIDE_AND_TIME: &str = "the side whose clock runs and its time, as in `W/0:25:00`";

fn check(cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    let (time, form) = match (pair.known, value) {
        (Some(TagName::CLOCK), [b'W' | b'B' | b'N', b'/', time @ ..]) => (time, SIDE_AND_TIME),
        (Some(TagName::CLOCK), _) => (&b""[..], SIDE_AND_TIME),
        _ => (value, "`0:25:00`"),
    };
    // Servers write fractions, and readers understand them.
    let is_read = clock::read(clock::ClockKind::Digital, time).is_some();
    if time.contains(&b'.') || !is_read {
        let what = match is_read {
            true => "a clock time with a fraction of a second",
            false => "not a clock time",
        };
        let message = format!("{} is {what}", cx.quote(value));
        let found = report.at(pair.value, message).help(format!("write {form}"));
        if is_read {
            let whole = value.split(|byte| *byte == b'.').next().unwrap_or_default();
            // Servers that count beyond zero write the time of the day before midnight.
            let help = match time.starts_with(b"23:59:") {
                true => "it may be a time below zero: write `0:00:00`".to_owned(),
                false => format!("write {}", cx.quote(whole)),
            };
            found.help(help).otherwise();
        }
    }
}
