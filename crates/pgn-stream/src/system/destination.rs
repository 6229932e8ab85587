//! The destination of an output, by its path: a descriptor, a device, or a file.

use std::{
    fs::{self, File, Metadata, OpenOptions},
    io,
    path::{Path, PathBuf},
};

use crate::system::platform;

/// The destination of an output.
#[derive(Debug)]
pub(crate) enum Destination {
    /// A descriptor of this process, a pipe or a device, opened to be written directly.
    Direct(File),
    /// A regular file, which may not exist yet.
    File(Regular),
}

/// A regular file, which may not exist yet.
#[derive(Debug)]
pub(crate) struct Regular {
    /// Path of the file, links followed.
    pub(crate) target: PathBuf,
    /// `None` if the file does not exist.
    pub(crate) metadata: Option<Metadata>,
}

/// Returns the destination that `path` leads to. With `append`, a pipe or device is opened for appending.
///
/// # Errors
///
/// Returns an error if the path is a folder, its metadata cannot be read, or a pipe or device cannot be opened.
pub(crate) fn find(path: &Path, append: bool) -> io::Result<Destination> {
    let target = match follow_links(path)? {
        Target::Descriptor(number) => {
            return platform::descriptor(number).map(Destination::Direct);
        }
        Target::Path(target) => target,
    };
    let metadata = match fs::metadata(&target) {
        Ok(metadata) => Some(metadata),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    match &metadata {
        Some(metadata) if metadata.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Some(metadata) if !metadata.is_file() => {
            OpenOptions::new().append(append).write(true).open(&target).map(Destination::Direct)
        }
        _ => Ok(Destination::File(Regular { target, metadata })),
    }
}

/// Returns true if `path` names a descriptor of this process, directly or through links. Output to it is written at
/// the position of the open file, and no file is replaced.
#[must_use]
pub fn is_descriptor(path: &Path) -> bool {
    matches!(follow_links(path), Ok(Target::Descriptor(_)))
}

/// Returns true if what is written to the output at `path` can be read at once: it is a pipe, a terminal or another
/// device. `None` is standard output.
#[must_use]
pub fn is_read_at_once(path: Option<&Path>) -> bool {
    let of_descriptor = |number| platform::descriptor(number).and_then(|file| file.metadata());
    let metadata = match path.map(follow_links) {
        None => of_descriptor(1),
        Some(Ok(Target::Descriptor(number))) => of_descriptor(number),
        Some(Ok(Target::Path(target))) => fs::metadata(target),
        Some(Err(error)) => Err(error),
    };
    metadata.is_ok_and(|metadata| !metadata.is_file())
}

/// Maximum number of links that are followed, as in Linux.
const MAX_LINKS: usize = 40;

/// The end of a chain of links.
enum Target {
    Descriptor(u32),
    Path(PathBuf),
}

/// Returns where a path leads, even if nothing exists there. Links to open files of a process are not followed, as
/// their text need not be a path.
fn follow_links(path: &Path) -> io::Result<Target> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        if let Some(number) = descriptor_of(&path) {
            return Ok(Target::Descriptor(number));
        }
        match fs::read_link(&path) {
            Ok(target) => path = folder_of(&path).join(target),
            Err(_) => return Ok(Target::Path(path)),
        }
    }
    Err(io::Error::other("too many levels of symbolic links"))
}

/// Returns the descriptor of this process that `path` names; `None` if it names none. The names are `/dev/stdin`,
/// `/dev/stdout`, `/dev/stderr`, `/dev/fd/N` and `/proc/self/fd/N`.
fn descriptor_of(path: &Path) -> Option<u32> {
    if !platform::HAS_DESCRIPTOR_NAMES {
        return None;
    }
    match path.to_str() {
        Some("/dev/stdin") => return Some(0),
        Some("/dev/stdout") => return Some(1),
        Some("/dev/stderr") => return Some(2),
        _ => (),
    }
    let name = path.file_name()?.to_str()?;
    let number = name.parse().ok().filter(|_| name.bytes().all(|byte| byte.is_ascii_digit()))?;
    let folder = folder_of(path).canonicalize().ok()?;
    let own = Path::new("/proc").join(std::process::id().to_string());
    let is_own = folder.starts_with(own) && folder.ends_with("fd");
    (is_own || folder == Path::new("/dev/fd")).then_some(number)
}

/// Returns the folder of a file; `.` if the path names none.
#[must_use]
pub fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    folder.unwrap_or(Path::new("."))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn descriptors_are_known_by_any_name() {
        let dir = tempfile::tempdir().unwrap();
        let link = dir.path().join("games.pgn");
        symlink("/dev/stderr", &link).unwrap();
        let own = format!("/proc/{}/fd/2", std::process::id());
        for path in ["/dev/stderr", "/dev/fd/2", "/proc/self/fd/2", "/dev/../dev/fd/2", &own] {
            assert_eq!(descriptor_of(Path::new(path)), Some(2), "{path}");
        }
        assert!(matches!(follow_links(&link), Ok(Target::Descriptor(2))));
        assert!(is_descriptor(&link) && !is_descriptor(dir.path()));
        for path in ["/proc/1/fd/2", "2", "/dev/fd/x", "/dev/fd/+2", "/dev/null", "/dev/fd"] {
            assert_eq!(descriptor_of(Path::new(path)), None, "{path}");
        }
    }
}
