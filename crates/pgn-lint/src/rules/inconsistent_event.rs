use super::prelude::*;

use pgn_syntax::player_name;

use crate::rule::{OddValue, Value, across};

rule!("inconsistent_event.md", Check::Across(Across { take, judge: Judge::Values(judge) }));

fn take(cx: &GameCx<'_>, notes: &mut Notes<'_>) {
    let Some(date) = cx.game.tag(cx.src, TagName::DATE) else { return };
    let year = date.value.of(cx.src).get(..4).unwrap_or_default();
    let Some(event) = cx.game.tag(cx.src, TagName::EVENT) else { return };
    let event_name = cx.replay.fallback.decode(event.value.of(cx.src));
    let name = letters(&event_name);
    if name.is_empty() || !year.iter().all(u8::is_ascii_digit) {
        return;
    }
    let key = [b"event ", year, name.as_bytes()].concat();
    notes.add(&key, event_name.as_bytes(), event.value);
    if let Some(site) = cx.game.tag(cx.src, TagName::SITE) {
        let site_name = cx.replay.fallback.decode(site.value.of(cx.src));
        let place = letters(&site_name);
        // A URL belongs to a single game and is case sensitive.
        if !place.is_empty() && !site_name.starts_with("http") {
            let key = [b"site ", year, name.as_bytes(), b"\0", place.as_bytes()].concat();
            notes.add(&key, site_name.as_bytes(), site.value);
        }
    }
}

/// Returns the letters and digits of a name without case. Numbers that are apart stay apart: `1-2` is not `12`.
fn letters(value: &str) -> String {
    let mut letters = String::with_capacity(value.len());
    for word in value.split(|c: char| !c.is_alphanumeric()) {
        let word = player_name::letters(word);
        let is_digit = |c: char| c.is_ascii_digit();
        if letters.ends_with(is_digit) && word.starts_with(is_digit) {
            letters.push(' ');
        }
        letters.push_str(&word);
    }
    letters
}

fn judge(values: &[Value]) -> Vec<OddValue> {
    across::unlike_most(values, <[u8]>::to_vec, |this, other, n| {
        format!("{this} is written {other} in {n} of that year")
    })
}
