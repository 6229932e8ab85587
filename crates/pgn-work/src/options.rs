//! How values of options and expressions are read, and what is proposed for options that pgnkit does not have.

pub mod other_commands;
pub mod queries;
pub mod values;
pub mod wishes;
