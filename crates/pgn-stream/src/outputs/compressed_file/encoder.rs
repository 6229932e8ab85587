//! The encoder of one stream.

use std::io::{self, Write};

use bzip2::write::BzEncoder;
use flate2::write::GzEncoder;
use liblzma::write::XzEncoder;

use crate::inputs::input::Format;

/// A step in the compression of a stream.
pub(super) enum Step {
    /// The text is added.
    Text(Vec<u8>),
    /// The text is added, and all text of the stream so far can be decoded.
    Flush(Vec<u8>),
    /// The text is added, and the stream ends.
    End(Vec<u8>),
}

impl Step {
    fn text(&self) -> &[u8] {
        match self {
            Step::Text(text) | Step::Flush(text) | Step::End(text) => text,
        }
    }

    /// Returns the length of the text plus 1, so that a step without text also counts as waiting.
    pub(super) fn size(&self) -> usize {
        self.text().len() + 1
    }
}

/// Compressed bytes that can be written.
pub(super) struct Ready {
    pub(super) bytes: Vec<u8>,
    /// True if the bytes end their stream.
    pub(super) is_end: bool,
}

/// The encoder of a stream.
pub(super) enum StreamEncoder {
    Zstd(zstd::Encoder<'static, Vec<u8>>),
    Gzip(GzEncoder<Vec<u8>>),
    Bzip2(BzEncoder<Vec<u8>>),
    Xz(XzEncoder<Vec<u8>>),
    /// The stream has ended.
    Ended,
}

impl StreamEncoder {
    /// Returns an encoder with the default level of the command-line program of the format.
    pub(super) fn new(format: Format) -> io::Result<StreamEncoder> {
        let out = Vec::new();
        Ok(match format {
            Format::Zstd => {
                let mut encoder = zstd::Encoder::new(out, 3)?;
                encoder.include_checksum(true)?;
                StreamEncoder::Zstd(encoder)
            }
            Format::Gzip => {
                StreamEncoder::Gzip(GzEncoder::new(out, flate2::Compression::default()))
            }
            Format::Bzip2 => StreamEncoder::Bzip2(BzEncoder::new(out, bzip2::Compression::best())),
            Format::Xz => StreamEncoder::Xz(XzEncoder::new(out, 6)),
            Format::Plain | Format::Zip => return Err(io::ErrorKind::Unsupported.into()),
        })
    }

    /// Does a step. Returns the bytes that it has made.
    pub(super) fn take(&mut self, step: Step) -> io::Result<Ready> {
        self.writer()?.write_all(step.text())?;
        match step {
            Step::Text(_) => (),
            Step::Flush(_) => self.writer()?.flush()?,
            Step::End(_) => {
                let bytes = match std::mem::replace(self, StreamEncoder::Ended) {
                    StreamEncoder::Zstd(it) => it.finish()?,
                    StreamEncoder::Gzip(it) => it.finish()?,
                    StreamEncoder::Bzip2(it) => it.finish()?,
                    StreamEncoder::Xz(it) => it.finish()?,
                    StreamEncoder::Ended => return Err(lost()),
                };
                return Ok(Ready { bytes, is_end: true });
            }
        }
        let out = match self {
            StreamEncoder::Zstd(it) => it.get_mut(),
            StreamEncoder::Gzip(it) => it.get_mut(),
            StreamEncoder::Bzip2(it) => it.get_mut(),
            StreamEncoder::Xz(it) => it.get_mut(),
            StreamEncoder::Ended => return Err(lost()),
        };
        Ok(Ready { bytes: std::mem::take(out), is_end: false })
    }

    fn writer(&mut self) -> io::Result<&mut dyn Write> {
        Ok(match self {
            StreamEncoder::Zstd(it) => it,
            StreamEncoder::Gzip(it) => it,
            StreamEncoder::Bzip2(it) => it,
            StreamEncoder::Xz(it) => it,
            StreamEncoder::Ended => return Err(lost()),
        })
    }
}

/// Returns the error for a call after an earlier error.
pub(super) fn lost() -> io::Error {
    io::Error::other("nothing more can be written after an error")
}
