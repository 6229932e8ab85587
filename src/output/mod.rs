//! Bytes to be shown: what commands found or would change, in the formats that people and programs read.

pub(crate) mod changes;
pub(crate) mod findings;
pub(crate) mod games;
mod markup;
pub(crate) mod patch;
mod report;
pub(crate) mod tables;
