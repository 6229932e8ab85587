//! Which character set is asked for, of all inputs and of single files.

use std::{fmt::Debug, path::Path};

use pgn_syntax::Fallback;

/// The character set of strings that are not UTF-8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// None was named: the usual one is taken.
    #[default]
    Unnamed,
    /// This one.
    Given(Fallback),
    /// That of each input, by its words.
    Detected,
}

impl Encoding {
    /// Returns the set that is taken where no input says another.
    #[must_use]
    pub fn general(self) -> Fallback {
        match self {
            Encoding::Given(set) => set,
            Encoding::Unnamed | Encoding::Detected => Fallback::default(),
        }
    }
}

/// The character sets of files whose names are known to tell them.
pub trait EncodingsOfFiles: Debug + Send + Sync {
    /// Returns the character set of the file at `path`; `None`: that of all inputs.
    fn of_file(&self, path: &Path) -> Option<Encoding>;
}
