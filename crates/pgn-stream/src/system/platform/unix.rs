//! Linux, macOS and other Unix systems.

use std::{
    ffi::{OsStr, OsString},
    fs::{DirBuilder, File, Metadata, OpenOptions},
    io,
    os::unix::{
        ffi::OsStrExt as _,
        fs::{DirBuilderExt as _, FileExt as _, MetadataExt as _, OpenOptionsExt as _, fchown},
    },
    path::Path,
    sync::{Arc, mpsc},
    thread,
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    fs::OFlags,
    io::Errno,
};
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ},
    flag,
    iterator::Signals,
    low_level::emulate_default_handler,
};

pub(crate) use crate::system::inherited::descriptor;
use crate::system::inherited::is_ignored;

/// True if `/dev/fd/N` is descriptor N of the process.
pub(crate) const HAS_DESCRIPTOR_NAMES: bool = true;

/// True if files are locked while they are written.
pub(crate) const HAS_LOCKS: bool = true;

/// True if inputs are mapped.
pub(crate) const MAPS_FILES: bool = true;

/// Returns the file name of these bytes; `None` if the system has no such names.
#[must_use]
pub fn os_string(name: &[u8]) -> Option<OsString> {
    Some(OsStr::from_bytes(name).to_owned())
}

/// Returns device and inode, which all names of a file share; `None` where files have no such numbers.
#[must_use]
pub fn file_numbers(metadata: &Metadata) -> Option<(u64, u64)> {
    Some((metadata.dev(), metadata.ino()))
}

/// Returns the time of the last change to the data or attributes of a file, in seconds and nanoseconds. Programs cannot
/// set this time. `None` where it is not kept.
#[must_use]
pub fn change_time(metadata: &Metadata) -> Option<(i64, i64)> {
    Some((metadata.ctime(), metadata.ctime_nsec()))
}

/// Returns the number of hard links to a file; 0 where it is not known.
pub(crate) fn n_names(metadata: &Metadata) -> u64 {
    metadata.nlink()
}

/// Returns the permissions of a file as a number; `None` where there is no such number.
pub(crate) fn mode(metadata: &Metadata) -> Option<u32> {
    Some(metadata.mode())
}

/// Creates the file with these permissions, less the umask.
pub(crate) fn set_mode(options: &mut OpenOptions, mode: u32) {
    options.mode(mode);
}

/// Opens a folder.
///
/// # Errors
///
/// Returns an error if it does not exist.
pub(crate) fn open_folder(folder: &Path) -> io::Result<File> {
    File::open(folder)
}

/// Creates the folder for this user alone.
pub(crate) fn set_private(builder: &mut DirBuilder) {
    builder.mode(0o700);
}

/// Returns true for a folder of this user that no other user could have written to.
pub(crate) fn is_private(metadata: &Metadata) -> bool {
    let user = rustix::process::geteuid().as_raw();
    metadata.is_dir() && metadata.mode() & 0o077 == 0 && metadata.uid() == user
}

/// Makes opening a symbolic link an error.
pub(crate) fn follow_no_link(options: &mut OpenOptions) {
    options.custom_flags(OFlags::NOFOLLOW.bits().cast_signed());
}

/// Gives the file `new` the owner and the group of `old`, as far as that is allowed.
pub(crate) fn copy_owner(old: &Metadata, new: &File) {
    // A change costs much more than this check.
    let has_both = |it: Metadata| it.uid() == old.uid() && it.gid() == old.gid();
    if new.metadata().is_ok_and(has_both) {
        return;
    }
    if fchown(new, None, Some(old.gid())).is_ok() {
        let _ = fchown(new, Some(old.uid()), None);
    }
}

/// Gives the file `new` the extended attributes of `old`, including access control lists.
///
/// # Errors
///
/// Returns an error if an attribute of the user cannot be set.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
pub(crate) fn copy_attributes(old: &Path, new: &File) -> io::Result<()> {
    extended::copy(old, new)
}

/// Does nothing: the system has no extended attributes of this form.
#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
pub(crate) fn copy_attributes(_: &Path, _: &File) -> io::Result<()> {
    Ok(())
}

/// Returns stdin as a file that can be read at any offset, with [`read_at`], while other code reads it from its
/// position; `None` if stdin is not a regular file.
#[must_use]
pub fn shared_stdin() -> Option<File> {
    descriptor(0).ok().filter(|file| file.metadata().is_ok_and(|it| it.is_file()))
}

/// Reads from `offset` on, in bytes. The position of the file stays. Returns the number of bytes; 0 at the end.
///
/// # Errors
///
/// Returns an error if the file cannot be read.
pub fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    file.read_at(buffer, offset)
}

/// Waits a moment for bytes. Returns false if none came.
pub(crate) fn wait_readable(file: &File) -> bool {
    // Long enough for a writer that is only busy, and too short to be noticed.
    const SILENCE: Timespec = Timespec { tv_sec: 0, tv_nsec: 60_000_000 };
    let mut fds = [PollFd::new(file, PollFlags::IN)];
    // An error occurs again, with its message, when the file is read.
    poll(&mut fds, Some(&SILENCE)).map_or_else(|error| error != Errno::INTR, |n| n > 0)
}

/// Returns true if the process or the system has reached its limit of open files.
pub(crate) fn is_too_many_open(error: &io::Error) -> bool {
    let codes = [Errno::MFILE, Errno::NFILE].map(Errno::raw_os_error);
    error.raw_os_error().is_some_and(|code| codes.contains(&code))
}

/// Makes a file that grows beyond what the system allows an error of the writer instead of SIGXFSZ.
pub(crate) fn survive_size_limit() {
    // With any handler write(2) fails with EFBIG. Without one the process ends, as it did before.
    let _ = flag::register(SIGXFSZ, Arc::default());
}

/// Calls `clean_up` when the process receives SIGINT, SIGTERM, SIGHUP or SIGQUIT, which then has its default effect. A
/// signal that was ignored when the process started is still ignored. The result of `clean_up` is kept until the signal takes
/// effect.
///
/// # Errors
///
/// Returns an error if no thread can be started, or no handler installed.
pub(crate) fn watch_signals<T>(clean_up: impl FnOnce() -> T + Send + 'static) -> io::Result<()> {
    let wanted =
        [SIGHUP, SIGINT, SIGQUIT, SIGTERM].into_iter().filter(|signal| !is_ignored(*signal));
    // The thread starts first: signals without a thread that waits for them would be lost.
    let (sender, receiver) = mpsc::channel::<Signals>();
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        let signal = receiver.recv().ok().and_then(|mut signals| signals.forever().next());
        if let Some(signal) = signal {
            let _held = clean_up();
            let _ = emulate_default_handler(signal);
        }
    })?;
    let _ = sender.send(Signals::new(wanted)?);
    Ok(())
}

/// Returns true if pages of the file could become unavailable because they come over a network.
#[cfg(target_os = "linux")]
pub(crate) fn is_remote(file: &File) -> bool {
    // From linux/magic.h and the file systems' own headers.
    const REMOTE: &[u32] = &[
        0x6969,      // nfs
        0x517b,      // smb
        0xff53_4d42, // cifs
        0xfe53_4d42, // smb2
        0x6573_5546, // fuse, including sshfs and virtiofs
        0x0102_1997, // 9p
        0x00c3_6400, // ceph
        0x5346_414f, // afs
        0x6b41_4653, // kafs
        0x7375_7245, // coda
        0x564c,      // ncp
        0x0bd0_0bd0, // lustre
        0x0116_1970, // gfs2
        0x7461_636f, // ocfs2
        0x4750_4653, // gpfs
        0x786f_4256, // vboxsf
        0x1983_0326, // beegfs
        0x5346_4b46, // orangefs
    ];
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "magic numbers are 32 bits"
    )]
    rustix::fs::fstatfs(file).map_or(true, |it| REMOTE.contains(&(it.f_type as u32)))
}

/// Returns false: the kinds of file systems are known on Linux only.
#[cfg(not(target_os = "linux"))]
pub(crate) fn is_remote(_: &File) -> bool {
    false
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
mod extended {
    use std::{
        ffi::{CStr, CString},
        fs::File,
        io,
        path::Path,
    };

    use rustix::{
        fs::{XattrFlags, fsetxattr, getxattr, getxattr_query, listxattr, listxattr_query},
        io::Errno,
    };

    pub(super) fn copy(old: &Path, new: &File) -> io::Result<()> {
        let list = read(|| listxattr_query(old), |buffer| listxattr(old, buffer));
        let Ok(list) = list else {
            return Ok(()); // the file system has none
        };
        for name in list.split_inclusive(|byte| *byte == 0) {
            let Ok(name) = CStr::from_bytes_with_nul(name).map(CString::from) else { continue };
            // An attribute that cannot be read belongs to the system, or was removed meanwhile.
            let query = || getxattr_query(old, &*name);
            let Ok(value) = read(query, |buffer| getxattr(old, &*name, buffer)) else { continue };
            match fsetxattr(new, &*name, &value, XattrFlags::empty()) {
                Err(error) if name.as_bytes().starts_with(b"user.") => return Err(error.into()),
                // Attributes of the system may need privileges, and most are set by the system itself.
                _ => (),
            }
        }
        Ok(())
    }

    /// Reads a value whose size may change between the query and the read.
    fn read(
        query: impl Fn() -> Result<usize, Errno>,
        get: impl Fn(&mut [u8]) -> Result<usize, Errno>,
    ) -> Result<Vec<u8>, Errno> {
        loop {
            let mut buffer = vec![0; query()?];
            if buffer.is_empty() {
                return Ok(buffer);
            }
            match get(&mut buffer) {
                Ok(len) => {
                    buffer.truncate(len);
                    return Ok(buffer);
                }
                Err(Errno::RANGE) => (),
                Err(error) => return Err(error),
            }
        }
    }
}
