//! One reader thread, worker threads, and the sink on the calling thread.
//!
//! Plain scoped threads instead of a pool: workers are started one by one as chunks come, so a small
//! run starts few, and a worker that waits for the chunk before its own can go on with another.

use std::{
    collections::VecDeque,
    io,
    num::NonZeroUsize,
    ops::Range,
    path::PathBuf,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread::Scope,
};

use crate::{
    chunk::{Chunk, Pool},
    cut::Seams,
    error::Error,
    input::{Input, InputInfo},
    job::Job,
    ledger::Ledger,
    progress::Progress,
    reader::{self, Dispatch, NewChunk},
    sink::{Failure, Flow, InputEnd, Sink},
    unfold::GameLines,
    worker::{Done, Item, Pending, Worker},
};

/// How to read.
#[derive(Clone, Debug)]
pub struct Options {
    /// Worker threads.
    pub threads: NonZeroUsize,
    /// Where to cut.
    pub seams: Seams,
    /// Bytes of a chunk, about.
    pub chunk_size: usize,
    /// Chunks between reader and sink; `None`: four a thread.
    pub window: Option<usize>,
    /// Whether large files are mapped.
    pub mmap: bool,
    /// A game of more bytes is given to [`Job::oversized`] in pieces. Where such a game fits into a
    /// chunk the job sees it whole: it is to look at the sizes of its games itself. At most 1 GiB.
    pub max_game_size: usize,
    /// Reading stops where no further game begins in this range of the text. It always begins at 0,
    /// as places need it; the job is to leave out what begins outside.
    pub bytes: Option<Range<u64>>,
    /// Where a zip archive from a pipe is kept; `None`: the system's place.
    pub tmp_dir: Option<PathBuf>,
    /// Recognises lines that hold a whole game. An input whose first line is one is read with the line
    /// ends of its games in their places. `None`: every input is read as it is.
    pub game_lines: Option<GameLines>,
}

impl Options {
    /// The usual size of a chunk. What the stream itself costs for a mapped file of 958 MB, by
    /// `examples/pass.rs 1 SIZE map` (November 2026, CPU seconds): 256 KiB 0.03 to 0.05, 1 MiB and
    /// 4 MiB 0.01 or less. Smaller chunks cost more, larger ones only memory.
    pub const CHUNK_SIZE: usize = 1 << 20;

    /// The usual choices.
    #[must_use]
    pub fn new(seams: Seams) -> Options {
        Options {
            threads: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            seams,
            chunk_size: Options::CHUNK_SIZE,
            window: None,
            mmap: true,
            max_game_size: 256 << 20,
            bytes: None,
            tmp_dir: None,
            game_lines: None,
        }
    }

    /// Within what the rest relies on: offsets in a chunk fit into 32 bits.
    fn sane(&self) -> Options {
        const MOST: usize = 1 << 30;
        Options {
            chunk_size: self.chunk_size.clamp(16, MOST),
            window: Some(self.window.unwrap_or(4 * self.threads.get() + 2).max(1)),
            max_game_size: self.max_game_size.clamp(1, MOST),
            ..self.clone()
        }
    }
}

/// What became of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Inputs begun, members of archives each.
    pub n_inputs: u64,
    /// Games in inputs that were read.
    pub n_games: u64,
    /// Bytes of text read.
    pub n_bytes: u64,
    /// Inputs that could not be read, or not to their end.
    pub n_failed_inputs: u64,
    /// Parts of inputs that failed for an internal fault.
    pub n_failures: u64,
    /// The sink said stop.
    pub is_stopped: bool,
    /// The reader of the output went away.
    pub is_pipe_closed: bool,
}

/// Small runs are done on the calling thread: no more inputs …
const FEW: usize = 8;
/// … and no more bytes than this.
const LITTLE: u64 = 256 << 10;

/// Reads `inputs` one after the other, gives their chunks to `job` on several threads and the
/// outputs to `sink` in order.
///
/// # Errors
///
/// The first error of the sink, except a closed pipe, which ends the run quietly. Inputs that cannot
/// be read are no error of the run: the sink hears of each.
pub fn run<J: Job>(
    mut inputs: impl Iterator<Item = Input> + Send,
    options: &Options,
    job: &J,
    sink: &mut dyn Sink<J::Output>,
    progress: &dyn Progress,
) -> io::Result<Summary> {
    let options = &options.sane();
    let first: Vec<Input> = inputs.by_ref().take(FEW).collect();
    let is_little = first.len() < FEW && total_size(&first).is_some_and(|size| size <= LITTLE);
    let inputs = &mut first.into_iter().chain(inputs);
    let mut receiver = Receiver { sink, summary: Summary::default(), totals: InputEnd::default() };
    let result = if is_little {
        run_here(inputs, options, job, &mut receiver, progress)
    } else {
        run_threads(inputs, options, job, &mut receiver, progress)
    };
    let mut summary = receiver.summary;
    match result {
        Ok(()) => Ok(summary),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
            summary.is_pipe_closed = true;
            Ok(summary)
        }
        Err(error) => Err(error),
    }
}

/// Bytes of regular files; `None` if one is something else.
fn total_size(inputs: &[Input]) -> Option<u64> {
    inputs.iter().try_fold(0u64, |sum, input| {
        let Input::Path(path) = input else { return None };
        let metadata = std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file)?;
        sum.checked_add(metadata.len())
    })
}

/// What goes to the sink, in order.
enum Event<O> {
    Begin(Arc<InputInfo>),
    Done(Arc<InputInfo>, Done<O>),
    End(Arc<InputInfo>, Option<Error>),
    Idle,
}

/// The sink, and the sums.
struct Receiver<'s, O> {
    sink: &'s mut dyn Sink<O>,
    summary: Summary,
    /// Of the input at hand.
    totals: InputEnd,
}

impl<O> Receiver<'_, O> {
    fn take(&mut self, event: Event<O>) -> io::Result<Flow> {
        let flow = match event {
            Event::Begin(input) => {
                self.summary.n_inputs += 1;
                self.totals = InputEnd::default();
                self.sink.begin(&input).map(|()| Flow::Continue)
            }
            Event::Done(input, done) => {
                self.totals.n_games += done.n_games;
                self.totals.n_bytes += done.n_bytes;
                self.summary.n_games += done.n_games;
                self.summary.n_bytes += done.n_bytes;
                self.take_items(&input, done.items)
            }
            Event::End(input, error) => {
                self.summary.n_failed_inputs += u64::from(error.is_some());
                self.totals.error = error;
                self.sink.end(&input, &self.totals)
            }
            Event::Idle => self.sink.idle().map(|()| Flow::Continue),
        };
        self.summary.is_stopped |= matches!(flow, Ok(Flow::Stop));
        flow
    }

    fn take_items(&mut self, input: &InputInfo, items: Vec<Item<O>>) -> io::Result<Flow> {
        for item in items {
            let flow = match item {
                Item::Output(output) => self.sink.take(input, output)?,
                Item::Failed { place, bytes, message } => {
                    self.summary.n_failures += 1;
                    let failure = Failure { input, place, bytes: &bytes, message: &message };
                    self.sink.failed(&failure)?
                }
            };
            if flow == Flow::Stop {
                return Ok(Flow::Stop);
            }
        }
        Ok(Flow::Continue)
    }
}

/// All on the calling thread.
fn run_here<J: Job>(
    inputs: &mut dyn Iterator<Item = Input>,
    options: &Options,
    job: &J,
    receiver: &mut Receiver<'_, J::Output>,
    progress: &dyn Progress,
) -> io::Result<()> {
    let mut here = Here {
        worker: Worker::new(job, options.seams, options.max_game_size),
        receiver,
        ledger: Ledger::default(),
        pool: Pool::default(),
        chunk_size: options.chunk_size,
        n_chunks: 0,
        flow: Ok(Flow::Continue),
    };
    reader::read_all(inputs, options, progress, &mut here);
    here.flow.map(|_| ())
}

struct Here<'a, 's, J: Job> {
    worker: Worker<'a, J>,
    receiver: &'a mut Receiver<'s, J::Output>,
    ledger: Ledger,
    pool: Pool,
    chunk_size: usize,
    n_chunks: u64,
    flow: io::Result<Flow>,
}

impl<J: Job> Here<'_, '_, J> {
    fn take(&mut self, event: Event<J::Output>) {
        if !self.is_stopped() {
            self.flow = self.receiver.take(event);
        }
    }
}

impl<J: Job> Dispatch for Here<'_, '_, J> {
    fn begin(&mut self, input: &Arc<InputInfo>) {
        self.take(Event::Begin(Arc::clone(input)));
    }

    fn chunk(&mut self, input: &Arc<InputInfo>, chunk: NewChunk) {
        if self.is_stopped() {
            return;
        }
        let number = self.n_chunks;
        self.n_chunks += 1;
        let (pending, posted) = self.worker.read(numbered(input, chunk, number, 0));
        self.ledger.post(number, posted);
        let Some(verdict) = self.ledger.take_verdict(number) else { return };
        let ledger = &mut self.ledger;
        let (done, data, counted) = self.worker.settle(pending, verdict, &mut |sums| {
            ledger.publish(sums);
        });
        self.ledger.learn(number, counted);
        self.pool.recycle(data, self.chunk_size);
        self.take(Event::Done(Arc::clone(input), done));
    }

    fn end(&mut self, input: &Arc<InputInfo>, error: Option<Error>) {
        self.take(Event::End(Arc::clone(input), error));
    }

    fn idle(&mut self) {
        self.take(Event::Idle);
    }

    fn is_stopped(&self) -> bool {
        !matches!(self.flow, Ok(Flow::Continue))
    }

    fn is_inside_game(&mut self) -> bool {
        self.ledger.settled(self.n_chunks).unwrap_or(false)
    }

    fn pool(&self) -> &Pool {
        &self.pool
    }
}

fn numbered(input: &Arc<InputInfo>, chunk: NewChunk, number: u64, seq: u64) -> Chunk {
    let NewChunk { offset, begins_well, cut, data } = chunk;
    let input = Arc::clone(input);
    Chunk { input, number, seq, offset, is_first: offset == 0, begins_well, cut, data }
}

/// What reader, workers and sink share.
struct Shared<O> {
    state: Mutex<State<O>>,
    /// For workers: a chunk, a verdict, or the end.
    work: Condvar,
    /// For the reader: room in the window, a settled chunk, or stop.
    room: Condvar,
    /// For the sink: the next event, or the end.
    ready: Condvar,
    pool: Pool,
}

struct State<O> {
    queue: VecDeque<Chunk>,
    ledger: Ledger,
    /// Events by number from `n_taken` on; `None` while a worker is at it.
    events: VecDeque<Option<Event<O>>>,
    n_taken: u64,
    n_chunks: u64,
    /// Chunks among the events, and their bytes.
    n_in_flight: usize,
    bytes_in_flight: u64,
    n_workers: usize,
    n_idle_workers: usize,
    is_reader_waiting: bool,
    is_sink_waiting: bool,
    /// The reader has come to the end.
    is_closed: bool,
    is_stopped: bool,
}

/// How much is under way between reader and sink.
///
/// Waking a thread costs some ten microseconds, and a chunk is read in a thousand. So nobody is woken who
/// does not wait, and the reader only when there is something to do for a while.
#[derive(Clone, Copy)]
struct Window {
    chunks: usize,
    bytes: u64,
    events: usize,
}

impl Window {
    fn new(options: &Options) -> Window {
        let chunks = options.window.unwrap_or(1);
        Window { chunks, bytes: chunks as u64 * options.chunk_size as u64, events: 64 * chunks }
    }

    /// Whether the reader has to wait. Many small files are let in up to the bytes of a full window.
    fn is_full<O>(self, state: &State<O>, n_bytes: u64) -> bool {
        state.n_in_flight > 0
            && (state.events.len() >= self.events
                || (state.n_in_flight >= self.chunks
                    && state.bytes_in_flight + n_bytes > self.bytes))
    }

    /// Whether it is worth waking the reader.
    fn has_emptied<O>(self, state: &State<O>) -> bool {
        state.events.len() <= self.events / 2
            && (state.n_in_flight <= self.chunks / 2 || state.bytes_in_flight <= self.bytes / 2)
    }
}

impl<O> Shared<O> {
    fn lock(&self) -> MutexGuard<'_, State<O>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes the sink if it waits and there is something for it: `n_gathered` events, or any where no further
    /// chunk waits for a worker.
    fn wake_sink<'a>(
        &'a self,
        mut state: MutexGuard<'a, State<O>>,
        n_gathered: usize,
    ) -> MutexGuard<'a, State<O>> {
        let n_wanted = if state.queue.is_empty() { 1 } else { n_gathered };
        let is_ready = |n: usize| matches!(state.events.get(n), Some(Some(_)));
        if !state.is_sink_waiting || !(0..n_wanted).all(is_ready) {
            return state;
        }
        state.is_sink_waiting = false;
        drop(state);
        self.ready.notify_one();
        self.lock()
    }

    fn stop(&self) {
        let mut state = self.lock();
        state.is_stopped = true;
        state.queue.clear();
        drop(state);
        self.work.notify_all();
        self.room.notify_all();
        self.ready.notify_all();
    }
}

fn wait<'a, O>(condvar: &Condvar, guard: MutexGuard<'a, State<O>>) -> MutexGuard<'a, State<O>> {
    condvar.wait(guard).unwrap_or_else(PoisonError::into_inner)
}

/// Ends the run if its thread is ended by a panic.
struct StopOnPanic<'a, O>(&'a Shared<O>);

impl<O> Drop for StopOnPanic<'_, O> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop();
        }
    }
}

fn run_threads<J: Job>(
    inputs: &mut (dyn Iterator<Item = Input> + Send),
    options: &Options,
    job: &J,
    receiver: &mut Receiver<'_, J::Output>,
    progress: &dyn Progress,
) -> io::Result<()> {
    let shared = &Shared {
        state: Mutex::new(State {
            queue: VecDeque::new(),
            ledger: Ledger::default(),
            events: VecDeque::new(),
            n_taken: 0,
            n_chunks: 0,
            n_in_flight: 0,
            bytes_in_flight: 0,
            n_workers: 0,
            n_idle_workers: 0,
            is_reader_waiting: false,
            is_sink_waiting: false,
            is_closed: false,
            is_stopped: false,
        }),
        work: Condvar::new(),
        room: Condvar::new(),
        ready: Condvar::new(),
        pool: Pool::default(),
    };
    std::thread::scope(|scope| {
        let _guard = StopOnPanic(shared);
        scope.spawn(move || {
            let _guard = StopOnPanic(shared);
            let mut dispatch = Threads { shared, scope, options, job };
            reader::read_all(inputs, options, progress, &mut dispatch);
            shared.lock().is_closed = true;
            shared.work.notify_all();
            shared.ready.notify_all();
        });
        let result = take_events(shared, Window::new(options), receiver);
        shared.stop();
        result
    })
}

/// Gives the sink one event after the other.
fn take_events<O>(
    shared: &Shared<O>,
    window: Window,
    receiver: &mut Receiver<'_, O>,
) -> io::Result<()> {
    loop {
        let mut state = shared.lock();
        let event = loop {
            if state.is_stopped {
                return Ok(()); // a thread has panicked, which the scope passes on
            }
            if let Some(slot) = state.events.front_mut() {
                if let Some(event) = slot.take() {
                    break event;
                }
            } else if state.is_closed {
                return Ok(());
            }
            state.is_sink_waiting = true;
            state = wait(&shared.ready, state);
        };
        state.is_sink_waiting = false;
        state.events.pop_front();
        state.n_taken += 1;
        if let Event::Done(_, done) = &event {
            state.n_in_flight -= 1;
            state.bytes_in_flight -= done.n_bytes;
        }
        let wakes_reader = state.is_reader_waiting && window.has_emptied(&state);
        drop(state);
        if wakes_reader {
            shared.room.notify_all();
        }
        if receiver.take(event)? == Flow::Stop {
            return Ok(());
        }
    }
}

/// The reader's side.
struct Threads<'scope, 'env, J: Job> {
    shared: &'scope Shared<J::Output>,
    scope: &'scope Scope<'scope, 'env>,
    options: &'scope Options,
    job: &'scope J,
}

impl<'scope, J: Job> Threads<'scope, '_, J> {
    fn window(&self) -> Window {
        Window::new(self.options)
    }

    /// Waits for room for `n_bytes`.
    fn room(&self, n_bytes: u64) -> MutexGuard<'scope, State<J::Output>> {
        let mut state = self.shared.lock();
        while !state.is_stopped && self.window().is_full(&state, n_bytes) {
            state = self.wait(state);
        }
        state
    }

    fn wait(
        &self,
        mut state: MutexGuard<'scope, State<J::Output>>,
    ) -> MutexGuard<'scope, State<J::Output>> {
        state.is_reader_waiting = true;
        let mut state = wait(&self.shared.room, state);
        state.is_reader_waiting = false;
        state
    }

    fn push(&self, event: Event<J::Output>) {
        let mut state = self.room(0);
        state.events.push_back(Some(event));
        drop(self.shared.wake_sink(state, 1));
    }
}

impl<J: Job> Dispatch for Threads<'_, '_, J> {
    fn begin(&mut self, input: &Arc<InputInfo>) {
        self.push(Event::Begin(Arc::clone(input)));
    }

    fn chunk(&mut self, input: &Arc<InputInfo>, chunk: NewChunk) {
        let mut state = self.room(chunk.data.len() as u64);
        if state.is_stopped {
            return;
        }
        let seq = state.n_taken + state.events.len() as u64;
        let chunk = numbered(input, chunk, state.n_chunks, seq);
        state.n_chunks += 1;
        state.n_in_flight += 1;
        state.bytes_in_flight += chunk.len() as u64;
        state.events.push_back(None);
        state.queue.push_back(chunk);
        let is_short = state.queue.len() > state.n_idle_workers;
        let start_one = is_short && state.n_workers < self.options.threads.get();
        state.n_workers += usize::from(start_one);
        let is_awaited = state.n_idle_workers > 0;
        drop(state);
        if start_one {
            let (shared, options, job) = (self.shared, self.options, self.job);
            self.scope.spawn(move || {
                let _guard = StopOnPanic(shared);
                work(shared, options, job);
            });
        } else if is_awaited {
            // All: which of those that wait can take a chunk, they know best.
            self.shared.work.notify_all();
        }
    }

    fn end(&mut self, input: &Arc<InputInfo>, error: Option<Error>) {
        self.push(Event::End(Arc::clone(input), error));
    }

    fn idle(&mut self) {
        self.push(Event::Idle);
    }

    fn is_stopped(&self) -> bool {
        self.shared.lock().is_stopped
    }

    fn is_inside_game(&mut self) -> bool {
        let mut state = self.shared.lock();
        loop {
            if state.is_stopped {
                return false;
            }
            if let Some(is_inside) = state.ledger.settled(state.n_chunks) {
                return is_inside;
            }
            state = self.wait(state);
        }
    }

    fn pool(&self) -> &Pool {
        &self.shared.pool
    }
}

/// Chunks that a worker may have read while it waits for the place of the first of them.
const MOST_PENDING: usize = 3;

/// What a worker does, until there is nothing left.
fn work<J: Job>(shared: &Shared<J::Output>, options: &Options, job: &J) {
    let mut worker = Worker::new(job, options.seams, options.max_game_size);
    let mut pending: VecDeque<Pending<J::Draft>> = VecDeque::new();
    let mut state = shared.lock();
    while !state.is_stopped {
        let verdict = pending.front().and_then(|it| state.ledger.take_verdict(it.chunk.number));
        if let Some(verdict) = verdict
            && let Some(first) = pending.pop_front()
        {
            drop(state);
            let (input, seq) = (Arc::clone(&first.chunk.input), first.chunk.seq);
            let number = first.chunk.number;
            let (done, data, counted) = worker.settle(first, verdict, &mut |sums| {
                let found = shared.lock().ledger.publish(sums);
                if found {
                    shared.work.notify_all();
                }
                shared.room.notify_all();
            });
            shared.pool.recycle(data, options.chunk_size);
            state = shared.lock();
            state.ledger.learn(number, counted);
            let index = usize::try_from(seq - state.n_taken).unwrap_or(usize::MAX);
            if let Some(slot) = state.events.get_mut(index) {
                *slot = Some(Event::Done(input, done));
            }
            state = shared.wake_sink(state, J::N_GATHERED);
        } else if pending.len() < MOST_PENDING
            && let Some(chunk) = state.queue.pop_front()
        {
            drop(state);
            let number = chunk.number;
            let (it, posted) = worker.read(chunk);
            pending.push_back(it);
            state = shared.lock();
            if state.ledger.post(number, posted) && state.n_idle_workers > 0 {
                shared.work.notify_all();
            }
            if options.bytes.is_some() {
                shared.room.notify_all();
            }
        } else if state.is_closed && state.queue.is_empty() && pending.is_empty() {
            return;
        } else {
            state.n_idle_workers += 1;
            state = wait(&shared.work, state);
            state.n_idle_workers -= 1;
        }
    }
}
