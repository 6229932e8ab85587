//! The part of a game that is written: its number of half-moves, and its last position.

use std::borrow::Cow;

use pgn_chess::{Position, Replay, excerpt::position_after, tag_list::TagFacts};

/// Returns the number of half-moves that are written; of a game with errors, those before the first
/// error.
pub(super) fn n_plies(facts: &TagFacts<'_>) -> u32 {
    let TagFacts { game, end, start, .. } = facts;
    let n_plies = end.n_plies_of(game);
    if !end.has_error() {
        return n_plies;
    }
    let is_cut = end.first_error.is_some() || start.position.is_err();
    let max = if is_cut { end.n_plies } else { n_plies };
    max.min(end.bad_null.map_or(u32::MAX, |(_, ply)| ply - 1))
}

/// Returns the position after the last half-move that is written.
pub(super) fn last_position<'a>(facts: &TagFacts<'a>) -> Option<Cow<'a, Position>> {
    let TagFacts { game, src, start, reading, end, part } = *facts;
    if let Some(part) = part {
        return part.last.as_ref().map(Cow::Borrowed);
    }
    let n_plies = n_plies(facts);
    if n_plies < end.n_plies {
        // The game was cut at a null move in the main line, but the replay has continued after it.
        let replay = &mut Replay::new();
        return position_after(n_plies, game, src, start, replay, reading).map(Cow::Owned);
    }
    end.position.as_ref().map(Cow::Borrowed)
}
