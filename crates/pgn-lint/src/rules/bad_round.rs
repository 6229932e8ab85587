use super::prelude::*;

rule!("bad_round.md", Check::Tag(&[TagName::ROUND], check));

fn check(cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    // Fast path: nearly all rounds are one digit, `?` or `-`.
    if let [b'0'..=b'9' | b'?' | b'-'] = value {
        return;
    }
    let is_number = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
    if value.split(|&byte| byte == b'.').all(is_number) {
        return;
    }
    let is_partly_known =
        value.split(|&byte| byte == b'.').all(|part| part == b"?" || is_number(part));
    let message = match is_partly_known {
        true => format!("a part of the round {} is not known", cx.quote(value)),
        false => format!("{} is not a round", cx.quote(value)),
    };
    let found = report
        .at(pair.value, message)
        .help("a round is numbers joined by `.`; `?` if it is not known, `-` if there is none");
    if is_partly_known {
        found.otherwise();
    }
}
