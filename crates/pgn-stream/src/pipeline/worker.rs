//! A worker: reads chunks, catches panics, and reads chunks again that were cut inside a game.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
};

use pgn_syntax::{count_line_ends, is_line_end};

use crate::{
    inputs::{
        cut::BoundaryFinders,
        line_lengths::{line_lengths, line_start, open_line},
        options::{MIN_OVERSIZED, Options},
    },
    pipeline::{
        chunk::{Chunk, ChunkView, Cut, Data, LOOK_AHEAD},
        job::{Flags, Job, Piece, Read},
        prefix_sums::{Carry, ChunkAction, Counted, ReadResult, Resolution, Sums},
    },
    position::{Lines, Place, TextOffset},
};

/// An output for the sink, or a part that failed.
#[derive(Debug)]
pub(crate) enum PartResult<O> {
    Output(O),
    Failed { place: Place, bytes: Vec<u8>, message: String },
}

/// Results of a chunk.
#[derive(Debug)]
pub(crate) struct Done<O> {
    pub(crate) parts: Vec<PartResult<O>>,
    pub(crate) n_games: u64,
    pub(crate) n_bytes: u64,
}

/// A draft, or the message of the panic that ended the reading.
type Drafted<D> = Result<D, String>;

/// A chunk whose place is not known yet.
pub(crate) struct Pending<D> {
    pub(crate) chunk: Chunk,
    /// `None` if the chunk was not read, because it is unlikely to begin with a game.
    draft: Option<Drafted<D>>,
    n_games: u64,
    /// True if the job needs the number of the first line.
    asks_line: bool,
}

/// An incomplete game of at least this size is read again only when its bytes have doubled, which keeps the time linear.
/// This is the size of the smallest chunks of a file.
const RETRY: usize = 128 << 10;

/// Number of bytes before a place that are kept to decide whether it is a boundary.
const CONTEXT: usize = 64 << 10;

/// Number of bytes after a place that decide whether a game ends there, or whether it is a boundary.
const REACH: usize = LOOK_AHEAD;

/// Where a game becomes oversized.
#[derive(Clone, Copy, Debug)]
struct Limit {
    /// The end of the bytes in which a game must be complete.
    end: usize,
    /// The start of the line that is too long; 0 if the game has too many bytes.
    line_start: usize,
}

/// The unread rest of a chunk, with what is made of the chunk.
struct Rest<'a, O> {
    chunk: &'a Chunk,
    view: ChunkView<'a>,
    place: Place,
    counted: Counted,
    /// The lines before `view` that belong to the chunk.
    lines: Lines,
    /// The change of the flags by the games before `view`.
    flags: Flags,
    done: &'a mut Done<O>,
    /// Publishes the sums of the chunk.
    publish: &'a mut dyn FnMut(Sums),
}

impl<'a, O> Rest<'a, O> {
    /// Removes the first `n_bytes` from the rest. They have these lines and games, and change the flags in this way.
    fn advance(&mut self, n_bytes: usize, lines: Lines, n_games: u64, flags: Flags) {
        self.view.bytes = &self.view.bytes[n_bytes..];
        self.view.offset += n_bytes as u64;
        self.view.is_first = self.view.offset == TextOffset(0);
        self.counted = Counted { offset: self.view.offset, lines: self.counted.lines.then(lines) };
        self.lines = self.lines.then(lines);
        self.flags = self.flags.then(flags);
        self.place.offset = self.view.offset;
        self.place.first_game += n_games;
        self.done.n_games += n_games;
        self.place.flags = flags.change(self.place.flags);
        self.counted.complete(&mut self.place);
    }

    /// Publishes the sums of the chunk, and returns its results: nothing more of it is read, and `unfinished` is left
    /// for the next one.
    fn end(self, unfinished: &[u8], oversized: Option<Place>) -> &'a mut Done<O> {
        let (n_games, lines, flags) = (self.done.n_games, Some(self.lines), self.flags);
        let carry = carry_of(unfinished, self.chunk.data.is_mapped());
        (self.publish)(Sums { n_games, lines, carry, oversized, flags });
        self.done
    }
}

/// The job, with the buffers of a thread.
pub(crate) struct Worker<'j, J: Job> {
    job: &'j J,
    scratch: J::Scratch,
    boundaries: BoundaryFinders,
    max_game_size: usize,
    max_line: usize,
}

impl<'j, J: Job> Worker<'j, J> {
    pub(crate) fn new(job: &'j J, options: &Options) -> Worker<'j, J> {
        let Options { boundaries, max_game_size, max_line, .. } = *options;
        let max_game_size = max_game_size.max(MIN_OVERSIZED);
        Worker { scratch: job.scratch(), job, boundaries, max_game_size, max_line }
    }

    /// Reads a chunk as if it began with a game, if that is likely.
    pub(crate) fn read(&mut self, chunk: Chunk) -> (Pending<J::Draft>, ReadResult) {
        let (start, offset) = (chunk.begins_reading.then_some(chunk.input.start), chunk.offset);
        if !chunk.begins_well {
            let pending = Pending { chunk, draft: None, n_games: 0, asks_line: true };
            return (pending, ReadResult { start, offset, sums: None });
        }
        let view = chunk.view();
        let read = self.guarded_read(&view);
        let carry = carry_of(&view.bytes[read.games_end..], chunk.data.is_mapped());
        let (n_games, flags) = (read.n_games, read.flags);
        let asks_line = read.n_lines.is_some();
        let lines = match &chunk.data {
            Data::Mapped { .. } if !asks_line => None,
            // The lines of a buffer cannot be counted later.
            Data::Mapped { .. } | Data::Owned { .. } => Some(lines_of(&read, view.bytes)),
        };
        let sums = Some(Sums { n_games, lines, carry, oversized: None, flags });
        let pending = Pending { chunk, draft: Some(read.draft), n_games, asks_line };
        (pending, ReadResult { start, offset, sums })
    }

    /// Returns the outputs of a chunk, its data, and the part of the input whose lines are counted. If the chunk has
    /// to be read again, calls `publish` with its sums as soon as they are known, before the outputs are made.
    pub(crate) fn finish_chunk(
        &mut self,
        pending: Pending<J::Draft>,
        resolution: Resolution,
        publish: &mut dyn FnMut(Sums),
    ) -> (Done<J::Output>, Data, Counted) {
        let Pending { chunk, draft, n_games, asks_line } = pending;
        let n_bytes = chunk.len() as u64;
        let mut done = Done { parts: Vec::with_capacity(1), n_games, n_bytes };
        let Resolution { mut place, mut counted, action } = resolution;
        match action {
            ChunkAction::Finish => {
                if asks_line {
                    counted = count_up_to(place.offset, counted, &chunk);
                    counted.complete(&mut place);
                }
                let draft = draft.unwrap_or_else(|| Err(String::new()));
                done.parts.push(self.guarded_finish(draft, &chunk, &chunk.view(), &place, counted));
            }
            ChunkAction::Reread { carry, oversized } => {
                drop(draft);
                counted = count_up_to(place.offset, counted, &chunk);
                counted.complete(&mut place);
                self.reread(&chunk, (place, counted), carry, oversized, &mut done, publish);
            }
        }
        (done, chunk.data, counted)
    }

    /// Reads a chunk again with the bytes that the chunk before it has left over, and adds its outputs to `done`.
    /// `oversized`: the place of the oversized game that continues in the chunk.
    fn reread(
        &mut self,
        chunk: &Chunk,
        (place, counted): (Place, Counted),
        carry: Carry,
        oversized: Option<Place>,
        done: &mut Done<J::Output>,
        publish: &mut dyn FnMut(Sums),
    ) {
        done.n_games = 0;
        let Carry { len: n_carried, tried, line: line_before, bytes: mut joined } = carry;
        let (text, range) = match &chunk.data {
            Data::Mapped { map, range } => (map.bytes(), range.start - n_carried..range.end),
            Data::Owned { buffer, len } => {
                joined.extend_from_slice(buffer);
                (joined.as_slice(), 0..n_carried + len)
            }
        };
        let view = chunk.view_of(text, range, place.offset);
        let len = view.bytes.len();

        let (line, line_now) = line_lengths(line_before, &view.bytes[n_carried..]);
        let is_within_limits = len <= self.max_game_size && line <= self.max_line;
        let is_too_early = is_within_limits && tried > RETRY && len < 2 * tried;
        if oversized.is_none() && is_too_early && !view.is_last() {
            // More bytes are needed before it is worth reading these again.
            joined.truncate(len);
            let carry = Carry { len, tried, line: line_now, bytes: joined };
            publish(Sums { carry, ..Sums::default() });
            return;
        }
        let (lines, flags) = (Lines::default(), Flags::default());
        let mut rest = Rest { chunk, view, place, counted, lines, flags, done, publish };
        if oversized.is_some() {
            // The bytes before have been searched.
            let from = line_start(view.bytes, n_carried.saturating_sub(REACH)).max(1);
            let Some(left) = self.finish_piece(rest, oversized, from) else { return };
            rest = left;
        }
        let Some(mut rest) = self.finish_oversized(rest) else { return };
        let Rest { view, place, counted, .. } = rest;
        let read = self.guarded_read(&view);
        rest.advance(read.games_end, lines_of(&read, view.bytes), read.n_games, read.flags);
        let unfinished = rest.view.bytes;
        let done = rest.end(unfinished, None);
        done.parts.push(self.guarded_finish(read.draft, chunk, &view, &place, counted));
    }

    /// Makes the outputs of `rest` up to the end of its last oversized game. Returns what is left to read; if nothing
    /// is left, publishes the sums of the chunk and returns `None`.
    ///
    /// Only the text decides what belongs to an oversized game, not where chunks end: it is a game that is incomplete
    /// in the bytes up to [`REACH`] after the limit, and it ends at the first boundary after the limit.
    fn finish_oversized<'a>(
        &mut self,
        mut rest: Rest<'a, J::Output>,
    ) -> Option<Rest<'a, J::Output>> {
        while let Some(mut limit) = self.limit(rest.view.bytes) {
            let len = rest.view.bytes.len();
            if rest.view.is_last() && len <= limit.end + REACH {
                break;
            }
            if !rest.view.is_last() && len < limit.end + CONTEXT {
                let unfinished = rest.view.bytes;
                rest.end(unfinished, None);
                return None;
            }
            if self.finish_games(&mut rest, limit.end + REACH, Cut::Hard) > 0 {
                continue;
            }
            // A game that seems complete does not continue with a line that is too long.
            let before_line = &rest.view.bytes[..limit.line_start];
            if let Some(at) = (self.boundaries.pause)(before_line, 0).filter(|at| *at > 0) {
                limit.end -= self.finish_games(&mut rest, at, Cut::Boundary);
            }
            rest = self.finish_piece(rest, None, limit.end)?;
        }
        Some(rest)
    }

    /// Makes the outputs of the games in the first bytes of `rest`, which end with `cut`, and advances `rest` behind
    /// them. Returns the number of their bytes.
    fn finish_games(&mut self, rest: &mut Rest<'_, J::Output>, end: usize, cut: Cut) -> usize {
        let after = &rest.view.bytes[end..];
        let next = if cut == Cut::Hard { &[] } else { &after[..after.len().min(LOOK_AHEAD)] };
        let view = ChunkView { bytes: &rest.view.bytes[..end], cut, next, ..rest.view };
        let read = self.guarded_read(&view);
        let n_read = read.games_end;
        if n_read == 0 || cut == Cut::Boundary && n_read < end {
            return 0;
        }
        let lines = lines_of(&read, view.bytes);
        let output = self.guarded_finish(read.draft, rest.chunk, &view, &rest.place, rest.counted);
        rest.done.parts.push(output);
        rest.advance(n_read, lines, read.n_games, read.flags);
        n_read
    }

    /// Makes the output of the first bytes of `rest`, a piece of an oversized game that ends at the first boundary at or
    /// after `from`. `start`: the place of the game, if it has begun before. Returns what is left to read; if nothing is
    /// left, publishes the sums of the chunk and returns `None`.
    fn finish_piece<'a>(
        &mut self,
        mut rest: Rest<'a, J::Output>,
        start: Option<Place>,
        from: usize,
    ) -> Option<Rest<'a, J::Output>> {
        let view = rest.view;
        let boundary = self.boundaries.first(view.bytes, from);
        let is_last = boundary.is_some() || view.is_last();
        // The bytes before the next chunk show whether it begins with a boundary.
        let len = view.bytes.len();
        let end = if is_last { len } else { line_start(view.bytes, len.saturating_sub(CONTEXT)) };
        let (bytes, after) = view.bytes.split_at(boundary.unwrap_or(end));
        let mut part = ChunkView { bytes, ..view };
        if !after.is_empty() {
            (part.cut, part.next) = (Cut::Boundary, &after[..after.len().min(LOOK_AHEAD)]);
        }
        let piece = Piece { is_first: start.is_none(), is_last };
        let start = start.unwrap_or(rest.place);
        let output = self.caught(|job, scratch| job.oversized(scratch, &part, &start, piece));
        rest.done.parts.push(part_result(output, &part, &start));
        let lines = Lines::of(bytes, count_line_ends(bytes));
        rest.advance(bytes.len(), lines, u64::from(is_last), Flags::default());
        if is_last && !after.is_empty() {
            return Some(rest);
        }
        rest.end(after, (!is_last).then_some(start));
        None
    }

    /// Returns where a game that begins with `bytes` becomes oversized; `None` if the bytes are within the limits.
    fn limit(&self, bytes: &[u8]) -> Option<Limit> {
        if bytes.len() <= self.max_game_size.min(self.max_line) {
            return None;
        }
        let of_size = Limit { end: self.max_game_size, line_start: 0 };
        let of_size = (bytes.len() > of_size.end).then_some(of_size);
        let mut line_start = 0;
        for line in bytes.split(is_line_end) {
            if line.len() > self.max_line {
                let of_line = Limit { end: line_start + self.max_line, line_start };
                return Some(of_size.filter(|it| it.end < of_line.end).unwrap_or(of_line));
            }
            line_start += line.len() + 1;
        }
        of_size
    }

    fn guarded_read(&mut self, view: &ChunkView<'_>) -> Read<Drafted<J::Draft>> {
        let read = self.try_read(view).or_else(|_| self.try_read(&careful(view)));
        match read {
            Ok(Read { draft, n_games, n_lines, games_end, flags }) => {
                let len = view.bytes.len();
                let games_end = if view.is_last() { len } else { games_end.min(len) };
                Read { draft: Ok(draft), n_games, n_lines, games_end, flags }
            }
            Err(message) => Read {
                draft: Err(message),
                n_games: 0,
                n_lines: Some(count_line_ends(view.bytes)),
                games_end: view.bytes.len(),
                flags: Flags::default(),
            },
        }
    }

    fn try_read(&mut self, view: &ChunkView<'_>) -> Result<Read<J::Draft>, String> {
        self.caught(|job, scratch| job.read(scratch, view))
    }

    fn guarded_finish(
        &mut self,
        draft: Drafted<J::Draft>,
        chunk: &Chunk,
        view: &ChunkView<'_>,
        place: &Place,
        counted: Counted,
    ) -> PartResult<J::Output> {
        let mut place = *place;
        let output = draft.and_then(|draft| {
            self.try_finish(draft, view, &place).or_else(|_| {
                // The place is reported now, so it needs its line.
                count_up_to(place.offset, counted, chunk).complete(&mut place);
                let view = careful(view);
                let read = self.try_read(&view)?;
                self.try_finish(read.draft, &view, &place)
            })
        });
        part_result(output, view, &place)
    }

    fn try_finish(
        &mut self,
        draft: J::Draft,
        view: &ChunkView<'_>,
        place: &Place,
    ) -> Result<J::Output, String> {
        self.caught(|job, scratch| job.finish(scratch, draft, view, place))
    }

    /// Runs `work`. Returns the message of its panic as an error, after replacing the scratch, which may be in any state
    /// then.
    fn caught<T>(&mut self, work: impl FnOnce(&J, &mut J::Scratch) -> T) -> Result<T, String> {
        let (job, scratch) = (self.job, &mut self.scratch);
        catch_unwind(AssertUnwindSafe(|| work(job, scratch))).map_err(|panic| {
            self.scratch = self.job.scratch();
            panic_message(&*panic)
        })
    }
}

/// Returns the message of a panic that was caught, or an empty text if it has none.
#[must_use]
pub fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|it| (*it).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}

/// Returns the lines of the bytes that were read.
fn lines_of<D>(read: &Read<D>, bytes: &[u8]) -> Lines {
    let text = &bytes[..read.games_end];
    Lines::of(text, read.n_lines.unwrap_or_else(|| count_line_ends(text)))
}

/// Returns `counted` extended up to `offset`. Only lines of maps are counted here: those of buffers were counted when
/// they were read.
fn count_up_to(offset: TextOffset, counted: Counted, chunk: &Chunk) -> Counted {
    let more = match &chunk.data {
        Data::Mapped { map, .. } => {
            let place = |offset: TextOffset| usize::try_from(offset.0).unwrap_or(usize::MAX);
            map.count_lines(place(counted.offset)..place(offset))
        }
        Data::Owned { .. } => Lines::default(),
    };
    Counted { offset, lines: counted.lines.then(more) }
}

/// Returns the output as a part, or the bytes of `view` as a part that failed.
fn part_result<O>(output: Result<O, String>, view: &ChunkView<'_>, place: &Place) -> PartResult<O> {
    match output {
        Ok(output) => PartResult::Output(output),
        Err(message) => PartResult::Failed { place: *place, bytes: view.bytes.to_vec(), message },
    }
}

fn careful<'a>(view: &ChunkView<'a>) -> ChunkView<'a> {
    ChunkView { is_careful: true, ..*view }
}

/// Returns the carry of the bytes after the last complete game.
fn carry_of(unfinished: &[u8], is_mapped: bool) -> Carry {
    Carry {
        len: unfinished.len(),
        tried: unfinished.len(),
        line: open_line(unfinished),
        bytes: if is_mapped { Vec::new() } else { unfinished.to_vec() },
    }
}
