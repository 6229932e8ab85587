//! The files of a folder, for tests that read many.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// Returns all files below a folder, sorted by path.
///
/// # Errors
/// Returns an error if a folder cannot be read.
pub fn files_below(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() { &mut folders } else { &mut files }.push(path);
        }
    }
    files.sort();
    Ok(files)
}
