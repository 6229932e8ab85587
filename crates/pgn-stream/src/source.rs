//! Opens an input and finds out, by its content, how it is stored.

use std::{
    fs::{File, Metadata},
    io::{self, Cursor, Read, Seek},
    path::Path,
};

use crate::{
    error::{Error, ErrorKind},
    input::{Format, Input, InputInfo},
    mmap::Map,
    pipeline::Options,
    progress::Progress,
};

/// An input that is ready to be read, or is found not to be.
pub(crate) struct Opened<'a> {
    pub(crate) info: InputInfo,
    pub(crate) body: Body<'a>,
}

pub(crate) enum Body<'a> {
    Mapped(Map),
    Stream(Box<dyn Read + 'a>),
    Live { head: Vec<u8>, file: File },
    Failed(Error),
}

/// Files from this size on are mapped: below, reading is as fast and disturbs less.
const MAP_FROM: u64 = 1 << 20;

/// How much of an input is looked at to see what it is.
const HEAD: usize = 512;

/// Opens `input` and gives what it holds, one after the other, to `each`, which says whether to go on.
pub(crate) fn open(
    input: &Input,
    given: usize,
    options: &Options,
    progress: &dyn Progress,
    each: &mut dyn FnMut(Opened<'_>) -> bool,
) {
    let path = match input {
        Input::Stdin => None,
        Input::Path(path) => Some(path.clone()),
    };
    let mut info = InputInfo { given, path, ..InputInfo::default() };
    let body = try_open(&mut info, options, progress).unwrap_or_else(Body::Failed);
    each(Opened { info, body });
}

fn try_open<'a>(
    info: &mut InputInfo,
    options: &Options,
    progress: &'a dyn Progress,
) -> Result<Body<'a>, Error> {
    let (mut file, metadata) = open_file(info.path()).map_err(Error::unreadable)?;
    if metadata.is_dir() {
        return Err(Error::new(ErrorKind::IsFolder));
    }
    let is_live = !metadata.is_file();
    let head = read_head(&mut file, is_live).map_err(Error::unreadable)?;
    if is_live {
        progress.read(head.len() as u64);
        return Ok(Body::Live { head, file });
    }
    info.stored_size = Some(metadata.len());
    if options.mmap
        && metadata.len() >= MAP_FROM
        && is_quiet_local_file(&file, &metadata)
        && file.stream_position().is_ok_and(|at| at == head.len() as u64)
        && let Ok(len) = usize::try_from(metadata.len())
        && let Some(map) = Map::open(&file, len, info.path().unwrap_or(Path::new("<stdin>")))
    {
        return Ok(Body::Mapped(map));
    }
    progress.read(head.len() as u64);
    Ok(Body::Stream(Box::new(Cursor::new(head).chain(Counted { inner: file, progress }))))
}

#[cfg(unix)]
fn open_file(path: Option<&Path>) -> io::Result<(File, Metadata)> {
    use std::os::fd::AsFd;

    let file = match path {
        Some(path) => File::open(path)?,
        None => File::from(io::stdin().as_fd().try_clone_to_owned()?),
    };
    let metadata = file.metadata()?;
    Ok((file, metadata))
}

/// The first bytes. Of a pipe only as many as tell what it is, for more may be long in coming.
fn read_head(file: &mut File, is_live: bool) -> io::Result<Vec<u8>> {
    let mut head = Vec::with_capacity(HEAD);
    if !is_live {
        Read::take(file, HEAD as u64).read_to_end(&mut head)?;
        return Ok(head);
    }
    while head.len() < 8 {
        match read_some(file, &mut head) {
            Ok(0) => break,
            Ok(_) => (),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => (),
            Err(error) => return Err(error),
        }
    }
    Ok(head)
}

/// Reads what is there, once.
pub(crate) fn read_some(file: &mut File, buffer: &mut Vec<u8>) -> io::Result<usize> {
    const MOST: usize = 64 << 10; // what a pipe holds
    let len = buffer.len();
    buffer.resize(len + MOST, 0);
    let n = file.read(&mut buffer[len..]);
    buffer.truncate(len + n.as_ref().copied().unwrap_or(0));
    n
}

/// Waits a moment for bytes. `false`: none came.
#[cfg(unix)]
pub(crate) fn wait_readable(file: &File) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    // Long enough for a writer that is merely busy, short enough not to be noticed.
    const SILENCE: Timespec = Timespec { tv_sec: 0, tv_nsec: 60_000_000 };
    let mut fds = [PollFd::new(file, PollFlags::IN)];
    // An error shows again, with its words, when it is read.
    poll(&mut fds, Some(&SILENCE)).map_or_else(|error| error != rustix::io::Errno::INTR, |n| n > 0)
}

/// On a disk of this machine, and not being written just now.
fn is_quiet_local_file(file: &File, metadata: &Metadata) -> bool {
    let age = metadata.modified().ok().and_then(|it| it.elapsed().ok());
    age.is_some_and(|age| age.as_millis() >= 1000) && !is_remote(file)
}

/// Whether pages of the file could fail to come because a network is in between.
#[cfg(target_os = "linux")]
fn is_remote(file: &File) -> bool {
    // From linux/magic.h and the file systems' own headers.
    const REMOTE: &[u32] = &[
        0x6969,      // nfs
        0x517b,      // smb
        0xff53_4d42, // cifs
        0xfe53_4d42, // smb2
        0x6573_5546, // fuse, sshfs and virtiofs among it
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
        0x5346_4b46, // orangefs and kin
    ];
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "magic numbers are 32 bits"
    )]
    rustix::fs::fstatfs(file).map_or(true, |it| REMOTE.contains(&(it.f_type as u32)))
}

#[cfg(not(target_os = "linux"))]
fn is_remote(_: &File) -> bool {
    false
}

/// Counts what is read.
struct Counted<'p, R> {
    inner: R,
    progress: &'p dyn Progress,
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.inner.read(buffer)?;
        self.progress.read(n as u64);
        Ok(n)
    }
}

/// What an error of a decoder means.
pub(crate) fn decoding_error(format: Format, source: io::Error) -> Error {
    let kind = match (format, source.kind()) {
        (Format::Plain, _) => ErrorKind::Unreadable,
        (_, io::ErrorKind::UnexpectedEof) => ErrorKind::Truncated,
        _ if source.raw_os_error().is_some() => ErrorKind::Unreadable,
        _ => ErrorKind::Corrupt,
    };
    Error { source: Some(source), ..Error::new(kind) }
}
