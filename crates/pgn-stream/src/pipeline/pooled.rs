//! A run on a rayon pool.
//!
//! A separate thread reads, because it blocks on files and pipes. Each chunk has two tasks of the pool: `read` parses
//! it and adds its counts to the prefix sums; `finish` makes its output once the sums of all chunks before it are
//! known. The task that completes those sums spawns the `finish` tasks of the chunks that lacked them, and runs the
//! `finish` task of its own chunk at once. So no task waits for another. The calling thread passes the outputs to the
//! sink in the order of a bounded queue, in which the reader reserves the slots.

use std::{
    io,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use rayon::{ScopeFifo, ThreadPool};

use super::{Delivery, Event, numbered, serial};
use crate::{
    inputs::{
        input::{Input, InputInfo},
        options::Options,
    },
    pipeline::{
        chunk::{BufferPool, Chunk},
        job::Job,
        prefix_sums::{PrefixSums, Ready, Sums},
        queue::{QueueReader, QueueWriter, Slot, bounded},
        reader::{self, Dispatch, NewChunk, ReadingEnd},
        sink::Flow,
        worker::{Pending, Worker},
    },
    progress::Progress,
};

/// Number of events without a chunk that weigh as much in the queue as a chunk of the usual size.
const EVENTS_A_CHUNK: u64 = 64;

/// Runs on the threads of `pool`, or on the calling thread if no reader thread can be started.
pub(super) fn run<J: Job>(
    pool: &ThreadPool,
    inputs: &mut (dyn Iterator<Item = Input> + Send),
    options: &Options,
    job: &J,
    delivery: &mut Delivery<'_, J::Output>,
    progress: &dyn Progress,
) -> io::Result<()> {
    let shared = &Shared {
        options,
        job,
        prefix_sums: Mutex::default(),
        sums_changed: Condvar::new(),
        workers: (0..pool.current_num_threads()).map(|_| Mutex::default()).collect(),
        buffers: BufferPool::default(),
        is_stopped: AtomicBool::new(false),
    };
    let result = pool.in_place_scope_fifo(|tasks| {
        thread::scope(|threads| {
            let chunk_size = options.chunk_size as u64;
            let (writer, reader) = bounded(options.window.unwrap_or(1) as u64 * chunk_size);
            let least_weight = (chunk_size / EVENTS_A_CHUNK).max(1);
            let inputs = &mut *inputs;
            let reading = move || {
                let mut dispatch =
                    Tasks { shared, tasks, queue: writer, least_weight, n_chunks: 0 };
                reader::read_all(inputs, options, progress, &mut dispatch);
            };
            thread::Builder::new().name("reader".to_owned()).spawn_scoped(threads, reading).ok()?;
            let _stops = StopOnDrop(shared);
            Some(take_events(&reader, delivery))
        })
    });
    match result {
        Some(result) => result,
        None => serial::run(inputs, options, job, delivery, progress),
    }
}

/// Passes the events to the sink, one after the other, until it stops the run.
fn take_events<O>(queue: &QueueReader<Event<O>>, delivery: &mut Delivery<'_, O>) -> io::Result<()> {
    while let Some(event) = queue.next() {
        if delivery.take(event)? == Flow::Stop {
            break;
        }
    }
    Ok(())
}

/// Stops the reader and the tasks when it is dropped, also by a panic of the sink: the reader of a pipe would otherwise
/// wait for the end of the pipe.
struct StopOnDrop<'s, 'r, J: Job>(&'s Shared<'r, J>);

impl<J: Job> Drop for StopOnDrop<'_, '_, J> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// A chunk that was read but whose place is not known, with the slot for its output.
struct Unplaced<J: Job> {
    pending: Pending<J::Draft>,
    slot: Slot<Event<J::Output>>,
}

/// State that the reader, the tasks and the calling thread share.
struct Shared<'r, J: Job> {
    options: &'r Options,
    job: &'r J,
    prefix_sums: Mutex<PrefixSums<Unplaced<J>>>,
    /// Notified when the prefix sums change; used only if a range of bytes is read.
    sums_changed: Condvar,
    /// The worker of each thread of the pool; `None` while a task uses it.
    workers: Vec<Mutex<Option<Worker<'r, J>>>>,
    buffers: BufferPool,
    is_stopped: AtomicBool,
}

impl<'r, J: Job> Shared<'r, J> {
    fn prefix_sums(&self) -> MutexGuard<'_, PrefixSums<Unplaced<J>>> {
        self.prefix_sums.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    fn stop(&self) {
        let sums = self.prefix_sums();
        self.is_stopped.store(true, Ordering::Relaxed);
        drop(sums);
        self.sums_changed.notify_all();
    }

    /// Wakes the reader if it waits for the prefix sums.
    fn wake_reader(&self) {
        if self.options.bytes.is_some() {
            self.sums_changed.notify_all();
        }
    }

    /// Calls `work` with the worker of the current thread and returns its result.
    fn with_worker<R>(&self, work: impl FnOnce(&mut Worker<'r, J>) -> R) -> R {
        let place = rayon::current_thread_index().and_then(|index| self.workers.get(index));
        let lock = |place: &'_ Mutex<Option<Worker<'r, J>>>| {
            place.lock().unwrap_or_else(PoisonError::into_inner).take()
        };
        let mut worker =
            place.and_then(lock).unwrap_or_else(|| Worker::new(self.job, self.options));
        let result = work(&mut worker);
        if let Some(place) = place {
            *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(worker);
        }
        result
    }

    /// Runs the first task of a chunk.
    fn read<'s>(&'s self, tasks: &ScopeFifo<'s>, chunk: Chunk, slot: Slot<Event<J::Output>>) {
        if self.is_stopped() {
            return;
        }
        let number = chunk.number;
        let (pending, posted) = self.with_worker(|worker| worker.read(chunk));
        let ready = self.prefix_sums().post(number, posted, Unplaced { pending, slot });
        self.wake_reader();
        let mut ready = ready.into_iter();
        let own = ready.next();
        self.spawn_all(tasks, ready);
        if let Some(own) = own {
            self.finish(tasks, own);
        }
    }

    fn spawn_all<'s>(
        &'s self,
        tasks: &ScopeFifo<'s>,
        ready: impl Iterator<Item = Ready<Unplaced<J>>>,
    ) {
        for ready in ready {
            tasks.spawn_fifo(move |tasks| self.finish(tasks, ready));
        }
    }

    /// Runs the second task of a chunk.
    fn finish<'s>(&'s self, tasks: &ScopeFifo<'s>, ready: Ready<Unplaced<J>>) {
        if self.is_stopped() {
            return;
        }
        let Ready { number, mut resolution, pending: Unplaced { pending, slot } } = ready;
        resolution.counted = self.prefix_sums().counted(number, &resolution);
        let input = Arc::clone(&pending.chunk.input);
        let (done, data, counted) = self.with_worker(|worker| {
            worker.finish_chunk(pending, resolution, &mut |sums: Sums| {
                let ready = self.prefix_sums().publish(sums);
                self.wake_reader();
                self.spawn_all(tasks, ready.into_iter());
            })
        });
        self.buffers.recycle(data, self.options.chunk_size);
        self.prefix_sums().learn(number, counted);
        slot.fill(Event::Done(input, done));
    }
}

/// The reader's side, which turns chunks into tasks.
struct Tasks<'a, 's, 'r, J: Job> {
    shared: &'s Shared<'r, J>,
    tasks: &'a ScopeFifo<'s>,
    queue: QueueWriter<Event<J::Output>>,
    /// Weight in bytes of an event without a chunk, and minimum weight of a chunk.
    least_weight: u64,
    n_chunks: u64,
}

impl<J: Job> Tasks<'_, '_, '_, J> {
    fn push(&self, event: Event<J::Output>) {
        if let Some(slot) = self.queue.reserve(self.least_weight) {
            slot.fill(event);
        }
    }
}

impl<J: Job> Dispatch for Tasks<'_, '_, '_, J> {
    fn begin(&mut self, input: &Arc<InputInfo>) {
        self.push(Event::Begin(Arc::clone(input)));
    }

    fn chunk(&mut self, input: &Arc<InputInfo>, chunk: NewChunk) {
        let weight = (chunk.data.len() as u64).max(self.least_weight);
        let Some(slot) = self.queue.reserve(weight) else { return };
        let chunk = numbered(input, chunk, self.n_chunks);
        self.n_chunks += 1;
        let shared = self.shared;
        self.tasks.spawn_fifo(move |tasks| shared.read(tasks, chunk, slot));
    }

    fn end(&mut self, input: &Arc<InputInfo>, end: ReadingEnd) {
        self.push(Event::End(Arc::clone(input), end));
    }

    fn idle(&mut self) {
        self.push(Event::Idle);
    }

    fn is_stopped(&self) -> bool {
        self.shared.is_stopped()
    }

    fn is_inside_game(&mut self) -> bool {
        let mut sums = self.shared.prefix_sums();
        loop {
            if self.shared.is_stopped() {
                return false;
            }
            if let Some(is_inside) = sums.is_inside_game_before(self.n_chunks) {
                return is_inside;
            }
            sums = self.shared.sums_changed.wait(sums).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn pool(&self) -> &BufferPool {
        &self.shared.buffers
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::{
        os::fd::AsRawFd,
        panic::{AssertUnwindSafe, catch_unwind},
        sync::mpsc,
        time::{Duration, Instant},
    };

    use super::*;
    use crate::{
        BoundaryFinders, ChunkView, Failure, Flags, InputEnd, NoProgress, Piece, Place, Read, Sink,
    };

    struct NoGames;

    impl Job for NoGames {
        type Scratch = ();
        type Draft = ();
        type Output = ();

        fn scratch(&self) {}

        fn read(&self, (): &mut (), chunk: &ChunkView<'_>) -> Read<()> {
            let (games_end, flags) = (chunk.bytes.len(), Flags::default());
            Read { draft: (), n_games: 0, n_lines: None, games_end, flags }
        }

        fn finish(&self, (): &mut (), (): (), _: &ChunkView<'_>, _: &Place) {}

        fn oversized(&self, (): &mut (), _: &ChunkView<'_>, _: &Place, _: Piece) {}
    }

    struct Panics;

    impl Sink<()> for Panics {
        fn begin(&mut self, _: &InputInfo) -> io::Result<()> {
            panic!("planted")
        }

        fn take(&mut self, _: &InputInfo, (): ()) -> io::Result<Flow> {
            Ok(Flow::Continue)
        }

        fn failed(&mut self, _: &Failure<'_>) -> io::Result<Flow> {
            Ok(Flow::Continue)
        }

        fn end(&mut self, _: &InputInfo, _: &InputEnd) -> io::Result<Flow> {
            Ok(Flow::Continue)
        }
    }

    #[test]
    fn a_panic_of_the_sink_stops_the_reader_of_an_open_pipe() {
        let (reader, mut writer) = io::pipe().unwrap();
        io::Write::write_all(&mut writer, b"1. e4 *\n").unwrap();
        let (done, is_done) = mpsc::channel::<()>();
        let patience = Duration::from_secs(20);
        let holds_pipe = thread::spawn(move || {
            let _ = is_done.recv_timeout(patience);
            drop(writer);
        });
        let options = Options::new(BoundaryFinders { boundary: |_, _| None, pause: |_, _| None });
        let path = format!("/dev/fd/{}", reader.as_raw_fd()).into();
        let begun = Instant::now();
        let result = catch_unwind(AssertUnwindSafe(|| {
            let inputs = [Input::Path(path)].into_iter();
            crate::run(inputs, &options, &NoGames, &mut Panics, &NoProgress)
        }));
        assert!(result.is_err() && begun.elapsed() < patience / 2);
        drop(done);
        holds_pipe.join().unwrap();
    }
}
