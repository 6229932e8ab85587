//! The sections of a report.

pub(crate) mod count_columns;
pub(crate) mod overview_sections;
pub(crate) mod quality_sections;
pub(crate) mod text_sections;
