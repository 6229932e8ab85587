//! Fields, and tests of them, with suggestions for values and names that were probably meant otherwise.

pub mod field;
pub(crate) mod field_test;
pub mod grouping;
pub(crate) mod meant;
pub(crate) mod near_miss;
pub(crate) mod other_names;
