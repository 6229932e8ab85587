//! Sums of counts, on disk above a limit, with their topics, lists, orders and formulas.

pub(crate) mod lists;
pub(crate) mod ranking;
pub(crate) mod rating;
pub(crate) mod records;
pub(crate) mod tally_store;
pub(crate) mod topic;
pub(crate) mod totals;
