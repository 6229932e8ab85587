//! Fuzzes the invariant that the bytes of a game, read alone, are the same game.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pgn_testkit::invariants::a_game_stands_alone(bytes));
