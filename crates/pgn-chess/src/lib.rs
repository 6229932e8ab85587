//! What the moves of a PGN game mean: positions, legality, canonical SAN.
//!
//! Counts the legal games of a file:
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
//! [`Replay`] walks over the moves of a game, variations included; [`start()`] returns the position it begins with; a
//! [`Visitor`] receives each move. Nothing here knows files or rules of the linter.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub use pgn_syntax;
pub use shakmaty;

pub mod board;
pub mod canonical;
pub mod deviation;
pub mod doctor;
pub mod ending;
pub mod export;
mod fen;
mod guess;
pub mod language;
pub mod left_out;
mod lenient;
mod line;
pub mod moves;
mod movetext;
pub mod notation;
mod options;
mod ply;
mod polyglot;
pub mod position;
mod rays;
pub mod remark;
pub mod replay;
pub mod resolve;
mod run;
mod short_ways;
pub mod start;
pub mod tag_list;
pub mod verify;
pub mod window;

pub use board::Board;
pub use canonical::CanonicalSan;
pub use deviation::Deviations;
pub use ending::{Ending, Verdict, ending};
pub use language::Language;
pub use moves::{CastlingMode, Move, MoveKind};
pub use notation::Notation;
pub use position::{Position, Sign};
pub use replay::{CanonicalPly, FinalZeros, GameEnd, Outcome, Ply, Replay, ReplayOptions, Visitor};
pub use resolve::{MoveError, MoveErrorKind, ResolveOptions, Resolved, resolve};
pub use start::{Start, StartError, StartFault, StartFaults, Variant, start};

/// The examples of the readme, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
