//! What the moves of a PGN game mean: positions, legality, canonical SAN.
//!
//! Nothing here knows files or rules of the linter. [`replay::Replay`] is the one walk over the
//! moves of a game; [`start::start`] says where it begins.

#![forbid(unsafe_code)]

pub use shakmaty;

pub mod board;
pub mod canonical;
pub mod deviation;
pub mod doctor;
pub mod ending;
pub mod export;
mod fen;
mod guess;
mod hash;
pub mod language;
pub mod left_out;
mod lenient;
mod line;
pub mod moves;
mod movetext;
pub mod notation;
mod options;
mod ply;
pub mod polyglot;
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
