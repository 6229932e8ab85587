//! What the command line says, apart from clap: values, queries, and words that pgnkit does not have.

pub mod other_commands;
pub mod queries;
pub mod values;
pub mod wishes;
