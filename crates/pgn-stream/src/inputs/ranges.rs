//! Division of files into ranges that can be read independently of each other.

use std::{collections::HashSet, fs::File, io::BufReader, ops::Range, path::Path};

use crate::{
    inputs::{
        directory::{self, Record},
        head::{first_bytes, head_of},
        input::Format,
        seek_table::{self, Frame},
        sniff::{self, FileKind, HEAD},
    },
    system::error::{Error, ErrorKind, Unsupported},
};

/// A part of a file whose games can be read independently of the other parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileRange {
    /// How the file is stored.
    pub format: Format,
    /// The member of an archive; `None`: the file itself.
    pub member: Option<String>,
    /// Offsets in the text between which the games of the range start; `None`: all of the file or member.
    pub text: Option<Range<u64>>,
    /// Stored size of the range in bytes.
    pub stored_size: u64,
}

/// Returns the ranges of the file at `path`, in order. Plain files, and zstd files with a seek table, are divided
/// into ranges of about `size` bytes of text, zip archives into their members; any other file is one range.
///
/// Each game is in one range, the one that holds the offset at which the game starts.
///
/// # Errors
///
/// Returns an error if the file cannot be read, or has a format that is not supported.
///
/// # Panics
///
/// If `size` is 0.
pub fn ranges_of(path: &Path, size: u64) -> Result<Vec<FileRange>, Error> {
    assert!(size > 0, "ranges of no bytes");
    let mut file = File::open(path).map_err(Error::unreadable)?;
    let metadata = file.metadata().map_err(Error::unreadable)?;
    if metadata.is_dir() {
        return Err(Error::new(ErrorKind::IsFolder));
    }
    if !metadata.is_file() {
        return Err(Error::unsupported(Unsupported::Other("not a regular file")));
    }
    let head = first_bytes(&mut file).map_err(Error::unreadable)?;
    let whole =
        |format| FileRange { format, member: None, text: None, stored_size: metadata.len() };
    match sniff::kind(&head, Some(path)) {
        FileKind::Refused(format) => Err(Error::unsupported(format)),
        FileKind::ZipArchive => {
            members(file).map(|it| it.unwrap_or_else(|| vec![whole(Format::Zip)]))
        }
        FileKind::Compressed(Format::Zstd) => {
            let frames = seek_table::read(&mut file).map_err(Error::unreadable)?;
            // Offsets in converted text are not those of the frames.
            let head = head_of(path, HEAD).unwrap_or_default();
            Ok(match frames.filter(|it| !it.is_empty() && is_utf8(&head)) {
                Some(frames) => runs(&frames, size),
                None => vec![whole(Format::Zstd)],
            })
        }
        FileKind::Compressed(format) => Ok(vec![whole(format)]),
        FileKind::Plain if is_utf8(&head) => Ok(tiles(metadata.len(), size)),
        FileKind::Plain => Ok(vec![whole(Format::Plain)]),
    }
}

/// Returns true unless the text is UTF-16 or UTF-32.
fn is_utf8(head: &[u8]) -> bool {
    sniff::utf_of(head).is_none()
}

/// Returns ranges of equal length that cover a plain file of `len` bytes; the last one may be shorter. An empty file
/// has one range.
fn tiles(len: u64, size: u64) -> Vec<FileRange> {
    let n_ranges = len.div_ceil(size).max(1);
    let step = len.div_ceil(n_ranges);
    let at = |index: u64| (index * step).min(len);
    let range = |index| {
        let text = at(index)..at(index + 1);
        let stored_size = text.end - text.start;
        FileRange { format: Format::Plain, member: None, text: Some(text), stored_size }
    };
    (0..n_ranges).map(range).collect()
}

/// Returns ranges of whole frames, each of at most `size` bytes of text if it has several frames.
fn runs(frames: &[Frame], size: u64) -> Vec<FileRange> {
    let mut runs: Vec<FileRange> = Vec::new();
    let mut start = 0;
    for frame in frames {
        let end = start + u64::from(frame.text_size);
        let frame_stored = u64::from(frame.stored_size);
        match runs.last_mut() {
            Some(FileRange { text: Some(text), stored_size, .. })
                if end - text.start <= size || frame.text_size == 0 =>
            {
                text.end = end;
                *stored_size += frame_stored;
            }
            _ => runs.push(FileRange {
                format: Format::Zstd,
                member: None,
                text: Some(start..end),
                stored_size: frame_stored,
            }),
        }
        start = end;
    }
    runs
}

/// Returns the members of an archive with names of PGN files; `None` if several have the same name.
fn members(file: File) -> Result<Option<Vec<FileRange>>, Error> {
    let Some(members) = directory::members(&mut BufReader::new(file))? else { return Ok(None) };
    let records = members.wanted;
    let names: HashSet<&str> = records.iter().map(|record| record.name.as_str()).collect();
    if names.len() < records.len() {
        return Ok(None);
    }
    let range = |record: Record| FileRange {
        format: Format::Zip,
        member: Some(record.name),
        text: None,
        stored_size: record.stored_size,
    };
    Ok(Some(records.into_iter().map(range).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_cover_the_file() {
        for (len, size) in [(0, 1), (1, 1), (10, 3), (10, 10), (10, 11), (1 << 40, 256 << 20)] {
            let tiles = tiles(len, size);
            let mut at = 0;
            for tile in &tiles {
                let text = tile.text.clone().unwrap();
                assert!(text.start == at && text.end - text.start <= size);
                assert_eq!(tile.stored_size, text.end - text.start);
                at = text.end;
            }
            assert_eq!(at, len, "{size}");
        }
        assert_eq!(tiles(0, 1).len(), 1);
    }

    #[test]
    fn runs_are_of_whole_frames() {
        let frames = [5, 5, 0, 5, 20, 1].map(|text_size| Frame { stored_size: 2, text_size });
        let texts: Vec<_> = runs(&frames, 10).into_iter().map(|it| it.text.unwrap()).collect();
        assert_eq!(texts, [0..10, 10..15, 15..35, 35..36]);
        assert_eq!(runs(&frames, 100).len(), 1);
        assert_eq!(runs(&frames, 100)[0].stored_size, 12);
        // A frame without text is not a range of its own.
        let frames = [20, 0].map(|text_size| Frame { stored_size: 2, text_size });
        assert_eq!(runs(&frames, 10).len(), 1);
    }
}
