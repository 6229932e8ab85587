//! Options and state that all commands share.

use std::{
    io,
    num::NonZeroU32,
    path::PathBuf,
    sync::{Arc, OnceLock},
};

use anyhow::anyhow;
use pgn_collate::TempFiles;
use pgn_report::paint::Paint;
use pgn_stream::{BoundaryFinders, TemporaryFolder, Workers};
use pgn_syntax::date::DateOrder;

use crate::{
    inputs::{paths::show, reading::ReadingOptions},
    manifest::{Counts, Manifest},
    reports::{
        file_error::FileError,
        messages::{Messages, Verbosity},
    },
};

/// Options and state that all commands share.
#[derive(Clone, Debug)]
pub struct Globals {
    /// The messages of the run.
    pub messages: Arc<Messages>,
    /// The threads that all parallel work of the run shares.
    pub workers: Arc<Workers>,
    /// The style of patches and reports on stdout.
    pub stdout: Paint,
    /// Options for reading and interpreting bytes.
    pub reading: ReadingOptions,
    /// The location of large intermediate files.
    pub temp_files: TempFiles,
    /// Number of bytes of text in each frame of outputs named `.zst`; `None`: one frame.
    pub zstd_frames: Option<NonZeroU32>,
    /// The manifest, which is written at the end of the run; `None`: none is written.
    pub manifest: Option<Arc<Manifest>>,
    /// The files that the run reads and that are no inputs, as far as all commands can read them: those of settings and
    /// of expressions. Each has its description in messages.
    pub side_files: Arc<[(String, PathBuf)]>,
    /// Set when the outputs are checked: see [`Globals::files_to_write`].
    pub to_write: Arc<OnceLock<Vec<PathBuf>>>,
}

impl Globals {
    /// Returns the regular files that the run writes, as far as they are known. If the reader of another output, which is a
    /// pipe, closes it, none of them is written.
    pub fn files_to_write(&self) -> &[PathBuf] {
        self.to_write.get().map_or(&[], Vec::as_slice)
    }

    /// Returns these globals without a selection, to read a whole file.
    pub(crate) fn of_all_games(&self) -> Globals {
        Globals {
            reading: ReadingOptions {
                query: None,
                bytes: None,
                fresh: None,
                requested: Arc::default(),
                ..self.reading.clone()
            },
            manifest: None,
            ..self.clone()
        }
    }

    /// Returns the same without messages and a manifest, for reading inputs that are read once more.
    pub(crate) fn silent(&self) -> Globals {
        let messages = Arc::new(Messages::new(Verbosity::Silent, Box::new(())));
        Globals { messages, manifest: None, ..self.clone() }
    }

    /// Returns a new folder for intermediate files, which is removed when it is dropped or the program is interrupted.
    ///
    /// # Errors
    /// Returns an error if no folder can be made there.
    pub fn temporary_folder(&self) -> anyhow::Result<TemporaryFolder> {
        self.temp_files.folder().map_err(|error| self.temp_file_error(error))
    }

    /// Returns an error of an intermediate file, with the option that selects another folder.
    pub(crate) fn temp_file_error(&self, error: io::Error) -> anyhow::Error {
        // Errors of inputs and outputs have a text of their own.
        let is_other =
            error.get_ref().is_some_and(|it| it.is::<FileError>() || it.is::<pgn_stream::Error>());
        if is_other || error.kind() == io::ErrorKind::BrokenPipe {
            return error.into();
        }
        let folder = show(&self.temp_files.location());
        // `tempfile` adds the random name of the file.
        let words = error.to_string();
        let why = words.split_once(" at path \"").map_or(&*words, |(why, _)| why);
        anyhow!("intermediate files in {folder}: {why}; --tmp-dir names another folder")
    }

    /// Sets the numbers of games in the manifest, if one is written.
    pub(crate) fn count(&self, counts: impl FnOnce() -> Counts) {
        if let Some(manifest) = &self.manifest {
            manifest.count(counts());
        }
    }

    /// Withdraws the manifest, as the run has failed or was stopped.
    pub(crate) fn withdraw_manifest(&self) {
        if let Some(manifest) = &self.manifest {
            manifest.withdraw();
        }
    }

    /// Returns the options of the pipeline.
    pub(crate) fn stream_options(&self, boundaries: BoundaryFinders) -> pgn_stream::Options {
        pgn_stream::Options {
            workers: Arc::clone(&self.workers),
            mmap: self.reading.mmap,
            max_game_size: self.reading.max_game_size,
            max_line: self.reading.max_line(),
            bytes: self.reading.bytes.clone(),
            finds_counted_games: !self.reading.nested_comments,
            tmp_dir: self.temp_files.dir.clone(),
            encoding: self.reading.encoding,
            encodings_of_files: self.reading.encodings_of_files.clone(),
            detects_dates: matches!(self.reading.dates, DateOrder::Detected(_)),
            ..pgn_stream::Options::new(boundaries)
        }
    }
}
