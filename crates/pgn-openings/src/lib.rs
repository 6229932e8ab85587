//! Openings: the ECO code and name of a game from its moves.
//!
//! A table holds positions. A game has the opening of its last position that is in the table, so that the
//! order of moves does not matter. The built-in table was made for this project; users can load another one
//! from TSV or PGN.
//!
//! ```
//! use pgn_chess::{Replay, ReplayOptions, start};
//! use pgn_openings::Openings;
//!
//! let pgn = b"1. d4 Nf6 2. Nf3 e6 3. c4 b6 4. g3 *";
//! let mut games = pgn_syntax::Games::new(pgn);
//! let game = games.next().unwrap();
//! let (start, mut replay) = (start(game, pgn), Replay::new());
//! let options = ReplayOptions::default();
//! let opening = Openings::builtin().classify(game, pgn, &start, &mut replay, &options).unwrap();
//! assert_eq!((opening.eco().as_str(), opening.family()), ("E15", "Queen's Indian Defense"));
//! ```

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod eco;
mod key;
mod opening;
mod reach;
mod table;

pub use eco::Eco;
pub use key::{ByPosition, Hasher, Key};
pub use opening::{Classifier, Opening, Openings};
pub use reach::Reach;
pub use table::{Error, ErrorKind, Place};

/// Runs the examples of the readme as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
