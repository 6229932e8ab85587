//! Fuzzes the invariant that games do not depend on how the input is cut into chunks.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: (Vec<u16>, &[u8])| {
    pgn_testkit::invariants::chunks_do_not_matter(input.1, &input.0)
});
