//! Names of files: as messages show them, without detours and endings, and what they lead to.

use std::{
    ffi::OsStr,
    fs, io,
    path::{Component, Path, PathBuf},
};

use anyhow::ensure;
use pgn_report::text::escape;

/// Returns a path as messages show it: lossy, without control characters.
#[must_use]
pub fn show(path: &Path) -> String {
    escape(&path.to_string_lossy()).into_owned()
}

/// Returns what is wrong with a file that an option names.
#[must_use]
pub fn unreadable(path: &Path, error: &io::Error) -> anyhow::Error {
    match error.kind() {
        io::ErrorKind::NotFound => anyhow::anyhow!("no such file: {}", show(path)),
        _ => anyhow::anyhow!("cannot read {}: {error}", show(path)),
    }
}

/// Endings of compressed files. The format of a named file is that of its content.
pub const PACKED: &[&str] = &[".zst", ".gz", ".bz2", ".xz"];

/// Returns `name` without the one of `endings` that it has, in any case; `None` if it has none.
pub fn without_ending<'a>(name: &'a str, endings: &[&str]) -> Option<&'a str> {
    endings.iter().find_map(|ending| {
        let (rest, end) = name.split_at_checked(name.len().checked_sub(ending.len())?)?;
        end.eq_ignore_ascii_case(ending).then_some(rest)
    })
}

/// Returns the path without detours: `a/../b` is `b`.
#[must_use]
pub fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        let is_below = matches!(plain.components().next_back(), Some(Component::Normal(_)));
        match part {
            Component::ParentDir if is_below => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

/// Returns true if `name` can be the name of a file in a folder, and nothing else.
#[must_use]
pub fn is_plain_name(name: &OsStr) -> bool {
    let mut parts = Path::new(name).components();
    matches!((parts.next(), parts.next()), (Some(Component::Normal(part)), None) if part == name)
}

/// Checks that a file can be written at `path`.
///
/// # Errors
/// `path` is a folder, or would be in a folder that is not there.
pub fn check_folder(path: &Path) -> anyhow::Result<()> {
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

/// Checks that the file at `path` is of a kind that is written.
///
/// # Errors
/// The name says that the file is of a kind that is not written.
pub fn check_writer(path: &Path) -> anyhow::Result<()> {
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

/// Returns the path without links and detours, also if its file is not there yet.
#[must_use]
pub fn real_path(path: &Path) -> PathBuf {
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
