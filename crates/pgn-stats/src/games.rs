//! What is counted of one game or file, and the facts that counting needs.

pub(crate) mod annotation;
pub(crate) mod book_line;
pub(crate) mod clocks;
pub(crate) mod combinations;
pub(crate) mod file_forms;
pub(crate) mod game_facts;
pub(crate) mod overview;
pub(crate) mod player_names;
pub(crate) mod quality;
