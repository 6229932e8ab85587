//! A compressed file: streams one after the other, each of which can be decoded by itself.
//!
//! A stream receives its text in blocks of equal size, and a task of the pool compresses the waiting blocks. Several
//! streams are compressed at the same time, and their bytes reach the file in the order of the streams. The bytes do
//! not depend on the number of threads. A task never waits for another one. The caller, which must not be a thread of
//! the pool, waits when too much text is waiting.

mod encoder;
mod stream;

use std::{
    collections::VecDeque,
    io::{self, BufWriter, Write},
    sync::Arc,
};

use self::{
    encoder::{Ready, Step, lost},
    stream::Stream,
};
use crate::{inputs::input::Format, outputs::early_sync::EarlySync, workers::Workers};

/// Bytes of text that are compressed at once. A file with less text is compressed by the calling thread.
const BLOCK: usize = if cfg!(test) { 8 << 10 } else { 256 << 10 };
/// Maximum number of uncompressed bytes that wait if the file is one stream.
const LIMIT: usize = 4 * BLOCK;
/// Maximum number of streams of one file in memory, for each thread.
const STREAMS_A_THREAD: usize = 4;

/// How a file is compressed.
#[derive(Clone, Debug)]
pub(crate) struct Compression {
    /// The format.
    pub(crate) format: Format,
    /// The threads that compress; `None`: the calling thread.
    pub(crate) workers: Option<Arc<Workers>>,
    /// Bytes that may wait in memory if the file has several streams.
    pub(crate) max_waiting: usize,
}

impl Compression {
    /// Returns the compression of a file that is not compressed.
    pub(crate) fn none() -> Compression {
        Compression { format: Format::Plain, workers: None, max_waiting: 0 }
    }
}

/// A compressed file that is being written.
pub(crate) struct CompressedFile {
    file: BufWriter<EarlySync>,
    format: Format,
    /// The threads that compress; `None`: the calling thread.
    workers: Option<Arc<Workers>>,
    /// The streams that are not wholly in the file.
    streams: VecDeque<Stream>,
    /// True if the last stream has not ended.
    is_open: bool,
    /// The text at the end of the last stream that is shorter than a block.
    block: Vec<u8>,
    /// True if a whole block of text was added to the file.
    is_long: bool,
    /// Maximum number of bytes that wait: text, and compressed bytes of the streams after the first.
    limit: usize,
    /// Stored bytes of each stream that is wholly in the file.
    stored_sizes: Vec<u64>,
    /// True if a call has failed.
    has_failed: bool,
}

impl CompressedFile {
    /// Returns a writer to `file`, whose streams hold about `stream_size` bytes of text each; `None`: it has one
    /// stream.
    pub(crate) fn new(
        file: BufWriter<EarlySync>,
        compression: &Compression,
        stream_size: Option<usize>,
    ) -> CompressedFile {
        let Compression { format, ref workers, max_waiting } = *compression;
        let n_threads = workers.as_ref().map_or(1, |it| it.n_threads().get());
        // Streams that are compressed side by side have received half of their text on average.
        let of_streams = stream_size.map_or(0, |size| (size / 2).saturating_mul(n_threads));
        CompressedFile {
            file,
            format,
            workers: workers.clone(),
            streams: VecDeque::new(),
            is_open: false,
            block: Vec::new(),
            is_long: false,
            limit: of_streams.min(max_waiting).max(LIMIT),
            stored_sizes: Vec::new(),
            has_failed: false,
        }
    }

    /// Ends the stream. The next write begins another one.
    pub(crate) fn end_stream(&mut self) -> io::Result<()> {
        self.begin_stream()?;
        self.is_open = false;
        let block = std::mem::take(&mut self.block);
        self.add(Step::End(block))
    }

    /// Ends the last stream. Returns the file, and the number of stored bytes of each stream.
    pub(crate) fn finish(mut self) -> io::Result<(BufWriter<EarlySync>, Vec<u64>)> {
        if self.is_open || self.has_failed {
            self.end_stream()?;
        }
        self.write_ready(0)?;
        Ok((self.file, self.stored_sizes))
    }

    fn begin_stream(&mut self) -> io::Result<()> {
        if self.has_failed {
            return Err(lost());
        }
        if !self.is_open {
            self.streams.push_back(Stream::new(self.format)?);
            self.is_open = true;
        }
        Ok(())
    }

    /// Adds a step to the last stream, and writes what is ready.
    fn add(&mut self, step: Step) -> io::Result<()> {
        let Some(stream) = self.streams.back() else { return Err(lost()) };
        match &self.workers {
            Some(workers) if self.is_long => stream.add(step, workers),
            _ => stream.run(step),
        }
        self.write_ready(self.limit)
    }

    /// Writes what is compressed, in order, and waits until no more than `limit` bytes wait.
    fn write_ready(&mut self, limit: usize) -> io::Result<()> {
        let result = self.try_write_ready(limit);
        self.has_failed |= result.is_err();
        result
    }

    fn try_write_ready(&mut self, limit: usize) -> io::Result<()> {
        let n_threads = self.workers.as_ref().map_or(1, |it| it.n_threads().get());
        let most_streams = if limit == 0 { 0 } else { STREAMS_A_THREAD * n_threads };
        while let Some(first) = self.streams.front_mut() {
            let (Ready { bytes, is_end }, n_waiting) = first.take_ready()?;
            self.file.write_all(&bytes)?;
            first.n_stored += bytes.len() as u64;
            if is_end {
                self.stored_sizes.push(first.n_stored);
                self.streams.pop_front();
                continue;
            }
            let n_after: usize = self.streams.iter().skip(1).map(Stream::n_bytes).sum();
            let is_only_open = self.streams.len() == 1 && self.is_open;
            let are_few = is_only_open || self.streams.len() <= most_streams;
            if are_few && n_waiting + n_after <= limit {
                return Ok(());
            }
            self.streams[0].wait();
        }
        Ok(())
    }
}

impl Write for CompressedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begin_stream()?;
        let mut rest = bytes;
        while !rest.is_empty() {
            let n = rest.len().min(BLOCK - self.block.len());
            self.block.extend_from_slice(&rest[..n]);
            rest = &rest[n..];
            if self.block.len() == BLOCK {
                self.is_long = true;
                let block = std::mem::replace(&mut self.block, Vec::with_capacity(BLOCK));
                self.add(Step::Text(block))?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.has_failed {
            return Err(lost());
        }
        if self.is_open {
            let block = std::mem::take(&mut self.block);
            self.add(Step::Flush(block))?;
        }
        self.write_ready(0)?;
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::{
        fs::File,
        io::{Read as _, Seek as _},
        num::NonZeroUsize,
    };

    use super::*;
    use crate::inputs::decode::decoder;

    /// Returns text that compresses to about a fourth.
    fn text(len: usize) -> Vec<u8> {
        let mut random = fastrand::Rng::with_seed(9);
        let words = ["e4", "Nf3", "O-O", "Qxd5+", "{a comment}", "\n[Event \"x\"]\n", "1/2-1/2"];
        let mut text = Vec::with_capacity(len);
        while text.len() < len {
            text.extend_from_slice(words[random.usize(..words.len())].as_bytes());
            text.push(b' ');
        }
        text.truncate(len);
        text
    }

    fn compression(format: Format, n_threads: usize) -> Compression {
        let workers = NonZeroUsize::new(n_threads).map(|n| Arc::new(Workers::new(n)));
        Compression { format, workers, max_waiting: 64 << 20 }
    }

    /// Writes `text` in streams of `size` bytes, a piece at a time. Returns the file and the sizes of its streams.
    fn write(text: &[u8], size: usize, compression: &Compression) -> (Vec<u8>, Vec<u64>) {
        let mut file = tempfile::tempfile().unwrap();
        let out = BufWriter::new(EarlySync::of(file.try_clone().unwrap()));
        let mut out = CompressedFile::new(out, compression, Some(size));
        for stream in text.chunks(size) {
            stream.chunks(BLOCK / 3).for_each(|piece| out.write_all(piece).unwrap());
            out.end_stream().unwrap();
        }
        let (out, sizes) = out.finish().unwrap();
        out.into_inner().unwrap().finish().unwrap();
        let mut bytes = Vec::new();
        file.rewind().unwrap();
        file.read_to_end(&mut bytes).unwrap();
        (bytes, sizes)
    }

    #[test]
    fn bytes_do_not_depend_on_threads() {
        let text = text(5 * BLOCK / 2);
        for (format, sizes) in [
            (Format::Zstd, &[text.len(), BLOCK + 9, 1500][..]),
            (Format::Gzip, &[text.len(), 1500]),
            (Format::Bzip2, &[text.len()]),
            (Format::Xz, &[text.len()]),
        ] {
            for &size in sizes {
                let (expected, sizes) = write(&text, size, &compression(format, 0));
                assert_eq!(sizes.len(), text.len().div_ceil(size));
                let mut end = 0;
                for (size, part) in sizes.iter().zip(text.chunks(size)) {
                    let stream = &expected[end..end + usize::try_from(*size).unwrap()];
                    end += stream.len();
                    let mut read = Vec::new();
                    decoder(format, Box::new(stream)).unwrap().read_to_end(&mut read).unwrap();
                    assert!(read == part, "{format:?} {size}");
                }
                assert_eq!(end, expected.len());
                for n_threads in [1, 3] {
                    let got = write(&text, size, &compression(format, n_threads));
                    assert!(got == (expected.clone(), sizes.clone()), "{format:?} {size}");
                }
            }
        }
    }

    #[test]
    fn what_was_flushed_can_be_read() {
        let text = text(3 * BLOCK);
        for n_threads in [0, 2] {
            let file = tempfile::NamedTempFile::new().unwrap();
            let out = BufWriter::new(EarlySync::of(file.reopen().unwrap()));
            let mut out = CompressedFile::new(out, &compression(Format::Zstd, n_threads), None);
            for piece in text.chunks(BLOCK + BLOCK / 2) {
                out.write_all(piece).unwrap();
                out.flush().unwrap();
                out.flush().unwrap();
                let mut read = Vec::new();
                let raw = Box::new(File::open(file.path()).unwrap());
                // The frame has not ended.
                decoder(Format::Zstd, raw).unwrap().read_to_end(&mut read).unwrap_err();
                assert!(text.starts_with(&read) && read.ends_with(piece));
            }
        }
    }

    #[test]
    fn nothing_is_written_after_an_error() {
        let text = text(2 * BLOCK);
        for n_threads in [0, 2] {
            // A file that cannot be written.
            let file = tempfile::NamedTempFile::new().unwrap();
            let file = EarlySync::no_disk(File::open(file.path()).unwrap());
            let out = BufWriter::with_capacity(16, file);
            let mut out = CompressedFile::new(out, &compression(Format::Zstd, n_threads), None);
            let result = out.write_all(&text).and_then(|()| out.flush());
            assert_ne!(result.unwrap_err().kind(), io::ErrorKind::Other);
            assert_eq!(out.write_all(b"x").unwrap_err().to_string(), lost().to_string());
            assert_eq!(out.flush().unwrap_err().to_string(), lost().to_string());
            assert!(out.finish().is_err());
        }
    }
}
