//! Games in formats other than PGN.

pub mod columns;
mod json;
pub mod json_lines;
pub mod pieces;
pub mod placed;
mod ply_rows;
mod ply_values;
pub mod positions;
pub mod rows;
mod tree;
mod values;
pub mod window;
