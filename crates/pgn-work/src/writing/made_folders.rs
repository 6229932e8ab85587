//! Folders that are created for the outputs of a run.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use pgn_stream::{create_folder, keep_folder};

/// Folders that were created for files. Empty ones are removed when this value is dropped or the program is interrupted,
/// unless `keep` was called.
#[derive(Debug, Default)]
pub(crate) struct MadeFolders(Vec<PathBuf>);

impl MadeFolders {
    /// Creates a folder, and the folders between `root` and it.
    pub(crate) fn make(&mut self, folder: &Path, root: &Path) -> io::Result<()> {
        // A file with the name of the folder counts as missing, so that creating the folder fails.
        let is_there = |it: &Path| if it == folder { it.is_dir() } else { it.exists() };
        let is_missing = |it: &&Path| *it != root && *it != Path::new("") && !is_there(it);
        let missing: Vec<PathBuf> =
            folder.ancestors().take_while(is_missing).map(PathBuf::from).collect();
        for it in missing.into_iter().rev() {
            match create_folder(&it) {
                Ok(()) => self.0.push(it),
                // Another run has made it meanwhile.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && it.is_dir() => (),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Keeps all folders.
    pub(crate) fn keep(mut self) {
        self.0.drain(..).for_each(|folder| keep_folder(&folder));
    }
}

impl Drop for MadeFolders {
    fn drop(&mut self) {
        for folder in self.0.iter().rev() {
            // Fails for a folder that is not empty, which stays.
            let _ = fs::remove_dir(folder);
            keep_folder(folder);
        }
    }
}
