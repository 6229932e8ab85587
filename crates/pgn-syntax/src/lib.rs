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

pub mod boundary;
mod comments;
pub mod cut_points;
mod encodings;
pub mod game;
pub mod parser;
pub mod reader;
pub mod strip;
mod tag_values;
mod text;
mod tokens;
pub mod write;

pub use comments::evaluation::Evaluation;
pub use comments::{annotation, clock_time, command, evaluation};
pub use encodings::charset_detector::{CharsetDetector, CharsetDoubt, CharsetGuess};
pub use encodings::encoding::Fallback;
pub use encodings::{encoding, mojibake};
#[doc(inline)]
pub use game::Game;
#[doc(inline)]
pub use game::error::{SyntaxError, SyntaxErrorKind};
#[doc(inline)]
pub use game::move_data::{MoveData, ScoreForm};
#[doc(inline)]
pub use game::movetext::{CommentKind, Node, NodeId, NodeKind, NumberForm, RavKind};
#[doc(inline)]
pub use game::tag::{TagName, TagPair, is_unknown_value};
#[doc(inline)]
pub use game::tag_value::begins_with_quote;
#[doc(inline)]
pub use game::{conflict, error, movetext, tag};
#[doc(inline)]
pub use parser::{Games, Parser, Part, ReadDepth, ReadOptions};
#[doc(inline)]
pub use reader::GameReader;
pub use tag_values::{collation, date, player_name, rating, time_control};
pub use text::edit::Edit;
pub use text::line_ends::{
    LineEnds, count_line_ends, first_line_end, has_crlf, last_line_end, set_line_ends,
};
pub use text::line_index::{LineIndex, count_columns};
pub use text::near::{nearest, similar};
pub use text::scan::{
    BOM, is_blank, is_blank_text, is_line_end, is_name_byte, is_white_space, line_end, line_start,
    next_line, past_line_end, without_bom,
};
pub use text::span::{Span, TooLarge};
pub use text::utf16::find_utf16;
pub use text::{control_char, edit, line_index, span, white_space};
pub use tokens::marker::Marker;
pub use tokens::san::SanCode;
pub use tokens::{html, look_alike, marker, nag, other_number, san};
#[doc(inline)]
pub use write::reflow;

/// Runs the examples of the readme as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
