use super::prelude::*;

rule!("unknown_player_type.md", Check::Tag(&[TagName::WHITE_TYPE, TagName::BLACK_TYPE], check));

fn check(cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    if !value.split(|&byte| byte == b':').all(|item| matches!(item, b"human" | b"program")) {
        report
            .at(pair.value, format!("{} is not a player type", cx.quote(value)))
            .help("the types are `human` and `program`");
    }
}
