use super::prelude::*;

rule!("bad_time_control.md", Check::Tag(&[TagName::TIME_CONTROL], check));

fn check(_cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    let clock = has_clock_time(value);
    if !clock && value.split(|&byte| byte == b':').all(|part| kind(part).is_some()) {
        return;
    }
    if clock {
        report
            .at(pair.value, format!("{} is a clock time, not a number of seconds", quote(value)))
            .help("a time control is in seconds: an hour and a half is `5400`");
        return;
    }
    let is_read = is_of_engines(value);
    let message = match is_read {
        true => format!("{} is a time control as engines write it", quote(value)),
        false => format!("{} is not a time control", quote(value)),
    };
    let found = report.at(pair.value, message).help(
        "a time control is in seconds: `40/9000`, `300`, `300+2` or `*180`, joined by `:`; `?` is unknown, `-` is none",
    );
    if is_read {
        found.otherwise();
    }
}

/// Returns true for a time in hours, minutes and seconds (`1:30:00`, `40/1:30:00+0:00:30`). Its parts could be
/// periods, but no period lasts for one second or none.
pub(super) fn has_clock_time(value: &[u8]) -> bool {
    let is_clock = |text: &[u8]| {
        let mut parts = text.split(|&byte| byte == b':');
        let is_two = |part: &[u8]| matches!(part, [b'0'..=b'5', b'0'..=b'9']);
        parts
            .next()
            .is_some_and(|hours| matches!(hours, [b'0'..=b'9'] | [b'0'..=b'9', b'0'..=b'9']))
            && parts.next().is_some_and(is_two)
            && parts.next().is_some_and(is_two)
            && parts.next().is_none()
    };
    let time = split_at_byte(value, b'/').map_or(value, |(_, time)| time);
    is_clock(split_at_byte(time, b'+').map_or(time, |(base, _)| base))
}

/// Returns true for time controls of engines and servers that cannot be misread: with fractions of
/// a second (`8+0.08`), `inf`, and words with a number (`movetime: 0.1`, `0.25/move`, `depth: 9`).
fn is_of_engines(value: &[u8]) -> bool {
    let is_number = |text: &[u8]| {
        let is_digit = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
        text.iter().any(u8::is_ascii_digit)
            && text.iter().all(is_digit)
            && text.iter().filter(|&&byte| byte == b'.').count() <= 1
    };
    let timed = |text: &[u8]| match split_at_byte(text, b'+') {
        Some((base, increment)) => is_number(base) && is_number(increment),
        None => is_number(text),
    };
    let is_part = |part: &[u8]| match split_at_byte(part, b'/') {
        Some((time, b"move")) => timed(time),
        Some((moves, time)) => is_number(moves) && timed(time),
        None => timed(part),
    };
    if value == b"inf" {
        return true;
    }
    let words = ["movetime", "depth", "nodes"];
    let word = words.iter().find_map(|word| value.strip_prefix(word.as_bytes()));
    match word {
        Some(rest) => {
            let rest = rest.trim_ascii_start();
            rest.strip_prefix(b":")
                .or(rest.strip_prefix(b"="))
                .is_some_and(|n| timed(n.trim_ascii()))
        }
        None => value.split(|&byte| byte == b':').all(|part| kind(part).is_some() || is_part(part)),
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
