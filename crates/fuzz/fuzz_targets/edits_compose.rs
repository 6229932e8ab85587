//! Fuzzes the invariant that edits applied at once equal edits applied one by one.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: (Vec<u16>, &[u8])| pgn_testkit::invariants::edits_compose(
    input.1, &input.0
));
