//! Games in formats that are not PGN.

mod json;
pub(crate) mod json_lines;
mod tree;
mod values;
