use super::{colon_in_value::is_list, prelude::*};

rule!("players_not_sorted.md", Check::Tag(&[TagName::WHITE, TagName::BLACK], check));

fn check(cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    if is_list(value) && !value.split(|&byte| byte == b':').is_sorted() {
        report.at(pair.value, format!("the players in {} are not sorted", cx.quote(value)));
    }
}
