//! Rules for PGN. A [`Checker`] runs the rules of a [`Selection`] over games and returns
//! [`Diagnostic`]s: findings as data with places.
//!
//! ```
//! use pgn_lint::{Checker, Options, Selection};
//!
//! let pgn = b"[White \"Tal\"]\n\n1. e4 e5 2. Ke3 *\n";
//! let selection = Selection::new(&["illegal-move"], &[], &[])?;
//! let found = Checker::new(&selection, Options::default()).check_text(pgn)?;
//! let code = found[0].diagnostic.rule.code;
//! assert_eq!((found[0].line, found[0].column, code), (3, 13, "M001"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Fixer`] makes the fixes of the findings:
//!
//! ```
//! use pgn_lint::{Applicability, Fixer, Options, Selection, pgn_syntax::ReadOptions};
//!
//! let (read, options) = (ReadOptions::default(), Options::default());
//! let selection = Selection::new(&["bad-date"], &[], &[])?;
//! let mut fixer = Fixer::new(&selection, Applicability::Safe, read, options);
//! let fixed = fixer.fix_text(b"[Date \"1992/8/31\"]\n\n1. e4 e5 *\n")?;
//! assert_eq!(fixed, b"[Date \"1992.08.31\"]\n\n1. e4 e5 *\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Each rule is a value in its own file under `rules/`, with a page beside it that is both its
//! documentation and its test. A rule subscribes to facts that the parser and the replay establish
//! anyway, so that checking a game without faults costs little more than reading it.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub use pgn_chess;
pub use pgn_syntax;

mod across_checker;
mod checker;
mod clock;
mod commands;
mod consequence;
mod context;
mod doubts;
mod explanation;
mod findings;
mod fix;
mod fixer;
mod jumps;
mod layout;
mod lines;
mod markup;
mod meaning;
mod moves;
mod neighbors;
mod numbers;
mod offsets;
mod piece_letters;
mod position_faults;
mod quote;
mod reading_language;
mod rule;
mod rules;
mod selection;
mod suppression;
mod tag_facts;
mod target;

pub use across_checker::{AcrossChecker, AcrossFinding};
pub use checker::{Checker, Options, Spellings, TextFinding};
pub use context::Follows;
pub use fix::{Applicability, Edit, Fix};
pub use fixer::{FindKnown, Fixed, Fixer, UnfixedFinding, are_certain};
pub use meaning::meaning;
pub use neighbors::{GamePlace, TextBefore, has_braces, is_within_line};
pub use offsets::{KnownFinding, KnownId};
pub use rule::{
    ComparedValue, Diagnostic, FileDiagnostic, FileFacts, Mark, MoveRef, Note, Related, Rule, Seen,
    Severity, Spelling, UnknownSeverity,
};
pub use rules::{NO_FINAL_NEWLINE, NOT_PGN, RULES, name};
pub use selection::{Levels, Selection, UnknownRule, find, named};
pub use target::{Limit, LimitKind, TARGETS, Target};

/// Runs the examples of the readme as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
