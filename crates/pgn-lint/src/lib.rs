//! Rules for PGN. A [`Checker`] runs the rules of a [`Selection`] over games and returns
//! [`Diagnostic`]s: findings as data with places.
//!
//! Each rule is a value in its own file under `rules/`, with a page beside it that is both its
//! documentation and its test. A rule subscribes to facts that the parser and the replay establish
//! anyway, so that checking a game without faults costs little more than reading it.

#![forbid(unsafe_code)]

mod across;
mod checker;
mod clock;
mod commands;
mod date;
mod diagnostic;
mod file;
mod fix;
mod fixer;
mod layout;
mod lines;
mod meaning;
mod moves;
mod neighbors;
mod numbers;
mod offsets;
mod rule;
mod rules;
mod selection;
mod slips;
mod suppression;
mod tag_facts;
mod target;

pub use across::{Across, AcrossFinding, Judge, Judging, Note, Notes, OddValue, Value};
pub use checker::{Checker, EightBit, Options};
pub use diagnostic::{Diagnostic, MoveRef, Related, Report, Severity, quote};
pub use file::{FileDiagnostic, FileFacts, FileReport, Mark};
pub use fix::{Applicability, Edit, Fix};
pub use fixer::{Fixed, Fixer, Namer, UnfixedFinding};
pub use meaning::meaning;
pub use neighbors::{Placement, TextBefore, has_braces, is_within_line};
pub use offsets::KnownFinding;
pub use rule::{Check, Depth, EndFact, Follows, GameCx, NodeSet, Rule, TargetFileFn, TargetFn};
pub use rules::RULES;
pub use selection::{Levels, Selection, UnknownRule, find, named};
pub use suppression::{SuppressionFault, Unused};
pub use tag_facts::PairFact;
pub use target::{Limit, LimitKind, TARGETS, Target};
