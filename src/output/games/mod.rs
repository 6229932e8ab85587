//! Games in formats that are not PGN.

mod json;
pub(crate) mod json_lines;
pub(crate) mod positions;
mod tree;
mod values;
