//! What holds for every run, whatever the command.

use std::{num::NonZeroU32, path::PathBuf, sync::Arc};

use pgn_report::paint::Paint;
use pgn_stream::{Seams, Workers};
use pgn_syntax::date::DateOrder;

use crate::{
    manifest::{Counts, Manifest},
    messages::Messages,
    reading::{Mmap, Reading},
};

/// What holds for every run.
#[derive(Clone, Debug)]
pub struct Globals {
    /// What is said of the run.
    pub messages: Arc<Messages>,
    /// The threads that all parallel work of the run shares.
    pub workers: Arc<Workers>,
    /// How patches and reports are written to stdout.
    pub stdout: Paint,
    /// How bytes are read and understood.
    pub reading: Reading,
    /// Where large intermediate files go; `None`: the system's place.
    pub tmp_dir: Option<PathBuf>,
    /// Bytes of text in a frame of outputs named `.zst`; `None`: each is one frame.
    pub zstd_frames: Option<NonZeroU32>,
    /// What came in and what went out, to be written when the run has ended.
    pub manifest: Option<Arc<Manifest>>,
}

impl Globals {
    /// Returns the same for a file of which every game counts, whatever is selected of the inputs.
    pub(crate) fn of_all_games(&self) -> Globals {
        Globals {
            reading: Reading { query: None, bytes: None, ..self.reading.clone() },
            manifest: None,
            ..self.clone()
        }
    }

    /// Adds what became of the games to the manifest, if there is to be one.
    pub(crate) fn count(&self, counts: impl FnOnce() -> Counts) {
        if let Some(manifest) = &self.manifest {
            manifest.count(counts());
        }
    }

    /// Withdraws the manifest: the run has failed or was stopped.
    pub(crate) fn withdraw_manifest(&self) {
        if let Some(manifest) = &self.manifest {
            manifest.withdraw();
        }
    }

    /// Returns how the pipeline is to read.
    pub(crate) fn stream_options(&self, seams: Seams) -> pgn_stream::Options {
        pgn_stream::Options {
            workers: Arc::clone(&self.workers),
            mmap: self.reading.mmap == Mmap::Allowed,
            max_game_size: self.reading.max_game_size,
            longest_line: self.reading.longest_line(),
            bytes: self.reading.bytes.clone(),
            finds_counted_games: !self.reading.nested_comments,
            tmp_dir: self.tmp_dir.clone(),
            encoding: self.reading.encoding,
            encodings_of_files: self.reading.encodings_of_files.clone(),
            detects_dates: matches!(self.reading.dates, DateOrder::Detected(_)),
            ..pgn_stream::Options::new(seams)
        }
    }
}
