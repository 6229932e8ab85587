//! What a run reports to its caller: messages, progress, faults and the exit status.

pub(crate) mod exit;
pub(crate) mod fault;
pub(crate) mod file_error;
pub(crate) mod left_out;
pub mod messages;
pub mod progress;
