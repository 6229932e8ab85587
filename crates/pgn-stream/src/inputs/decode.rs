//! Decompression of inputs while they are read.

use std::{
    error, fmt,
    io::{self, BufRead, BufReader, Read},
};

use bzip2::bufread::BzDecoder;
use flate2::bufread::GzDecoder;
use liblzma::{
    bufread::XzDecoder,
    stream::{self, Stream},
};

use crate::{
    inputs::{changes::Changed, input::Format},
    system::error::{Error, ErrorKind},
};

/// Whether NUL bytes after a compressed stream are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Padding {
    /// NUL bytes are skipped.
    Skip,
    /// NUL bytes are an error unless the format permits their number: other programs would not find a stream that is
    /// appended after them.
    Refuse,
}

/// Returns a reader of the text of `raw`, which skips padding.
pub(crate) fn decoder<'a>(
    format: Format,
    raw: Box<dyn Read + 'a>,
) -> io::Result<Box<dyn Read + 'a>> {
    decoder_with(format, raw, Padding::Skip)
}

/// Returns a reader of the text of `raw`.
pub(crate) fn decoder_with<'a>(
    format: Format,
    raw: Box<dyn Read + 'a>,
    padding: Padding,
) -> io::Result<Box<dyn Read + 'a>> {
    let raw = BufReader::with_capacity(128 << 10, raw);
    Ok(match format {
        Format::Zstd => Box::new(Pieces::new(zstd::Decoder::with_buffer(raw)?)),
        Format::Gzip => {
            let (begin, end) = (GzDecoder::new, GzDecoder::into_inner);
            let format = StreamFormat { begin, end, magic: b"\x1f\x8b", padding_unit: 0 };
            Box::new(Pieces::new(Streams::new(raw, format, padding)))
        }
        Format::Bzip2 => {
            let (begin, end) = (BzDecoder::new, BzDecoder::into_inner);
            let format = StreamFormat { begin, end, magic: b"BZh", padding_unit: 0 };
            Box::new(Pieces::new(Streams::new(raw, format, padding)))
        }
        Format::Xz => {
            let (begin, end) = (BytesBeforeError::new, BytesBeforeError::into_inner);
            let format = StreamFormat { begin, end, magic: b"\xfd7zXZ\0", padding_unit: 4 };
            Box::new(Pieces::new(Streams::new(raw, format, padding)))
        }
        Format::Plain | Format::Zip => Box::new(raw),
    })
}

/// Reader that requests few bytes at a time, because a decoder loses what it has decoded in a call that fails.
struct Pieces<R> {
    inner: R,
    has_read: bool,
}

impl<R> Pieces<R> {
    fn new(inner: R) -> Pieces<R> {
        Pieces { inner, has_read: false }
    }
}

impl<R: Read> Read for Pieces<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        const MAX_READ: usize = 32 << 10;
        let len = buffer.len().min(MAX_READ);
        match self.inner.read(&mut buffer[..len]) {
            Ok(n) => {
                self.has_read |= n > 0;
                Ok(n)
            }
            Err(error) if self.has_read && error.to_string() == NO_FRAME => {
                Err(io::Error::other(Trailing))
            }
            Err(error) => Err(error),
        }
    }
}

/// Reader of the text of compressed streams one after another, with NUL bytes between them or at the end, as tapes and
/// block devices pad their files.
struct Streams<R, D> {
    format: StreamFormat<R, D>,
    padding: Padding,
    /// The number of NUL bytes since the last stream.
    n_padding: usize,
    /// The decoder of the current stream; `None` between streams.
    decoder: Option<D>,
    /// The reader between streams.
    between: Option<R>,
}

/// A format of compressed streams.
struct StreamFormat<R, D> {
    begin: fn(R) -> D,
    /// Returns the reader of a decoder that is done.
    end: fn(D) -> R,
    /// The first bytes of a stream.
    magic: &'static [u8],
    /// The format permits padding of multiples of this number of NUL bytes; 0: none.
    padding_unit: usize,
}

impl<R: BufRead, D: Read> Streams<R, D> {
    fn new(raw: R, format: StreamFormat<R, D>, padding: Padding) -> Streams<R, D> {
        let decoder = Some((format.begin)(raw));
        Streams { format, padding, n_padding: 0, decoder, between: None }
    }
}

impl<R: BufRead, D: Read> Read for Streams<R, D> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if let Some(decoder) = &mut self.decoder {
                match decoder.read(buffer)? {
                    0 => self.between = self.decoder.take().map(self.format.end),
                    n => return Ok(n),
                }
            }
            let Some(raw) = &mut self.between else { return Ok(0) };
            let bytes = raw.fill_buf()?;
            let is_permitted = self.n_padding.is_multiple_of(self.format.padding_unit);
            let is_accepted = is_permitted || self.padding == Padding::Skip;
            if bytes.is_empty() && is_accepted {
                return Ok(0);
            }
            let n_zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
            let n_magic = bytes.len().min(self.format.magic.len());
            if n_zeros > 0 {
                self.n_padding += n_zeros;
                raw.consume(n_zeros);
            } else if is_accepted && bytes[..n_magic] == self.format.magic[..n_magic] {
                self.n_padding = 0;
                self.decoder = self.between.take().map(self.format.begin);
            } else {
                return Err(io::Error::other(Trailing));
            }
        }
    }
}

/// The source of an error about bytes after the compressed data.
#[derive(Debug)]
struct Trailing;

impl fmt::Display for Trailing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("other bytes after the compressed data")
    }
}

impl error::Error for Trailing {}

/// Number of bytes of memory that a decoder of xz may use: a dictionary of 128 MiB, as long as the window that zstd
/// accepts, and 1 MiB for all else.
const MAX_XZ_MEMORY: u64 = 129 << 20;

/// Decoder of one xz stream that returns the bytes decoded before an error, and then the error.
struct BytesBeforeError<R> {
    inner: XzDecoder<R>,
    error: Option<io::Error>,
}

impl<R: BufRead> BytesBeforeError<R> {
    fn new(raw: R) -> BytesBeforeError<R> {
        // If there is no memory for the state of a decoder, `XzDecoder::new` panics, too.
        let inner = match Stream::new_stream_decoder(MAX_XZ_MEMORY, 0) {
            Ok(stream) => XzDecoder::new_stream(raw, stream),
            Err(_) => XzDecoder::new(raw),
        };
        BytesBeforeError { inner, error: None }
    }

    fn into_inner(self) -> R {
        self.inner.into_inner()
    }
}

impl<R: BufRead> Read for BytesBeforeError<R> {
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

/// Message of zstd about bytes that begin no frame.
const NO_FRAME: &str = "Unknown frame descriptor";

/// Returns true for the error of an xz decoder that needs more memory than it may use.
fn is_memory_limit(error: &io::Error) -> bool {
    let source = error.get_ref().and_then(|it| it.downcast_ref::<stream::Error>());
    matches!(source, Some(stream::Error::MemLimit))
}

/// Returns the error for a failure to read an input of this format.
pub(crate) fn error_of(format: Format, source: io::Error) -> Error {
    let kind = match (format, source.kind()) {
        (Format::Plain, _) => ErrorKind::Unreadable,
        _ if source.raw_os_error().is_some() => ErrorKind::Unreadable,
        _ if source.get_ref().is_some_and(|it| it.is::<Changed>()) => ErrorKind::Unreadable,
        (Format::Zstd, _) if source.to_string() == LONG_WINDOW => ErrorKind::LongWindow,
        (Format::Xz, _) if is_memory_limit(&source) => ErrorKind::LongDictionary,
        _ if source.get_ref().is_some_and(|it| it.is::<Trailing>()) => ErrorKind::Trailing,
        (_, io::ErrorKind::UnexpectedEof) => ErrorKind::Truncated,
        _ => ErrorKind::Corrupt,
    };
    Error { source: Some(source), ..Error::new(kind) }
}

#[cfg(test)]
mod tests {
    use std::{io::Write as _, ops::Range};

    use super::*;

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        out.write_all(text).unwrap();
        out.finish().unwrap()
    }

    fn bzip2(text: &[u8]) -> Vec<u8> {
        let mut out = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        out.write_all(text).unwrap();
        out.finish().unwrap()
    }

    fn xz(text: &[u8]) -> Vec<u8> {
        let mut out = liblzma::write::XzEncoder::new(Vec::new(), 0);
        out.write_all(text).unwrap();
        out.finish().unwrap()
    }

    #[test]
    fn dictionaries_of_xz_are_limited_in_size() {
        // The size of the dictionary is a byte of the header of the first block: 30 is 128 MiB, 31 is 192 MiB, 40 is
        // 4 GiB. The header ends with its checksum.
        const HEADER: Range<usize> = 12..20;
        let too_long = Some(ErrorKind::LongDictionary);
        for (size, error) in [(30, None), (31, too_long), (40, too_long)] {
            let mut bytes = xz(b"text");
            bytes[HEADER][4] = size;
            let mut sum = flate2::Crc::new();
            sum.update(&bytes[HEADER]);
            bytes[HEADER.end..][..4].copy_from_slice(&sum.sum().to_le_bytes());
            let mut text = Vec::new();
            let result = decoder(Format::Xz, Box::new(&bytes[..]))
                .and_then(|mut decoder| decoder.read_to_end(&mut text));
            assert_eq!(result.err().map(|it| error_of(Format::Xz, it).kind()), error);
        }
    }

    #[test]
    fn streams_are_read_one_after_another_and_padding_is_skipped() {
        let read = |format, bytes: &[u8], padding| {
            let mut text = Vec::new();
            let result = decoder_with(format, Box::new(bytes), padding)
                .and_then(|mut decoder| decoder.read_to_end(&mut text));
            (text, result.err().map(|error| error_of(format, error).kind()))
        };
        type Encode = fn(&[u8]) -> Vec<u8>;
        let formats = [(Format::Gzip, gzip as Encode), (Format::Bzip2, bzip2), (Format::Xz, xz)];
        for (format, encode) in formats {
            let one = encode(b"one");
            let two = [&one[..], &encode(b""), &encode(b"two")].concat();
            assert_eq!(read(format, &two, Padding::Refuse), (b"onetwo".to_vec(), None));
            for n_zeros in [1, 5, 512, 300_000] {
                let padded = [&one[..], &vec![0; n_zeros]].concat();
                assert_eq!(read(format, &padded, Padding::Skip), (b"one".to_vec(), None));
                let refused = (b"one".to_vec(), Some(ErrorKind::Trailing));
                let is_permitted = format == Format::Xz && n_zeros % 4 == 0;
                let expected = if is_permitted { (b"one".to_vec(), None) } else { refused };
                assert_eq!(read(format, &padded, Padding::Refuse), expected, "{n_zeros}");
            }
            for junk in ["j", "other bytes after the compressed data"] {
                let bytes = [&one[..], junk.as_bytes()].concat();
                let expect = (b"one".to_vec(), Some(ErrorKind::Trailing));
                assert_eq!(read(format, &bytes, Padding::Skip), expect, "{junk}");
            }
            for n in 3..one.len() {
                let cut = read(format, &one[..n], Padding::Skip).1;
                assert_eq!(cut, Some(ErrorKind::Truncated), "{n}");
                // The same for a later stream, of which the first byte can be cut, too.
                let later = [&one[..], &one[..n - 2]].concat();
                let expect = (b"one".to_vec(), Some(ErrorKind::Truncated));
                let (text, error) = read(format, &later, Padding::Skip);
                assert_eq!((text[..3].to_vec(), error), expect, "{n}");
            }
            let mut corrupt = [&one[..], &one[..]].concat();
            let after_signature = if format == Format::Xz { 6 } else { 3 };
            corrupt[one.len() + after_signature] = 0xff;
            assert_eq!(read(format, &corrupt, Padding::Skip).1, Some(ErrorKind::Corrupt));
        }
        let zstd = zstd::encode_all(&b"one"[..], 1).unwrap();
        for junk in [&b"junk"[..], &[0; 4], &[0; 300]] {
            let bytes = [&zstd[..], junk].concat();
            let expect = (b"one".to_vec(), Some(ErrorKind::Trailing));
            assert_eq!(read(Format::Zstd, &bytes, Padding::Skip), expect);
        }
    }
}
