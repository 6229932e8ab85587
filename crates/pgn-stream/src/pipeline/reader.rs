//! The reader: opens one input after the other and cuts it into chunks.

use std::{
    fs::File,
    io::{self, Read},
    ops::Range,
    sync::Arc,
};

use crate::{
    inputs::{
        body::{Body, Opened},
        changes::OpenedFile,
        charset,
        cut::BoundaryFinders,
        decode,
        input::{Format, Input, InputInfo},
        mmap::Map,
        options::Options,
        source,
        unfold::read_some,
    },
    pipeline::chunk::{BufferPool, Cut, Data, LOOK_AHEAD},
    position::TextOffset,
    progress::Progress,
    system::{
        error::{Error, ErrorKind},
        platform,
    },
};

/// A chunk without its number in the run.
pub(crate) struct NewChunk {
    pub(crate) offset: TextOffset,
    pub(crate) begins_well: bool,
    pub(crate) cut: Cut,
    pub(crate) data: Data,
}

/// The end of the reading of an input.
pub(crate) struct ReadingEnd {
    /// The error that ended it, if there was one.
    error: Option<Error>,
    /// The file of a map, which is read as long as there is work on its chunks.
    mapped: Option<OpenedFile>,
}

impl ReadingEnd {
    /// Returns the error of the input, after the work on all its chunks.
    pub(crate) fn into_error(self, info: &InputInfo) -> Option<Error> {
        let changed = || self.mapped.and_then(|file| file.change()).map(Error::from);
        let error = self.error.or_else(changed);
        error.map(|it| it.at(info.path.clone(), info.member.clone()))
    }
}

/// Receives the events of the reader: passes chunks to other threads, or processes them at once.
pub(crate) trait Dispatch {
    /// Begins an input.
    fn begin(&mut self, input: &Arc<InputInfo>);
    /// Receives the next chunk of an input.
    fn chunk(&mut self, input: &Arc<InputInfo>, chunk: NewChunk);
    /// Ends an input.
    fn end(&mut self, input: &Arc<InputInfo>, end: ReadingEnd);
    /// Reports that reading would block, after all bytes that can be cut off were passed on in chunks.
    fn idle(&mut self);
    /// Returns true if the run was stopped, so that nothing more must be read.
    fn is_stopped(&self) -> bool;
    /// Waits until all chunks so far are settled. Returns true if the last one ends inside a game.
    fn is_inside_game(&mut self) -> bool;
    /// Returns the buffers for reuse.
    fn pool(&self) -> &BufferPool;
}

/// Reads all inputs, until the dispatch is stopped.
pub(crate) fn read_all(
    inputs: &mut dyn Iterator<Item = Input>,
    options: &Options,
    progress: &dyn Progress,
    dispatch: &mut dyn Dispatch,
) {
    let mut index = 0;
    for (caller_index, input) in inputs.enumerate() {
        if dispatch.is_stopped() {
            return;
        }
        source::open(&input, caller_index, options, progress, &mut |opened| {
            let Opened { mut info, mut body } = opened;
            info.index = index;
            index += 1;
            body = charset::detect(&mut info, body, options, progress);
            let info = Arc::new(info);
            dispatch.begin(&info);
            let mut mapped = None;
            let error = match body {
                Body::Mapped(map, file) => {
                    cut_map(&info, map, options, progress, dispatch);
                    mapped = Some(file);
                    None
                }
                Body::Stream(mut stream) | Body::Jumping { text: mut stream, .. } => {
                    cut_stream(&info, Source::Blocking(&mut *stream), options, dispatch)
                }
                Body::Live { head, file } => {
                    let live = Live { head, file, caller_index, progress, is_quiet: false };
                    cut_stream(&info, Source::Live(live), options, dispatch)
                }
                Body::Failed(error) => Some(error),
            };
            if dispatch.is_stopped() {
                return false;
            }
            dispatch.end(&info, ReadingEnd { error, mapped });
            true
        });
    }
}

/// Returns true if all games that begin in `range` were read, where `offset` is the end of the text that was read.
fn is_past(range: Option<&Range<u64>>, offset: u64, dispatch: &mut dyn Dispatch) -> bool {
    range.is_some_and(|range| offset >= range.end) && !dispatch.is_inside_game()
}

/// Returns the size of the next chunk of a text with `left` bytes left. Chunks become smaller towards the end, so
/// that all threads finish together, and each has a part of a file of few megabytes. The size does not depend on the
/// number of threads: a fix that is checked against the content of its chunk is then the same on every machine.
fn size_of_next(left: usize, size: usize) -> usize {
    (left / 16).clamp(size / 8, size)
}

/// Dispatches the chunks of a mapped file.
fn cut_map(
    info: &Arc<InputInfo>,
    map: Map,
    options: &Options,
    progress: &dyn Progress,
    dispatch: &mut dyn Dispatch,
) {
    let map = Arc::new(map);
    let text = map.bytes();
    let (mut start, mut begins_well, mut is_done) = (0, true, false);
    while !is_done && !dispatch.is_stopped() {
        if is_past(options.bytes.as_ref(), start as u64, dispatch) {
            return;
        }
        let left = text.len() - start;
        let size = size_of_next(left, options.chunk_size);
        let (end, cut) = if left <= size + size / 4 {
            is_done = true;
            (text.len(), Cut::End)
        } else {
            let window = &text[start..start + size];
            match options.boundaries.last(window) {
                Some(boundary) => (start + boundary, Cut::Boundary),
                None => (start + BoundaryFinders::hard(window), Cut::Hard),
            }
        };
        // The pages are loaded by the reader, so that no worker waits for the disk.
        map.fetch(start..end);
        let data = Data::Mapped { map: Arc::clone(&map), range: start..end };
        dispatch.chunk(info, NewChunk { offset: TextOffset(start as u64), begins_well, cut, data });
        progress.read((end - start) as u64);
        begins_well = cut != Cut::Hard;
        start = end;
    }
}

/// Dispatches the chunks of a stream. Returns the error of its text; `None` if there is none.
fn cut_stream(
    info: &Arc<InputInfo>,
    mut stream: Source<'_>,
    options: &Options,
    dispatch: &mut dyn Dispatch,
) -> Option<Error> {
    let size = options.chunk_size;
    let expected = match info.stored_size {
        Some(stored) if info.format == Format::Plain => {
            usize::try_from(stored).map_or(size, |stored| stored.min(size)) + 1
        }
        _ => size,
    };
    let mut buffer = dispatch.pool().get(expected);
    let (mut offset, mut begins_well, mut target) = (info.start.offset, true, size);
    loop {
        if is_past(options.bytes.as_ref(), offset, dispatch) {
            // If no end is stated, the input may continue, and that is not an error.
            let stated = stated_end(info, options.bytes.as_ref())?;
            let filled = stream.fill(&mut buffer, 1, &|| dispatch.is_stopped());
            let is_more = !buffer.is_empty() && !matches!(filled, Ok(FillStatus::Stopped));
            return is_more.then(|| more_than_stated(stated));
        }
        let filled = stream.fill(&mut buffer, target, &|| dispatch.is_stopped());
        let (at, cut) = match filled {
            Ok(FillStatus::Stopped) => return None,
            Ok(FillStatus::Full) => match options.boundaries.last(&buffer) {
                Some(boundary) => (boundary, Cut::Boundary),
                None => (BoundaryFinders::hard(&buffer), Cut::Hard),
            },
            Ok(FillStatus::Quiet) => {
                let Some((at, is_pause)) =
                    options.boundaries.quiet(&buffer, options.cuts_at_pauses)
                else {
                    dispatch.idle();
                    continue;
                };
                (at, if is_pause { Cut::Pause } else { Cut::Boundary })
            }
            Ok(FillStatus::End) | Err(_) => {
                let cut = if filled.is_err() { Cut::Truncated } else { Cut::End };
                let end = offset + buffer.len() as u64;
                let len = buffer.len();
                let data = Data::Owned { buffer, len };
                dispatch
                    .chunk(info, NewChunk { offset: TextOffset(offset), begins_well, cut, data });
                return match filled {
                    Ok(_) => stated_end(info, options.bytes.as_ref())
                        .filter(|stated| *stated < end)
                        .map(more_than_stated),
                    Err(error) => {
                        let error = decode::error_of(info.format, error);
                        Some(Error { offset: Some(end), ..error })
                    }
                };
            }
        };
        let mut rest = dispatch.pool().get(size);
        rest.extend_from_slice(&buffer[at..]);
        buffer.truncate(at + LOOK_AHEAD);
        let data = Data::Owned { buffer, len: at };
        dispatch.chunk(info, NewChunk { offset: TextOffset(offset), begins_well, cut, data });
        if matches!(filled, Ok(FillStatus::Quiet)) {
            dispatch.idle();
        }
        offset += at as u64;
        begins_well = cut != Cut::Hard;
        // The rest contains no boundary, so enough is read to find one.
        target = size.max(rest.len() + size / 2);
        buffer = rest;
    }
}

/// Returns the end of the text according to the seek table, if it is in the range `bytes` or at its end. Text after
/// it would be missing in every range of the file.
fn stated_end(info: &InputInfo, bytes: Option<&Range<u64>>) -> Option<u64> {
    let range = bytes?;
    info.text_size.filter(|size| (range.start..=range.end).contains(size))
}

/// Returns the error of a text that continues after its end according to the seek table.
fn more_than_stated(size: u64) -> Error {
    Error { offset: Some(size), ..Error::new(ErrorKind::SeekTable) }
}

/// Result of filling a buffer.
enum FillStatus {
    Full,
    End,
    /// No more bytes are available at the moment.
    Quiet,
    Stopped,
}

/// A source of bytes.
enum Source<'a> {
    /// A source that waits for its bytes.
    Blocking(&'a mut dyn Read),
    Live(Live<'a>),
}

impl Source<'_> {
    /// Reads until `buffer` has `target` bytes. Bytes that were read before an error stay in it.
    fn fill(
        &mut self,
        buffer: &mut Vec<u8>,
        target: usize,
        is_stopped: &dyn Fn() -> bool,
    ) -> io::Result<FillStatus> {
        match self {
            Source::Blocking(_) if is_stopped() => Ok(FillStatus::Stopped),
            Source::Blocking(text) => {
                let wanted = target.saturating_sub(buffer.len());
                text.take(wanted as u64).read_to_end(buffer)?;
                Ok(if buffer.len() < target { FillStatus::End } else { FillStatus::Full })
            }
            Source::Live(live) => live.fill(buffer, target, is_stopped),
        }
    }
}

/// A pipe or terminal, whose writer may be slower than the reader.
struct Live<'p> {
    /// Bytes that were already read to determine the kind of the input.
    head: Vec<u8>,
    file: File,
    caller_index: usize,
    progress: &'p dyn Progress,
    /// True after [`FillStatus::Quiet`] was returned, until more bytes come.
    is_quiet: bool,
}

impl Live<'_> {
    fn fill(
        &mut self,
        buffer: &mut Vec<u8>,
        target: usize,
        is_stopped: &dyn Fn() -> bool,
    ) -> io::Result<FillStatus> {
        buffer.append(&mut self.head);
        while buffer.len() < target {
            if is_stopped() {
                return Ok(FillStatus::Stopped);
            }
            if !platform::wait_readable(&self.file) {
                if self.is_quiet {
                    continue;
                }
                self.is_quiet = true;
                return Ok(FillStatus::Quiet);
            }
            let n = read_some(&mut self.file, buffer)?;
            if n == 0 {
                return Ok(FillStatus::End);
            }
            self.is_quiet = false;
            self.progress.read(n as u64);
            self.progress.passing(self.caller_index, &buffer[buffer.len() - n..]);
        }
        Ok(FillStatus::Full)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::body::Failing;

    /// Keeps the cuts of the chunks.
    #[derive(Default)]
    struct Cuts(Vec<Cut>, BufferPool);

    impl Dispatch for Cuts {
        fn begin(&mut self, _: &Arc<InputInfo>) {}
        fn chunk(&mut self, _: &Arc<InputInfo>, chunk: NewChunk) {
            self.0.push(chunk.cut);
        }
        fn end(&mut self, _: &Arc<InputInfo>, _: ReadingEnd) {}
        fn idle(&mut self) {}
        fn is_stopped(&self) -> bool {
            false
        }
        fn is_inside_game(&mut self) -> bool {
            false
        }
        fn pool(&self) -> &BufferPool {
            &self.1
        }
    }

    #[test]
    fn text_before_an_error_is_truncated_in_every_format() {
        let boundaries = BoundaryFinders { boundary: |_, _| None, pause: |_, _| None };
        let options = Options::new(boundaries);
        for format in [Format::Plain, Format::Gzip] {
            let info = Arc::new(InputInfo { format, ..InputInfo::default() });
            let cuts_of = |text: &mut dyn Read| {
                let mut cuts = Cuts::default();
                let error = cut_stream(&info, Source::Blocking(text), &options, &mut cuts);
                (cuts.0, error.map(|error| error.kind()))
            };
            let failing = Failing(Some(io::Error::from_raw_os_error(5)));
            let cut = cuts_of(&mut b"[Event \"x\"]\n\n1. e".chain(failing));
            assert_eq!(cut, (vec![Cut::Truncated], Some(ErrorKind::Unreadable)));
            assert_eq!(cuts_of(&mut &b"1. e4 *"[..]), (vec![Cut::End], None));
        }
    }

    #[test]
    fn chunks_are_smaller_towards_the_end() {
        let size = |left| size_of_next(left, 1 << 20);
        assert_eq!(size(1 << 30), 1 << 20);
        assert_eq!(size(8 << 20), 512 << 10);
        assert_eq!(size(1), 128 << 10);
    }
}
