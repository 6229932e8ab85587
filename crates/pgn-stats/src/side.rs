//! The sides of a game.

use pgn_query::{Depth, Field, Value, ValueKind};

/// The field `color` of `--by`: the color of the player from whose side games are counted. It is not a field of a game.
pub static COLOR: Field = Field {
    name: "color",
    help: "The color of the player",
    kind: ValueKind::Word,
    first: Depth::Tags,
    depth: Depth::Tags,
    of: |_, _| (),
};

/// A side of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    White,
    Black,
}

impl Side {
    /// Returns the value of [`COLOR`].
    pub(super) fn color(self) -> Value<'static> {
        Value::Text(match self {
            Side::White => "white".into(),
            Side::Black => "black".into(),
        })
    }
}
