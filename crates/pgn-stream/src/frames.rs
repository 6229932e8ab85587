//! Several frames of a zstd file decoded at the same time.

use std::{
    collections::VecDeque,
    io::{self, Cursor, Read},
    ops::Range,
    sync::{
        Arc,
        mpsc::{Receiver, Sender, SyncSender, channel, sync_channel},
    },
    thread,
};

use zstd::zstd_safe::find_frame_compressed_size;

use crate::{mmap::Map, progress::Progress};

/// A frame that is longer than this is decoded with all that follows it, as one.
const LONGEST: usize = 16 << 20;
/// Text that a lane may have decoded before it is asked for: this many pieces …
const N_PIECES: usize = 128;
/// … of so many bytes.
const PIECE: usize = 64 << 10;
/// After so many bytes of a frame their pages are given back.
const DONE: usize = 1 << 20;
/// More lanes would decode more than anybody reads.
const MOST_LANES: usize = 8;

type Piece = io::Result<Vec<u8>>;

/// The way to one of the threads.
struct Lane {
    frames: Sender<(Range<usize>, SyncSender<Piece>)>,
    /// Pieces that were read and can be filled again.
    used: Sender<Vec<u8>>,
}

/// The text of a mapped zstd file.
pub(crate) struct Frames<'p> {
    map: Arc<Map>,
    progress: &'p dyn Progress,
    /// Frames from here on have no lane yet.
    at: usize,
    lanes: Vec<Lane>,
    /// Frames being decoded, in order: their range, their lane and their text.
    under_way: VecDeque<(Range<usize>, usize, Receiver<Piece>)>,
    piece: Cursor<Vec<u8>>,
}

impl<'p> Frames<'p> {
    /// Whether the first frame ends before the file does.
    pub(crate) fn are_in(map: &Map) -> bool {
        first_frame(map.bytes()).is_some_and(|len| len < map.bytes().len())
    }

    pub(crate) fn new(map: Map, n_lanes: usize, progress: &'p dyn Progress) -> Frames<'p> {
        let map = Arc::new(map);
        let mut lanes = Vec::new();
        for _ in 0..n_lanes.clamp(1, MOST_LANES) {
            let (frames, given) = channel::<(Range<usize>, SyncSender<Piece>)>();
            let (used, spare) = channel();
            let map = Arc::clone(&map);
            thread::spawn(move || {
                for (range, text) in given {
                    decode(&map, range, &text, &spare);
                }
            });
            lanes.push(Lane { frames, used });
        }
        let mut frames = Frames {
            map,
            progress,
            at: 0,
            under_way: VecDeque::new(),
            piece: Cursor::default(),
            lanes,
        };
        for lane in 0..frames.lanes.len() {
            frames.give_work(lane);
        }
        frames
    }

    /// The next frame, if there is one, is for this lane.
    fn give_work(&mut self, lane: usize) {
        let rest = &self.map.bytes()[self.at..];
        if rest.is_empty() {
            return;
        }
        let range = self.at..self.at + first_frame(rest).unwrap_or(rest.len());
        self.at = range.end;
        // To find its end all its blocks were looked at.
        self.map.forget(range.start..self.map.bytes().len().min(range.start + LONGEST));
        let (text, texts) = sync_channel(N_PIECES);
        // A lane only ends when this side is gone.
        let _ = self.lanes[lane].frames.send((range.clone(), text));
        self.under_way.push_back((range, lane, texts));
    }
}

impl Read for Frames<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let n = self.piece.read(buffer)?;
            if n > 0 || buffer.is_empty() {
                return Ok(n);
            }
            let Some((range, lane, texts)) = self.under_way.front() else { return Ok(0) };
            match texts.recv() {
                Ok(Ok(piece)) => {
                    let used = std::mem::replace(&mut self.piece, Cursor::new(piece));
                    let _ = self.lanes[*lane].used.send(used.into_inner());
                }
                Ok(Err(error)) => {
                    // What follows a fault is not to be trusted.
                    self.under_way.clear();
                    self.at = self.map.bytes().len();
                    return Err(error);
                }
                Err(_) => {
                    let lane = *lane;
                    self.map.forget(range.clone());
                    self.progress.read(range.len() as u64);
                    self.under_way.pop_front();
                    self.give_work(lane);
                }
            }
        }
    }
}

/// The length of the frame at the start of `bytes`, if it is not too long.
fn first_frame(bytes: &[u8]) -> Option<usize> {
    find_frame_compressed_size(&bytes[..bytes.len().min(LONGEST)]).ok().filter(|len| *len > 0)
}

/// Decodes what is in `range` piece by piece, until nobody wants more.
fn decode(map: &Map, range: Range<usize>, text: &SyncSender<Piece>, spare: &Receiver<Vec<u8>>) {
    let mut decoder = match zstd::Decoder::with_buffer(&map.bytes()[range.clone()]) {
        Ok(decoder) => decoder,
        Err(error) => {
            let _ = text.send(Err(error));
            return;
        }
    };
    let mut start = range.start;
    loop {
        // What was decoded need not stay: a frame may be long, and there is one for each lane.
        let at = range.end - decoder.get_ref().len();
        if at - start >= DONE {
            map.forget(start..at);
            start = at;
        }
        let mut piece = spare.try_recv().unwrap_or_default();
        piece.clear();
        piece.reserve(PIECE);
        let result = (&mut decoder).take(PIECE as u64).read_to_end(&mut piece);
        let is_end = piece.len() < PIECE;
        // What was decoded before a fault comes first.
        if !piece.is_empty() && text.send(Ok(piece)).is_err() {
            return;
        }
        if let Err(error) = result {
            let _ = text.send(Err(error));
            return;
        }
        if is_end {
            return;
        }
    }
}
