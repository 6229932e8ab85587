//! The players of an event with their games.

use super::scores::Scores;

/// A game of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pairing {
    pub(super) round: u32,
    /// Index of the opponent; `None` for a bye.
    pub(super) opponent: Option<usize>,
    pub(super) is_white: bool,
    /// Half-points of the player; `None` if the result is unknown.
    pub(super) half_points: Option<u64>,
    pub(super) is_played: bool,
}

/// A player of an event.
#[derive(Clone, Debug, Default)]
pub(super) struct Player {
    pub(super) name: String,
    /// The first known rating; 0 if there is none.
    pub(super) elo: u32,
    pub(super) half_points: u64,
    pub(super) pairings: Vec<Pairing>,
    pub(super) scores: Scores,
    /// The first and the last of the places that the player shares with others who are equal in all tie-breaks.
    pub(super) places: (usize, usize),
}
