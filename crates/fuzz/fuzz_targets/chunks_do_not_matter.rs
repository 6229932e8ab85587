//! Games are the same wherever the input is cut.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: (Vec<u16>, &[u8])| {
    pgn_testkit::invariants::chunks_do_not_matter(input.1, &input.0)
});
