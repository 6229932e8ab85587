//! Properties of a game: facts, end, producer, and the data of moves in comments.

pub(crate) mod ends;
pub mod facts;
pub(crate) mod has;
pub mod move_facts;
pub mod producer;
pub(crate) mod tag_values;
pub mod termination;
