//! What is asked of a game: its facts, how it ended, who wrote it, and what its comments say of moves.

pub(crate) mod ends;
pub mod facts;
pub(crate) mod has;
pub mod move_facts;
pub mod producer;
pub(crate) mod tag_values;
pub mod termination;
