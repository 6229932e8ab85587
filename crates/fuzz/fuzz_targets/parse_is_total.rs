//! Fuzzes the invariant that any bytes can be parsed.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pgn_testkit::invariants::parse_is_total(bytes));
