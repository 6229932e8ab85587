//! Fuzzes the invariant that a comment stays the same when it is written and read again.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pgn_testkit::invariants::comments_survive_the_layout(
    bytes
));
