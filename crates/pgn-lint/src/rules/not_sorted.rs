use super::prelude::*;

use pgn_syntax::{Span, TagName};

use crate::{
    across::{Across, Judge, Notes},
    date,
};

pub(super) static RULE: Rule = Rule {
    code: "G002",
    name: "not-sorted",
    severity: Severity::Info,
    otherwise: None,
    page: include_str!("not_sorted.md"),
    checks: &[Check::Across(Across { take, judge: Judge::Order(message) })],
};

fn take(cx: &GameCx<'_>, notes: &mut Notes<'_>) {
    let value = |name| cx.game.tag(cx.src, name).map_or(&b"?"[..], |pair| pair.value.of(cx.src));
    let mut key = date(value(TagName::DATE));
    for name in [TagName::EVENT, TagName::SITE] {
        key.extend_from_slice(value(name));
        key.push(0);
    }
    round(value(TagName::ROUND), &mut key);
    for name in [TagName::WHITE, TagName::BLACK, TagName::RESULT] {
        key.extend_from_slice(value(name));
        key.push(0);
    }
    let start = cx.game.start;
    notes.add(b"", &key, Span { start, end: start });
}

fn message(n: u64) -> String {
    let others = match n {
        1 => String::new(),
        n => format!(", and so do {} more of the file", n - 1),
    };
    format!("this game belongs before the one above it{others}")
}

/// `?` counts as 0, and what is no date as a date of zeros (COL-02).
fn date(value: &[u8]) -> Vec<u8> {
    let is_date = value.len() == 10 && date::fault(value) != PairFact::BAD_DATE;
    let value = if is_date { value } else { b"0000.00.00" };
    value.iter().map(|&byte| if byte == b'?' { b'0' } else { byte }).collect()
}

/// `?`, `-`, numbers by their parts, then other text (COL-04).
fn round(value: &[u8], key: &mut Vec<u8>) {
    let part = |part: &[u8]| std::str::from_utf8(part).ok()?.parse::<u32>().ok();
    let parts: Option<Vec<u32>> = value.split(|&byte| byte == b'.').map(part).collect();
    match (value, parts) {
        (b"?", _) => key.push(0),
        (b"-", _) => key.push(1),
        (_, Some(parts)) => {
            key.push(2);
            for part in parts {
                key.push(1);
                key.extend(part.to_be_bytes());
            }
            key.push(0);
        }
        (text, None) => {
            key.push(3);
            key.extend_from_slice(text);
            key.push(0);
        }
    }
}
