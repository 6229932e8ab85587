//! Renames a player in a document, and finds the second place of a finding.

use lsp_types::{Location, Range, TextEdit, Uri};
use pgn_syntax::{TagName, TagPair};

use crate::{
    document::{Document, Place},
    settings::Settings,
};

/// The tags whose values are players.
const PLAYERS: [TagName; 2] = [TagName::WHITE, TagName::BLACK];

fn is_player(pair: &TagPair) -> bool {
    pair.known.is_some_and(|name| PLAYERS.contains(&name))
}

/// Returns the range and the name of the player at a place.
pub(crate) fn player(
    document: &Document,
    settings: &Settings,
    place: Place,
) -> Option<(Range, String)> {
    document.game_at(place, settings, |it| {
        let is_here = |pair: &&TagPair| {
            is_player(pair)
                && (pair.value.start as usize..=pair.value.end as usize).contains(&place.offset)
        };
        let pair = it.game.tags.iter().find(is_here)?;
        let range = document.range(place.block, pair.value.start as usize..pair.value.end as usize);
        Some((range, String::from_utf8_lossy(&pair.value(it.text)).into_owned()))
    })?
}

/// Returns the edits that give a player another name in all games.
pub(crate) fn rename(
    document: &Document,
    settings: &Settings,
    old: &str,
    new: &str,
) -> Vec<TextEdit> {
    let new: String = new.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let new = new.replace('\\', "\\\\").replace('"', "\\\"");
    let mut edits = Vec::new();
    for block in 0..document.blocks().len() {
        let mut places = document.positions(block);
        document.games(block, settings, |it| {
            let own = |pair: &&TagPair| is_player(pair) && *pair.value(it.text) == *old.as_bytes();
            for pair in it.game.tags.iter().filter(own) {
                let range = places.range(pair.value.start as usize..pair.value.end as usize);
                edits.push(TextEdit { range, new_text: new.clone() });
            }
            true
        });
    }
    edits
}

/// Returns the second place of the finding at a place.
pub(crate) fn related(document: &Document, place: Place, uri: &Uri) -> Option<Location> {
    let found = document.blocks()[place.block].read.found.iter();
    let mut here =
        found.filter(|it| (it.span.start as usize..=it.span.end as usize).contains(&place.offset));
    let related = here.find_map(|it| it.related.as_ref())?;
    let bytes = related.span.start as usize..related.span.end as usize;
    Some(Location { uri: uri.clone(), range: document.range(place.block, bytes) })
}
