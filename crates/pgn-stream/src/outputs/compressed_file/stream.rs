//! One stream, which tasks of the pool compress.

use std::{
    collections::VecDeque,
    io,
    panic::{self, AssertUnwindSafe},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
};

use super::encoder::{Ready, Step, StreamEncoder};
use crate::{inputs::input::Format, workers::Workers};

/// A stream of which not all is in the file.
pub(super) struct Stream {
    shared: Arc<Shared>,
    /// Number of bytes of the stream that are in the file.
    pub(super) n_stored: u64,
}

/// The data that the tasks of a stream and the calling thread share.
struct Shared {
    state: Mutex<State>,
    /// Notified when the state has changed.
    changed: Condvar,
}

/// The state of a stream: its steps that wait, its encoder, and the compressed bytes so far.
#[derive(Default)]
struct State {
    /// The steps that have not been taken.
    steps: VecDeque<Step>,
    /// The sum of the sizes of the steps, including the step that is being done.
    n_waiting: usize,
    /// True if a task of the stream is running or queued.
    is_running: bool,
    /// `None`: it is being used, or the stream has ended.
    encoder: Option<Box<StreamEncoder>>,
    /// Compressed bytes that are not in the file yet.
    ready: Vec<u8>,
    is_ended: bool,
    fault: Option<io::Error>,
}

impl Stream {
    pub(super) fn new(format: Format) -> io::Result<Stream> {
        let encoder = Some(Box::new(StreamEncoder::new(format)?));
        let state = State { encoder, ..State::default() };
        let shared = Shared { state: Mutex::new(state), changed: Condvar::new() };
        Ok(Stream { shared: Arc::new(shared), n_stored: 0 })
    }

    /// Adds a step, which a task will do.
    pub(super) fn add(&self, step: Step, workers: &Workers) {
        let mut state = self.shared.lock();
        state.n_waiting += step.size();
        state.steps.push_back(step);
        if !std::mem::replace(&mut state.is_running, true) {
            drop(state);
            let shared = Arc::clone(&self.shared);
            workers.spawn(move || shared.work());
        }
    }

    /// Does a step on the calling thread, while the stream has no tasks.
    pub(super) fn run(&self, step: Step) {
        let mut state = self.shared.lock();
        state.n_waiting += step.size();
        state.steps.push_back(step);
        state.is_running = true;
        drop(state);
        self.shared.work();
    }

    /// Returns the compressed bytes that were not taken yet, and the number of bytes of text that wait.
    pub(super) fn take_ready(&self) -> io::Result<(Ready, usize)> {
        let mut state = self.shared.lock();
        if let Some(fault) = state.fault.take() {
            return Err(fault);
        }
        let bytes = std::mem::take(&mut state.ready);
        Ok((Ready { bytes, is_end: state.is_ended }, state.n_waiting))
    }

    /// Returns the number of bytes in memory, of text and compressed.
    pub(super) fn n_bytes(&self) -> usize {
        let state = self.shared.lock();
        state.n_waiting + state.ready.len()
    }

    /// Waits until there are compressed bytes or an error to take, or the stream has ended or has no task.
    pub(super) fn wait(&self) {
        let mut state = self.shared.lock();
        while state.ready.is_empty() && state.fault.is_none() && !state.is_ended && state.is_running
        {
            state = self.shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.shared.lock().steps.clear();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does all steps that wait.
    fn work(&self) {
        let mut state = self.lock();
        while let Some(step) = state.steps.pop_front() {
            // After a fault there is no encoder.
            let Some(mut encoder) = state.encoder.take() else { break };
            drop(state);
            let size = step.size();
            let result = panic::catch_unwind(AssertUnwindSafe(|| encoder.take(step)))
                .unwrap_or_else(|_| Err(io::Error::other("internal fault in a compressor")));
            state = self.lock();
            state.n_waiting -= size;
            match result {
                Ok(Ready { bytes, is_end }) => {
                    state.ready.extend_from_slice(&bytes);
                    state.is_ended = is_end;
                    state.encoder = Some(encoder).filter(|_| !is_end);
                }
                Err(error) => state.fault = Some(error),
            }
            self.changed.notify_all();
        }
        state.is_running = false;
        drop(state);
        self.changed.notify_all();
    }
}
