//! Output files that appear complete or not at all.
//!
//! A file is written under a temporary name beside its target, synced to disk, and then renamed. Pipes and devices
//! are written directly. An output that is dropped without [`Output::commit`] leaves no trace.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read as _, Write},
    path::{Path, PathBuf},
};

use crate::{
    inputs::{endings::format_of_name, input::Format},
    outputs::{
        append::{self, Append, Tail},
        compressed_file::Compression,
        early_sync::EarlySync,
        encode::Encoder,
        frame_writer::FrameTable,
        output_options::OutputOptions,
        pending_file::{Before, PendingFile},
        staging::{Renaming, Staging},
    },
    system::{
        destination::{self, Destination, Regular, folder_of},
        error::{Error, ErrorKind, unwritable},
        file_state::FileSnapshot,
        identity::FileId,
        interrupt::{self, RemovalList},
        lock, platform,
        temporary::{Temporary, sync_folder},
    },
};

/// An output that is being written.
#[derive(Debug)]
pub struct Output {
    /// The path as given by the caller; `None`: stdout.
    path: Option<PathBuf>,
    compression: Compression,
    /// `None` while the output is parked, and after it was sealed.
    encoder: Option<Encoder>,
    /// The frame table of a divided file while it is parked.
    frames: Option<FrameTable>,
    /// Line ends to write before the first byte.
    lead: Vec<u8>,
    /// The end of the existing text to which games are added, until the caller takes it.
    tail: Option<Tail>,
    /// `None` if the output is written directly.
    pending: Option<PendingFile>,
    /// True if a closed pipe is an error like any other.
    is_required: bool,
    /// Kind and message of the error since which bytes are missing. All later calls fail with it.
    failure: Option<(io::ErrorKind, String)>,
}

impl Output {
    /// Returns an output to standard output.
    ///
    /// # Errors
    ///
    /// Returns an error if standard output is closed.
    pub fn stdout() -> Result<Output, Error> {
        Output::standard(1)
    }

    /// Returns an output to standard error.
    ///
    /// # Errors
    ///
    /// Returns an error if standard error is closed.
    pub fn stderr() -> Result<Output, Error> {
        Output::standard(2)
    }

    fn standard(number: u32) -> Result<Output, Error> {
        let encoder = platform::descriptor(number)
            .map(|file| Encoder::new(EarlySync::no_disk(file), &Compression::none(), None))
            .map_err(|error| unwritable(None, error))?;
        Ok(Output::direct(None, Compression::none(), encoder))
    }

    fn direct(path: Option<PathBuf>, compression: Compression, encoder: Encoder) -> Output {
        let (frames, lead, tail, pending, is_required) = (None, Vec::new(), None, None, false);
        let (encoder, failure) = (Some(encoder), None);
        Output { path, compression, encoder, frames, lead, tail, pending, is_required, failure }
    }

    /// Returns an output to the file at `path`. Its folder must exist; nothing is changed before [`Output::commit`].
    ///
    /// # Errors
    ///
    /// Returns an error if the file could not be written: no folder, no permission, a folder of that name.
    pub fn create(path: &Path, options: &OutputOptions) -> Result<Output, Error> {
        Output::create_in(path, options, None)
    }

    fn create_in(
        path: &Path,
        options: &OutputOptions,
        staging: Option<&Staging>,
    ) -> Result<Output, Error> {
        Output::try_create(path, options, staging).map_err(|error| unwritable(Some(path), error))
    }

    /// Returns an output that replaces the plain file at `path`, without compression. `read` is the file as it was
    /// read; if it has changed when the output is committed, it is not replaced.
    ///
    /// # Errors
    ///
    /// Returns an error if the file does not exist or could not be written.
    pub fn in_place(path: &Path, read: Option<&FileSnapshot>) -> Result<Output, Error> {
        let options = OutputOptions { compress: false, ..OutputOptions::default() };
        match destination::find(path, false) {
            Ok(Destination::File(Regular { metadata: Some(_), .. })) => {
                let mut output = Output::create(path, &options)?;
                if let Some(before) = output.pending.as_mut().and_then(|it| it.before.as_mut())
                    && let Some(read) = read
                {
                    before.snapshot = read.clone();
                }
                Ok(output)
            }
            Ok(Destination::File(_)) => Err(unwritable(Some(path), io::ErrorKind::NotFound.into())),
            Ok(Destination::Direct(_)) => {
                Err(unwritable(Some(path), io::Error::other("not a regular file")))
            }
            Err(error) if error.kind() == io::ErrorKind::IsADirectory => {
                Err(Error::new(ErrorKind::IsFolder).at(Some(path.to_owned()), None))
            }
            Err(error) => Err(unwritable(Some(path), error)),
        }
    }

    /// Opens the file at `path`: a pipe or device directly, any other as a temporary file, which begins with a copy of
    /// the file if the output is appended.
    fn try_create(
        path: &Path,
        options: &OutputOptions,
        staging: Option<&Staging>,
    ) -> io::Result<Output> {
        let format = if options.compress { format_of_name(path) } else { Format::Plain };
        let append = options.append != Append::No;
        let frames = options.frames.filter(|_| format == Format::Zstd && !append);
        let frames = frames.map(FrameTable::new);
        let OutputOptions { ref workers, max_waiting, .. } = *options;
        let compression = Compression { format, workers: workers.clone(), max_waiting };
        let Regular { target, mut metadata } = match destination::find(path, append)? {
            Destination::Direct(file) => {
                let file = EarlySync::no_disk(file);
                let encoder = Encoder::new(file, &compression, frames);
                return Ok(Output::direct(Some(path.to_owned()), compression, encoder));
            }
            Destination::File(regular) => regular,
        };
        let (mut lock, mut lead, mut tail, mut before) = (None, Vec::new(), None, None);
        // The names of a set are made of games: a link of that name leads to a place that the user did not name.
        let is_link_of_set = staging.is_some() && path.is_symlink();
        if !options.replace && (metadata.is_some() || is_link_of_set) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        if metadata.is_some() {
            // A file without write permission must not be replaced either.
            OpenOptions::new().append(true).open(&target)?;
            if append {
                lock = lock::exclusive(&target)?;
                metadata = Some(fs::metadata(&target)?);
            }
            // Recorded before the file is read, so that any later change is detected.
            before = metadata.map(|metadata| Before::new(&target, metadata)).transpose()?;
            if append {
                let there = append::tail_of(&target, format, options.append)?;
                match options.append {
                    Append::Games => tail = Some(there),
                    _ => lead = append::missing_line_end(&there.bytes),
                }
            }
        }
        let mode = before.as_ref().and_then(Before::mode);
        let staged = staging.map(|it| it.temporary(&target, mode)).transpose()?.flatten();
        let (temporary, mut file) = match staged {
            Some(made) => made,
            None => Temporary::beside(&target, mode).map_err(|error| of_folder(error, &target))?,
        };
        if append && before.is_some() {
            let there = File::open(&target)?;
            let apart =
                tail.as_ref().filter(|tail| !tail.is_written).map_or(0, |it| it.bytes.len());
            let n_bytes = there.metadata()?.len().saturating_sub(apart as u64);
            io::copy(&mut there.take(n_bytes), &mut file)?;
        }
        // A set may have more files than can be open. A change of this one is detected when the set is committed.
        let lock = lock.filter(|_| staging.is_none());
        let pending = Some(PendingFile {
            temporary,
            target,
            before,
            replace: options.replace,
            is_synced: false,
            keep_old: None,
            lock,
            is_locked_out: false,
        });
        let encoder = Encoder::new(EarlySync::of(file), &compression, frames);
        let direct = Output::direct(Some(path.to_owned()), compression, encoder);
        Ok(Output { lead, tail, pending, ..direct })
    }

    /// Returns the end of the existing text to which games are added; `None` if there is none, or if it was taken
    /// before.
    pub fn take_tail(&mut self) -> Option<Tail> {
        self.tail.take()
    }

    /// Returns the path as it was given; `None` for stdout.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Makes a closed pipe an error like any other, for an output whose closed pipe must not end the run silently.
    #[must_use]
    pub fn required(self) -> Output {
        Output { is_required: true, ..self }
    }

    /// Keeps the replaced file at `path` when the output is committed. A file there is replaced.
    pub fn keep_old(&mut self, path: PathBuf) {
        if let Some(pending) = &mut self.pending {
            pending.keep_old = Some(path);
        }
    }

    /// Closes the file temporarily, for programs with many outputs. The next write opens it again; a compressed
    /// output continues with a new frame or member.
    ///
    /// # Errors
    ///
    /// Returns an error if buffered bytes cannot be written to the file.
    pub fn park(&mut self) -> Result<(), Error> {
        self.close(false).map_err(|error| self.error_of(error))
    }

    /// Opens a parked file again, as the next write would.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be opened.
    pub fn unpark(&mut self) -> Result<(), Error> {
        let opened = self.encoder().map(|_| ());
        opened.map_err(|error| self.error_of(error))
    }

    /// Syncs the temporary file to disk, so that either all or none of several outputs can be committed. Optional.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written or synced.
    pub fn seal(&mut self) -> Result<(), Error> {
        self.close(true).map_err(|error| self.error_of(error))
    }

    /// Returns the path of the temporary file and its compression; `None` if the output is written directly.
    pub(crate) fn waiting(&self) -> Option<(&Path, Format)> {
        self.pending.as_ref().map(|pending| (pending.temporary.path(), self.compression.format))
    }

    /// Returns the pending file that is renamed when the output is committed; `None` if there is none.
    pub(crate) fn renaming(&self) -> Option<Renaming<'_>> {
        let PendingFile { temporary, target, before, .. } = self.pending.as_ref()?;
        let replaces = before.as_ref().map(|before| before.snapshot.state());
        Some(Renaming { from: temporary.path(), to: target, replaces })
    }

    /// Finishes the output: syncs the temporary file and renames it to its target.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written, synced or renamed; of kind [`ErrorKind::Changed`] if the target
    /// has changed since the output was created, and of kind [`ErrorKind::Locked`] if another program has locked it.
    pub fn commit(mut self) -> Result<(), Error> {
        self.make_ready()?;
        if self.is_target_changed() {
            return Err(self.keep_as_changed());
        }
        self.rename().map_err(|error| self.keep_without_name(error))
    }

    /// Finishes an output that can be made again, such as a cache. If the target has changed since the output was
    /// created, the output is removed.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written, synced or renamed.
    pub fn commit_if_unchanged(mut self) -> Result<(), Error> {
        self.make_ready()?;
        if self.is_target_changed() {
            return Ok(());
        }
        match self.rename() {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            result => result.map_err(|error| self.error_of(error)),
        }
    }

    /// Renames the temporary file to its target, and syncs the folder.
    fn rename(&mut self) -> io::Result<()> {
        self.take_name(&mut interrupt::lock())?;
        if let Some(pending) = &self.pending {
            sync_folder(&pending.target);
        }
        Ok(())
    }

    /// Syncs everything to disk. Then only the renaming is missing.
    pub(crate) fn make_ready(&mut self) -> Result<(), Error> {
        self.try_make_ready().map_err(|error| self.error_of(error))
    }

    /// Writes the end of the existing text, unless the caller has taken it.
    fn write_tail(&mut self) -> io::Result<()> {
        if self.tail.as_ref().is_none_or(|tail| tail.is_written) {
            self.tail = None;
            return Ok(());
        }
        // If the file cannot be opened, the tail is kept.
        self.encoder()?;
        let tail = self.tail.take().map_or_else(Vec::new, |tail| tail.bytes);
        let result = self.encoder().and_then(|it| it.write_all(&tail));
        self.noted(result)
    }

    fn try_make_ready(&mut self) -> io::Result<()> {
        self.write_tail()?;
        self.close(true)?;
        self.pending.as_mut().map_or(Ok(()), PendingFile::prepare)
    }

    /// Returns true if the target has changed since the output was created, or is locked by another program.
    pub(crate) fn is_target_changed(&self) -> bool {
        self.pending.as_ref().is_some_and(PendingFile::is_target_changed)
    }

    /// Returns the error of an output that could not take its name. If another program has created a file of the name
    /// meanwhile, that file and the output are kept.
    pub(crate) fn keep_without_name(&mut self, error: io::Error) -> Error {
        let is_created = error.kind() == io::ErrorKind::AlreadyExists
            && self.pending.as_ref().is_some_and(|it| it.replace);
        if is_created { self.keep_as_changed() } else { self.error_of(error) }
    }

    /// Keeps the output under a partial name, as the target has changed or is locked. Returns the error for the
    /// caller to report.
    pub(crate) fn keep_as_changed(&mut self) -> Error {
        let is_locked_out = self.pending.as_ref().is_some_and(|it| it.is_locked_out);
        let kind = if is_locked_out { ErrorKind::Locked } else { ErrorKind::Changed };
        match self.take_partial_name() {
            Ok(partial) => {
                let partial = partial.unwrap_or_default().display().to_string();
                Error {
                    path: self.path.clone(),
                    source: Some(io::Error::other(partial)),
                    ..Error::new(kind)
                }
            }
            Err(error) => self.error_of(error),
        }
    }

    /// Renames the temporary file to its target. The caller must sync the folder.
    pub(crate) fn take_name(&mut self, list: &mut RemovalList) -> io::Result<()> {
        self.pending.as_mut().map_or(Ok(()), |pending| pending.take_name(list))
    }

    /// Ends an incomplete output: renames the temporary file to `NAME.partial` beside the target, or `NAME.partial2`
    /// if that exists; an existing target stays as it is. Returns the new path; `None` for an output that is written
    /// directly.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Output::commit`].
    pub fn keep_partial(mut self) -> Result<Option<PathBuf>, Error> {
        self.make_ready()?;
        self.take_partial_name().map_err(|error| self.error_of(error))
    }

    fn take_partial_name(&mut self) -> io::Result<Option<PathBuf>> {
        self.pending.as_mut().map(PendingFile::take_partial_name).transpose()
    }

    fn close(&mut self, sync: bool) -> io::Result<()> {
        self.check()?;
        if self.pending.is_none() && !sync {
            // A descriptor cannot be opened again.
            return self.flush_encoder();
        }
        if !sync {
            if let Some(encoder) = self.encoder.take() {
                let parked = encoder.park();
                self.frames = self.noted(parked)?;
            }
            return Ok(());
        }
        if self.frames.is_some() {
            // Opened again to write the table of its frames.
            self.encoder()?;
        }
        let finished = self.encoder.take().map(Encoder::finish).transpose();
        let file = self.noted(finished)?;
        if let Some(pending) = self.pending.as_mut().filter(|it| !it.is_synced) {
            let file = match file {
                Some(file) => file,
                None => pending.temporary.reopen()?,
            };
            let synced = file.sync_all();
            pending.is_synced = synced.is_ok();
            self.noted(synced)?;
        }
        Ok(())
    }

    /// Returns the error since which bytes are missing, if there was one.
    fn check(&self) -> io::Result<()> {
        match &self.failure {
            Some((kind, message)) => Err(io::Error::new(*kind, message.clone())),
            None => Ok(()),
        }
    }

    /// Stores the error of a call that has lost bytes.
    fn noted<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        if let Err(error) = &result {
            self.failure = Some((error.kind(), error.to_string()));
        }
        result
    }

    fn write_some(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_tail()?;
        // If the file cannot be opened, the line ends are kept.
        self.encoder()?;
        let lead = if bytes.is_empty() { Vec::new() } else { std::mem::take(&mut self.lead) };
        let result = self.encoder().and_then(|it| {
            it.write_all(&lead)?;
            it.write(bytes)
        });
        match result {
            // Nothing is lost: the caller calls again.
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            result => self.noted(result),
        }
    }

    fn flush_encoder(&mut self) -> io::Result<()> {
        self.check()?;
        let flushed = self.encoder.as_mut().map_or(Ok(()), Encoder::flush);
        self.noted(flushed)
    }

    fn encoder(&mut self) -> io::Result<&mut Encoder> {
        self.check()?;
        if self.encoder.is_none() {
            let Some(pending) = &mut self.pending else {
                return Err(io::ErrorKind::BrokenPipe.into());
            };
            pending.is_synced = false;
            let file = pending.temporary.reopen()?;
            let frames = self.frames.take();
            self.encoder = Some(Encoder::new(EarlySync::of(file), &self.compression, frames));
        }
        self.encoder.as_mut().ok_or_else(|| io::ErrorKind::BrokenPipe.into())
    }

    /// Returns an error of this output with its path.
    fn error_of(&self, error: io::Error) -> Error {
        let is_closed = self.is_required && error.kind() == io::ErrorKind::BrokenPipe;
        let error = if is_closed { io::Error::other("closed by its reader") } else { error };
        unwritable(self.path.as_deref(), error)
    }

    /// Returns an error of this output as one of [`Write`].
    fn io_error_of(&self, error: io::Error) -> io::Error {
        let error = self.error_of(error);
        io::Error::new(error.source.as_ref().map_or(io::ErrorKind::Other, io::Error::kind), error)
    }
}

impl Staging {
    /// Creates an output as [`Output::create`] does, which is renamed together with the rest of the set.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Output::create`].
    pub fn create(&self, path: &Path, options: &OutputOptions) -> Result<Output, Error> {
        Output::create_in(path, options, Some(self))
    }
}

/// Errors contain an [`Error`] with the path.
impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_some(bytes).map_err(|error| self.io_error_of(error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.flush_encoder().map_err(|error| self.io_error_of(error))
    }
}

/// Returns true if both paths lead to the same file, links followed.
#[must_use]
pub fn is_same_file(a: &Path, b: &Path) -> bool {
    FileId::of_path(a).is_some_and(|of_a| FileId::of_path(b) == Some(of_a))
}

/// Returns the error for a temporary file beside `target`: if a permission is missing, it is that of the folder.
fn of_folder(error: io::Error, target: &Path) -> io::Error {
    match error.kind() {
        kind @ io::ErrorKind::PermissionDenied => {
            io::Error::new(kind, format!("the folder {}: {error}", folder_of(target).display()))
        }
        _ => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_permission_is_that_of_the_folder() {
        let error = |kind| of_folder(io::Error::from(kind), Path::new("a/b.pgn")).to_string();
        assert_eq!(error(io::ErrorKind::PermissionDenied), "the folder a: permission denied");
        assert_eq!(error(io::ErrorKind::StorageFull), "no storage space");
    }

    #[test]
    fn a_file_that_is_created_at_the_last_moment_is_kept() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.pgn");
        let mut output = Output::create(&path, &OutputOptions::default()).unwrap();
        output.write_all(b"new").unwrap();
        output.make_ready().unwrap();
        assert!(!output.is_target_changed());
        fs::write(&path, "other").unwrap();
        let error = output.take_name(&mut interrupt::lock()).unwrap_err();
        assert_eq!(output.keep_without_name(error).kind(), ErrorKind::Changed);
        assert_eq!(fs::read(&path).unwrap(), b"other");
        assert_eq!(fs::read(dir.path().join("x.pgn.partial")).unwrap(), b"new");
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_is_locked_is_kept() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.pgn");
        fs::write(&path, "old").unwrap();
        let holder = File::open(&path).unwrap();
        holder.lock().unwrap();
        let mut output = Output::create(&path, &OutputOptions::default()).unwrap();
        output.write_all(b"new").unwrap();
        let error = output.commit().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Locked);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read(dir.path().join("x.pgn.partial")).unwrap(), b"new");
        let append = OutputOptions { append: Append::Line, ..OutputOptions::default() };
        let error = Output::create(&path, &append).unwrap_err();
        assert_eq!(error.to_string(), "cannot be written: another program has locked it");
    }

    #[test]
    fn an_output_that_has_lost_bytes_is_never_committed() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.pgn");
        // A file that cannot be written.
        let unwritable = || {
            let mut output = Output::create(&path, &OutputOptions::default()).unwrap();
            let file = File::open(output.renaming().unwrap().from).unwrap();
            output.encoder = Some(Encoder::new(EarlySync::of(file), &Compression::none(), None));
            output.write_all(b"text").unwrap();
            output
        };
        type Call = fn(&mut Output) -> Result<(), Error>;
        let calls: [Call; 3] = [Output::make_ready, Output::park, |output| {
            output.write_all(&[b'x'; 1 << 20]).map_err(|error| error.downcast().unwrap())
        }];
        for call in calls {
            let mut output = unwritable();
            let first = call(&mut output).unwrap_err().to_string();
            for call in [Output::make_ready, Output::park, Output::unpark] {
                let error = call(&mut output).unwrap_err();
                assert_eq!((error.to_string(), error.path()), (first.clone(), Some(&*path)));
            }
            let error = output.write_all(b"x").unwrap_err();
            assert_eq!(error.downcast::<Error>().unwrap().path(), Some(&*path));
            output.commit().unwrap_err();
            assert!(!path.exists());
        }
    }

    #[test]
    #[cfg(unix)]
    fn a_required_output_whose_pipe_closes_fails() {
        for call in [Output::seal, Output::park, Output::make_ready] {
            let (reader, writer) = io::pipe().unwrap();
            let file = File::from(std::os::fd::OwnedFd::from(writer));
            let encoder = Encoder::new(EarlySync::no_disk(file), &Compression::none(), None);
            let mut output = Output::direct(None, Compression::none(), encoder).required();
            output.write_all(b"text").unwrap();
            drop(reader);
            let error = call(&mut output).unwrap_err();
            assert_eq!(error.to_string(), "cannot be written: closed by its reader");
            assert!(!error.is_closed_pipe());
        }
    }

    #[test]
    fn errors_of_the_tail_name_the_file() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.pgn");
        fs::write(&path, "1. e4 *").unwrap();
        let append = OutputOptions { append: Append::Games, ..OutputOptions::default() };
        let mut output = Output::create(&path, &append).unwrap();
        output.tail = Some(Tail { bytes: vec![b'x'; 1 << 20], ..Tail::default() });
        let file = File::open(&path).unwrap();
        output.encoder = Some(Encoder::new(EarlySync::of(file), &Compression::none(), None));
        let error = output.write_all(b"1. d4 *").unwrap_err();
        assert_eq!(error.downcast::<Error>().unwrap().path(), Some(&*path));
    }
}
