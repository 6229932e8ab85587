//! The integration tests: one program, so that it is linked once and all tests share one queue.
//!
//! `cargo test --test all golden::` runs those of one file. What measures time or memory by itself has a
//! program of its own: `linear.rs` and `memory.rs`.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod account;
mod action;
mod appended_parts;
mod baseline;
mod charsets;
mod cli;
mod closed_pipe;
mod collate;
mod columns;
mod conformance;
mod faults;
mod files;
mod filter;
mod follow;
mod generated;
mod git;
mod golden;
mod hints;
mod invariants;
mod json_trees;
mod kept;
mod layouts;
mod manifest;
mod neighbors;
mod nested;
mod oracle;
mod outputs;
mod pages;
mod patches;
mod pauses;
mod pictures;
mod promises;
mod ranges;
mod recipes;
mod recognized;
mod replaced;
mod requeue;
mod restarts;
mod schemas;
mod scores;
mod server;
mod server_answers;
mod settings;
mod support;
mod terminal;
mod texts;
mod tidy;
mod unicode;
mod utf16;
mod watch;
