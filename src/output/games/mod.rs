//! Games in formats that are not PGN.

pub(crate) mod json_lines;
