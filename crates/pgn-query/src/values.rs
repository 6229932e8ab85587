//! Values: numbers, dates, days of the week, and texts that are compared without case and accents.

pub(crate) mod decimal;
pub(crate) mod fold;
pub(crate) mod matcher;
pub mod tally;
pub mod value;
pub(crate) mod weekday;
