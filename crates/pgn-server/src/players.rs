//! The players of a tag, and the player at a place.

use std::{borrow::Cow, ops::Range as Bytes};

use lsp_types::Range;
use pgn_syntax::{Span, TagName, TagPair};

use crate::{
    document::{Document, Place},
    settings::Settings,
};

/// The tags whose values are players.
const PLAYERS: [TagName; 2] = [TagName::WHITE, TagName::BLACK];

/// Returns the players that a tag names, each with its bytes in `text`. A `:` separates several players (section
/// 8.1.1.5), as in expressions. Blanks around a name, and empty names, are left out.
pub(crate) fn players<'a>(
    pair: &'a TagPair,
    text: &'a [u8],
) -> impl Iterator<Item = (Bytes<usize>, Cow<'a, [u8]>)> {
    let is_player = pair.known.is_some_and(|name| PLAYERS.contains(&name));
    let value = if is_player { pair.value.of(text) } else { b"" };
    let mut next = pair.value.start as usize;
    value.split(|byte| *byte == b':').filter_map(move |part| {
        let start = next;
        next += part.len() + 1;
        // The text of documents and of searched files is UTF-8.
        let part = std::str::from_utf8(part).ok()?;
        let start = start + part.len() - part.trim_start().len();
        let bytes = start..start + part.trim().len();
        let offset = |at: usize| u32::try_from(at).ok();
        let value = Span { start: offset(bytes.start)?, end: offset(bytes.end)? };
        let name = TagPair { value, ..*pair }.value(text);
        (!name.is_empty()).then_some((bytes, name))
    })
}

/// Returns the range and the name of the player at a place; `None` if there is no player.
pub(crate) fn player(
    document: &Document,
    settings: &Settings,
    place: Place,
) -> Option<(Range, String)> {
    document.game_at(place, settings, |it| {
        let mut named = it.game.tags.iter().flat_map(|pair| players(pair, it.text));
        let is_here = |bytes: &Bytes<usize>| (bytes.start..=bytes.end).contains(&place.offset);
        let (bytes, name) = named.find(|(bytes, _)| is_here(bytes))?;
        Some((document.range(place.block, bytes), String::from_utf8_lossy(&name).into_owned()))
    })?
}
