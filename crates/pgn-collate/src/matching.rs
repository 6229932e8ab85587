//! Matching of the games of two files, or of two versions of a file, for `diff` and for merges of three versions.

pub mod identity;
pub(crate) mod location;
pub(crate) mod pairing;
pub mod versions;
