//! Decompression of inputs while they are read.

use std::io::{self, BufReader, Read};

use bzip2::read::MultiBzDecoder;
use flate2::read::MultiGzDecoder;
use liblzma::read::XzDecoder;

use crate::{
    error::{Error, ErrorKind},
    input::Format,
    whole::Shrank,
};

/// Returns a reader of the text of `raw`.
pub(crate) fn decoder<'a>(
    format: Format,
    raw: Box<dyn Read + 'a>,
) -> io::Result<Box<dyn Read + 'a>> {
    let raw = BufReader::with_capacity(128 << 10, raw);
    Ok(match format {
        Format::Zstd => Box::new(Pieces(zstd::Decoder::with_buffer(raw)?)),
        Format::Gzip => Box::new(Pieces(MultiGzDecoder::new(raw))),
        Format::Bzip2 => Box::new(Pieces(MultiBzDecoder::new(raw))),
        Format::Xz => {
            let inner = XzDecoder::new_multi_decoder(raw);
            Box::new(Pieces(BytesBeforeError { inner, error: None }))
        }
        Format::Plain | Format::Zip => Box::new(raw),
    })
}

/// Reader that requests few bytes at a time, because a decoder loses what it has decoded in a call that fails.
struct Pieces<R>(R);

impl<R: Read> Read for Pieces<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        const MAX_READ: usize = 32 << 10;
        let len = buffer.len().min(MAX_READ);
        self.0.read(&mut buffer[..len])
    }
}

/// Reader that returns the bytes decoded before an error, and then the error.
struct BytesBeforeError<R: Read> {
    inner: XzDecoder<R>,
    error: Option<io::Error>,
}

impl<R: Read> Read for BytesBeforeError<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        let before = self.inner.total_out();
        self.inner.read(buffer).or_else(|error| {
            match usize::try_from(self.inner.total_out() - before) {
                Ok(n) if n > 0 && n <= buffer.len() => {
                    self.error = Some(error);
                    Ok(n)
                }
                _ => Err(error),
            }
        })
    }
}

/// Message of zstd about a window larger than the 2^27 bytes that it accepts.
const LONG_WINDOW: &str = "Frame requires too much memory for decoding";

/// Returns the error for a failure to read an input of this format.
pub(crate) fn error_of(format: Format, source: io::Error) -> Error {
    let kind = match (format, source.kind()) {
        (Format::Plain, _) => ErrorKind::Unreadable,
        _ if source.raw_os_error().is_some() => ErrorKind::Unreadable,
        _ if source.get_ref().is_some_and(|it| it.is::<Shrank>()) => ErrorKind::Unreadable,
        (Format::Zstd, _) if source.to_string() == LONG_WINDOW => ErrorKind::LongWindow,
        (_, io::ErrorKind::UnexpectedEof) => ErrorKind::Truncated,
        _ => ErrorKind::Corrupt,
    };
    Error { source: Some(source), ..Error::new(kind) }
}
