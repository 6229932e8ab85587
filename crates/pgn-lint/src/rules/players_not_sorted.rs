use super::prelude::*;

rule!("players_not_sorted.md", Check::Tag(&[TagName::WHITE, TagName::BLACK], check));

fn check(cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    // A `:` followed by a blank does not separate players; another rule reports it.
    let is_list = value.contains(&b':') && !value.windows(2).any(|two| two == b": ");
    if is_list && !value.split(|&byte| byte == b':').is_sorted() {
        report.at(pair.value, format!("the players in {} are not sorted", cx.quote(value)));
    }
}
