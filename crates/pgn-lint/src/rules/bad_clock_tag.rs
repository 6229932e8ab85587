use super::prelude::*;

use pgn_syntax::{TagName, TagPair};

pub(super) static RULE: Rule = Rule {
    code: "T043",
    name: "bad-clock-tag",
    severity: Severity::Warning,
    otherwise: None,
    page: include_str!("bad_clock_tag.md"),
    checks: &[Check::Tag(&[TagName::CLOCK, TagName::WHITE_CLOCK, TagName::BLACK_CLOCK], check)],
};

fn check(_cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    let (time, form) = match (pair.known, value) {
        (Some(TagName::CLOCK), [b'W' | b'B' | b'N', b'/', time @ ..]) => (time, ""),
        (Some(TagName::CLOCK), _) => (&b""[..], "`W/0:25:00`: whose clock runs, and what it shows"),
        _ => (value, "`0:25:00`"),
    };
    if !is_clock(time) {
        let form =
            if form.is_empty() { "`W/0:25:00`: whose clock runs, and what it shows" } else { form };
        report
            .at(pair.value, format!("{} is no clock time", quote(value)))
            .help(format!("write {form}"));
    }
}

/// `h:mm:ss`.
fn is_clock(time: &[u8]) -> bool {
    let digits = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    match time {
        [hours @ .., b':', b'0'..=b'5', b'0'..=b'9', b':', b'0'..=b'5', b'0'..=b'9'] => {
            digits(hours)
        }
        _ => false,
    }
}
