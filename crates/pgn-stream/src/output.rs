//! Output files that appear complete or not at all.
//!
//! A file is written under a temporary name beside its target, synced to disk, and then renamed. Pipes and devices
//! are written directly. An output that is dropped without [`Output::commit`] leaves no trace.

use std::{
    ffi::OsString,
    fs::{self, File, Metadata, OpenOptions},
    io::{self, Read as _, Write},
    path::{Path, PathBuf},
};

use crate::{
    append::{self, Append, Tail},
    attributes,
    compressed_file::Compression,
    destination::{self, Destination, Regular},
    early_sync::EarlySync,
    encode::{Encoder, format_of_name},
    error::{Error, ErrorKind, unwritable},
    frame_writer::FrameTable,
    identity::FileId,
    input::Format,
    interrupt::{self, RemovalList},
    lock,
    output_options::OutputOptions,
    platform,
    staging::Staging,
    state::FileSnapshot,
    temporary::{Temporary, name_with, sync_folder},
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
    /// True if a closed pipe is an error like others.
    is_required: bool,
}

/// The temporary file of an output, and how it becomes the target.
#[derive(Debug)]
struct PendingFile {
    temporary: Temporary,
    /// Path of the target, links followed.
    target: PathBuf,
    /// The file that is replaced; `None` if there is none.
    before: Option<Before>,
    replace: bool,
    is_synced: bool,
    /// Suffix of the name under which the replaced file is kept; `None`: it is not kept.
    keep_old: Option<OsString>,
    /// Lock on the target, held while it is appended to or just before it is replaced.
    lock: Option<File>,
    /// True if another program has locked the target, which is then not replaced.
    is_locked_out: bool,
}

/// A file as it was before it is replaced.
#[derive(Debug)]
struct Before {
    metadata: Metadata,
    snapshot: FileSnapshot,
}

impl Before {
    fn new(path: &Path, metadata: Metadata) -> io::Result<Before> {
        let snapshot = match File::open(path) {
            Ok(file) => FileSnapshot::of(&file)?,
            // The file may be writable but not readable.
            Err(_) => FileSnapshot::of_metadata(&metadata),
        };
        Ok(Before { metadata, snapshot })
    }

    fn mode(&self) -> Option<u32> {
        platform::mode(&self.metadata)
    }
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
        let encoder = Some(encoder);
        Output { path, compression, encoder, frames, lead, tail, pending, is_required }
    }

    /// Returns an output to the file at `path`. Its folder must exist; nothing is changed before [`Output::commit`].
    ///
    /// # Errors
    ///
    /// Returns an error if the file could not be written: no folder, no permission, a folder of that name.
    pub fn create(path: &Path, options: &OutputOptions) -> Result<Output, Error> {
        Output::create_in(path, options, None)
    }

    pub(crate) fn create_in(
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
        let (mut lock, mut lead, mut tail) = (None, Vec::new(), None);
        if metadata.is_some() {
            if !options.replace {
                return Err(io::ErrorKind::AlreadyExists.into());
            }
            // A file without write permission must not be replaced either.
            OpenOptions::new().append(true).open(&target)?;
            if append {
                lock = lock::exclusive(&target)?;
                metadata = Some(fs::metadata(&target)?);
                let there = append::tail_of(&target, format)?;
                match options.append {
                    Append::Games => tail = Some(there),
                    _ => lead = append::missing_line_end(&there.bytes),
                }
            }
        }
        let before = metadata.map(|metadata| Before::new(&target, metadata)).transpose()?;
        let mode = before.as_ref().and_then(Before::mode);
        let staged = staging.map(|it| it.temporary(&target, mode)).transpose()?.flatten();
        let (temporary, mut file) = match staged {
            Some(made) => made,
            None => Temporary::beside(&target, mode)?,
        };
        if append && before.is_some() {
            let there = File::open(&target)?;
            let apart =
                tail.as_ref().filter(|tail| !tail.is_written).map_or(0, |it| it.bytes.len());
            let n_bytes = there.metadata()?.len().saturating_sub(apart as u64);
            io::copy(&mut there.take(n_bytes), &mut file)?;
        }
        let (replace, is_synced, keep_old) = (options.replace, false, None);
        let pending = Some(PendingFile {
            temporary,
            target,
            before,
            replace,
            is_synced,
            keep_old,
            lock,
            is_locked_out: false,
        });
        let encoder = Some(Encoder::new(EarlySync::of(file), &compression, frames));
        let (path, frames) = (Some(path.to_owned()), None);
        Ok(Output { path, compression, encoder, frames, lead, tail, pending, is_required: false })
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

    /// Makes a closed pipe an error like others, for an output beside one that must not end with it.
    #[must_use]
    pub fn required(self) -> Output {
        Output { is_required: true, ..self }
    }

    /// Keeps the replaced file when the output is committed, with `suffix` appended to its name.
    pub fn keep_old(&mut self, suffix: &str) {
        if let Some(pending) = &mut self.pending {
            pending.keep_old = Some(suffix.into());
        }
    }

    /// Closes the file temporarily, for programs with many outputs. The next write opens it again; a compressed
    /// output continues with a new frame or member.
    ///
    /// # Errors
    ///
    /// Returns an error if buffered bytes cannot be written to the file.
    pub fn park(&mut self) -> Result<(), Error> {
        self.close(false).map_err(|error| unwritable(self.path.as_deref(), error))
    }

    /// Opens a parked file again, as the next write would.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be opened.
    pub fn unpark(&mut self) -> Result<(), Error> {
        let opened = self.encoder().map(|_| ());
        opened.map_err(|error| unwritable(self.path.as_deref(), error))
    }

    /// Syncs the temporary file to disk, so that either all or none of several outputs can be committed. Optional.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written or synced.
    pub fn seal(&mut self) -> Result<(), Error> {
        self.close(true).map_err(|error| unwritable(self.path.as_deref(), error))
    }

    /// Returns the path of the temporary file and its compression; `None` if the output is written directly.
    pub(crate) fn waiting(&self) -> Option<(&Path, Format)> {
        self.pending.as_ref().map(|pending| (pending.temporary.path(), self.compression.format))
    }

    /// Returns the path of the temporary file and its target; `None` if the output is written directly.
    pub(crate) fn names(&self) -> Option<(&Path, &Path)> {
        self.pending.as_ref().map(|pending| (pending.temporary.path(), &*pending.target))
    }

    /// Returns true if the output replaces no file.
    pub(crate) fn is_new(&self) -> bool {
        self.pending.as_ref().is_none_or(|pending| pending.before.is_none())
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
        let result = self.take_name(&mut interrupt::lock());
        result.map_err(|error| unwritable(self.path.as_deref(), error))?;
        if let Some(pending) = &self.pending {
            sync_folder(&pending.target);
        }
        Ok(())
    }

    /// Syncs everything to disk. Then only the renaming is missing.
    pub(crate) fn make_ready(&mut self) -> Result<(), Error> {
        self.try_make_ready().map_err(|error| unwritable(self.path.as_deref(), error))
    }

    /// Writes the end of the existing text, unless the caller has taken it.
    fn write_tail(&mut self) -> io::Result<()> {
        match self.tail.take() {
            Some(tail) if !tail.is_written => self.encoder()?.write_all(&tail.bytes),
            _ => Ok(()),
        }
    }

    fn try_make_ready(&mut self) -> io::Result<()> {
        self.write_tail()?;
        self.close(true)?;
        let Some(pending) = &mut self.pending else { return Ok(()) };
        let Some(before) = &pending.before else { return Ok(()) };
        attributes::copy(&pending.target, &before.metadata, pending.temporary.path())?;
        if pending.lock.is_none() && pending.temporary.is_by_itself() {
            match lock::exclusive(&pending.target) {
                Ok(lock) => pending.lock = lock,
                Err(error) if error.kind() == io::ErrorKind::ResourceBusy => {
                    pending.is_locked_out = true;
                }
                // A missing target is found when it is compared.
                Err(error) if error.kind() == io::ErrorKind::NotFound => (),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Returns true if the target has changed since the output was created, or is locked by another program.
    pub(crate) fn is_target_changed(&self) -> bool {
        let Some(PendingFile { target, before, replace, is_locked_out, .. }) = &self.pending else {
            return false;
        };
        match before {
            _ if *is_locked_out => true,
            Some(before) => !before.snapshot.is_still(target),
            None => *replace && fs::symlink_metadata(target).is_ok(),
        }
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
            Err(error) => unwritable(self.path.as_deref(), error),
        }
    }

    /// Renames the temporary file to its target. The caller must sync the folder.
    pub(crate) fn take_name(&mut self, list: &mut RemovalList) -> io::Result<()> {
        let Some(pending) = &mut self.pending else { return Ok(()) };
        if let Some(suffix) = &pending.keep_old {
            keep_under(&pending.target, &with_suffix(&pending.target, suffix))?;
        }
        pending.temporary.persist(&pending.target, pending.replace, list)
    }

    /// Discards the output; an existing file stays as it is.
    pub fn abandon(self) {}

    /// Ends an incomplete output: renames the temporary file to `NAME.partial` beside the target, or `NAME.partial2`
    /// if that exists; an existing target stays as it is. Returns the new path; `None` for an output that is written
    /// directly.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Output::commit`].
    pub fn keep_partial(mut self) -> Result<Option<PathBuf>, Error> {
        self.make_ready()?;
        self.take_partial_name().map_err(|error| unwritable(self.path.as_deref(), error))
    }

    fn take_partial_name(&mut self) -> io::Result<Option<PathBuf>> {
        const MAX_ATTEMPTS: u32 = 10_000;
        let Some(pending) = &mut self.pending else { return Ok(None) };
        let name = pending.target.file_name().unwrap_or_default();
        for attempt in 1..=MAX_ATTEMPTS {
            let suffix = match attempt {
                1 => ".partial".to_owned(),
                _ => format!(".partial{attempt}"),
            };
            let partial =
                pending.target.with_file_name(name_with("".as_ref(), name, suffix.as_ref()));
            match pending.temporary.persist(&partial, false, &mut interrupt::lock()) {
                Ok(()) => {
                    sync_folder(&partial);
                    return Ok(Some(partial));
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => (),
                Err(error) => return Err(error),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    fn close(&mut self, sync: bool) -> io::Result<()> {
        if self.pending.is_none() && !sync {
            // A descriptor cannot be opened again.
            return self.encoder.as_mut().map_or(Ok(()), Encoder::flush);
        }
        if !sync {
            if let Some(encoder) = self.encoder.take() {
                self.frames = encoder.park()?;
            }
            return Ok(());
        }
        if self.frames.is_some() {
            // Opened again to write the table of its frames.
            self.encoder()?;
        }
        let file = self.encoder.take().map(Encoder::finish).transpose()?;
        if let Some(pending) = self.pending.as_mut().filter(|it| !it.is_synced) {
            match file {
                Some(file) => file,
                None => OpenOptions::new().append(true).open(pending.temporary.path())?,
            }
            .sync_all()?;
            pending.is_synced = true;
        }
        Ok(())
    }

    fn encoder(&mut self) -> io::Result<&mut Encoder> {
        if self.encoder.is_none() {
            let Some(pending) = &mut self.pending else {
                return Err(io::ErrorKind::BrokenPipe.into());
            };
            pending.is_synced = false;
            let file = OpenOptions::new().append(true).open(pending.temporary.path())?;
            let frames = self.frames.take();
            self.encoder = Some(Encoder::new(EarlySync::of(file), &self.compression, frames));
        }
        self.encoder.as_mut().ok_or_else(|| io::ErrorKind::BrokenPipe.into())
    }

    fn named<T>(&self, result: io::Result<T>) -> io::Result<T> {
        let closed = |error: io::Error| match error.kind() {
            io::ErrorKind::BrokenPipe if self.is_required => {
                io::Error::other("closed by its reader")
            }
            _ => error,
        };
        let named = |error| unwritable(self.path.as_deref(), error);
        result.map_err(closed).map_err(|error| io::Error::new(error.kind(), named(error)))
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
        self.write_tail()?;
        let lead = if bytes.is_empty() { Vec::new() } else { std::mem::take(&mut self.lead) };
        let result = self.encoder().and_then(|it| {
            it.write_all(&lead)?;
            it.write(bytes)
        });
        self.named(result)
    }

    fn flush(&mut self) -> io::Result<()> {
        let result = self.encoder.as_mut().map_or(Ok(()), Encoder::flush);
        self.named(result)
    }
}

/// Returns true if both paths lead to the same file, links followed.
#[must_use]
pub fn is_same_file(a: &Path, b: &Path) -> bool {
    let id = |path: &Path| FileId::of_any(path, &fs::metadata(path).ok()?);
    id(a).is_some_and(|of_a| id(b) == Some(of_a))
}

fn with_suffix(path: &Path, suffix: &std::ffi::OsStr) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Links or copies the file at `old` to `new`, which is replaced.
fn keep_under(old: &Path, new: &Path) -> io::Result<()> {
    match fs::remove_file(new) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => (),
    }
    if fs::hard_link(old, new).is_ok() { Ok(()) } else { fs::copy(old, new).map(|_| ()) }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
