//! The players of an event with their games.

/// A game of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pairing {
    pub(super) round: u32,
    /// Index of the place of the opponent; `None` for a bye.
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
    /// Sonneborn-Berger score in quarters of a point.
    pub(super) sonneborn_berger: u64,
    /// Buchholz score in half-points.
    pub(super) buchholz: u64,
}
