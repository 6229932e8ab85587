//! Chess for PGN games: positions, legality of moves, and canonical SAN.
//!
//! To count the legal games of a file:
//!
//! ```
//! use pgn_chess::{Replay, ReplayOptions, pgn_syntax::GameReader, start};
//!
//! /// Returns the number of legal games, and of all games.
//! fn count_legal(file: impl std::io::Read) -> std::io::Result<(u64, u64)> {
//!     let (mut games, mut replay) = (GameReader::new(file), Replay::new());
//!     let (mut n_legal, mut n_games) = (0, 0);
//!     while let Some((game, text)) = games.next()? {
//!         let start = start(game, text);
//!         let end = replay.walk(game, text, &start, &ReplayOptions::default(), &mut ());
//!         n_legal += u64::from(end.is_legal());
//!         n_games += 1;
//!     }
//!     Ok((n_legal, n_games))
//! }
//!
//! let games = b"1. e4 e5 2. Ke2 *\n\n1. e4 e5 2. Ke3 *\n";
//! assert_eq!(count_legal(&games[..]).unwrap(), (1, 2));
//! ```
//!
//! To write a game of your own, put its tags and moves into a text and export that:
//!
//! ```
//! use pgn_chess::{
//!     Position,
//!     export::{ExportOptions, Exporter},
//!     pgn_syntax::{Fallback, Games, write::tag_pair},
//! };
//!
//! let (mut position, mut text, mut out) = (Position::INITIAL, Vec::new(), Vec::new());
//! tag_pair(&mut text, b"White", b"Tal", Fallback::default());
//! for uci in ["e2e4", "e7e5", "g1f3"] {
//!     let mv = position.move_from_uci(uci)?;
//!     text.extend_from_slice(format!("{} ", position.canonical_san(mv)).as_bytes());
//!     position = position.after(mv);
//! }
//! let mut games = Games::new(&text);
//! Exporter::new(ExportOptions::default()).write(games.next().unwrap(), &text, &mut out);
//! assert!(out.starts_with(b"[Event \"?\"]\n"));
//! assert!(out.ends_with(b"[White \"Tal\"]\n[Black \"?\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n\n"));
//! # Ok::<(), pgn_chess::MoveError>(())
//! ```
//!
//! [`Replay`] plays the moves of a game, including its variations. [`start()`] returns the start position,
//! and a [`Visitor`] receives each move. This crate does no I/O and has no lint rules.
//!
//! Codes in this documentation, such as C16 and TAG-05, are rows of [docs/conformance.md]; numbers such as 8.2.3 are
//! sections of the PGN standard.
//!
//! [docs/conformance.md]: https://github.com/pgnkit/pgnkit/blob/main/docs/conformance.md

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub use pgn_syntax;
pub use shakmaty;

mod as_written;
pub mod board;
mod board_text;
pub mod canonical;
pub mod deviation;
pub mod diagnosis;
pub mod ending;
pub mod excerpt;
pub mod export;
mod export_options;
mod fast_path;
mod fen;
mod fen_fields;
mod guess;
mod in_place;
pub mod language;
pub mod left_out;
mod line;
pub mod moves;
mod movetext_writer;
pub mod notation;
mod origin;
mod played_variations;
mod ply;
mod polyglot;
pub mod position;
mod position_text;
mod raw;
mod rays;
pub mod remark;
pub mod replay;
mod replay_options;
pub mod resolve;
mod result;
pub mod start;
mod start_fault;
pub mod tag_list;
pub mod verify;

pub use board::Board;
pub use canonical::CanonicalSan;
pub use deviation::Deviations;
pub use ending::{Ending, ending};
pub use fen_fields::FenFields;
pub use in_place::PositionKey;
pub use language::Language;
pub use moves::{CastlingMode, Move, MoveKind};
pub use notation::Notation;
pub use position::Position;
pub use position_text::PositionText;
pub use replay::{
    CanonicalPly, FinalZeros, GameEnd, Lang, Outcome, Ply, Replay, ReplayOptions, Visitor, n_plies,
};
pub use resolve::{MoveError, MoveErrorKind, ResolveOptions, Resolved, resolve};
pub use start::{Start, StartError, StartFault, StartFaults, Variant, start};

/// Runs the examples of the readme as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
