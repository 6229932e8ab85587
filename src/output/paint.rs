//! Colors of terminals, of texts that are for the eye.

/// Whether a text is for the eye.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paint {
    Plain,
    Colors,
}

pub(crate) const BOLD: &str = "\x1b[1m";
pub(crate) const RED: &str = "\x1b[31m";
pub(crate) const GREEN: &str = "\x1b[32m";
pub(crate) const CYAN: &str = "\x1b[36m";
/// Ends them all.
pub(crate) const END: &str = "\x1b[0m";
