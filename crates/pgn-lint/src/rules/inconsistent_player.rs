use super::prelude::*;

use pgn_syntax::{encoding::utf8_or_latin1, player_name};

use crate::rule::{OddValue, Value, across};

rule!("inconsistent_player.md", Check::Across(Across { take, judge: Judge::Values(judge) }));

fn take(cx: &GameCx<'_>, notes: &mut Notes<'_>) {
    for (name, number) in
        [(TagName::WHITE, TagName::WHITE_FIDE_ID), (TagName::BLACK, TagName::BLACK_FIDE_ID)]
    {
        let (Some(name), Some(number)) = (cx.game.tag(cx.src, name), cx.game.tag(cx.src, number))
        else {
            continue;
        };
        let (written, id) =
            (cx.replay.fallback.decode(name.value.of(cx.src)), number.value.of(cx.src));
        let surname = surname(&written);
        let is_number = id.iter().all(u8::is_ascii_digit) && id.iter().any(|&byte| byte != b'0');
        if !is_number || surname.is_empty() || written.contains(':') {
            continue;
        }
        // Only names with a comma, whose surname is certain: transliterations of names differ.
        if written.contains(',') {
            notes.add(&[b"number ", id].concat(), written.as_bytes(), number.value);
        }
        notes.add(&[b"name ", written.as_bytes()].concat(), id, number.value);
    }
}

/// Returns the surname of a name, folded.
fn surname(name: &str) -> String {
    player_name::letters(&player_name::parts(name).0)
}

/// Judges the names of a number, or the numbers of a name.
fn judge(values: &[Value]) -> Vec<OddValue> {
    across::unlike_most(
        values,
        |value| surname(&utf8_or_latin1(value)),
        |this, other, n| format!("{this} here, {other} in {n}: two players, or a new name"),
    )
}
