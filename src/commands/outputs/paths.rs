//! Names of files, and what they lead to.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::ensure;

use crate::inputs::show;

/// # Errors
/// `path` is a folder, or would be in a folder that is not there.
pub(super) fn check_folder(path: &Path) -> anyhow::Result<()> {
    ensure!(!path.is_dir(), "cannot write {}: it is a folder", show(path));
    if let Some(folder) = path.parent().filter(|folder| *folder != Path::new("")) {
        ensure!(folder.is_dir(), "cannot write {}: no such folder: {}", show(path), show(folder));
    }
    Ok(())
}

/// Endings of archives, compressed files and databases that are not written.
const NOT_WRITTEN: [&str; 20] = [
    "7z", "br", "cbh", "cbv", "lz", "lz4", "lzma", "lzo", "pgc", "rar", "scid", "si4", "si5", "sz",
    "tar", "tgz", "txz", "tzst", "z", "zip",
];

/// # Errors
/// The name says that the file is of a kind that is not written.
pub(crate) fn check_writer(path: &Path) -> anyhow::Result<()> {
    let ending = path.extension().map(|it| it.to_string_lossy().to_ascii_lowercase());
    let ending = ending.unwrap_or_default();
    ensure!(
        !NOT_WRITTEN.contains(&ending.as_str()),
        "cannot write {}: there is no writer for .{ending}; .zst, .gz, .bz2 and .xz are compressed",
        show(path)
    );
    Ok(())
}

/// Links to follow until a path leads to nothing: as many as systems follow.
const MAX_LINKS: usize = 40;

/// The path without links and detours, also if its file is not there yet.
pub(super) fn real_path(path: &Path) -> PathBuf {
    let mut path = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        if let Ok(real) = path.canonicalize() {
            return real;
        }
        match fs::read_link(&path) {
            Ok(target) => path = folder_of(&path).join(target),
            Err(_) => break,
        }
    }
    match (folder_of(&path).canonicalize(), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path,
    }
}

fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    folder.unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_one_file_are_one() {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name);
        assert_eq!(real_path(&path("a.pgn")), real_path(&dir.path().join(".").join("a.pgn")));
        assert!(check_folder(&path("no").join("a.pgn")).is_err());
        assert!(check_folder(dir.path()).is_err());
        assert!(check_folder(&path("a.pgn")).is_ok());
        #[cfg(unix)]
        {
            use std::os::unix::fs::symlink;

            symlink("a.pgn", path("link")).unwrap();
            symlink(path("link"), path("link-to-link")).unwrap();
            assert_eq!(real_path(&path("link-to-link")), real_path(&path("a.pgn")));
            symlink("circle", path("circle")).unwrap();
            assert!(real_path(&path("circle")).ends_with("circle"));
        }
    }
}
