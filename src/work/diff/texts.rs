//! The bytes of the games of both sides, until it is known which of them are compared.
//!
//! Those of plain files stay where they are, and are read there again. What comes out of a pipe or is
//! decompressed is copied.

use std::{
    fs::{self, File},
    io::{self, Read as _, Seek as _, SeekFrom},
    path::{Path, PathBuf},
    time::SystemTime,
};

use pgn_collate::Spool;
use pgn_stream::InputInfo;

use super::gather::Version;
use crate::work::reader::name_of;

/// The inputs so far, and the bytes of those that cannot be read twice.
pub(super) struct Texts {
    spool: Spool,
    inputs: Vec<Input>,
    /// The file that each side was read from last, and which input it is.
    open: [Option<(u32, File)>; 2],
}

struct Input {
    /// What messages call it.
    name: String,
    /// `None`: its games are copied.
    file: Option<(PathBuf, State)>,
}

/// What shows that a file is still what it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    len: u64,
    modified: Option<SystemTime>,
}

impl State {
    fn of(metadata: &fs::Metadata) -> State {
        State { len: metadata.len(), modified: metadata.modified().ok() }
    }
}

/// The file that can be read again where games of `input` stand.
fn again(input: &InputInfo) -> Option<(&Path, State)> {
    let path = input.path().filter(|_| input.is_plain_file() && input.transcoded.is_none())?;
    let metadata = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    Some((path, State::of(&metadata)))
}

fn changed() -> io::Error {
    io::Error::other("the file has changed while it was compared")
}

/// Whether games of `input` need not be copied.
pub(super) fn stays(input: &InputInfo) -> bool {
    again(input).is_some()
}

impl Texts {
    pub(super) fn new(spool: Spool) -> Texts {
        Texts { spool, inputs: Vec::new(), open: [None, None] }
    }

    /// An input begins.
    pub(super) fn begin(&mut self, input: &InputInfo) {
        let file = again(input).map(|(path, state)| (path.to_owned(), state));
        self.inputs.push(Input { name: name_of(input), file });
    }

    /// What messages call an input.
    pub(super) fn name(&self, input: u32) -> &str {
        self.inputs.get(input as usize).map_or("", |input| &input.name)
    }

    /// The number of the input at hand.
    pub(super) fn input(&self) -> io::Result<u32> {
        u32::try_from(self.inputs.len().saturating_sub(1)).map_err(io::Error::other)
    }

    /// Takes a game of the input at hand, which is at `offset` there; `copy`: its bytes, if it does not
    /// stay. Gives where it is found again.
    ///
    /// # Errors
    /// Those of the intermediate file, or the input is another one now.
    pub(super) fn push(&mut self, offset: u64, copy: Option<&[u8]>) -> io::Result<u64> {
        match (self.inputs.last().and_then(|input| input.file.as_ref()), copy) {
            (Some(_), None) => Ok(offset),
            (None, Some(bytes)) => self.spool.push(bytes),
            _ => Err(changed()),
        }
    }

    /// Fills `out` with the bytes of a game.
    ///
    /// # Errors
    /// Those of the intermediate file, or of an input: it may be another one now.
    pub(super) fn read(&mut self, version: &Version, out: &mut Vec<u8>) -> io::Result<()> {
        let len = version.len as usize;
        let input = self.inputs.get(version.input as usize);
        let Some((path, state)) = input.and_then(|input| input.file.as_ref()) else {
            return self.spool.read(version.offset, len, out);
        };
        let open = &mut self.open[version.side as usize];
        if open.as_ref().is_none_or(|(input, _)| *input != version.input) {
            *open = Some((version.input, File::open(path)?));
        }
        let Some((_, file)) = open else { return Ok(()) };
        if State::of(&file.metadata()?) != *state {
            return Err(changed());
        }
        file.seek(SeekFrom::Start(version.offset))?;
        out.resize(len, 0);
        file.read_exact(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::diff::gather::Side;
    use pgn_collate::Scratch;

    #[test]
    fn files_are_read_where_games_stand_while_they_are_the_same() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.pgn");
        fs::write(&path, "1. e4 *\n\n1. d4 *\n").unwrap();
        let mut texts = Texts::new(Spool::new(0, &Scratch::default()));
        let version = |input, offset, len| Version {
            side: Side::Old,
            index: 0,
            input,
            number: 1,
            line: 1,
            offset,
            len,
        };
        texts.begin(&InputInfo::default());
        let copied = texts.push(7, Some(b"1. c4 *")).unwrap();
        texts.begin(&InputInfo { path: Some(path.clone()), ..InputInfo::default() });
        let stays = texts.push(9, None).unwrap();
        assert_eq!((copied, stays), (0, 9));
        let mut out = Vec::new();
        texts.read(&version(1, stays, 7), &mut out).unwrap();
        assert_eq!(out, b"1. d4 *");
        texts.read(&version(0, copied, 7), &mut out).unwrap();
        assert_eq!(out, b"1. c4 *");
        fs::write(&path, "1. e4 e5 *\n\n1. d4 *\n").unwrap();
        assert!(texts.read(&version(1, stays, 7), &mut out).is_err());
        // What was to stay cannot be copied any more: it is another file.
        assert!(texts.push(0, Some(b"*")).is_err());
    }
}
