use super::prelude::*;

use pgn_chess::{
    Variant,
    export::{ExportOptions, Exporter},
    start,
};

rule!(
    "duplicate_game.md",
    Check::Across(Across { take, judge: Judge::Copies("this game repeats an earlier one") })
);

fn take(cx: &GameCx<'_>, notes: &mut Notes<'_>) {
    let mut hash = Hash::default();
    for name in SEVEN_TAG_ROSTER {
        let value = cx.game.tag(cx.src, name).map(|pair| pair.value(cx.src));
        hash.add(value.as_deref().unwrap_or(b"?"));
    }
    add_first_position(cx, &mut hash);
    let mut text = Vec::new();
    Exporter::new(ExportOptions::default()).write(cx.game, cx.src, &mut text);
    // The hash covers the text after the tags.
    let movetext = text.windows(2).position(|two| two == b"\n\n").unwrap_or(0);
    hash.add(&text[movetext..]);
    let start = cx.game.start;
    notes.add(&hash.bytes(), b"", Span { start, end: start });
}

/// Adds the variant and, unless it is the usual one, the first position.
fn add_first_position(cx: &GameCx<'_>, hash: &mut Hash) {
    let value = |name| cx.game.value(cx.src, name);
    let start = start(cx.game, cx.src);
    hash.add(format!("{:?}", start.variant).as_bytes());
    if start.variant == Variant::Unchecked {
        hash.add(&value(TagName::VARIANT).to_ascii_lowercase());
    }
    match &start.position {
        _ if start.is_initial => (),
        Ok(position) => hash.add(position.fen().as_bytes()),
        Err(_) => hash.add(&value(TagName::FEN)),
    }
}

/// FNV-1a with 128 bits, so that millions of games do not collide by chance.
struct Hash(u128);

impl Default for Hash {
    fn default() -> Hash {
        Hash(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }
}

impl Hash {
    /// Adds a field with its end, so that adjacent fields do not merge.
    fn add(&mut self, field: &[u8]) {
        for &byte in field.iter().chain(&(field.len() as u64).to_le_bytes()) {
            self.0 = (self.0 ^ u128::from(byte)).wrapping_mul(0x0100_0000_0000_0000_0000_013b);
        }
    }

    fn bytes(&self) -> [u8; 16] {
        self.0.to_be_bytes()
    }
}
