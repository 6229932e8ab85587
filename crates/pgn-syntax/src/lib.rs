//! A lossless parser of PGN, the text format of chess games, that accepts any input.
//!
//! The parser never fails, never panics and never recurses. Each deviation from the PGN standard of 1994 is
//! reported beside the game, as a [`SyntaxError`] with its position. Text is never copied: tag pairs, moves
//! and comments are spans of the bytes that were read.
//!
//! [`GameReader`] reads from files and other inputs, [`Games`] from bytes in memory, and [`Parser`] from
//! chunks of an input.
//!
//! A byte order mark of UTF-8 is accepted. UTF-16 is not decoded: a text in it has no games, and must be converted to
//! UTF-8 first.
//!
//! This crate has no board: it does not know whether a move is legal. The crate `pgn-chess` does.
//!
//! ```
//! let pgn = b"[White \"Tal\"]\n\n1. e4 {best by test} e5 2. Nf3 ) 1-0\n";
//! let mut games = pgn_syntax::Games::new(pgn);
//! while let Some(game) = games.next() {
//!     let moves: Vec<_> = game.mainline().map(|node| node.span.of(pgn)).collect();
//!     assert_eq!(moves, [&b"e4"[..], b"e5", b"Nf3"]);
//!     assert_eq!(game.errors[0].kind, pgn_syntax::SyntaxErrorKind::UnmatchedParen);
//! }
//! ```
//!
//! Codes in this documentation, such as C16 and TAG-05, are rows of [docs/conformance.md]; numbers such as 8.2.3 are
//! sections of the PGN standard.
//!
//! [docs/conformance.md]: https://github.com/pgnkit/pgnkit/blob/main/docs/conformance.md

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod annotation;
mod attempt;
pub mod boundary;
mod charset_detector;
mod charset_labels;
pub mod clock_time;
pub mod collation;
pub mod command;
pub mod conflict;
pub mod control_char;
pub mod cut_points;
pub mod date;
mod date_order;
mod dos_page;
pub mod edit;
pub mod encoding;
pub mod error;
pub mod evaluation;
pub mod game;
mod game_start;
pub mod html;
mod line_ends;
pub mod line_index;
pub mod look_alike;
pub mod marker;
pub mod mojibake;
mod move_data;
mod move_name;
pub mod movetext;
pub mod nag;
mod near;
mod numerals;
pub mod parser;
pub mod player_name;
pub mod rating;
pub mod reader;
pub mod reflow;
pub mod san;
mod san_cache;
mod scan;
mod server_comment;
mod simd;
mod skim;
pub mod span;
pub mod strip;
mod swar;
pub mod tag;
mod tag_name_cache;
mod tag_reader;
mod tag_value;
pub mod time_control;
mod vietnamese;
pub mod white_space;
mod word;
pub mod write;

pub use charset_detector::{CharsetDetector, CharsetDoubt, CharsetGuess};
pub use edit::Edit;
pub use encoding::Fallback;
pub use error::{SyntaxError, SyntaxErrorKind};
pub use evaluation::Evaluation;
pub use game::Game;
pub use line_ends::{
    LineEnds, count_line_ends, first_line_end, has_crlf, last_line_end, set_line_ends,
};
pub use line_index::{LineIndex, count_columns};
pub use marker::Marker;
pub use move_data::{MoveData, ScoreForm};
pub use movetext::{CommentKind, Node, NodeId, NodeKind, NumberForm, RavKind};
pub use near::{nearest, similar};
pub use parser::{Games, Parser, Part, ReadDepth, ReadOptions};
pub use reader::GameReader;
pub use san::SanCode;
pub use scan::{
    BOM, is_blank, is_blank_text, is_line_end, is_name_byte, is_white_space, line_end, line_start,
    next_line, past_line_end, without_bom,
};
pub use span::{Span, TooLarge};
pub use tag::{TagName, TagPair, is_unknown_value};
pub use tag_value::begins_with_quote;

/// Runs the examples of the readme as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
