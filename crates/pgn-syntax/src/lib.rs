//! A lossless, total parser of PGN.

pub mod error;
pub mod game;
pub mod marker;
pub mod movetext;
pub mod san;
pub mod span;
pub mod tag;

pub use error::{SyntaxError, SyntaxErrorKind};
pub use game::Game;
pub use marker::Marker;
pub use movetext::{CommentKind, Node, NodeId, NodeKind, NumberForm, RavKind};
pub use san::SanCode;
pub use span::Span;
pub use tag::{TagName, TagPair};
