//! Decompression, while it is read.

use std::io::{self, BufReader, Read, Seek};

use bzip2::read::MultiBzDecoder;
use flate2::read::MultiGzDecoder;
use liblzma::read::XzDecoder;
use zip::{CompressionMethod, ZipArchive};

use crate::{
    error::{Error, ErrorKind},
    input::Format,
};

/// The text of `raw`.
pub(crate) fn decoder<'a>(
    format: Format,
    raw: Box<dyn Read + 'a>,
) -> io::Result<Box<dyn Read + 'a>> {
    let raw = BufReader::with_capacity(128 << 10, raw);
    Ok(match format {
        Format::Zstd => Box::new(zstd::Decoder::with_buffer(raw)?),
        Format::Gzip => Box::new(MultiGzDecoder::new(raw)),
        Format::Bzip2 => Box::new(MultiBzDecoder::new(raw)),
        Format::Xz => Box::new(XzDecoder::new_multi_decoder(raw)),
        Format::Plain | Format::Zip => Box::new(raw),
    })
}

/// What an error while reading means.
pub(crate) fn error_of(format: Format, source: io::Error) -> Error {
    let kind = match (format, source.kind()) {
        (Format::Plain, _) => ErrorKind::Unreadable,
        _ if source.raw_os_error().is_some() => ErrorKind::Unreadable,
        (_, io::ErrorKind::UnexpectedEof) => ErrorKind::Truncated,
        _ => ErrorKind::Corrupt,
    };
    Error { source: Some(source), ..Error::new(kind) }
}

/// A member of an archive that is wanted.
pub(crate) struct Member {
    pub(crate) index: usize,
    pub(crate) name: String,
    pub(crate) stored_size: u64,
    /// Why it cannot be read.
    pub(crate) error: Option<Error>,
}

/// The members named `*.pgn`, in the order of the directory.
pub(crate) fn members<R: Read + Seek>(archive: &mut ZipArchive<R>) -> Result<Vec<Member>, Error> {
    let mut members = Vec::new();
    for index in 0..archive.len() {
        let entry = archive.by_index_raw(index).map_err(zip_error)?;
        let name = entry.name().to_owned();
        // The last are the Finder's notes on the members, not members.
        let is_pgn = name.len() >= 4
            && name.as_bytes()[name.len() - 4..].eq_ignore_ascii_case(b".pgn")
            && !entry.is_dir()
            && !name.starts_with("__MACOSX/");
        if !is_pgn {
            continue;
        }
        let error = if entry.encrypted() {
            Some(Error::new(ErrorKind::Encrypted))
        } else if !matches!(
            entry.compression(),
            CompressionMethod::Stored | CompressionMethod::Deflated
        ) {
            Some(Error::new(ErrorKind::Unsupported("this method of zip compression")))
        } else {
            None
        };
        members.push(Member { index, name, stored_size: entry.compressed_size(), error });
    }
    if members.is_empty() {
        return Err(Error::new(ErrorKind::NoMembers));
    }
    Ok(members)
}

/// What an error of an archive means.
pub(crate) fn zip_error(error: zip::result::ZipError) -> Error {
    let error = io::Error::from(error);
    // An archive is read from its end: one that is cut off has no directory.
    error_of(Format::Zip, error)
}
