//! Outputs that appear whole or not at all.
//!
//! A file is written under another name beside its target, brought to disk, and then renamed. Pipes
//! and devices are written directly. What is dropped without [`Output::commit`] leaves no trace.

use std::{
    ffi::OsString,
    fs::{self, File, OpenOptions, Permissions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use tempfile::TempPath;

use crate::{
    append::{Append, missing_line_ends},
    early_sync::EarlySync,
    encode::Encoder,
    error::{Error, ErrorKind},
    inherited,
    input::Format,
    place::{self, Place, Regular, parent},
};

/// How to write a file.
#[derive(Clone, Copy, Debug)]
pub struct OutputOptions {
    /// Whether what the file holds stays, and is followed by what is written; in a compressed file,
    /// as a frame or member of its own.
    pub append: Append,
    /// Whether the end of the name (`.zst`, `.gz`, `.bz2`, `.xz`) says that it is to be compressed.
    pub compress: bool,
    /// Whether a file of this name may be there already.
    pub replace: bool,
}

impl Default for OutputOptions {
    fn default() -> OutputOptions {
        OutputOptions { append: Append::No, compress: true, replace: true }
    }
}

/// An output that is being written.
#[derive(Debug)]
pub struct Output {
    /// As the caller calls it; `None`: stdout.
    path: Option<PathBuf>,
    format: Format,
    /// `None`: parked or sealed.
    encoder: Option<Encoder>,
    /// Line ends that come before the first byte.
    lead: Vec<u8>,
    /// `None`: written directly.
    behind: Option<Behind>,
}

/// What turns what was written into the target.
#[derive(Debug)]
struct Behind {
    temporary: TempPath,
    target: PathBuf,
    /// Of the file that is replaced.
    permissions: Option<Permissions>,
    replace: bool,
    is_synced: bool,
    /// The old file is kept under its name and this.
    keep_old: Option<OsString>,
}

/// A file that has taken its name.
#[derive(Debug)]
pub(crate) struct Named {
    pub(crate) path: PathBuf,
    /// No file of that name was there before.
    pub(crate) is_new: bool,
}

impl Output {
    /// Standard output.
    ///
    /// # Errors
    ///
    /// If it is closed.
    pub fn stdout() -> Result<Output, Error> {
        Output::standard(1)
    }

    /// Standard error.
    ///
    /// # Errors
    ///
    /// If it is closed.
    pub fn stderr() -> Result<Output, Error> {
        Output::standard(2)
    }

    fn standard(number: u32) -> Result<Output, Error> {
        let encoder = inherited::descriptor(number)
            .and_then(|file| Encoder::new(EarlySync::no_disk(file), Format::Plain))
            .map_err(|error| unwritable(None, error))?;
        let (format, lead) = (Format::Plain, Vec::new());
        Ok(Output { path: None, format, encoder: Some(encoder), lead, behind: None })
    }

    /// A file. Its folder must be there; nothing is changed before [`Output::commit`].
    ///
    /// # Errors
    ///
    /// If it could not be written: no folder, no permission, a folder of that name.
    pub fn create(path: &Path, options: &OutputOptions) -> Result<Output, Error> {
        Output::try_create(path, options).map_err(|error| unwritable(Some(path), error))
    }

    /// Rewrites a plain file with what is to be written. The bytes are never compressed.
    ///
    /// # Errors
    ///
    /// If it is not there or could not be written.
    pub fn in_place(path: &Path) -> Result<Output, Error> {
        let options = OutputOptions { compress: false, ..OutputOptions::default() };
        match place::find(path, false) {
            Ok(Place::File(Regular { metadata: Some(_), .. })) => Output::create(path, &options),
            Ok(Place::File(_)) => Err(unwritable(Some(path), io::ErrorKind::NotFound.into())),
            Ok(Place::Direct(_)) => {
                Err(unwritable(Some(path), io::Error::other("not a regular file")))
            }
            Err(error) if error.kind() == io::ErrorKind::IsADirectory => {
                Err(Error::new(ErrorKind::IsFolder).at(Some(path.to_owned()), None))
            }
            Err(error) => Err(unwritable(Some(path), error)),
        }
    }

    fn try_create(path: &Path, options: &OutputOptions) -> io::Result<Output> {
        let format = if options.compress { format_of_name(path) } else { Format::Plain };
        let path_owned = Some(path.to_owned());
        let append = options.append != Append::No;
        let Regular { target, metadata } = match place::find(path, append)? {
            Place::Direct(file) => {
                let encoder = Some(Encoder::new(EarlySync::no_disk(file), format)?);
                let lead = Vec::new();
                return Ok(Output { path: path_owned, format, encoder, lead, behind: None });
            }
            Place::File(regular) => regular,
        };
        if metadata.is_some() {
            if !options.replace {
                return Err(io::ErrorKind::AlreadyExists.into());
            }
            // A file that may not be written may not be replaced either.
            OpenOptions::new().append(true).open(&target)?;
        }
        let mut file = temporary_beside(&target)?;
        let mut lead = Vec::new();
        if append && metadata.is_some() {
            io::copy(&mut File::open(&target)?, file.as_file_mut())?;
            lead = missing_line_ends(&target, format, options.append);
        }
        let (file, temporary) = file.into_parts();
        let behind = Behind {
            temporary,
            target,
            permissions: metadata.map(|it| it.permissions()),
            replace: options.replace,
            is_synced: false,
            keep_old: None,
        };
        let encoder = Some(Encoder::new(EarlySync::of(file), format)?);
        Ok(Output { path: path_owned, format, encoder, lead, behind: Some(behind) })
    }

    /// The name, as it was given; `None` for stdout.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// When the output is committed, the file that it replaces stays, with `suffix` after its name.
    pub fn keep_old(&mut self, suffix: &str) {
        if let Some(behind) = &mut self.behind {
            behind.keep_old = Some(suffix.into());
        }
    }

    /// Closes the file for the time being, for programs with many outputs. The next write opens it
    /// again; a compressed output goes on with a new frame or member.
    ///
    /// # Errors
    ///
    /// If what was written cannot be brought to the file.
    pub fn park(&mut self) -> Result<(), Error> {
        self.close(false).map_err(|error| unwritable(self.path.as_deref(), error))
    }

    /// Brings all to disk under the temporary name, so that of many outputs either all can be
    /// committed or none. Optional.
    ///
    /// # Errors
    ///
    /// If what was written cannot be brought to disk.
    pub fn seal(&mut self) -> Result<(), Error> {
        self.close(true).map_err(|error| unwritable(self.path.as_deref(), error))
    }

    /// The file that waits for its name, and how it is compressed.
    pub(crate) fn waiting(&self) -> Option<(&Path, Format)> {
        self.behind.as_ref().map(|behind| (&*behind.temporary, self.format))
    }

    /// Ends the output: the file takes its name.
    ///
    /// # Errors
    ///
    /// If what was written cannot be brought to disk, or the file cannot be renamed.
    pub fn commit(mut self) -> Result<(), Error> {
        self.try_commit().map_err(|error| unwritable(self.path.as_deref(), error))
    }

    fn try_commit(&mut self) -> io::Result<()> {
        if let Some(named) = self.take_name()? {
            sync_folder(&named.path);
        }
        Ok(())
    }

    /// The file takes its name; that this is on disk is for the caller to see to. `None`: it has none
    /// to take.
    pub(crate) fn take_name(&mut self) -> io::Result<Option<Named>> {
        self.close(true)?;
        let Some(behind) = self.behind.take() else { return Ok(None) };
        let Behind { temporary, target, permissions, replace, keep_old, .. } = behind;
        let is_new = permissions.is_none();
        if let Some(permissions) = permissions {
            keep_owner(&temporary, &target);
            fs::set_permissions(&temporary, permissions)?;
        }
        if let Some(suffix) = keep_old {
            keep_under(&target, &with_suffix(&target, &suffix))?;
        }
        let renamed =
            if replace { temporary.persist(&target) } else { temporary.persist_noclobber(&target) };
        renamed.map_err(|it| it.error)?;
        Ok(Some(Named { path: target, is_new }))
    }

    /// Gives the output up: a file that was there stays as it is.
    pub fn abandon(self) {}

    /// Ends an output that is not whole: it becomes `NAME.partial`, a file that was there stays.
    /// Gives the name; `None` for what is written directly.
    ///
    /// # Errors
    ///
    /// As for [`Output::commit`].
    pub fn keep_partial(mut self) -> Result<Option<PathBuf>, Error> {
        let mut partial = None;
        if let (Some(behind), Some(path)) = (&mut self.behind, &self.path) {
            let name = with_suffix(path, ".partial".as_ref());
            behind.target.clone_from(&name);
            behind.replace = true;
            behind.keep_old = None;
            partial = Some(name);
        }
        self.try_commit().map_err(|error| unwritable(self.path.as_deref(), error))?;
        Ok(partial)
    }

    fn close(&mut self, sync: bool) -> io::Result<()> {
        if self.behind.is_none() && !sync {
            // Could not be opened again.
            return self.encoder.as_mut().map_or(Ok(()), Encoder::flush);
        }
        let file = self.encoder.take().map(Encoder::finish).transpose()?;
        if let Some(behind) = self.behind.as_mut().filter(|it| sync && !it.is_synced) {
            match file {
                Some(file) => file,
                None => OpenOptions::new().append(true).open(&behind.temporary)?,
            }
            .sync_all()?;
            behind.is_synced = true;
        }
        Ok(())
    }

    fn encoder(&mut self) -> io::Result<&mut Encoder> {
        if self.encoder.is_none() {
            let Some(behind) = &mut self.behind else {
                return Err(io::ErrorKind::BrokenPipe.into());
            };
            behind.is_synced = false;
            let file = OpenOptions::new().append(true).open(&behind.temporary)?;
            self.encoder = Some(Encoder::new(EarlySync::of(file), self.format)?);
        }
        self.encoder.as_mut().ok_or_else(|| io::ErrorKind::BrokenPipe.into())
    }

    fn named<T>(&self, result: io::Result<T>) -> io::Result<T> {
        result
            .map_err(|error| io::Error::new(error.kind(), unwritable(self.path.as_deref(), error)))
    }
}

/// Errors carry an [`Error`] with the path.
impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
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

pub(crate) fn unwritable(path: Option<&Path>, source: io::Error) -> Error {
    // What `Write` has wrapped already stays.
    source.downcast::<Error>().unwrap_or_else(|source| Error {
        path: path.map(Path::to_owned),
        source: Some(source),
        ..Error::new(ErrorKind::Unwritable)
    })
}

/// How a file of this name is compressed.
#[must_use]
pub fn format_of_name(path: &Path) -> Format {
    let extension = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
    match extension.to_ascii_lowercase().as_str() {
        "zst" => Format::Zstd,
        "gz" => Format::Gzip,
        "bz2" => Format::Bzip2,
        "xz" => Format::Xz,
        _ => Format::Plain,
    }
}

/// Whether two names are of one file, links followed.
#[must_use]
pub fn is_same_file(a: &Path, b: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;

        let id = |path: &Path| fs::metadata(path).ok().map(|it| (it.dev(), it.ino()));
        id(a).is_some_and(|of_a| id(b) == Some(of_a))
    }
    #[cfg(not(unix))]
    fs::canonicalize(a).is_ok_and(|of_a| fs::canonicalize(b).is_ok_and(|of_b| of_a == of_b))
}

fn temporary_beside(target: &Path) -> io::Result<tempfile::NamedTempFile> {
    let Some(name) = target.file_name() else { return Err(io::ErrorKind::InvalidFilename.into()) };
    let mut prefix = OsString::from(".");
    // Names have at most 255 bytes.
    if name.len() < 200 {
        prefix.push(name);
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".tmp");
    #[cfg(unix)]
    builder.permissions({
        use std::os::unix::fs::PermissionsExt;
        Permissions::from_mode(0o666) // less the umask
    });
    fs::metadata(parent(target))?;
    // The path that is added to errors is not one that the user knows.
    builder.tempfile_in(parent(target)).map_err(|error| match error.raw_os_error() {
        Some(code) => io::Error::from_raw_os_error(code),
        None => io::Error::from(error.kind()),
    })
}

fn with_suffix(path: &Path, suffix: &std::ffi::OsStr) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// The file at `old` gets a second name, `new`.
fn keep_under(old: &Path, new: &Path) -> io::Result<()> {
    match fs::remove_file(new) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => (),
    }
    if fs::hard_link(old, new).is_ok() { Ok(()) } else { fs::copy(old, new).map(|_| ()) }
}

/// The new file belongs to whom the old one did, as far as that is allowed.
fn keep_owner(new: &Path, old: &Path) {
    #[cfg(unix)]
    if let Ok(metadata) = fs::metadata(old) {
        use std::os::unix::fs::{MetadataExt, chown};

        if chown(new, None, Some(metadata.gid())).is_ok() {
            let _ = chown(new, Some(metadata.uid()), None);
        }
    }
    #[cfg(not(unix))]
    let _ = (new, old);
}

/// So that the new name survives a power cut. Not all file systems can; the file is there anyway.
pub(crate) fn sync_folder(file: &Path) {
    if let Ok(folder) = File::open(parent(file)) {
        let _ = folder.sync_all();
    }
}
