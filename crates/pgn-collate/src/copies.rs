//! Copies of a game: what is compared of two games, and the groups of games in which nothing contradicts.

pub(crate) mod comment_set;
pub(crate) mod content;
pub(crate) mod digest;
pub(crate) mod exact;
pub mod facts;
pub(crate) mod game_id;
pub mod groups;
pub mod keys;
pub mod name;
pub(crate) mod prefix;
pub mod sketch;
pub(crate) mod words;

use pgn_chess::ReplayOptions;
use pgn_syntax::Fallback;

use digest::{Key, KeyOptions, QualityParts};

/// Compares moves and players, as `pgnkit merge --dedup` does.
impl Default for KeyOptions {
    fn default() -> KeyOptions {
        KeyOptions {
            key: Key::MovesAndPlayers,
            min_plies: 10,
            fallback: Fallback::default(),
            replay: ReplayOptions::default(),
            quality_parts: QualityParts::Length,
        }
    }
}
