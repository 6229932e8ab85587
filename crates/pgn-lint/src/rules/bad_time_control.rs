use super::prelude::*;

use pgn_syntax::time_control::{PartKind, is_clock_time};

rule!("bad_time_control.md", Check::Tag(&[TagName::TIME_CONTROL], check));

fn check(cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    let clock = is_clock_time(value);
    if !clock && value.split(|&byte| byte == b':').all(|part| PartKind::read(part).is_some()) {
        return;
    }
    if clock {
        report
            .at(pair.value, format!("{} is a clock time, not a number of seconds", cx.quote(value)))
            .help("a time control is in seconds: an hour and a half is `5400`");
        return;
    }
    let is_read = is_of_engines(value);
    let what = if is_read { "a time control as engines write it" } else { "not a time control" };
    let found = report.at(pair.value, format!("{} is {what}", cx.quote(value))).help(
        "a time control is in seconds: `40/9000`, `300`, `300+2` or `*180`, joined by `:`; `?` is unknown, `-` is none",
    );
    if is_read {
        found.otherwise();
    }
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
    let timed = |text: &[u8]| text.splitn(2, |&byte| byte == b'+').all(is_number);
    let is_part = |part: &[u8]| match part.iter().position(|&byte| byte == b'/') {
        Some(at) if part[at..] == *b"/move" => timed(&part[..at]),
        Some(at) => is_number(&part[..at]) && timed(&part[at + 1..]),
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
        None => value
            .split(|&byte| byte == b':')
            .all(|part| PartKind::read(part).is_some() || is_part(part)),
    }
}
