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

#[doc(inline)]
pub use export::{excerpt, left_out, notation, remark, tag_list, verify};
pub use pgn_syntax;
pub use positions::{board, canonical, ending, moves, position, start};
#[doc(inline)]
pub use replay::{deviation, diagnosis, language, resolve};
/// The crate shakmaty, whose types some functions and fields have. A new version `0.x` of it is a breaking change of this
/// crate.
pub use shakmaty;

pub mod export;
mod positions;
pub mod replay;

#[doc(inline)]
pub use export::notation::Notation;
pub use positions::board::Board;
pub use positions::canonical::CanonicalSan;
pub use positions::ending::{Ending, ending};
pub use positions::fen_fields::FenFields;
pub use positions::moves::{CastlingMode, Move, MoveKind};
pub use positions::position::Position;
pub use positions::start::{Start, StartError, StartFault, StartFaults, Variant, start};
pub use positions::variant_name::names_chess960;
#[doc(inline)]
pub use replay::deviation::Deviations;
#[doc(inline)]
pub use replay::guess::letters_of_pieces;
#[doc(inline)]
pub use replay::in_place::PositionKey;
#[doc(inline)]
pub use replay::language::Language;
#[doc(inline)]
pub use replay::position_text::PositionText;
#[doc(inline)]
pub use replay::resolve::{MoveError, MoveErrorKind, ResolveOptions, Resolved, resolve};
#[doc(inline)]
pub use replay::{
    CanonicalPly, FinalZeros, GameEnd, Lang, Others, Outcome, Ply, Replay, ReplayOptions, Visitor,
    n_plies,
};

/// Runs the examples of the readme as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
