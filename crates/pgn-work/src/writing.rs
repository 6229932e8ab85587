//! Outputs of games: how the games of a chunk become text, how one follows another, and the files that they go to.

pub(crate) mod added_to;
pub(crate) mod appender;
pub(crate) mod game_writer;
pub(crate) mod made_folders;
pub mod output_files;
pub mod output_set;
pub(crate) mod recode;
pub(crate) mod rejects;
pub(crate) mod replaced;
pub(crate) mod rewritten;
pub(crate) mod stream;
pub(crate) mod summary;
pub(crate) mod text;
pub(crate) mod writer;
