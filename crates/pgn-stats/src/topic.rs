//! What keys of the tally are about: their first byte.

/// A kind of key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum Topic {
    Player = b'A',
    Event,
    Eco,
    Opening,
    TimeControl,
    Speed,
    Termination,
    Ending,
    Variant,
    Nag,
    File,
    Producer,
    /// The values of `--by`, with a NUL between.
    By,
    /// Position before, position after, move.
    Tree,
    Rule,
    QualityOfProducer,
    QualityOfEvent,
    /// The hash of a game's moves and players.
    Copy,
}

impl Topic {
    /// Writes the key of a value, in place of what `key` holds.
    pub(super) fn key<'a>(self, value: &[u8], key: &'a mut Vec<u8>) -> &'a [u8] {
        key.clear();
        key.push(self as u8);
        key.extend_from_slice(value);
        key
    }
}
