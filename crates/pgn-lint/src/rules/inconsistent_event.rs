use super::prelude::*;

use pgn_syntax::{encoding::utf8_or_latin1, player_name};

use crate::rule::{OddValue, Value, across};

pub(super) static RULE: Rule = Rule::of(
    include_str!("inconsistent_event.md"),
    &[Check::Across(Across { take, judge: Judge::Values(judge) })],
);

fn take(cx: &GameCx<'_>, notes: &mut Notes<'_>) {
    let Some(date) = cx.game.tag(cx.src, TagName::DATE) else { return };
    let year = date.value.of(cx.src).get(..4).unwrap_or_default();
    let Some(event) = cx.game.tag(cx.src, TagName::EVENT) else { return };
    let name = player_name::letters(&utf8_or_latin1(event.value.of(cx.src)));
    if name.is_empty() || !year.iter().all(u8::is_ascii_digit) {
        return;
    }
    notes.add(&[b"event ", year, name.as_bytes()].concat(), event.value.of(cx.src), event.value);
    if let Some(site) = cx.game.tag(cx.src, TagName::SITE) {
        let place = player_name::letters(&utf8_or_latin1(site.value.of(cx.src)));
        // A URL belongs to a single game and is case sensitive.
        if !place.is_empty() && !site.value.of(cx.src).starts_with(b"http") {
            let key = [b"site ", year, name.as_bytes(), b" ", place.as_bytes()].concat();
            notes.add(&key, site.value.of(cx.src), site.value);
        }
    }
}

fn judge(values: &[Value]) -> Vec<OddValue> {
    across::unlike_most(values, <[u8]>::to_vec, |this, other, n| {
        format!("{this} is written {other} in {n} of that year")
    })
}
