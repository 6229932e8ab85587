//! Boards, positions and moves: FEN in and out, the start of a game and its end on the board.

pub mod board;
pub(crate) mod board_text;
pub mod canonical;
mod conversions;
pub mod ending;
pub(crate) mod fen;
pub(crate) mod fen_fields;
pub(crate) mod line;
pub mod moves;
pub(crate) mod origin;
pub(crate) mod polyglot;
pub mod position;
pub(crate) mod rays;
pub mod start;
pub(crate) mod start_fault;
pub(crate) mod variant_name;
