use super::prelude::*;

use pgn_syntax::{TagName, TagPair};

pub(super) static RULE: Rule = Rule {
    code: "T034",
    name: "bad-round",
    severity: Severity::Warning,
    otherwise: None,
    page: include_str!("bad_round.md"),
    checks: &[Check::Tag(&[TagName::ROUND], check)],
};

fn check(_cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    // Fast path: nearly all rounds are one digit, `?` or `-`.
    if let [b'0'..=b'9' | b'?' | b'-'] = value {
        return;
    }
    let is_number = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
    if !value.split(|&byte| byte == b'.').all(is_number) {
        report
            .at(pair.value, format!("{} is no round", quote(value)))
            .help("a round is numbers joined by `.`; `?` if it is not known, `-` if there is none");
    }
}
