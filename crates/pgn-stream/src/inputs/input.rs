//! Inputs, and their properties once they are open.

use std::{
    borrow::Cow,
    fmt,
    path::{Path, PathBuf},
};

use pgn_syntax::{CharsetGuess, Fallback, date::DateEvidence};

use crate::system::file_state::{FileSnapshot, FileState};

/// The name of standard input in outputs.
pub const STDIN: &str = "<stdin>";

/// An input as the caller names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Standard input.
    Stdin,
    /// A file. Each member of an archive is read as a separate input.
    Path(PathBuf),
}

impl Input {
    /// Returns the path of a file; `None` for standard input.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            Input::Stdin => None,
            Input::Path(path) => Some(path),
        }
    }
}

/// Storage format of an input, recognized by its content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Not compressed.
    #[default]
    Plain,
    /// Zstandard, one or more frames.
    Zstd,
    /// gzip, one or more members.
    Gzip,
    /// bzip2, one or more streams.
    Bzip2,
    /// xz, one or more streams.
    Xz,
    /// A member of a zip archive.
    Zip,
}

impl Format {
    /// Returns the name of the format in outputs for programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Format::Plain => "plain",
            Format::Zstd => "zstd",
            Format::Gzip => "gzip",
            Format::Bzip2 => "bzip2",
            Format::Xz => "xz",
            Format::Zip => "zip",
        }
    }
}

/// An encoding that is converted to UTF-8 while it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Utf {
    /// UTF-16, little-endian.
    Utf16Le,
    /// UTF-16, big-endian.
    Utf16Be,
    /// UTF-32, little-endian.
    Utf32Le,
    /// UTF-32, big-endian.
    Utf32Be,
}

impl Utf {
    /// Returns the name of the encoding without the order of bytes.
    pub(crate) fn family(self) -> &'static str {
        match self {
            Utf::Utf16Le | Utf::Utf16Be => "UTF-16",
            Utf::Utf32Le | Utf::Utf32Be => "UTF-32",
        }
    }
}

impl fmt::Display for Utf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Utf::Utf16Le => "UTF-16LE",
            Utf::Utf16Be => "UTF-16BE",
            Utf::Utf32Le => "UTF-32LE",
            Utf::Utf32Be => "UTF-32BE",
        })
    }
}

/// Properties of an input that is being read.
#[derive(Clone, Debug, Default)]
pub struct InputInfo {
    /// Index of the input in the run, from 0; each member of an archive has its own.
    pub index: usize,
    /// Index of the input among those of the caller, from 0; the members of an archive share it.
    pub caller_index: usize,
    /// Path of the file; `None`: stdin.
    pub path: Option<PathBuf>,
    /// Name of the member of an archive, as in its directory; `None` if the input is not a member.
    pub member: Option<String>,
    /// True for the member of an archive in which no other one is read.
    pub is_only_member: bool,
    /// Names of the members of the archive that are skipped because they do not have the names of PGN files. Empty
    /// except for the first member that is read.
    pub skipped_members: Vec<String>,
    /// How the input is stored.
    pub format: Format,
    /// Stored size in bytes; `None` if it is unknown.
    pub stored_size: Option<u64>,
    /// The original encoding, if the text is converted to UTF-8.
    pub transcoded: Option<Utf>,
    /// State of the file when it was opened, if its text can be read again from it: it is neither compressed nor
    /// converted, and no program is writing to it.
    pub rereadable: Option<FileState>,
    /// State of the file when it was opened, if it could be rewritten in place.
    pub opened: Option<FileSnapshot>,
    /// True for UTF-16 without a byte order mark, recognized by its zero bytes. The text is passed on as it is.
    pub undecoded_utf16: bool,
    /// The character set of text that is not UTF-8, if [`Options::encodings_of_files`](crate::Options) names it.
    pub given_charset: Option<Fallback>,
    /// The detected character set of text that is not UTF-8; `None` if detection is off, or the first bytes are
    /// UTF-8.
    pub charset: Option<CharsetGuess>,
    /// A word as decoded by the detected set and by the second likeliest one; `None` if the detection is certain.
    pub charset_sample: Option<[String; 2]>,
    /// The dates that distinguish day from month, if [`Options::detects_dates`](crate::Options) is set.
    pub dates: Option<DateEvidence>,
    /// True for bytes that are not text, by the control characters among the first ones. They are passed on as they
    /// are.
    pub binary: bool,
    /// Name of the text format that the input has instead of PGN, by its first bytes.
    pub foreign: Option<&'static str>,
    /// True if each line is a game, by the first line. In the text that is passed on, tabs are replaced by line ends.
    pub in_lines: bool,
    /// Place at which reading begins.
    pub start: Start,
    /// Length of the text in bytes according to the seek table, for a zstd file of which a range is read.
    pub text_size: Option<u64>,
}

/// A place between two games of a text, at the beginning of a line, with the counts of the text before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// Offset in the text.
    pub offset: u64,
    /// Number of line ends before the place.
    pub n_lines: u64,
    /// Number of games before the place.
    pub n_games: u64,
}

impl InputInfo {
    /// Returns the path of the file; `None` for stdin.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Returns true for a member of an archive in which others are, or may be, read as well.
    #[must_use]
    pub fn is_one_of_several_members(&self) -> bool {
        self.member.is_some() && !self.is_only_member
    }

    /// Returns the name of the input in outputs: its path or [`STDIN`], and its member after `!`.
    #[must_use]
    pub fn name(&self) -> String {
        let path = self.path().map_or(Cow::Borrowed(STDIN), |path| path.to_string_lossy());
        member_name(path, self.member.as_deref())
    }

    /// Returns true if this is a plain file that could be rewritten in place.
    #[must_use]
    pub fn is_plain_file(&self) -> bool {
        self.path.is_some() && self.member.is_none() && self.format == Format::Plain
    }
}

/// Returns the name of a file, or of a member of an archive, in outputs: `a.pgn`, `a.zip!b.pgn`.
#[must_use]
pub fn member_name(path: Cow<'_, str>, member: Option<&str>) -> String {
    match member {
        Some(member) => format!("{path}!{member}"),
        None => path.into_owned(),
    }
}
