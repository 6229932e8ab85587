//! The forms of single tokens of the movetext.

pub(crate) mod attempt;
pub(crate) mod game_start;
pub mod html;
pub mod look_alike;
pub mod marker;
pub(crate) mod move_name;
pub mod nag;
pub mod other_number;
pub mod san;
pub(crate) mod san_cache;
pub(crate) mod word;
