//! The output formats of pgnkit: findings, games, differences and counts as bytes.
//!
//! - [`findings`]: findings of rules, for terminals, SARIF, JUnit, GitHub, GitLab and JSON.
//! - [`games`]: games as JSON, table rows and positions.
//! - [`changes`]: differences between two collections.
//! - [`copies`]: the report on dropped duplicates.
//! - [`patch`]: changes to files as patches.
//! - [`tables`]: reports of counts as text, JSON, CSV, TSV, Markdown and HTML.
//!
//! A format is a function from data to bytes: it opens no file, queries no terminal and reads no
//! arguments.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod alignment;
pub mod changes;
pub mod copies;
pub mod findings;
mod first_error;
pub mod games;
mod markup;
pub mod pages;
pub mod paint;
pub mod patch;
pub mod tables;
pub mod text;
mod wrap;

pub use alignment::{Part, align};
pub use first_error::{FirstError, what_is_wrong};
pub use markup::uri_path;
pub use text::path_bytes;
pub use wrap::wrap;
