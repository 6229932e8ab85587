//! Fuzzes the invariant that lines and columns equal a naive count.

#![no_main]

libfuzzer_sys::fuzz_target!(
    |input: (Vec<u16>, &[u8])| pgn_testkit::invariants::places_are_counted(input.1, &input.0)
);
