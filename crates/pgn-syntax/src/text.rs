//! Bytes, lines and numbers of any text.

pub mod control_char;
pub mod edit;
pub(crate) mod line_ends;
pub mod line_index;
pub(crate) mod near;
pub(crate) mod numerals;
pub(crate) mod scan;
pub(crate) mod simd;
pub mod span;
pub(crate) mod swar;
pub(crate) mod utf16;
pub mod white_space;
