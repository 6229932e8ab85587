//! Opens an input and determines by its content how it is stored.

use std::{
    fs::{File, Metadata},
    io::{self, Cursor, Read, Seek, SeekFrom, Write as _},
    path::Path,
    sync::Arc,
};

use crate::{
    inputs::{
        archive,
        body::{Body, Observed, Opened, text},
        changes::OpenedFile,
        decode, foreign,
        frame_counts::MAX_GAME,
        frames::Frames,
        head::first_bytes,
        input::{Format, Input, InputInfo, STDIN},
        jump::{Jump, Layout},
        mmap::Map,
        options::Options,
        sniff::{self, FileKind, HEAD},
        transcode::Transcoder,
        unfold::{Unfold, read_some},
    },
    progress::Progress,
    system::{
        error::{Error, ErrorKind},
        file_state::{FileSnapshot, FileState},
        platform,
    },
};

/// Minimum size in bytes of a mapped file. Smaller files are read just as fast.
const MAP_FROM: u64 = 1 << 20;

/// Opens `input` and calls `each` with its text, or with that of each member of an archive, until `each` returns
/// false. `caller_index` is the index of `input` among those of the caller.
pub(crate) fn open(
    input: &Input,
    caller_index: usize,
    options: &Options,
    progress: &dyn Progress,
    each: &mut dyn FnMut(Opened<'_>) -> bool,
) {
    let path = input.path().map(Path::to_path_buf);
    let mut info = InputInfo { caller_index, path, ..InputInfo::default() };
    let body = match try_open(&mut info, options, progress) {
        Ok(First::Body(body)) => body,
        Ok(First::Archive(file)) => {
            match archive::open_members(&info, file, options, progress, each) {
                Ok(()) => return,
                Err(error) => Body::Failed(error),
            }
        }
        Err(error) => Body::Failed(error),
    };
    each(Opened { info, body });
}

/// Result of opening an input.
enum First<'a> {
    Body(Body<'a>),
    /// A zip archive in a seekable file.
    Archive(File),
}

/// Opens an input, records its properties in `info`, and chooses how its text is read: as a map, live, or as a
/// stream.
fn try_open<'a>(
    info: &mut InputInfo,
    options: &Options,
    progress: &'a dyn Progress,
) -> Result<First<'a>, Error> {
    let mut stored = Stored::open(info)?;
    let is_live = stored.regular.is_none();
    let is_whole = stored.begins_at(0);
    info.stored_size = stored.regular.as_ref().map(Metadata::len);
    match sniff::kind(&stored.head, info.path()) {
        FileKind::Refused(format) => return Err(Error::unsupported(format)),
        FileKind::ZipArchive if is_live || !is_whole => {
            return spool(stored.raw(progress), options).map(First::Archive);
        }
        FileKind::ZipArchive => return Ok(First::Archive(stored.file)),
        FileKind::Compressed(format) => {
            info.format = format;
            return open_packed(info, stored, options, progress).map(First::Body);
        }
        FileKind::Plain => {
            if let Some(format) = sniff::cut_signature(&stored.head, info.path()) {
                info.format = format;
                return Err(Error::new(ErrorKind::Truncated));
            }
        }
    }
    if !is_live && info.path.is_some() {
        info.opened = FileSnapshot::of(&stored.file).ok();
    }
    let utf = options.utf_of(info, &stored.head);
    sniff::recognize(info, &stored.head, utf);
    if let Some(utf) = utf {
        let stream = Transcoder::new(stored.counted(progress), utf);
        return Ok(First::Body(Body::Stream(Box::new(stream))));
    }
    if let Some(lines) = options.game_lines {
        let max_game_size = options.max_game_size;
        let Stored { file, head, .. } = &mut stored;
        info.in_lines = lines.begin(file, head, max_game_size).map_err(Error::unreadable)?;
        if info.in_lines {
            let raw = stored.counted(progress);
            return Ok(First::Body(Body::Stream(Box::new(Unfold::new(raw, lines, max_game_size)))));
        }
    }
    let Some(metadata) = &stored.regular else {
        let Stored { head, file, caller_index, .. } = stored;
        progress.read(head.len() as u64);
        progress.passing(caller_index, &head);
        return Ok(First::Body(Body::Live { head, file }));
    };
    let state = FileState::of(metadata);
    if info.path.is_some() && state.is_quiescent() {
        info.rereadable = Some(state);
    }
    if is_whole && let Some(map) = stored.map(info, options) {
        let opened = OpenedFile::new(stored.file, metadata);
        return Ok(First::Body(Body::Mapped(map, opened)));
    }
    Ok(First::Body(Body::Stream(stored.counted(progress))))
}

/// A file whose first bytes were already read.
struct Stored {
    head: Vec<u8>,
    file: File,
    /// The metadata of a regular file; `None` for what cannot be read again, such as a pipe.
    regular: Option<Metadata>,
    /// Index of the input among those of the caller.
    caller_index: usize,
}

impl Stored {
    /// Opens an input and reads its first bytes.
    fn open(info: &InputInfo) -> Result<Stored, Error> {
        let mut file = match info.path() {
            Some(path) => File::open(path),
            None => platform::descriptor(0),
        }
        .map_err(Error::unreadable)?;
        let regular = match file.metadata() {
            Ok(metadata) if metadata.is_dir() => return Err(Error::new(ErrorKind::IsFolder)),
            Ok(metadata) => Some(metadata).filter(Metadata::is_file),
            // On Windows, a pipe has no metadata.
            Err(_) if info.path.is_none() => None,
            Err(error) => return Err(Error::unreadable(error)),
        };
        let is_live = regular.is_none();
        let head = read_head(&mut file, is_live).map_err(Error::unreadable)?;
        Ok(Stored { head, file, regular, caller_index: info.caller_index })
    }

    /// Returns true if `head` begins at offset `from` of the file, and false if the file has no offsets.
    fn begins_at(&mut self, from: u64) -> bool {
        self.file.stream_position().is_ok_and(|at| at == from + self.head.len() as u64)
    }

    /// Maps the file; `None` unless it is large, on a local disk, and not being written.
    fn map(&self, info: &InputInfo, options: &Options) -> Option<Map> {
        let metadata = self.regular.as_ref().filter(|it| it.len() >= MAP_FROM)?;
        if !options.mmap {
            return None;
        }
        map_file(&self.file, metadata, info.path().unwrap_or(Path::new(STDIN)))
    }

    /// Returns a reader of the file from `head` on.
    fn raw<'a>(self, progress: &'a dyn Progress) -> Box<dyn Read + 'a> {
        let Stored { head, file, regular, caller_index } = self;
        match regular {
            Some(metadata) => Box::new(Cursor::new(head).chain(OpenedFile::new(file, &metadata))),
            None => {
                // The input cannot be read again.
                let seen = move |bytes: &[u8]| progress.passing(caller_index, bytes);
                Box::new(Observed { inner: Cursor::new(head).chain(file), seen })
            }
        }
    }

    /// Returns a reader as [`Stored::raw`] does, which also reports the number of bytes to `progress`.
    fn counted<'a>(self, progress: &'a dyn Progress) -> Box<dyn Read + 'a> {
        let seen = |bytes: &[u8]| progress.read(bytes.len() as u64);
        Box::new(Observed { inner: self.raw(progress), seen })
    }
}

fn open_packed<'a>(
    info: &mut InputInfo,
    mut stored: Stored,
    options: &Options,
    progress: &'a dyn Progress,
) -> Result<Body<'a>, Error> {
    let format = info.format;
    let failed = |error| decode::error_of(format, error);
    let mut jump = None;
    if let Some(range) = &options.bytes
        && format == Format::Zstd
        && stored.begins_at(0)
        && stored.regular.is_some()
        && info.path.is_some()
    {
        let layout = Layout::of(&mut stored.file, range.start).map_err(Error::unreadable)?;
        info.text_size = layout.text_size;
        let is_counted =
            options.finds_counted_games && options.max_game_size.min(options.max_line) >= MAX_GAME;
        jump = layout.jump.filter(|_| is_counted);
    }
    if let (Some(Jump { stored_offset, start }), Some(path)) = (jump, &info.path) {
        // The kind of the text is visible at its beginning, which is read with a file position of its own.
        let beginning = File::open(path).map_err(Error::unreadable)?;
        let sample = decode::decoder(format, Box::new(beginning)).map_err(failed)?;
        if let Body::Stream(sample) = text(info, options, sample)?
            && info.transcoded.is_none()
            && !info.in_lines
        {
            info.start = start;
            progress.read(stored_offset);
            stored.file.seek(SeekFrom::Start(stored_offset)).map_err(Error::unreadable)?;
            stored.head = Vec::new();
            let text = decoded(info, stored, stored_offset, options, progress).map_err(failed)?;
            return Ok(Body::Jumping { sample, text });
        }
    }
    let decoded = decoded(info, stored, 0, options, progress).map_err(failed)?;
    text(info, options, decoded)
}

/// Returns the text of a compressed file from offset `from` on. The file must be positioned there, after
/// `stored.head`.
fn decoded<'a>(
    info: &InputInfo,
    mut stored: Stored,
    from: u64,
    options: &Options,
    progress: &'a dyn Progress,
) -> io::Result<Box<dyn Read + 'a>> {
    let workers = &options.workers;
    let is_parallel =
        info.format == Format::Zstd && workers.n_threads().get() > 1 && stored.begins_at(from);
    let map = if is_parallel { stored.map(info, options) } else { None };
    let from = usize::try_from(from).unwrap_or(usize::MAX);
    match map.filter(|map| Frames::are_in(map, from)) {
        Some(map) => Ok(Box::new(Frames::new(map, from, Arc::clone(workers), progress))),
        None => decode::decoder(info.format, stored.counted(progress)),
    }
}

/// Copies an archive from a pipe to a temporary file, because it can only be read from its end.
fn spool(mut raw: Box<dyn Read + '_>, options: &Options) -> Result<File, Error> {
    let folder = options.tmp_dir.clone().unwrap_or_else(std::env::temp_dir);
    let failed = |error| Error::uncopied(&folder, &error);
    let mut copy = tempfile::tempfile_in(&folder).map_err(failed)?;
    let mut piece = Vec::new();
    while read_some(&mut raw, &mut piece).map_err(Error::unreadable)? > 0 {
        copy.write_all(&piece).map_err(failed)?;
        piece.clear();
    }
    copy.rewind().map_err(failed)?;
    Ok(copy)
}

/// Returns the first bytes: of a pipe only as many as determine its kind, because more may not come for long.
fn read_head(file: &mut File, is_live: bool) -> io::Result<Vec<u8>> {
    if !is_live {
        return first_bytes(file);
    }
    let mut head = Vec::with_capacity(HEAD);
    while head.len() < 8
        || sniff::may_be_utf16(&head)
        || sniff::is_binary(&head).is_none()
        || head.len() < HEAD && foreign::begins_with_position(&head)
    {
        if read_some(file, &mut head)? == 0 {
            break;
        }
    }
    Ok(head)
}

/// Maps a regular file; `None` unless it is on a local disk and not being written.
fn map_file(file: &File, metadata: &Metadata, path: &Path) -> Option<Map> {
    let is_mapped = platform::MAPS_FILES
        && FileState::of(metadata).is_quiescent()
        && !platform::is_remote(file);
    if !is_mapped {
        return None;
    }
    Map::open(file, usize::try_from(metadata.len()).ok()?, path)
}

/// A file that was read, mapped so that its parts can be read again in any order.
#[derive(Debug)]
pub struct MappedFile {
    map: Map,
    file: File,
    state: FileState,
}

impl MappedFile {
    /// Maps the file at `path`. Returns `None` if it is not in `state` any more, or is not on a local disk.
    #[must_use]
    pub fn open(path: &Path, state: FileState) -> Option<MappedFile> {
        let file = File::open(path).ok()?;
        let metadata = file.metadata().ok().filter(|it| FileState::of(it) == state)?;
        Some(MappedFile { map: map_file(&file, &metadata, path)?, file, state })
    }

    /// Returns the bytes of the file.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.map.bytes()
    }

    /// Returns true if the file has not changed since it was mapped.
    #[must_use]
    pub fn is_unchanged(&self) -> bool {
        self.file.metadata().is_ok_and(|it| FileState::of(&it) == self.state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BoundaryFinders, inputs::body::Failing};

    const BOUNDARIES: BoundaryFinders =
        BoundaryFinders { boundary: |_, _| None, pause: |_, _| None };

    #[test]
    fn errors_of_the_copy_are_not_those_of_the_input() {
        let folder = tempfile::tempdir().unwrap();
        let mut options = Options::new(BOUNDARIES);
        options.tmp_dir = Some(folder.path().to_owned());
        let failing = || Failing(Some(io::Error::other("a fault of the pipe")));
        let error = spool(Box::new(failing()), &options).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unreadable);
        let none = folder.path().join("none");
        options.tmp_dir = Some(none.clone());
        let error = spool(Box::new(failing()), &options).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Uncopied);
        let begin = format!("cannot be copied to {}: ", none.display());
        let end = "; --tmp-dir names another folder";
        let words = error.to_string();
        assert!(words.starts_with(&begin) && words.ends_with(end), "{words}");
    }
}
