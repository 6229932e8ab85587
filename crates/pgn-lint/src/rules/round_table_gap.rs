use super::prelude::*;

use pgn_syntax::is_unknown_value;

use crate::rule::{OddValue, Value};

rule!("round_table_gap.md", Check::Across(Across { take, judge: Judge::Values(judge) }));

fn take(cx: &GameCx<'_>, notes: &mut Notes<'_>) {
    let value = |name| cx.game.tag(cx.src, name).map(|pair| pair.value.of(cx.src));
    let (Some(event), Some(date)) = (value(TagName::EVENT), value(TagName::DATE)) else { return };
    let Some(round) = cx.game.tag(cx.src, TagName::ROUND) else { return };
    let first = round.value.of(cx.src).split(|&byte| byte == b'.').next().unwrap_or_default();
    let number = std::str::from_utf8(first).ok().and_then(|text| text.parse::<u32>().ok());
    if let Some(number @ 1..=MAX_ROUND) = number
        && !is_unknown_value(event)
    {
        let year = date.get(..4).unwrap_or_default();
        notes.add(&[year, b" ", event].concat(), &number.to_be_bytes(), round.value);
    }
}

/// Highest number that is taken for a round of a tournament; games with a higher one are ignored.
const MAX_ROUND: u32 = 60;

/// Minimum number of rounds for a gap to be meaningful.
const MIN_ROUNDS: usize = 3;

fn judge(values: &[Value]) -> Vec<OddValue> {
    let number = |value: &Value| value.text.iter().fold(0, |n, &byte| n << 8 | u32::from(byte));
    let rounds: Vec<u32> = values.iter().map(number).collect();
    let n_missing = rounds.last().zip(rounds.first()).map_or(0, |(last, first)| last - first + 1)
        - index(rounds.len());
    // A selection of games has more gaps than rounds.
    if rounds.len() < MIN_ROUNDS || n_missing as usize * 2 > rounds.len() {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (at, two) in rounds.windows(2).enumerate() {
        if let [before, after] = *two
            && after > before + 1
        {
            let missing = match (before + 1, after - 1) {
                (one, last) if one == last => format!("round {one}"),
                (first, last) => format!("rounds {first} to {last}"),
            };
            let message = format!("no game of {missing}, though there are of {before} and {after}");
            found.push(OddValue { at: at + 1, other: at, message });
        }
    }
    found
}
