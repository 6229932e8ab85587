//! Termination markers (section 8.2.6) and the spellings met for them.

/// What a termination marker or Result tag says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Marker {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`
    Unknown,
}

impl Marker {
    /// The spelling of the standard.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Marker::WhiteWins => "1-0",
            Marker::BlackWins => "0-1",
            Marker::Draw => "1/2-1/2",
            Marker::Unknown => "*",
        }
    }

    /// The marker that `text` spells exactly as the standard does.
    #[must_use]
    pub fn exact(text: &[u8]) -> Option<Marker> {
        match text {
            b"1-0" => Some(Marker::WhiteWins),
            b"0-1" => Some(Marker::BlackWins),
            b"1/2-1/2" => Some(Marker::Draw),
            b"*" => Some(Marker::Unknown),
            _ => None,
        }
    }
}
