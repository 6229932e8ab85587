//! Games in formats that are not PGN.

mod json;
pub(crate) mod json_lines;
pub(crate) mod placed;
mod ply_rows;
pub(crate) mod positions;
pub(crate) mod rows;
mod tree;
mod values;
