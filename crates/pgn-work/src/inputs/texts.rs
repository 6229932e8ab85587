//! The bytes of games, stored until it is known which games are written.
//!
//! The bytes of plain files stay in the files and are read there again. The bytes of pipes, of compressed inputs and of
//! files that another program is writing are copied.

use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom},
    path::PathBuf,
};

use crate::{inputs::name_of, reports::file_error::FileError};
use pgn_collate::Spool;
use pgn_stream::{FileState, InputInfo, MappedFile};
use pgn_syntax::Fallback;

/// The bytes of the games of all inputs so far.
#[derive(Debug)]
pub(crate) struct Texts {
    copies: Spool,
    inputs: Vec<Input>,
    windows: [Option<FilePart>; 2],
}

/// One of two windows through which texts are read. Texts that follow each other are read through the same window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WindowId {
    First,
    Second,
}

/// The place of the bytes of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TextPlace {
    /// Offset among the copies, or in the file of the input.
    pub(crate) offset: u64,
    pub(crate) len: usize,
    /// Index of the input; `None` if the text was copied.
    pub(crate) input: Option<u32>,
}

#[derive(Debug)]
struct Input {
    /// Name of the input in messages.
    name: String,
    /// Character set of the strings that are not UTF-8.
    fallback: Fallback,
    /// Path and state of the file; `None` if the games are copied.
    file: Option<(PathBuf, FileState)>,
}

/// A part of a file that is kept in memory.
#[derive(Debug)]
struct FilePart {
    input: u32,
    file: File,
    bytes: Vec<u8>,
    start: u64,
    /// Offset of the end of the last text that was read.
    read_end: u64,
}

/// Number of bytes that are read at a time if texts follow each other.
const AHEAD: usize = 256 << 10;

impl Texts {
    /// Returns an empty store. `copies`: the store of texts whose inputs cannot be read again.
    pub(crate) fn new(copies: Spool) -> Texts {
        Texts { copies, inputs: Vec::new(), windows: [None, None] }
    }

    /// Begins an input. `fallback`: the character set of its strings that are not UTF-8.
    pub(crate) fn begin(&mut self, input: &InputInfo, fallback: Fallback) {
        let file = input.path.clone().zip(input.rereadable);
        self.inputs.push(Input { name: name_of(input), fallback, file });
    }

    /// Returns the name of an input in messages.
    pub(crate) fn name(&self, input: u32) -> &str {
        self.inputs.get(input as usize).map_or("", |input| &input.name)
    }

    /// Returns the character set of the strings of an input that are not UTF-8.
    pub(crate) fn fallback(&self, input: u32) -> Fallback {
        self.inputs.get(input as usize).map_or_else(Fallback::default, |input| input.fallback)
    }

    /// Returns the index of the current input.
    pub(crate) fn input(&self) -> io::Result<u32> {
        u32::try_from(self.inputs.len().saturating_sub(1)).map_err(io::Error::other)
    }

    /// Returns the number of copied bytes.
    pub(crate) fn n_copied(&self) -> u64 {
        self.copies.len()
    }

    /// Copies bytes. Returns their offset among the copies.
    pub(crate) fn copy(&mut self, bytes: &[u8]) -> io::Result<u64> {
        self.copies.push(bytes)
    }

    /// Returns the bytes at a place.
    ///
    /// # Errors
    /// Returns an error if the intermediate file cannot be read; or, as [`FileError`], if the input cannot be read
    /// again or has changed.
    pub(crate) fn read(&mut self, place: TextPlace, window_id: WindowId) -> io::Result<&[u8]> {
        let TextPlace { offset, len, input } = place;
        let input = input.and_then(|number| Some((number, self.inputs.get(number as usize)?)));
        let Some((number, Input { name, file: Some((path, state)), .. })) = input else {
            return self.copies.slice(offset, len);
        };
        let unread =
            |error: io::Error| io::Error::new(error.kind(), FileError(format!("{name}: {error}")));
        let slot = &mut self.windows[window_id as usize];
        let window = match slot.take().filter(|window| window.input == number) {
            Some(window) => window,
            None => FilePart::open(number, File::open(path).map_err(unread)?),
        };
        slot.insert(window).read(offset, len, state).map_err(unread)
    }

    /// Returns the number of bytes of the files whose texts are read again, and of the copied bytes.
    pub(crate) fn n_bytes(&self) -> u64 {
        let files = self.inputs.iter().filter_map(|input| input.file.as_ref());
        files.map(|(_, state)| state.len()).sum::<u64>() + self.copies.len()
    }

    /// Returns all texts at once; `None` if some copies are in the intermediate file, or a file cannot be mapped.
    pub(crate) fn in_memory(&self) -> Option<TextsInMemory<'_>> {
        let map = |input: &Input| match &input.file {
            Some((path, state)) if state.len() > 0 => MappedFile::open(path, *state).map(Some),
            _ => Some(None),
        };
        let copies = self.copies.in_memory()?;
        let files = self.inputs.iter().map(map).collect::<Option<_>>()?;
        Some(TextsInMemory { copies, files })
    }

    /// Returns an error, as [`Texts::read`] does, if a file has changed since it was mapped.
    pub(crate) fn check(&self, texts: &TextsInMemory<'_>) -> io::Result<()> {
        let is_changed =
            |file: &Option<MappedFile>| file.as_ref().is_some_and(|it| !it.is_unchanged());
        texts.files.iter().position(is_changed).map_or(Ok(()), |at| {
            let words = format!("{}: {}", self.inputs[at].name, changed());
            Err(io::Error::other(FileError(words)))
        })
    }

    /// Removes all texts, and releases their memory. The names of the inputs stay.
    pub(crate) fn clear(&mut self) {
        self.copies.clear();
        self.windows = [None, None];
    }
}

/// All texts, which can be read in any order and by several threads.
#[derive(Debug)]
pub(crate) struct TextsInMemory<'a> {
    copies: &'a [u8],
    /// The file of each input whose texts were not copied.
    files: Vec<Option<MappedFile>>,
}

impl TextsInMemory<'_> {
    /// Returns the bytes at a place.
    pub(crate) fn read(&self, place: TextPlace) -> &[u8] {
        let file = place.input.and_then(|input| self.files[input as usize].as_ref());
        let bytes = file.map_or(self.copies, MappedFile::bytes);
        let at = usize::try_from(place.offset).unwrap_or(usize::MAX);
        &bytes[at..at + place.len]
    }
}

fn changed() -> io::Error {
    io::Error::other("the file has changed since its games were read")
}

impl FilePart {
    fn open(input: u32, file: File) -> FilePart {
        FilePart { input, file, bytes: Vec::new(), start: 0, read_end: 0 }
    }

    /// Returns `len` bytes of the file from `offset` on. It is an error if the file is not in `state` any more.
    fn read(&mut self, offset: u64, len: usize, state: &FileState) -> io::Result<&[u8]> {
        let end = offset + len as u64;
        if end > state.len() {
            return Err(changed());
        }
        if offset < self.start || end > self.start + self.bytes.len() as u64 {
            let left = usize::try_from(state.len() - offset).unwrap_or(usize::MAX);
            let goes_on = offset >= self.read_end && offset - self.read_end <= AHEAD as u64;
            let mut bytes = std::mem::take(&mut self.bytes);
            bytes.resize(if goes_on { len.max(AHEAD).min(left) } else { len }, 0);
            self.file.seek(SeekFrom::Start(offset))?;
            let read = self.file.read_exact(&mut bytes);
            // If the file is unchanged now, it was unchanged when it was read.
            if FileState::of(&self.file.metadata()?) != *state {
                return Err(changed());
            }
            read.map_err(|error| match error.kind() {
                io::ErrorKind::UnexpectedEof => changed(),
                _ => error,
            })?;
            (self.bytes, self.start) = (bytes, offset);
        }
        self.read_end = end;
        let at = usize::try_from(offset - self.start).map_err(io::Error::other)?;
        Ok(&self.bytes[at..at + len])
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use pgn_collate::TempFiles;

    use super::*;

    fn info(path: &Path) -> InputInfo {
        let rereadable = Some(FileState::of(&fs::metadata(path).unwrap()));
        InputInfo { path: Some(path.to_owned()), rereadable, ..InputInfo::default() }
    }

    fn texts() -> Texts {
        Texts::new(Spool::new(0, &TempFiles::default()))
    }

    #[test]
    fn files_are_read_where_games_stand_while_they_are_the_same() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.pgn");
        fs::write(&path, "1. e4 *\n\n1. d4 *\n").unwrap();
        let mut texts = texts();
        texts.begin(&InputInfo::default(), Fallback::default());
        let copied = TextPlace { offset: texts.copy(b"1. c4 *").unwrap(), len: 7, input: None };
        texts.begin(&info(&path), Fallback::default());
        let rereadable = TextPlace { offset: 9, len: 7, input: Some(texts.input().unwrap()) };
        assert_eq!(texts.read(rereadable, WindowId::First).unwrap(), b"1. d4 *");
        assert_eq!(texts.read(copied, WindowId::First).unwrap(), b"1. c4 *");
        fs::write(&path, "1. e4 e5 *\n\n1. d4 *\n").unwrap();
        // Bytes that were read before the change are still in the window.
        assert_eq!(texts.read(rereadable, WindowId::First).unwrap(), b"1. d4 *");
        let error = texts.read(rereadable, WindowId::Second).unwrap_err().to_string();
        assert!(
            error.ends_with("a.pgn: the file has changed since its games were read"),
            "{error}"
        );
        fs::remove_file(&path).unwrap();
        let first = TextPlace { offset: 0, len: 7, input: rereadable.input };
        assert!(texts.read(first, WindowId::Second).is_err());
    }

    #[test]
    fn any_order_and_any_size() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.pgn");
        let bytes: Vec<u8> = (0..1_000_000_u32).flat_map(u32::to_le_bytes).collect();
        fs::write(&path, &bytes).unwrap();
        let mut texts = texts();
        texts.begin(&info(&path), Fallback::default());
        let mut at = 0;
        for n in 0..2000_usize {
            let len = 1 + n * 7919 % 3000 * (n % 13);
            // Forward with gaps, then anywhere.
            at = if n < 1000 { at + n % 5 * 100 } else { n * 104_729 } % (bytes.len() - len);
            let place = TextPlace { offset: at as u64, len, input: Some(0) };
            assert!(texts.read(place, WindowId::First).unwrap() == &bytes[at..at + len], "{n}");
            at += len;
        }
        let beyond = TextPlace { offset: bytes.len() as u64 - 1, len: 2, input: Some(0) };
        assert!(texts.read(beyond, WindowId::First).is_err());
    }
}
