//! What is kept of many games: records that are sorted or read back, in memory up to a limit and then on disk.

#[macro_use]
pub(crate) mod stored;

pub(crate) mod number_set;
pub(crate) mod sorter;
pub(crate) mod spool;
pub(crate) mod ties;
