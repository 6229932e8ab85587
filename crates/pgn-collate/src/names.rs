//! Proposals for spellings of players, events and sites: which of those in an archive are one name.
//!
//! [`NameBook`] counts the spellings, with the evidence for and against their being one name: FIDE numbers, titles,
//! ratings, years, and who plays whom. [`Blocks::propose`] compares spellings that share a key, such as the surname,
//! and returns a row for each spelling of a name that has several.

mod book;
mod evidence;
mod fide;
mod groups;
mod person;
mod place;
mod propose;
mod spelling;
mod support;

pub use book::{Blocks, NameBook, NameCounts};
pub use evidence::{Evidence, PlayerFacts};
pub use fide::{Authority, FidePlayer};
pub use groups::{MAX_COMPARED, NotCompared, title_rank};
pub use propose::{Proposals, Row};
pub use spelling::{Certainty, NameKind};
