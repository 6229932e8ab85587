//! Writes bytes to a file, compressed as its name indicates.

use std::{
    fmt,
    fs::File,
    io::{self, BufWriter, Write},
};

use crate::{
    inputs::input::Format,
    outputs::{
        compressed_file::{CompressedFile, Compression},
        early_sync::EarlySync,
        frame_writer::{FrameTable, FrameWriter},
    },
};

/// A buffered file, compressed or not.
pub(crate) enum Encoder {
    Plain(BufWriter<EarlySync>),
    Compressed(Box<CompressedFile>),
    Frames(Box<FrameWriter>),
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
        compression: &Compression,
        frames: Option<FrameTable>,
    ) -> Encoder {
        let file = BufWriter::with_capacity(64 << 10, file);
        match (compression.format, frames) {
            (Format::Plain | Format::Zip, _) => Encoder::Plain(file),
            (Format::Zstd, Some(table)) => {
                Encoder::Frames(Box::new(FrameWriter::new(file, table, compression)))
            }
            (Format::Zstd | Format::Gzip | Format::Bzip2 | Format::Xz, _) => {
                Encoder::Compressed(Box::new(CompressedFile::new(file, compression, None)))
            }
        }
    }

    /// Ends the stream and returns the file, which is not synced.
    pub(crate) fn finish(self) -> io::Result<File> {
        close(match self {
            Encoder::Plain(file) => file,
            Encoder::Compressed(mut file) => {
                // A file without text has a stream, too.
                file.end_stream()?;
                file.finish()?.0
            }
            Encoder::Frames(writer) => writer.finish()?,
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
            Encoder::Compressed(it) => &mut **it,
            Encoder::Frames(it) => &mut **it,
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

/// Flushes a buffered file and returns it.
fn close(file: BufWriter<EarlySync>) -> io::Result<File> {
    file.into_inner().map_err(io::IntoInnerError::into_error)?.finish()
}
