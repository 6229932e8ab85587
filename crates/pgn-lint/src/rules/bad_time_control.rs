use super::prelude::*;

use pgn_syntax::{TagName, TagPair};

pub(super) static RULE: Rule = Rule {
    code: "T037",
    name: "bad-time-control",
    severity: Severity::Warning,
    otherwise: None,
    page: include_str!("bad_time_control.md"),
    checks: &[Check::Tag(&[TagName::TIME_CONTROL], check)],
};

fn check(_cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    if !value.split(|&byte| byte == b':').all(|part| kind(part).is_some()) {
        report.at(pair.value, format!("{} is no time control", quote(value))).help(
            "`40/9000`, `300`, `300+2` or `*180`, in seconds, joined by `:`; `?` unknown, `-` none",
        );
    }
}

/// The kind of a part of a time control.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PartKind {
    /// `?` or `-`.
    None,
    /// `40/9000`, also with an increment; other parts may follow.
    Moves,
    /// `300`, `300+2`, `*180`: must be the last part.
    Last,
}

/// Splits the text at the first such byte, which belongs to neither part.
fn split_at_byte(text: &[u8], byte: u8) -> Option<(&[u8], &[u8])> {
    let at = memchr::memchr(byte, text)?;
    Some((&text[..at], &text[at + 1..]))
}

pub(super) fn kind(part: &[u8]) -> Option<PartKind> {
    let number = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    let timed = |text: &[u8]| match split_at_byte(text, b'+') {
        Some((base, increment)) => number(base) && number(increment),
        None => number(text),
    };
    match part {
        b"?" | b"-" => Some(PartKind::None),
        [b'*', sand @ ..] => number(sand).then_some(PartKind::Last),
        _ => match split_at_byte(part, b'/') {
            Some((moves, time)) => (number(moves) && timed(time)).then_some(PartKind::Moves),
            None => timed(part).then_some(PartKind::Last),
        },
    }
}
