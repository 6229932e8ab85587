//! Fuzzes the invariant that the spans of games tile the input.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pgn_testkit::invariants::spans_tile(bytes));
