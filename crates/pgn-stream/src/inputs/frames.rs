//! Decodes several frames of a zstd file at the same time, as tasks of the pool.
//!
//! Each task decodes one block of one frame. When the block is read, the next task of that frame is spawned. So no
//! task waits, and at most one block of each of a few frames is decoded ahead.

use std::{
    collections::VecDeque,
    io::{self, BufRead, Cursor, Read},
    ops::Range,
    sync::{
        Arc,
        mpsc::{Receiver, sync_channel},
    },
};

use zstd::zstd_safe::find_frame_compressed_size;

use crate::{inputs::mmap::Map, progress::Progress, workers::Workers};

/// Maximum length in bytes of a frame that is decoded separately. A longer one is decoded together with everything
/// after it.
const MAX_FRAME: usize = 16 << 20;
/// Number of bytes of text in a block.
const BLOCK: usize = 4 << 20;
/// Maximum number of frames that are decoded at a time; more would decode text faster than it is read.
const MAX_FRAMES: usize = 8;

/// Reader of the text of a mapped zstd file.
pub(crate) struct Frames<'p> {
    map: Arc<Map>,
    workers: Arc<Workers>,
    progress: &'p dyn Progress,
    /// Offset of the first frame that is not being decoded yet.
    at: usize,
    /// The frames that are being decoded, in order.
    under_way: VecDeque<UnderWay>,
    block: Cursor<Vec<u8>>,
}

/// A frame that is being decoded.
struct UnderWay {
    range: Range<usize>,
    next: Receiver<Block>,
}

/// Result of a task.
struct Block {
    text: Vec<u8>,
    rest: Rest,
}

/// The rest of a frame after a block.
enum Rest {
    More(Box<Decoder>),
    End,
    Fault(io::Error),
}

/// A decoder of one frame.
type Decoder = zstd::Decoder<'static, Mapped>;

impl<'p> Frames<'p> {
    /// Returns true if the frame at `from` ends before the file does.
    pub(crate) fn are_in(map: &Map, from: usize) -> bool {
        let rest = map.bytes().get(from..).unwrap_or_default();
        first_frame(rest).is_some_and(|len| len < rest.len())
    }

    /// Returns a reader of the frames of `map` from offset `from` on, which `workers` decode.
    pub(crate) fn new(
        map: Map,
        from: usize,
        workers: Arc<Workers>,
        progress: &'p dyn Progress,
    ) -> Frames<'p> {
        let n_frames = workers.n_threads().get().min(MAX_FRAMES);
        let mut frames = Frames {
            map: Arc::new(map),
            workers,
            progress,
            at: from,
            under_way: VecDeque::new(),
            block: Cursor::default(),
        };
        for _ in 0..n_frames {
            frames.begin_next();
        }
        frames
    }

    /// Begins to decode the next frame, if there is one.
    fn begin_next(&mut self) {
        let rest = &self.map.bytes()[self.at..];
        if rest.is_empty() {
            return;
        }
        let range = self.at..self.at + first_frame(rest).unwrap_or(rest.len());
        self.at = range.end;
        // The search for the end of the frame has loaded all its pages.
        self.map.forget(range.start..self.map.bytes().len().min(range.start + MAX_FRAME));
        let bytes = Mapped { map: Arc::clone(&self.map), range: range.clone() };
        let next = match zstd::Decoder::with_buffer(bytes) {
            Ok(decoder) => spawn(&self.workers, Box::new(decoder), Vec::new()),
            Err(error) => known(Block { text: Vec::new(), rest: Rest::Fault(error) }),
        };
        self.under_way.push_back(UnderWay { range, next });
    }
}

impl Read for Frames<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let n = self.block.read(buffer)?;
            if n > 0 || buffer.is_empty() {
                return Ok(n);
            }
            let Some(frame) = self.under_way.front_mut() else { return Ok(0) };
            let used = std::mem::take(&mut self.block).into_inner();
            let lost = |_| io::Error::other("internal fault in a decoder");
            let Block { text, rest } = frame.next.recv().map_err(lost)?;
            match rest {
                Rest::More(decoder) => frame.next = spawn(&self.workers, decoder, used),
                Rest::End => {
                    self.map.forget(frame.range.clone());
                    self.progress.read(frame.range.len() as u64);
                    self.under_way.pop_front();
                    self.begin_next();
                }
                Rest::Fault(error) if text.is_empty() => {
                    // Text after a fault is not reliable.
                    self.under_way.clear();
                    self.at = self.map.bytes().len();
                    return Err(error);
                }
                // The text before a fault is returned first.
                Rest::Fault(error) => {
                    frame.next = known(Block { text: Vec::new(), rest: Rest::Fault(error) });
                }
            }
            self.block = Cursor::new(text);
        }
    }
}

/// Returns the length of the frame at the start of `bytes`; `None` if it is too long, or not a frame.
fn first_frame(bytes: &[u8]) -> Option<usize> {
    find_frame_compressed_size(&bytes[..bytes.len().min(MAX_FRAME)]).ok().filter(|len| *len > 0)
}

/// Spawns a task that decodes the next block into the memory of `used`.
fn spawn(workers: &Workers, decoder: Box<Decoder>, used: Vec<u8>) -> Receiver<Block> {
    let (sender, receiver) = sync_channel(1);
    workers.spawn(move || {
        // The receiver may have been dropped with its reader.
        let _ = sender.send(decode(decoder, used));
    });
    receiver
}

/// Returns the receiver of a block that exists already.
fn known(block: Block) -> Receiver<Block> {
    let (sender, receiver) = sync_channel(1);
    let _ = sender.send(block);
    receiver
}

fn decode(mut decoder: Box<Decoder>, mut text: Vec<u8>) -> Block {
    let start = decoder.get_ref().range.start;
    text.clear();
    text.reserve(BLOCK);
    let result = (&mut *decoder).take(BLOCK as u64).read_to_end(&mut text);
    let Mapped { map, range } = decoder.get_ref();
    map.forget(start..range.start);
    let rest = match result {
        Err(error) => Rest::Fault(error),
        Ok(_) if text.len() < BLOCK => Rest::End,
        Ok(_) => Rest::More(decoder),
    };
    Block { text, rest }
}

/// The bytes of a mapped file that were not read yet.
struct Mapped {
    map: Arc<Map>,
    range: Range<usize>,
}

impl Read for Mapped {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.fill_buf()?.read(buffer)?;
        self.consume(n);
        Ok(n)
    }
}

impl BufRead for Mapped {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        Ok(&self.map.bytes()[self.range.clone()])
    }

    fn consume(&mut self, n: usize) {
        self.range.start += n;
    }
}
