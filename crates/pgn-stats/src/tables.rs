//! Tables of single options: counts by value, pairs, engines, a player.

pub(crate) mod by;
pub(crate) mod engines;
pub(crate) mod pairs;
pub(crate) mod pivot;
pub(crate) mod player;
