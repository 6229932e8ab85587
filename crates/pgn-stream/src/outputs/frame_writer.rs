//! Writes text to zstd frames of about a given size, each of which can be decoded separately, and their seek table.
//!
//! A frame ends where a game ends and no comment is open. The parser finds these places in the text as it is written,
//! one block at a time. The text after the last complete game waits for the next block.

use std::{
    io::{self, BufWriter, Write},
    num::NonZeroU32,
};

use memchr::{memchr, memrchr2};
use pgn_syntax::{Game, Parser, Part, ReadDepth, ReadOptions, count_line_ends};

use crate::{
    inputs::{
        frame_counts::{self, FrameCounts, MAX_GAME},
        seek_table::{self, Frame},
    },
    outputs::{
        compressed_file::{CompressedFile, Compression},
        early_sync::EarlySync,
    },
};

/// Kind of text in the frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameContents {
    /// Games in PGN: a frame ends with a game.
    Games,
    /// Lines of any text: a frame ends with a line.
    Lines,
}

/// How a zstd file is divided into frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameOptions {
    /// Minimum number of bytes of text in a frame, which ends at the first possible place from there on.
    pub size: NonZeroU32,
    /// Kind of text in the frames.
    pub contents: FrameContents,
}

impl FrameOptions {
    /// Maximum of `size`: programs that read the format accept frames of up to 1 GiB, including the last game.
    pub const MAX_SIZE: u32 = 512 << 20;
}

/// Number of bytes of text in which ends of games are searched at once.
const BLOCK: usize = 256 << 10;
/// Number of bytes after the games that the parser sees: enough for a tag pair.
const AFTER: usize = 4096;
/// Size in bytes from which a frame ends at any place, if no proper place to end it was found. With one more piece, the
/// frame is not larger than 1 GiB.
const MAX_FRAME: u32 = (1 << 30) - (16 << 20);

/// The frames that were written.
#[derive(Debug)]
pub(crate) struct FrameTable {
    options: FrameOptions,
    list: Vec<FrameCounts>,
    /// True if each frame ends where a game ends, so that its games are counted.
    is_counted: bool,
}

impl FrameTable {
    /// Returns the table of an empty file.
    pub(crate) fn new(options: FrameOptions) -> FrameTable {
        let is_counted = options.contents == FrameContents::Games;
        FrameTable { options, list: Vec::new(), is_counted }
    }

    /// Returns the bytes after the last frame: the counts, if any, and the seek table.
    fn end(&self) -> Vec<u8> {
        let mut frames: Vec<_> = self.list.iter().map(|it| it.frame).collect();
        let mut end = Vec::new();
        if let Some(counts) = self.is_counted.then(|| frame_counts::write(&self.list)).flatten()
            && let Ok(stored_size) = u32::try_from(counts.len())
        {
            frames.push(Frame { stored_size, text_size: 0 });
            end = counts;
        }
        end.extend(seek_table::write(&frames).unwrap_or_default());
        end
    }
}

/// A writer of frames.
pub(crate) struct FrameWriter {
    out: CompressedFile,
    /// The frames so far. The stored sizes of the frames that this writer has ended are 0 until the writer ends.
    table: FrameTable,
    /// Number of frames that other writers have ended.
    n_frames_before: usize,
    /// Counts of the current frame, without its stored size.
    current: FrameCounts,
    /// True if the last brace that was written opens a comment.
    is_open: bool,
    /// Text that does not belong to a complete game yet.
    waiting: Vec<u8>,
    /// Length of the waiting text at which ends of games are searched again.
    next_look: usize,
    /// True until text is taken from `waiting`.
    is_first: bool,
    parser: Parser,
    game: Game,
}

impl FrameWriter {
    /// Returns a writer that continues after the frames of `table`.
    pub(crate) fn new(
        file: BufWriter<EarlySync>,
        table: FrameTable,
        compression: &Compression,
    ) -> FrameWriter {
        let options = ReadOptions { depth: ReadDepth::Tags, ..ReadOptions::default() };
        let size = Some(table.options.size.get() as usize);
        FrameWriter {
            out: CompressedFile::new(file, compression, size),
            is_first: table.list.is_empty(),
            n_frames_before: table.list.len(),
            table,
            current: FrameCounts::default(),
            is_open: false,
            waiting: Vec::new(),
            next_look: BLOCK,
            parser: Parser::new(options),
            game: Game::default(),
        }
    }

    /// Ends the last frame and writes the table of frames. Returns the file.
    pub(crate) fn finish(mut self) -> io::Result<BufWriter<EarlySync>> {
        self.write_games(true)?;
        if self.current.frame.text_size > 0 || self.table.list.is_empty() {
            self.end_frame()?;
        }
        let (mut file, table) = self.end_file()?;
        file.write_all(&table.end())?;
        Ok(file)
    }

    /// Ends the current frame. Returns the file, and the table with which another writer continues. The games of the
    /// file are then not counted, as it is not known whether a game ends there.
    pub(crate) fn park(mut self) -> io::Result<(BufWriter<EarlySync>, FrameTable)> {
        let waiting = std::mem::take(&mut self.waiting);
        if !waiting.is_empty() || self.current.frame.text_size > 0 || !self.table.list.is_empty() {
            self.table.is_counted = false;
        }
        self.add(&waiting, 0)?;
        if self.current.frame.text_size > 0 {
            self.end_frame()?;
        }
        self.end_file()
    }

    /// Returns the file, and the table with the stored sizes of all frames.
    fn end_file(self) -> io::Result<(BufWriter<EarlySync>, FrameTable)> {
        let FrameWriter { out, mut table, n_frames_before, .. } = self;
        let (file, stored_sizes) = out.finish()?;
        let frames = table.list.iter_mut().skip(n_frames_before);
        for (FrameCounts { frame, .. }, stored_size) in frames.zip(stored_sizes) {
            frame.stored_size = u32::try_from(stored_size).unwrap_or(u32::MAX);
        }
        Ok((file, table))
    }

    /// Writes the complete games of the waiting text; with `is_last`, all of the text.
    fn write_games(&mut self, is_last: bool) -> io::Result<()> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let text = std::mem::take(&mut self.waiting);
        let n_written = if text.len() > MAX_GAME {
            self.table.is_counted = false;
            self.add(&text, 0)?;
            text.len()
        } else {
            self.write_games_of(&text, is_last)?
        };
        self.is_first &= n_written == 0;
        self.waiting = text;
        self.waiting.drain(..n_written);
        Ok(())
    }

    /// Writes the complete games of `text`. Returns the number of bytes that were written.
    fn write_games_of(&mut self, text: &[u8], is_last: bool) -> io::Result<usize> {
        let cut = if is_last {
            text.len()
        } else {
            // The text after the cut begins a line.
            let end = text.len().saturating_sub(AFTER);
            memrchr2(b'\n', b'\r', &text[..end])
                .map_or(0, |at| at + if text[at..].starts_with(b"\r\n") { 2 } else { 1 })
        };
        let (src, after) = text.split_at(cut);
        let part = Part { src, is_first: self.is_first, is_last, after };
        let (mut from, mut end, mut n_games) = (0, 0, 0);
        self.parser.start(&part);
        while self.parser.next_game(&part, &mut self.game) {
            if part.can_change_end_of(&self.game) {
                break;
            }
            end = self.parser.rest();
            n_games += 1;
            let size = self.current.frame.text_size as usize + end - from;
            if size >= self.table.options.size.get() as usize && is_end_of_line(text, end) {
                self.add(&text[from..end], std::mem::take(&mut n_games))?;
                from = end;
                if !self.is_open {
                    self.end_frame()?;
                }
            }
        }
        if is_last {
            end = text.len();
        }
        self.add(&text[from..end], n_games)?;
        Ok(end)
    }

    /// Writes lines, and ends the frame after each line that makes it long enough.
    fn write_lines(&mut self, mut text: &[u8]) -> io::Result<()> {
        let size = self.table.options.size.get() as usize;
        loop {
            let least = size.saturating_sub(self.current.frame.text_size as usize + 1);
            let rest = text.get(least..).unwrap_or_default();
            let Some(at) = memchr(b'\n', rest) else { return self.add(text, 0) };
            let (lines, next) = text.split_at(least + at + 1);
            self.add(lines, 0)?;
            self.end_frame()?;
            text = next;
        }
    }

    /// Adds text to the current frame.
    fn add(&mut self, text: &[u8], n_games: u32) -> io::Result<()> {
        for piece in text.chunks(MAX_GAME) {
            if self.current.frame.text_size >= MAX_FRAME {
                self.table.is_counted = false;
                self.end_frame()?;
            }
            self.out.write_all(piece)?;
            self.current.frame.text_size += u32::try_from(piece.len()).unwrap_or(u32::MAX);
        }
        if let Some(at) = memrchr2(b'{', b'}', text) {
            self.is_open = text[at] == b'{';
        }
        let n_lines = u32::try_from(count_line_ends(text)).unwrap_or(u32::MAX);
        self.current.n_lines = self.current.n_lines.saturating_add(n_lines);
        self.current.n_games += n_games;
        Ok(())
    }

    fn end_frame(&mut self) -> io::Result<()> {
        self.out.end_stream()?;
        self.table.list.push(std::mem::take(&mut self.current));
        Ok(())
    }
}

impl Write for FrameWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.table.options.contents {
            FrameContents::Lines => self.write_lines(bytes)?,
            FrameContents::Games => {
                for piece in bytes.chunks(BLOCK) {
                    self.waiting.extend_from_slice(piece);
                    if self.waiting.len() >= self.next_look {
                        self.write_games(false)?;
                        // A long game is searched again when its length has doubled.
                        let doubled = (2 * self.waiting.len()).min(MAX_GAME + 1);
                        self.next_look = doubled.max(BLOCK);
                    }
                }
            }
        }
        Ok(bytes.len())
    }

    /// Writes the compressed frames. Text of the open frame is kept, because a frame ends only after a game. No reader
    /// can miss it: the file has a temporary name until it is complete.
    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Returns true if a line ends at `at`, which is not between CR and LF.
fn is_end_of_line(text: &[u8], at: usize) -> bool {
    match text[..at].last() {
        Some(b'\n') => true,
        Some(b'\r') => text.get(at).is_some_and(|&byte| byte != b'\n'),
        _ => false,
    }
}
