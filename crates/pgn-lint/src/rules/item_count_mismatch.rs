use super::prelude::*;

rule!("item_count_mismatch.md", Check::Tag(WHITE, check), Check::Tag(BLACK, check));

const WHITE: &[TagName] = &[TagName::WHITE_TITLE, TagName::WHITE_ELO, TagName::WHITE_TYPE];
const BLACK: &[TagName] = &[TagName::BLACK_TITLE, TagName::BLACK_ELO, TagName::BLACK_TYPE];

fn check(cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    // A single item is never reported: many games of teams give one title or rating for the whole side.
    let n_items = n_parts(value);
    if n_items == 1 {
        return;
    }
    let is_white = pair.known.is_some_and(|name| WHITE.contains(&name));
    let side = if is_white { TagName::WHITE } else { TagName::BLACK };
    let n_players =
        cx.game.tag(cx.src, side).map_or(1, |players| n_parts(players.value.of(cx.src)));
    if n_items != n_players {
        let message = format!(
            "{} has {n_items} items, `{}` has {n_players}",
            cx.quote(pair.name(cx.src)),
            side.text()
        );
        report.at(pair.value, message);
    }
}

fn n_parts(value: &[u8]) -> usize {
    value.iter().fold(1, |n, &byte| n + usize::from(byte == b':'))
}
