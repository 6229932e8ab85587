//! Moves are legal or not as shakmaty says.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pgn_testkit::invariants::replay_agrees_with_shakmaty(
    bytes
));
