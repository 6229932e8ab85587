//! A test kit for pgnkit: generated games, input similar to PGN, and invariants.
//!
//! An invariant is a function that panics if it does not hold. The tests of this crate call it with generated
//! input, the fuzz targets with input from the fuzzer, and `tests/invariants.rs` of the program with real
//! files.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod depths;
pub mod fault;
mod files;
pub mod filler;
pub mod fixing;
pub mod generate;
pub mod invariants;
pub mod near_pgn;
pub mod oracle;
pub mod rng;
pub mod stripping;
pub mod visitors;

pub use fault::Fault;
pub use files::files_below;
pub use generate::{Generator, Style};
pub use rng::Rng;
