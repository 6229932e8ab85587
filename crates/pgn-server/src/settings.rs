//! What the program knows of a project: the rules for a file, and how games are written.

use std::path::Path;

use pgn_work::{Reading, check::Ruling};

/// What holds for a document.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The rules, and which findings are shown and fixed.
    pub ruling: Ruling,
    /// How bytes are understood.
    pub reading: Reading,
}

/// The settings of a project, which the program finds in `pgnkit.toml`.
pub trait Project {
    /// Makes `folder` the working directory, from which settings are searched.
    fn enter(&mut self, folder: &Path);

    /// Returns the settings for the file at `path`, as they are now.
    ///
    /// # Errors
    /// A settings file is not valid; the message names the place.
    fn settings(&self, path: Option<&Path>) -> Result<Settings, String>;

    /// Returns true if the file at `path` can be read and is not UTF-8. Of a very large file, only the beginning counts.
    fn is_other_than_utf8(&self, path: &Path) -> bool;

    /// Returns a text as `export` writes it with the settings of the project.
    ///
    /// # Errors
    /// A settings file is not valid, or it asks for another format than PGN.
    fn format(&self, text: &[u8]) -> Result<Vec<u8>, String>;
}
