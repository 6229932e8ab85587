use super::prelude::*;

rule!("bad_integer_tag.md", Check::Tag(NAMES, check));

const NAMES: &[TagName] = &[
    TagName::WHITE_USCF,
    TagName::BLACK_USCF,
    TagName::BOARD,
    TagName::PLY_COUNT,
    TagName::EVENT_ROUNDS,
    TagName::EVENT_CATEGORY,
];

fn check(cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    let may_be_unknown = matches!(pair.known, Some(TagName::WHITE_USCF | TagName::BLACK_USCF));
    let is_number = |item: &[u8]| match item {
        [b'0'] => pair.known == Some(TagName::PLY_COUNT),
        [b'1'..=b'9', rest @ ..] => rest.iter().all(u8::is_ascii_digit),
        b"-" => may_be_unknown,
        _ => false,
    };
    if !(is_number(value) || may_be_unknown && value.split(|&byte| byte == b':').all(is_number)) {
        let message = format!(
            "{} is not a number; {} must be one",
            cx.quote(value),
            cx.quote(pair.name(cx.src))
        );
        report.at(pair.value, message);
    }
}
