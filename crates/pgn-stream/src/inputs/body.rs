//! The content of an input: a map, a stream of text, or the error of opening it.

use std::{
    fs::File,
    io::{self, Cursor, Read, Seek},
};

use crate::{
    inputs::{
        changes::OpenedFile,
        input::InputInfo,
        mmap::Map,
        options::Options,
        sniff::{self, FileKind, HEAD},
        transcode::Transcoder,
        unfold::Unfold,
    },
    system::error::{Error, Unsupported},
};

/// An input that was opened, successfully or not.
pub(crate) struct Opened<'a> {
    pub(crate) info: InputInfo,
    pub(crate) body: Body<'a>,
}

/// The content of an input.
pub(crate) enum Body<'a> {
    /// A map, and its file.
    Mapped(Map, OpenedFile),
    Stream(Box<dyn Read + 'a>),
    /// `text` is the text that is read. `sample` is the text from the start of the file, whose first bytes are
    /// examined.
    Jumping {
        sample: Box<dyn Read + 'a>,
        text: Box<dyn Read + 'a>,
    },
    Live {
        head: Vec<u8>,
        file: File,
    },
    Failed(Error),
}

/// Returns the body of an input whose text comes from `decoder`, in any encoding.
pub(crate) fn text<'a>(
    info: &mut InputInfo,
    options: &Options,
    mut decoder: Box<dyn Read + 'a>,
) -> Result<Body<'a>, Error> {
    let mut head = Vec::with_capacity(HEAD);
    // Bytes that were read before an error are kept, and the error is reported after them.
    let mut error = (&mut *decoder).take(HEAD as u64).read_to_end(&mut head).err();
    // Only the content decides, so that an archive in a compressed file is refused, too.
    match sniff::kind(&head, None) {
        FileKind::Plain => (),
        FileKind::Refused(format) => return Err(Error::unsupported(format)),
        FileKind::Compressed(_) | FileKind::ZipArchive => {
            let format = Unsupported::Other("a compressed file in a compressed file");
            return Err(Error::unsupported(format));
        }
    }
    let utf = options.utf_of(info, &head);
    sniff::recognize(info, &head, utf);
    let max_game_size = options.max_game_size;
    if utf.is_none()
        && error.is_none()
        && let Some(lines) = options.game_lines
    {
        match lines.begin(&mut *decoder, &mut head, max_game_size) {
            Ok(in_lines) => info.in_lines = in_lines,
            Err(it) => error = Some(it),
        }
    }
    let stream = Cursor::new(head).chain(Failing(error)).chain(decoder);
    Ok(Body::Stream(match (utf, options.game_lines) {
        (Some(utf), _) => Box::new(Transcoder::new(stream, utf)),
        (None, Some(lines)) if info.in_lines => Box::new(Unfold::new(stream, lines, max_game_size)),
        (None, _) => Box::new(stream),
    }))
}

/// Reader that returns an error once, if it has one, and no bytes.
pub(crate) struct Failing(pub(crate) Option<io::Error>);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// Reader that calls `seen` with the bytes that it reads.
pub(crate) struct Observed<R, F> {
    pub(crate) inner: R,
    pub(crate) seen: F,
}

impl<R: Read, F: Fn(&[u8])> Read for Observed<R, F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.inner.read(buffer)?;
        (self.seen)(&buffer[..n]);
        Ok(n)
    }
}

impl<R: Seek, F> Seek for Observed<R, F> {
    fn seek(&mut self, to: io::SeekFrom) -> io::Result<u64> {
        self.inner.seek(to)
    }
}
