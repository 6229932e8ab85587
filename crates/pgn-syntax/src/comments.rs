//! The contents of comments: commands, clock times and evaluations.

pub mod annotation;
pub mod clock_time;
pub mod command;
pub mod evaluation;
pub(crate) mod server_comment;
