//! The character sets of files by name, from `per-file-encodings`.

use std::path::Path;

use pgn_work::{Encoding, EncodingsOfFiles, inputs::FolderGlobs};

use super::{
    Program, at, keys,
    settings::{self, Setting, Settings, Value},
};

/// The rows of `per-file-encodings` that apply in one folder.
#[derive(Debug)]
pub(super) struct FileEncodings {
    /// The tables of the files, the nearest first, each with a set for each of its globs.
    tables: Vec<(FolderGlobs, Vec<Encoding>)>,
}

impl FileEncodings {
    /// Reads the rows; `None` if there are none.
    ///
    /// # Errors
    /// Returns an error if a glob or a label is invalid; the error names its place.
    pub(super) fn new(settings: &Settings, cli: &Program) -> anyhow::Result<Option<Self>> {
        let mut tables = Vec::new();
        for Setting { value, folder, .. } in settings.of(keys::GLOBAL, keys::PER_FILE_ENCODINGS) {
            let Value::Table(rows) = value else { continue };
            let (mut globs, mut sets) = (Vec::new(), Vec::new());
            for (glob, place, labels) in rows {
                // Each glob is compiled separately, so that an error can name its place.
                FolderGlobs::new(folder, std::slice::from_ref(glob)).map_err(at(place))?;
                globs.push(glob.clone());
                for (label, place) in labels {
                    sets.push(settings::encoding(cli, label).map_err(at(place))?);
                }
            }
            tables.push((FolderGlobs::new(folder, &globs)?, sets));
        }
        Ok((!tables.is_empty()).then_some(FileEncodings { tables }))
    }
}

impl EncodingsOfFiles for FileEncodings {
    fn of_file(&self, path: &Path) -> Option<Encoding> {
        self.tables.iter().find_map(|(globs, sets)| sets.get(*globs.matches(path).last()?).copied())
    }
}
