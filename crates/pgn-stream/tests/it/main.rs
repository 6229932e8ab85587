//! Runs of toy jobs over toy games, by every path that the bytes can take.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up fails")]

mod changes;
mod chunks;
mod decoding;
mod live;
mod outputs;
mod parser;
mod together;
mod toy;
