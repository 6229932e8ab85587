//! Endings of the names of files, in any case. When a file is read, its content decides the format, not its name.

use std::path::Path;

use crate::inputs::input::Format;

/// Endings of compressed files.
const COMPRESSED: [(&str, Format); 4] =
    [(".zst", Format::Zstd), (".gz", Format::Gzip), (".bz2", Format::Bzip2), (".xz", Format::Xz)];

/// Returns `name` without `ending`; `None` if it has another one.
///
/// ```
/// use pgn_stream::endings::without;
///
/// assert_eq!(without("games.PGN", ".pgn"), Some("games"));
/// ```
#[must_use]
pub fn without<'a>(name: &'a str, ending: &str) -> Option<&'a str> {
    let (rest, end) = name.split_at_checked(name.len().checked_sub(ending.len())?)?;
    end.eq_ignore_ascii_case(ending).then_some(rest)
}

/// Returns the name of a compressed file without its ending, and the format; `None` for the name of any other file.
fn compressed(name: &str) -> Option<(&str, Format)> {
    COMPRESSED.iter().find_map(|&(ending, format)| Some((without(name, ending)?, format)))
}

/// Returns a name without the ending of a compressed file, if it has one.
#[must_use]
pub fn without_compression(name: &str) -> &str {
    compressed(name).map_or(name, |(rest, _)| rest)
}

/// Returns the compression of a file of this name, which need not be UTF-8.
#[must_use]
pub fn format_of_name(path: &Path) -> Format {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    compressed(&name)
        .filter(|(rest, _)| !rest.is_empty())
        .map_or(Format::Plain, |(_, format)| format)
}

/// Returns true for the name of a zip archive.
#[must_use]
pub fn is_zip(name: &str) -> bool {
    without(name, ".zip").is_some()
}

/// Returns true for the name of a compressed file or a zip archive.
#[must_use]
pub fn is_packed(name: &str) -> bool {
    compressed(name).is_some() || is_zip(name)
}

/// Returns true for the name of a PGN file, compressed or not.
///
/// ```
/// use pgn_stream::endings::is_pgn;
///
/// assert!(is_pgn("games.pgn.zst"));
/// assert!(!is_pgn("games.zst"));
/// ```
#[must_use]
pub fn is_pgn(name: &str) -> bool {
    without(without_compression(name), ".pgn").is_some()
}

#[cfg(all(test, unix))]
mod tests {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};

    use super::*;

    #[test]
    fn names_that_are_not_utf8_have_endings() {
        let format = |name: &[u8]| format_of_name(Path::new(OsStr::from_bytes(name)));
        assert_eq!(format(b"\xe9.PGN.GZ"), Format::Gzip);
        assert_eq!(format(b"\xff/\xe9.zst"), Format::Zstd);
        assert_eq!(format(b"\xe9.pgn"), Format::Plain);
        assert_eq!(format(b".gz"), Format::Plain);
        assert_eq!(format(b".."), Format::Plain);
    }
}
