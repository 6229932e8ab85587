//! The options of a run.

use std::{ops::Range, path::PathBuf, sync::Arc};

use crate::{
    cut::Seams,
    encoding::{Encoding, EncodingsOfFiles},
    input::{InputInfo, Utf},
    sniff,
    unfold::GameLines,
    workers::Workers,
};

/// How to read.
#[derive(Clone, Debug)]
pub struct Options {
    /// The threads that chunks are worked on.
    pub workers: Arc<Workers>,
    /// Where to cut.
    pub seams: Seams,
    /// Bytes of a chunk, about.
    pub chunk_size: usize,
    /// Chunks between reader and sink; `None`: four a thread.
    pub window: Option<usize>,
    /// Whether large files are mapped.
    pub mmap: bool,
    /// A game of more bytes is given to [`Job::oversized`](crate::Job::oversized) in pieces. Where such a game fits into a
    /// chunk the job sees it whole: it is to look at the sizes of its games itself. At most 1 GiB.
    pub max_game_size: usize,
    /// A game with a line of more bytes goes the same way. The bytes of a line without an end are held in memory;
    /// those of a game with more lines are, too, but such a game is likely to be one.
    pub longest_line: usize,
    /// Reading stops where no further game begins in this range of the text. It begins at 0, as places need it,
    /// or at a frame of a zstd file that counts the games before it; the job is to leave out what begins outside.
    pub bytes: Option<Range<u64>>,
    /// The job finds the games that [`pgn_syntax::ReadOptions::default`] finds: those that files count.
    pub finds_counted_games: bool,
    /// Where a zip archive from a pipe is kept; `None`: the system's place.
    pub tmp_dir: Option<PathBuf>,
    /// Recognises lines that hold a whole game. An input whose first line is one is read with the line
    /// ends of its games in their places. `None`: every input is read as it is.
    pub game_lines: Option<GameLines>,
    /// The character set of strings that are not UTF-8. To detect it takes up to 4 MiB of each input
    /// (`InputInfo::charset`).
    pub encoding: Encoding,
    /// The character sets of single files, which go before that of all inputs (`InputInfo::given_charset`).
    pub encodings_of_files: Option<Arc<dyn EncodingsOfFiles>>,
    /// The dates of each input that tell day from month are counted (`InputInfo::dates`), in the same bytes.
    pub detects_dates: bool,
}

impl Options {
    /// The usual size of a chunk. What the stream itself costs for a mapped file of 958 MB, by
    /// `examples/pass.rs 1 SIZE map` (November 2026, CPU seconds): 256 KiB 0.03 to 0.05, 1 MiB and
    /// 4 MiB 0.01 or less. Smaller chunks cost more, larger ones only memory.
    pub const CHUNK_SIZE: usize = 1 << 20;

    /// Returns the usual options.
    #[must_use]
    pub fn new(seams: Seams) -> Options {
        Options {
            workers: Arc::default(),
            seams,
            chunk_size: Options::CHUNK_SIZE,
            window: None,
            mmap: true,
            max_game_size: 256 << 20,
            longest_line: 16 << 20,
            bytes: None,
            finds_counted_games: true,
            tmp_dir: None,
            game_lines: None,
            encoding: Encoding::default(),
            encodings_of_files: None,
            detects_dates: false,
        }
    }

    /// Returns which character set is asked for of an input.
    pub(crate) fn encoding_of(&self, info: &InputInfo) -> Encoding {
        let of_files = self.encodings_of_files.as_ref();
        info.path().and_then(|path| of_files?.of_file(path)).unwrap_or(self.encoding)
    }

    /// Returns the form of UTF-16 or UTF-32 of an input with these first bytes, if it is to be read as UTF-8: that of a
    /// byte order mark, or the one that is seen without it, if character sets are to be detected.
    pub(crate) fn utf_of(&self, info: &InputInfo, head: &[u8]) -> Option<Utf> {
        sniff::utf_of_bom(head).or_else(|| match self.encoding_of(info) {
            Encoding::Detected => sniff::utf16_without_bom(head),
            Encoding::Unnamed | Encoding::Given(_) => None,
        })
    }

    /// Returns the options within what the rest relies on: offsets in a chunk fit into 32 bits.
    pub(crate) fn sane(&self) -> Options {
        const MOST: usize = 1 << 30;
        Options {
            chunk_size: self.chunk_size.clamp(16, MOST),
            window: Some(self.window.unwrap_or(4 * self.workers.n_threads().get() + 2).max(1)),
            max_game_size: self.max_game_size.clamp(1, MOST),
            ..self.clone()
        }
    }
}
