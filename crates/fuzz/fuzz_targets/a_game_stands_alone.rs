//! The bytes of a game are that game.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pgn_testkit::invariants::a_game_stands_alone(bytes));
