//! Fuzzes the invariant that games do not depend on cuts at likely game boundaries.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: (Vec<u16>, &[u8])| {
    pgn_testkit::invariants::seams_do_not_matter(input.1, &input.0)
});
