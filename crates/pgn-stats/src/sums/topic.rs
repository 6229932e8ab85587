//! The topics of the tally. The first byte of each key is its topic.

/// A topic of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Topic {
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
    /// Character set, line end, producer and file, separated by NUL.
    FileForm,
    /// The values of `--by`, separated by NUL.
    By,
    /// Position before, position after, and move. With `--player`, of games in which the player has White.
    Tree,
    /// The counts of this topic and of the next two are faults: `Faults::of`.
    Rule,
    QualityOfProducer,
    QualityOfEvent,
    /// The hash of a game's moves and players.
    Copy,
    /// Games of the player of `--player` by color, ECO code, opponents' ratings, year and opponent.
    OwnColor,
    OwnEco,
    OwnOpponentElo,
    OwnYear,
    OwnOpponent,
    /// Games of the player of `--player` by the name as it is written.
    OwnName,
    /// As [`Topic::Tree`], of games in which the player has Black.
    TreeOfBlack,
}

impl Topic {
    /// Writes the key of a value into `key` and returns it.
    pub(crate) fn key<'a>(self, value: &[u8], key: &'a mut Vec<u8>) -> &'a [u8] {
        key.clear();
        key.push(self as u8);
        key.extend_from_slice(value);
        key
    }
}
