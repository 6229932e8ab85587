//! What the operating system provides: files and their identity, locks, signals, and what differs between systems.

pub(crate) mod attributes;
pub(crate) mod destination;
pub(crate) mod error;
pub(crate) mod fatal_signals;
pub(crate) mod file_state;
pub(crate) mod identity;
#[cfg(unix)]
pub(crate) mod inherited;
pub(crate) mod interrupt;
pub(crate) mod lock;
pub mod platform;
pub(crate) mod temporary;
