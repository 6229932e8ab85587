//! What was found, read, changed and counted, as bytes: the formats that people and programs read.
//!
//! - [`findings`]: findings of rules, for terminals, SARIF, JUnit, GitHub, GitLab and JSON.
//! - [`games`]: games as JSON, rows of tables, and positions.
//! - [`changes`]: what differs between two collections.
//! - [`copies`]: what became of copies of games.
//! - [`patch`]: files as they are and as they would be, as a patch.
//! - [`tables`]: reports of counts as text, JSON, CSV, Markdown and a page of HTML.
//!
//! Nothing here opens a file, asks a terminal or reads arguments: a format is a function from data to bytes.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod changes;
pub mod copies;
pub mod findings;
mod first_error;
pub mod games;
mod markup;
pub mod paint;
pub mod patch;
pub mod tables;
pub mod text;
mod wrap;

pub use first_error::{FirstError, what_is_wrong};
pub use text::path_bytes;
pub use wrap::wrap;
