//! The options of a run.

use std::{ops::Range, path::PathBuf, sync::Arc};

use crate::{
    inputs::{
        cut::BoundaryFinders,
        input::{InputInfo, Utf},
        requested_encoding::{Encoding, EncodingsOfFiles},
        sniff,
        unfold::GameLines,
    },
    workers::Workers,
};

/// Minimum size of a game that is passed on in pieces. The job sees smaller ones whole, and checks their size itself.
pub(crate) const MIN_OVERSIZED: usize = 256 << 10;

/// Options of a run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The threads that process the chunks.
    pub workers: Arc<Workers>,
    /// The functions that find places to cut.
    pub boundaries: BoundaryFinders,
    /// Approximate size of a chunk in bytes.
    pub chunk_size: usize,
    /// Maximum number of chunks between reader and sink; `None`: four per thread, and two more.
    pub window: Option<usize>,
    /// True if large files are mapped. The first map installs a handler of SIGBUS for the process, which ends it with a
    /// message if a file becomes shorter while it is read.
    pub mmap: bool,
    /// True if a pipe or terminal that has no more bytes at the moment is also cut after a game that seems complete
    /// ([`Cut::Pause`](crate::Cut::Pause)), so that its output can be used at once. Text that comes after such a pause is
    /// then never a part of that game.
    pub cuts_at_pauses: bool,
    /// Maximum size of a game in bytes, up to 1 GiB. A larger one is passed to
    /// [`Job::oversized`](crate::Job::oversized) in pieces, unless it is smaller than 256 KiB: then the job sees it whole,
    /// and must check the size itself.
    pub max_game_size: usize,
    /// Maximum length of a line in bytes. A game with a longer line is passed on in the same way, so that a text
    /// without line ends is not held in memory up to `max_game_size`.
    pub max_line: usize,
    /// Range of the text whose games are needed: reading stops where no further game begins in it. It starts at 0,
    /// because positions are counted from there, or at a frame of a zstd file that counts the games before it. The
    /// job must leave out the games that begin outside the range.
    pub bytes: Option<Range<u64>>,
    /// True if the job finds the same games as a parser with [`pgn_syntax::ReadOptions::default`]: the counts in zstd
    /// files are counts of these games.
    pub finds_counted_games: bool,
    /// Folder for the copy of a zip archive from a pipe; `None`: the system's temporary folder.
    pub tmp_dir: Option<PathBuf>,
    /// Recognizes lines that contain a whole game. If the first line of an input is one, the tabs of its games are
    /// read as line ends. `None`: every input is read as it is.
    pub game_lines: Option<GameLines>,
    /// The character set of strings that are not UTF-8. Its detection reads up to 4 MiB of each input first
    /// (`InputInfo::charset`).
    pub encoding: Encoding,
    /// The character sets of single files, which precede that of all inputs (`InputInfo::given_charset`).
    pub encodings_of_files: Option<Arc<dyn EncodingsOfFiles>>,
    /// True if the dates of each input that distinguish day from month are counted (`InputInfo::dates`), in the same
    /// bytes.
    pub detects_dates: bool,
}

impl Options {
    /// The usual size of a chunk in bytes. The stream itself costs, for a mapped file of 958 MB, measured by
    /// `examples/pass.rs 1 SIZE map` (November 2026, CPU seconds): 256 KiB 0.03 to 0.05, 1 MiB and 4 MiB 0.01 or
    /// less. Smaller chunks cost more time, larger ones only memory.
    pub const CHUNK_SIZE: usize = 1 << 20;

    /// Returns the usual options.
    #[must_use]
    pub fn new(boundaries: BoundaryFinders) -> Options {
        Options {
            workers: Arc::default(),
            boundaries,
            chunk_size: Options::CHUNK_SIZE,
            window: None,
            mmap: false,
            cuts_at_pauses: false,
            max_game_size: 256 << 20,
            max_line: 16 << 20,
            bytes: None,
            finds_counted_games: true,
            tmp_dir: None,
            game_lines: None,
            encoding: Encoding::default(),
            encodings_of_files: None,
            detects_dates: false,
        }
    }

    /// Returns the requested character set of an input.
    pub(crate) fn encoding_of(&self, info: &InputInfo) -> Encoding {
        let of_files = self.encodings_of_files.as_ref();
        info.path().and_then(|path| of_files?.of_file(path)).unwrap_or(self.encoding)
    }

    /// Returns the form of UTF-16 or UTF-32 of an input with these first bytes, if it must be converted to UTF-8: by
    /// its byte order mark or, if character sets are detected, by its zero bytes.
    pub(crate) fn utf_of(&self, info: &InputInfo, head: &[u8]) -> Option<Utf> {
        match self.encoding_of(info) {
            Encoding::Detected => sniff::utf_of(head),
            Encoding::Unnamed | Encoding::Given(_) => sniff::utf_of_bom(head),
        }
    }

    /// Returns the options within the limits that the crate relies on: offsets in a chunk fit into 32 bits.
    pub(crate) fn sane(&self) -> Options {
        const MAX_BYTES: usize = 1 << 30;
        let limit = self.max_game_size.max(MIN_OVERSIZED).min(self.max_line);
        Options {
            // A chunk is smaller than a game that is passed on in pieces, so that all of these are found in one way.
            chunk_size: self.chunk_size.min(limit / 2).clamp(16, MAX_BYTES),
            window: Some(self.window.unwrap_or(4 * self.workers.n_threads().get() + 2).max(1)),
            max_game_size: self.max_game_size.clamp(1, MAX_BYTES),
            ..self.clone()
        }
    }
}
