//! What is to be read, and what is known of it once it is open.

use std::{
    fmt,
    path::{Path, PathBuf},
};

use pgn_syntax::{CharsetGuess, Fallback, date::DateEvidence};

use crate::state::{FileState, Witness};

/// One thing to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Standard input.
    Stdin,
    /// A file. An archive gives one input for each of its members.
    Path(PathBuf),
}

/// How an input is stored, by its content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// As it is.
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

/// An encoding that was turned into UTF-8 at the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Utf {
    /// UTF-16, little end first.
    Utf16Le,
    /// UTF-16, big end first.
    Utf16Be,
    /// UTF-32, little end first.
    Utf32Le,
    /// UTF-32, big end first.
    Utf32Be,
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

/// An input that is being read.
#[derive(Clone, Debug, Default)]
pub struct InputInfo {
    /// Counts the inputs of the run from 0; each member of an archive is one.
    pub index: usize,
    /// Counts what the caller gave from 0: the members of an archive share it.
    pub given: usize,
    /// `None`: stdin.
    pub path: Option<PathBuf>,
    /// The member of an archive, as its directory spells it.
    pub member: Option<String>,
    /// How it is stored.
    pub format: Format,
    /// Bytes as stored, where that can be known.
    pub stored_size: Option<u64>,
    /// The encoding that it had, if the bytes given on are not its own.
    pub transcoded: Option<Utf>,
    /// The file as it was when it was opened, if its text can be read again where it stands: it is
    /// neither packed nor in another encoding, and no program is writing to it.
    pub stays: Option<FileState>,
    /// The file as it was when it was opened, if it could be rewritten in place.
    pub opened: Option<Witness>,
    /// UTF-16 without a byte order mark, by its pattern of zero bytes: given on as it is.
    pub utf16: bool,
    /// The character set of what is not UTF-8, if [`Options::encodings_of_files`](crate::Options) names it.
    pub given_charset: Option<Fallback>,
    /// The character set of what is not UTF-8, if it is to be detected; `None`: it is not, or the first bytes are
    /// UTF-8.
    pub charset: Option<CharsetGuess>,
    /// A word as the detected set and the second likeliest read it, if the first is not certain.
    pub charset_sample: Option<[String; 2]>,
    /// The dates that tell day from month, if [`Options::detects_dates`](crate::Options) asks for them.
    pub dates: Option<DateEvidence>,
    /// Bytes that are no text, by the control characters among the first: given on as they are.
    pub binary: bool,
    /// What it is instead of PGN, by its first bytes: text of another format.
    pub foreign: Option<&'static str>,
    /// A game a line, by its first line: the text that is given on has line ends for the tabs.
    pub in_lines: bool,
    /// Where reading begins.
    pub start: Start,
    /// Bytes of text, by the seek table of a zstd file of which a range is read.
    pub text_size: Option<u64>,
}

/// A place between two games of a text, which begins a line, and what the text before it holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// The offset in the text.
    pub offset: u64,
    /// The line ends before it.
    pub n_lines: u64,
    /// The games before it.
    pub n_games: u64,
}

impl InputInfo {
    /// Returns the path, if it is a file.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Returns true if this is a plain file that could be rewritten in place.
    #[must_use]
    pub fn is_plain_file(&self) -> bool {
        self.path.is_some() && self.member.is_none() && self.format == Format::Plain
    }
}
