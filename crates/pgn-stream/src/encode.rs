//! Writes bytes to a file, compressed as its name indicates.

use std::{
    fmt,
    fs::File,
    io::{self, BufWriter, Write},
    path::Path,
};

use bzip2::write::BzEncoder;
use flate2::write::GzEncoder;
use liblzma::write::XzEncoder;

use crate::{
    early_sync::EarlySync,
    frame_writer::{FrameTable, FrameWriter, encoder},
    input::Format,
};

/// A buffered file, compressed or not.
pub(crate) enum Encoder {
    Plain(BufWriter<EarlySync>),
    Zstd(zstd::Encoder<'static, BufWriter<EarlySync>>),
    Frames(Box<FrameWriter>),
    Gzip(GzEncoder<BufWriter<EarlySync>>),
    Bzip2(BzEncoder<BufWriter<EarlySync>>),
    Xz(XzEncoder<BufWriter<EarlySync>>),
}

impl fmt::Debug for Encoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Encoder")
    }
}

impl Encoder {
    /// Returns an encoder to `file`. `frames` is the frame table so far of a zstd file, if it is divided.
    pub(crate) fn new(
        file: EarlySync,
        format: Format,
        frames: Option<FrameTable>,
    ) -> io::Result<Encoder> {
        let file = BufWriter::with_capacity(64 << 10, file);
        // The default levels of the programs of these names.
        Ok(match format {
            Format::Plain | Format::Zip => Encoder::Plain(file),
            Format::Zstd => match frames {
                Some(table) => Encoder::Frames(Box::new(FrameWriter::new(file, table))),
                None => Encoder::Zstd(encoder(file)?),
            },
            Format::Gzip => Encoder::Gzip(GzEncoder::new(file, flate2::Compression::default())),
            Format::Bzip2 => Encoder::Bzip2(BzEncoder::new(file, bzip2::Compression::best())),
            Format::Xz => Encoder::Xz(XzEncoder::new(file, 6)),
        })
    }

    /// Ends the stream and returns the file, which is not synced.
    pub(crate) fn finish(self) -> io::Result<File> {
        close(match self {
            Encoder::Plain(file) => file,
            Encoder::Zstd(encoder) => encoder.finish()?,
            Encoder::Frames(writer) => writer.finish()?,
            Encoder::Gzip(encoder) => encoder.finish()?,
            Encoder::Bzip2(encoder) => encoder.finish()?,
            Encoder::Xz(encoder) => encoder.finish()?,
        })
    }

    /// Ends the stream temporarily. Returns the frame table with which the next encoder of this file continues.
    pub(crate) fn park(self) -> io::Result<Option<FrameTable>> {
        match self {
            Encoder::Frames(writer) => {
                let (file, table) = writer.park()?;
                close(file).map(|_| Some(table))
            }
            other => other.finish().map(|_| None),
        }
    }

    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Encoder::Plain(it) => it,
            Encoder::Zstd(it) => it,
            Encoder::Frames(it) => it,
            Encoder::Gzip(it) => it,
            Encoder::Bzip2(it) => it,
            Encoder::Xz(it) => it,
        }
    }
}

impl Write for Encoder {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer().flush()
    }
}

/// Returns the compression of a file of this name.
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

/// Flushes a buffered file and returns it.
fn close(file: BufWriter<EarlySync>) -> io::Result<File> {
    file.into_inner().map_err(io::IntoInnerError::into_error)?.finish()
}
