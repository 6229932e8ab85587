//! The requested character sets, of all inputs and of single files.

use std::{fmt::Debug, path::Path};

use pgn_syntax::Fallback;

/// The character set of strings that are not UTF-8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// No set was named; the default is used.
    #[default]
    Unnamed,
    /// The set was named.
    Given(Fallback),
    /// The set of each input is detected by its words.
    Detected,
}

impl Encoding {
    /// Returns the set for inputs whose own set was neither named nor detected.
    #[must_use]
    pub fn general(self) -> Fallback {
        match self {
            Encoding::Given(set) => set,
            Encoding::Unnamed | Encoding::Detected => Fallback::default(),
        }
    }
}

/// The character sets of single files.
pub trait EncodingsOfFiles: Debug + Send + Sync {
    /// Returns the character set of the file at `path`; `None` if the character set of all inputs applies.
    fn of_file(&self, path: &Path) -> Option<Encoding>;
}
