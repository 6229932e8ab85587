use super::prelude::*;

use pgn_chess::{
    ReplayOptions, Variant,
    export::{ExportOptions, Exporter},
};

rule!(
    "duplicate_game.md",
    Check::Across(Across { take, judge: Judge::Copies("this game repeats an earlier one") })
);

fn take(cx: &GameCx<'_>, notes: &mut Notes<'_>) {
    let mut hash = blake3::Hasher::new();
    for name in SEVEN_TAG_ROSTER {
        let value = cx.game.tag(cx.src, name).map(|pair| pair.value(cx.src));
        let value = value.as_deref().map(|value| cx.replay.fallback.decode(value));
        add(&mut hash, value.as_deref().unwrap_or("?").as_bytes());
    }
    add_first_position(cx, &mut hash);
    let mut text = Vec::new();
    let replay = ReplayOptions { judge_signs: false, ..cx.replay };
    let options =
        ExportOptions { replay, fallback: cx.replay.fallback, ..ExportOptions::default() };
    Exporter::new(options).write(cx.game, cx.src, &mut text);
    // The hash covers the text after the tags.
    let movetext = text.windows(2).position(|two| two == b"\n\n").unwrap_or(0);
    add(&mut hash, &text[movetext..]);
    let start = cx.game.start;
    notes.add(&hash.finalize().as_bytes()[..16], b"", Span { start, end: start });
}

/// Adds the variant and, unless it is the usual one, the first position.
fn add_first_position(cx: &GameCx<'_>, hash: &mut blake3::Hasher) {
    let value = |name| cx.game.value(cx.src, name);
    let start = cx.start();
    add(hash, format!("{:?}", start.variant).as_bytes());
    if start.variant == Variant::Unchecked {
        add(hash, &value(TagName::VARIANT).to_ascii_lowercase());
        add(hash, &value(TagName::FEN));
        return;
    }
    match &start.position {
        _ if start.is_initial => (),
        Ok(position) => add(hash, position.fen().as_bytes()),
        Err(_) => add(hash, &value(TagName::FEN)),
    }
}

/// Adds a field with its length, so that adjacent fields do not merge.
fn add(hash: &mut blake3::Hasher, field: &[u8]) {
    hash.update(&(field.len() as u64).to_le_bytes()).update(field);
}
