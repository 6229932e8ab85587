//! Windows, and other systems that are not Unix.

use std::{
    ffi::OsString,
    fs::{DirBuilder, File, Metadata, OpenOptions},
    io,
    path::Path,
};

/// True if `/dev/fd/N` is descriptor N of the process.
pub(crate) const HAS_DESCRIPTOR_NAMES: bool = false;

/// True if files are locked while they are written. A lock of Windows would keep the program itself from reading the file
/// through a second handle.
pub(crate) const HAS_LOCKS: bool = false;

/// True if inputs are mapped. Windows does not let a mapped file be replaced, and an error of the disk or network would
/// end the program.
pub(crate) const MAPS_FILES: bool = false;

/// Returns the file name of these bytes; `None` if the system has no such names.
#[must_use]
pub fn os_string(name: &[u8]) -> Option<OsString> {
    std::str::from_utf8(name).ok().map(OsString::from)
}

/// Returns `None`: device and inode of a file are not known.
#[must_use]
pub fn file_numbers(_: &Metadata) -> Option<(u64, u64)> {
    None
}

/// Returns `None`: the time of the last change to the data or attributes of a file is not known.
#[must_use]
pub fn change_time(_: &Metadata) -> Option<(i64, i64)> {
    None
}

/// Returns 0: the number of hard links to a file is not known.
pub(crate) fn n_names(_: &Metadata) -> u64 {
    0
}

/// Returns `None`: permissions are not a number.
pub(crate) fn mode(_: &Metadata) -> Option<u32> {
    None
}

/// Does nothing: files get the permissions of their folder.
pub(crate) fn set_mode(_: &mut OpenOptions, _: u32) {}

/// Does nothing: folders get the permissions of the folder that they are in.
pub(crate) fn set_private(_: &mut DirBuilder) {}

/// Returns true for a folder: whether other users could have written to it is not known.
pub(crate) fn is_private(metadata: &Metadata) -> bool {
    metadata.is_dir()
}

/// Does nothing: only an administrator can make symbolic links.
pub(crate) fn follow_no_link(_: &mut OpenOptions) {}

/// Does nothing: the new file belongs to the user of the process.
pub(crate) fn copy_owner(_: &Metadata, _: &File) {}

/// Does nothing.
///
/// # Errors
///
/// Returns no error.
pub(crate) fn copy_attributes(_: &Path, _: &File) -> io::Result<()> {
    Ok(())
}

/// Opens a folder.
///
/// # Errors
///
/// Returns an error if it does not exist.
#[cfg(windows)]
pub(crate) fn open_folder(folder: &Path) -> io::Result<File> {
    use std::os::windows::fs::OpenOptionsExt as _;

    // Without FILE_FLAG_BACKUP_SEMANTICS Windows opens no folder.
    OpenOptions::new().read(true).custom_flags(0x0200_0000).open(folder)
}

/// Opens a folder.
///
/// # Errors
///
/// Returns an error if it does not exist.
#[cfg(not(windows))]
pub(crate) fn open_folder(folder: &Path) -> io::Result<File> {
    File::open(folder)
}

/// Returns `None`: reading stdin elsewhere would move its position.
#[must_use]
pub fn shared_stdin() -> Option<File> {
    None
}

/// Reads nothing, as there is no [`shared_stdin`].
///
/// # Errors
///
/// Always returns an error.
pub fn read_at(_: &File, _: &mut [u8], _: u64) -> io::Result<usize> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Returns true: the next read waits for bytes.
pub(crate) fn wait_readable(_: &File) -> bool {
    true
}

/// Returns false: the error code for the limit of open files is not known.
pub(crate) fn is_too_many_open(_: &io::Error) -> bool {
    false
}

/// Does nothing: no signal says that a file is too large.
pub(crate) fn survive_size_limit() {}

/// Does nothing: a signal ends the process at once, and the next run removes the files that it left.
///
/// # Errors
///
/// Returns no error.
pub(crate) fn watch_signals<T>(_: impl FnOnce() -> T + Send + 'static) -> io::Result<()> {
    Ok(())
}

/// Returns false: the kind of a file system is not known.
pub(crate) fn is_remote(_: &File) -> bool {
    false
}

/// Returns a copy of stdin, stdout or stderr (0, 1, 2), which shares its position.
///
/// # Errors
///
/// Returns an error if there is none.
#[cfg(windows)]
pub(crate) fn descriptor(number: u32) -> io::Result<File> {
    use std::os::windows::io::AsHandle as _;

    let handle = match number {
        0 => io::stdin().as_handle().try_clone_to_owned(),
        1 => io::stdout().as_handle().try_clone_to_owned(),
        2 => io::stderr().as_handle().try_clone_to_owned(),
        _ => return Err(io::ErrorKind::Unsupported.into()),
    };
    handle.map(File::from)
}

/// Returns an error: the standard streams are not files.
///
/// # Errors
///
/// Always returns an error.
#[cfg(not(windows))]
pub(crate) fn descriptor(_: u32) -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}
