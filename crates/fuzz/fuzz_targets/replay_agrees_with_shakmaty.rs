//! Fuzzes the invariant that moves are legal exactly if shakmaty says so.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pgn_testkit::invariants::replay_agrees_with_shakmaty(
    bytes
));
