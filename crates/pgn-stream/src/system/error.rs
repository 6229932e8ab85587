//! Errors of inputs and outputs.

use std::{
    error, fmt, io,
    path::{Path, PathBuf},
};

use crate::system::platform;

/// Kind of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The input cannot be opened or read: missing, no permission, a failing disk.
    Unreadable,
    /// A folder where a file was expected.
    IsFolder,
    /// A compressed input ends too early.
    Truncated,
    /// A compressed input holds bytes that cannot be decoded.
    Corrupt,
    /// A compressed input holds other bytes after its compressed data.
    Trailing,
    /// The text of a zstd input is longer than its seek table says.
    SeekTable,
    /// A zstd input was compressed with a window of more than 128 MiB, by `--long=28` or more.
    LongWindow,
    /// An xz input was compressed with a dictionary of more than 128 MiB.
    LongDictionary,
    /// A format that is not supported.
    Unsupported(Unsupported),
    /// A member of an archive that is encrypted.
    Encrypted,
    /// The archive has no member named `*.pgn`.
    NoMembers,
    /// The temporary copy of an input cannot be written.
    Uncopied,
    /// An output cannot be written.
    Unwritable,
    /// Nothing can be added to the text of a file.
    Unappendable,
    /// The file that an output would replace has changed meanwhile.
    Changed,
    /// Another program holds a lock on the file that an output would replace.
    Locked,
}

/// A format that is not supported, with its name, by what can be done with a file of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsupported {
    /// A compressed file or an archive, to be unpacked.
    Packed(&'static str),
    /// A format of ChessBase, which exports PGN.
    ChessBase(&'static str),
    /// A format of Scid, which exports PGN.
    Scid(&'static str),
    /// Another format.
    Other(&'static str),
}

impl Unsupported {
    /// Returns the name of the format.
    pub(crate) fn name(self) -> &'static str {
        let (Unsupported::Packed(name)
        | Unsupported::ChessBase(name)
        | Unsupported::Scid(name)
        | Unsupported::Other(name)) = self;
        name
    }

    /// Returns the end of the message that says what to do with a file of the format.
    fn remedy(self) -> &'static str {
        match self {
            Unsupported::Packed(_) => "; unpack it",
            Unsupported::ChessBase(_) => "; export it as PGN in ChessBase",
            Unsupported::Scid(_) => "; export it as PGN in Scid",
            Unsupported::Other(_) => "",
        }
    }
}

/// An error of an input or output, with its place.
#[derive(Debug)]
pub struct Error {
    pub(crate) kind: ErrorKind,
    pub(crate) path: Option<PathBuf>,
    pub(crate) member: Option<String>,
    pub(crate) offset: Option<u64>,
    pub(crate) source: Option<io::Error>,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind) -> Error {
        Error { kind, path: None, member: None, offset: None, source: None }
    }

    /// Returns the error for a file or folder that cannot be read.
    #[must_use]
    pub fn unreadable_at(path: &Path, source: io::Error) -> Error {
        Error::unreadable(source).at(Some(path.to_owned()), None)
    }

    pub(crate) fn unreadable(source: io::Error) -> Error {
        Error { source: Some(source), ..Error::new(ErrorKind::Unreadable) }
    }

    pub(crate) fn unsupported(format: Unsupported) -> Error {
        Error::new(ErrorKind::Unsupported(format))
    }

    /// Returns the error for a temporary copy in `folder` that cannot be written.
    pub(crate) fn uncopied(folder: &Path, source: &io::Error) -> Error {
        let words = format!("{}: {source}", folder.display());
        let source = Some(io::Error::new(source.kind(), words));
        Error { source, ..Error::new(ErrorKind::Uncopied) }
    }

    pub(crate) fn at(self, path: Option<PathBuf>, member: Option<String>) -> Error {
        Error { path, member, ..self }
    }

    /// Returns the kind of the error.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns the path of the file; `None` for stdin and stdout.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Returns the name of the archive member; `None` if the error is not about a member.
    #[must_use]
    pub fn member(&self) -> Option<&str> {
        self.member.as_deref()
    }

    /// Returns the number of bytes of text that were read before the error; `None` if that is unknown.
    #[must_use]
    pub fn offset(&self) -> Option<u64> {
        self.offset
    }

    /// Returns true if the reader of an output has closed its pipe.
    #[must_use]
    pub fn is_closed_pipe(&self) -> bool {
        self.source.as_ref().is_some_and(|it| it.kind() == io::ErrorKind::BrokenPipe)
    }

    /// Returns true if the process or the system has reached its limit of open files.
    #[must_use]
    pub fn is_too_many_open(&self) -> bool {
        self.source.as_ref().is_some_and(platform::is_too_many_open)
    }
}

/// Writes the message without the path, which the caller shows in its own way.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // These kinds have a source, whose message is the reason or the place.
        let source = || self.source.as_ref().map(ToString::to_string).unwrap_or_default();
        match self.kind {
            ErrorKind::Unreadable => return write!(f, "cannot be read: {}", source()),
            ErrorKind::IsFolder => f.write_str("is a folder"),
            ErrorKind::Truncated => f.write_str("ends too early: the compressed data is cut off"),
            ErrorKind::Corrupt => f.write_str("contains corrupt compressed data"),
            ErrorKind::Trailing => f.write_str("has other bytes after its compressed data"),
            ErrorKind::SeekTable => f.write_str("contains more text than its seek table says"),
            ErrorKind::LongWindow => f.write_str(
                "was compressed with a window of more than 128 MiB (zstd --long=28 to 31); \
                 read it through a pipe: zstd -dc --long=31 FILE | pgnkit COMMAND",
            ),
            ErrorKind::LongDictionary => f.write_str(
                "was compressed with a dictionary of more than 128 MiB; \
                 read it through a pipe: xz -dc FILE | pgnkit COMMAND",
            ),
            ErrorKind::Unsupported(format) => {
                write!(f, "{} is not supported{}", format.name(), format.remedy())
            }
            ErrorKind::Encrypted => f.write_str("is encrypted"),
            ErrorKind::NoMembers => f.write_str("contains no member named *.pgn"),
            ErrorKind::Changed | ErrorKind::Locked => {
                let what = match self.kind {
                    ErrorKind::Locked => "is locked by another program",
                    _ => "was changed by another program during this run",
                };
                return write!(f, "{what}; it is kept, and the result is in {}", source());
            }
            ErrorKind::Uncopied => {
                let source = source();
                return write!(f, "cannot be copied to {source}; --tmp-dir names another folder");
            }
            ErrorKind::Unwritable => return write!(f, "cannot be written: {}", source()),
            ErrorKind::Unappendable => return write!(f, "cannot append: {}", source()),
        }?;
        match self.offset {
            Some(offset) => write!(f, " (after {offset} bytes of text)"),
            None => Ok(()),
        }
    }
}

impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        // The messages of these kinds contain that of the source.
        match self.kind {
            ErrorKind::Unreadable
            | ErrorKind::Uncopied
            | ErrorKind::Unwritable
            | ErrorKind::Unappendable
            | ErrorKind::Changed
            | ErrorKind::Locked => None,
            _ => self.source.as_ref().map(|it| it as _),
        }
    }
}

/// Returns the error for an output that cannot be written.
pub(crate) fn unwritable(path: Option<&Path>, source: io::Error) -> Error {
    // An [`Error`] that `Write` has wrapped is returned as it is.
    source.downcast::<Error>().unwrap_or_else(|source| Error {
        path: path.map(Path::to_owned),
        source: Some(source),
        ..Error::new(ErrorKind::Unwritable)
    })
}
