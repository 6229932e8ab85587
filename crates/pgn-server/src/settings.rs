//! The settings of a project: the rules for a file, and how games are written.

use std::{
    io,
    path::{Path, PathBuf},
};

use pgn_work::{ReadingOptions, check::Ruling};

/// The settings for a document.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The rules, and which findings are shown and fixed.
    pub ruling: Ruling,
    /// How text is read.
    pub reading: ReadingOptions,
}

/// The settings of a project, which the program finds in `pgnkit.toml`.
pub trait Project {
    /// Makes `folders` the workspace. The first one becomes the working directory, from which settings are searched.
    fn enter(&mut self, folders: Vec<PathBuf>);

    /// Returns the PGN files of the workspace, as `check` finds them in its folders.
    ///
    /// # Errors
    /// Returns an error if a settings file is not valid.
    fn files(&self) -> Result<Vec<PathBuf>, String>;

    /// Returns the first `max` bytes of the file at `path`, as they are stored.
    fn read(&self, path: &Path, max: u64) -> io::Result<Vec<u8>>;

    /// Returns the first `max` bytes of the text of the file at `path`, in UTF-8 or in the 8-bit character set of the
    /// file. Also returns how the file is stored if an editor cannot change it: compressed, or in
    /// another encoding.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or its text cannot be decoded.
    fn text(&self, path: &Path, max: u64) -> io::Result<(Vec<u8>, Option<&'static str>)>;

    /// Returns the current settings for the file at `path`; for `None`, those of a document without a file.
    ///
    /// # Errors
    /// Returns an error if a settings file is not valid; the message names the place.
    fn settings(&self, path: Option<&Path>) -> Result<Settings, String>;

    /// Returns a text as `export --in-place` rewrites a file, in UTF-8, with the settings of the innermost folder of the
    /// workspace that has the file at `path`; without such a folder, with those of the first one.
    ///
    /// # Errors
    /// Returns an error if a settings file is not valid, or stops at a game with errors.
    fn format(&self, text: &[u8], path: Option<&Path>) -> Result<Vec<u8>, String>;
}
