//! A run over inputs: the reader, the work on chunks, and the sink on the calling thread.

pub(crate) mod chunk;
pub(crate) mod job;
mod pooled;
pub(crate) mod prefix_sums;
pub(crate) mod queue;
pub(crate) mod reader;
mod serial;
pub(crate) mod sink;
pub(crate) mod worker;

use std::{io, sync::Arc};

use crate::{
    inputs::{
        input::{Input, InputInfo, Start},
        options::Options,
    },
    pipeline::{
        chunk::Chunk,
        job::Job,
        reader::{NewChunk, ReadingEnd},
        sink::{Failure, Flow, InputEnd, Sink},
        worker::{Done, PartResult},
    },
    position::TextOffset,
    progress::Progress,
};

/// Counts of a run, and whether it was stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Number of inputs that were begun, including unreadable ones; each member of an archive is one.
    pub n_inputs: u64,
    /// Number of games in the inputs that were read.
    pub n_games: u64,
    /// Number of bytes of text that were read.
    pub n_bytes: u64,
    /// True if the sink stopped the run.
    pub is_stopped: bool,
}

/// Number of inputs from which on a run uses the pool.
const MIN_INPUTS_FOR_POOL: usize = 8;
/// Number of bytes above which a run uses the pool. Smaller runs with few inputs stay on the calling thread.
const LITTLE: u64 = 256 << 10;

/// Reads `inputs` one after the other, passes their chunks to `job` on several threads, and the outputs to `sink` in
/// order.
///
/// # Errors
///
/// Returns the first error of the sink. An input that cannot be read is reported to the sink and is not an error of the
/// run.
pub fn run<J: Job>(
    mut inputs: impl Iterator<Item = Input> + Send,
    options: &Options,
    job: &J,
    sink: &mut dyn Sink<J::Output>,
    progress: &dyn Progress,
) -> io::Result<Summary> {
    let options = &options.sane();
    let first: Vec<Input> = inputs.by_ref().take(MIN_INPUTS_FOR_POOL).collect();
    let is_little =
        first.len() < MIN_INPUTS_FOR_POOL && total_size(&first).is_some_and(|size| size <= LITTLE);
    let inputs = &mut first.into_iter().chain(inputs);
    let mut delivery = Delivery { sink, summary: Summary::default(), totals: InputEnd::default() };
    match if is_little { None } else { options.workers.pool() } {
        Some(pool) => pooled::run(pool, inputs, options, job, &mut delivery, progress)?,
        None => serial::run(inputs, options, job, &mut delivery, progress)?,
    }
    Ok(delivery.summary)
}

/// Returns the total size of the inputs in bytes; `None` if one is not a regular file.
#[must_use]
pub fn total_size(inputs: &[Input]) -> Option<u64> {
    inputs.iter().try_fold(0u64, |sum, input| {
        let metadata = std::fs::metadata(input.path()?).ok().filter(std::fs::Metadata::is_file)?;
        sum.checked_add(metadata.len())
    })
}

/// An event for the sink.
enum Event<O> {
    Begin(Arc<InputInfo>),
    Done(Arc<InputInfo>, Done<O>),
    End(Arc<InputInfo>, ReadingEnd),
    Idle,
}

/// Passes events to the sink and adds up their counts.
struct Delivery<'s, O> {
    sink: &'s mut dyn Sink<O>,
    summary: Summary,
    /// Totals of the current input.
    totals: InputEnd,
}

impl<O> Delivery<'_, O> {
    fn take(&mut self, event: Event<O>) -> io::Result<Flow> {
        let flow = match event {
            Event::Begin(input) => {
                self.summary.n_inputs += 1;
                let Start { offset: n_bytes, n_games, .. } = input.start;
                self.totals = InputEnd { n_games, n_bytes, ..InputEnd::default() };
                self.summary.n_games += n_games;
                self.summary.n_bytes += n_bytes;
                self.sink.begin(&input).map(|()| Flow::Continue)
            }
            Event::Done(input, done) => {
                self.totals.n_games += done.n_games;
                self.totals.n_bytes += done.n_bytes;
                self.summary.n_games += done.n_games;
                self.summary.n_bytes += done.n_bytes;
                self.take_parts(&input, done.parts)
            }
            Event::End(input, end) => {
                self.totals.error = end.into_error(&input);
                self.sink.end(&input, &self.totals)
            }
            Event::Idle => self.sink.idle().map(|()| Flow::Continue),
        };
        self.summary.is_stopped |= matches!(flow, Ok(Flow::Stop));
        flow
    }

    fn take_parts(&mut self, input: &InputInfo, parts: Vec<PartResult<O>>) -> io::Result<Flow> {
        for part in parts {
            let flow = match part {
                PartResult::Output(output) => self.sink.take(input, output)?,
                PartResult::Failed { place, bytes, message } => {
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

/// Returns the chunk with its number in the run, from 0.
fn numbered(input: &Arc<InputInfo>, chunk: NewChunk, number: u64) -> Chunk {
    let NewChunk { offset, begins_well, cut, data } = chunk;
    let input = Arc::clone(input);
    let begins_reading = offset == TextOffset(input.start.offset);
    Chunk { input, number, offset, begins_reading, begins_well, cut, data }
}
