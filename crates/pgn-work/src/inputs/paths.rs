//! Names of files: how messages show them, their endings, and the files to which they lead.

use std::{
    ffi::OsStr,
    fmt, fs, io,
    path::{Component, Path, PathBuf, is_separator},
};

use anyhow::{bail, ensure};
use pgn_report::text::escape;
use pgn_stream::{
    endings::{without, without_compression},
    folder_of,
};

/// Returns a path as messages show it: as UTF-8 without control characters, so that it can differ from the path.
#[must_use]
pub fn show(path: &Path) -> String {
    escape(&path.to_string_lossy()).into_owned()
}

/// Returns true if a name on the command line means stdin or stdout.
#[must_use]
pub fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Returns the error of a file that `option` names and that cannot be read.
#[must_use]
pub fn unreadable(option: &str, path: &Path, error: &io::Error) -> anyhow::Error {
    let path = show(path);
    match error.kind() {
        io::ErrorKind::NotFound => anyhow::anyhow!("{option} {path}: no such file"),
        _ => anyhow::anyhow!("{option} {path}: cannot be read: {error}"),
    }
}

/// Returns the text of a file of UTF-8 that messages call `shown`.
///
/// # Errors
/// Returns an error with the line of the first byte that is not UTF-8.
pub fn utf8(bytes: Vec<u8>, shown: impl fmt::Display) -> anyhow::Result<String> {
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + valid.iter().filter(|&&byte| byte == b'\n').count();
        anyhow::anyhow!("{shown}:{line}: not UTF-8; save the file as UTF-8")
    })
}

/// Returns the path with `..` resolved by names only: `a/../b` is `b`.
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

/// Returns true if `name` is a valid name of a file in a folder, and not a path.
#[must_use]
pub fn is_plain_name(name: &OsStr) -> bool {
    let mut parts = Path::new(name).components();
    matches!((parts.next(), parts.next()), (Some(Component::Normal(part)), None) if part == name)
}

/// Checks that a file can be written at `path`.
///
/// # Errors
/// Returns an error if `path` is a folder, or its folder does not exist.
pub fn check_folder(path: &Path) -> anyhow::Result<()> {
    ensure!(!path.is_dir(), "cannot write {}: it is a folder", show(path));
    let last = path.as_os_str().as_encoded_bytes().last();
    let is_named_as_folder = last.is_some_and(|byte| is_separator((*byte).into()));
    ensure!(!is_named_as_folder, "cannot write {}: no such folder", show(path));
    if let Some(folder) = path.parent().filter(|folder| *folder != Path::new("")) {
        ensure!(folder.is_dir(), "cannot write {}: no such folder: {}", show(path), show(folder));
    }
    Ok(())
}

/// Returns true if `path` is a file that is not empty.
pub(crate) fn holds_text(path: &Path) -> bool {
    path.metadata().is_ok_and(|it| it.is_file() && it.len() > 0)
}

/// Endings of formats that no command writes, each list with what can be done instead.
const NOT_WRITTEN: &[(&[&str], &str)] = &[
    (
        &[
            ".7z", ".br", ".lz", ".lz4", ".lzma", ".lzo", ".rar", ".sz", ".tar", ".tgz", ".txz",
            ".tzst", ".z", ".zip",
        ],
        ".zst, .gz, .bz2 and .xz are compressed",
    ),
    (
        &[".cbh", ".cbv", ".2cbh", ".si4", ".si5", ".scid", ".pgc", ".abk", ".ctg", ".obk"],
        "the program of that format imports PGN",
    ),
    (&[".xlsx", ".xls", ".ods"], ".csv opens in a spreadsheet"),
    (
        &[".pdf", ".doc", ".docx", ".odt", ".rtf", ".tex"],
        "`stats` and `diff` write pages for print and conversion, .html and .md",
    ),
    (&[".db", ".sqlite", ".sqlite3"], "databases read the .csv and .parquet of `export`"),
    (&[".arrow", ".feather", ".avro", ".orc"], "programs that read it read .parquet, too"),
    (&[".bin"], "`export --add hash` writes the Polyglot keys of positions"),
];

/// Checks that the format that the name of `path` implies can be written.
///
/// # Errors
/// Returns an error if the ending, without that of the compression, is that of a format that cannot be written.
pub fn check_writer(path: &Path) -> anyhow::Result<()> {
    let name = path.file_name().map(OsStr::to_string_lossy).unwrap_or_default();
    let name = without_compression(&name);
    let mut endings =
        NOT_WRITTEN.iter().flat_map(|(all, hint)| all.iter().map(move |it| (it, hint)));
    let Some((ending, hint)) = endings.find(|(ending, _)| without(name, ending).is_some()) else {
        return Ok(());
    };
    bail!("cannot write {}: there is no writer for {ending}; {hint}", show(path))
}

/// Maximum number of symbolic links that are followed, as on most systems.
const MAX_LINKS: usize = 40;

/// Returns the path without symbolic links and `..`, even if its file does not exist.
pub(crate) fn real_path(path: &Path) -> PathBuf {
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

    #[test]
    fn formats_that_are_not_written() {
        let check = |name: &str| check_writer(Path::new(name)).map_err(|error| error.to_string());
        for (name, hint) in [
            ("x.cbh", "the program of that format imports PGN"),
            ("x.ABK", "the program of that format imports PGN"),
            ("x.scid.gz", "the program of that format imports PGN"),
            ("x.pgn.7z", ".zst, .gz, .bz2 and .xz are compressed"),
            ("x.tar.xz", ".zst, .gz, .bz2 and .xz are compressed"),
            ("x.xlsx", ".csv opens in a spreadsheet"),
        ] {
            let error = check(name).unwrap_err();
            assert!(error.ends_with(&format!("; {hint}")), "{name}: {error}");
        }
        for name in ["x.pgn", "x.tsv", "x.pgn.zst", "x", ".zip/x", "x.log"] {
            assert_eq!(check(name), Ok(()), "{name}");
        }
    }
}
