//! Character sets: how text in them is decoded, and which one a text is in.

pub(crate) mod charset_detector;
pub(crate) mod charset_labels;
pub(crate) mod code_page;
pub mod encoding;
pub mod mojibake;
pub(crate) mod vietnamese;
