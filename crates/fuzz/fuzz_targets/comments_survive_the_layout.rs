//! A comment that is laid out is the same comment.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pgn_testkit::invariants::comments_survive_the_layout(
    bytes
));
