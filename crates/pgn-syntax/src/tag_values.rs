//! The values of tags: names, ratings, dates and time controls.

pub mod collation;
pub mod date;
pub(crate) mod date_order;
pub mod player_name;
pub mod rating;
pub mod time_control;
