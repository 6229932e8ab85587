//! The player at a place, and the second place of a finding.

use lsp_types::{Location, Range, Uri};
use pgn_syntax::{TagName, TagPair};

use crate::{
    document::{Document, Place},
    settings::Settings,
};

/// The tags whose values are players.
const PLAYERS: [TagName; 2] = [TagName::WHITE, TagName::BLACK];

/// Returns true if the value of a tag is a player.
pub(crate) fn is_player(pair: &TagPair) -> bool {
    pair.known.is_some_and(|name| PLAYERS.contains(&name))
}

/// Returns the range and the name of the player at a place; `None` if there is no player.
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

/// Returns the second place of the finding at a place; `None` if there is none.
pub(crate) fn related(document: &Document, place: Place, uri: &Uri) -> Option<Location> {
    let found = document.blocks()[place.block].read.found.iter();
    let mut here =
        found.filter(|it| (it.span.start as usize..=it.span.end as usize).contains(&place.offset));
    let related = here.find_map(|it| it.related.as_ref())?;
    let bytes = related.span.start as usize..related.span.end as usize;
    Some(Location { uri: uri.clone(), range: document.range(place.block, bytes) })
}
