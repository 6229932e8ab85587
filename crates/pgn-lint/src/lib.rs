//! Rules for PGN. A [`Checker`] runs the rules of a [`Selection`] over games and gives
//! [`Diagnostic`]s: data with places, for others to show.
//!
//! A rule is a value in a file of its own under `rules/`, with a page beside it that is its
//! documentation and its test. It subscribes to facts that parsing and replay found anyway, so that
//! a game without a fault costs hardly more than being read.

#![forbid(unsafe_code)]

mod across;
mod checker;
mod clock;
mod commands;
mod context;
mod date;
mod diagnostic;
mod file;
mod fix;
mod fixer;
mod layout;
mod lines;
mod moves;
mod numbers;
mod places;
mod reading;
mod rule;
mod rules;
mod selection;
mod slips;
mod suppression;
mod tag_facts;
mod target;

pub use across::{Across, Judge, Judging, Note, Notes, Odd, Value, Verdict};
pub use checker::{Checker, EightBit, Options};
pub use context::{Before, Standing, has_braces, is_within_line};
pub use diagnostic::{Diagnostic, MoveRef, Related, Report, Severity, quote};
pub use file::{FileDiagnostic, FileFacts, FileReport, Mark};
pub use fix::{Applicability, Edit, Fix};
pub use fixer::{Fixed, Fixer, Left, Namer};
pub use places::Known;
pub use reading::meaning;
pub use rule::{Check, Depth, EndFact, Follows, GameCx, NodeSet, Rule, TargetFileFn, TargetFn};
pub use rules::RULES;
pub use selection::{Levels, Selection, UnknownRule, find, named};
pub use suppression::{SuppressionFault, Unused};
pub use tag_facts::PairFact;
pub use target::{Limit, TARGETS, Target, What};
