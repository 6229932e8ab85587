//! A run on the calling thread alone: for small inputs, and on systems that permit no further thread.

use std::{io, sync::Arc};

use super::{Delivery, Event, numbered};
use crate::{
    inputs::{
        input::{Input, InputInfo},
        options::Options,
    },
    pipeline::{
        chunk::BufferPool,
        job::Job,
        prefix_sums::PrefixSums,
        reader::{self, Dispatch, NewChunk, ReadingEnd},
        sink::Flow,
        worker::{Pending, Worker},
    },
    progress::Progress,
};

pub(super) fn run<J: Job>(
    inputs: &mut dyn Iterator<Item = Input>,
    options: &Options,
    job: &J,
    delivery: &mut Delivery<'_, J::Output>,
    progress: &dyn Progress,
) -> io::Result<()> {
    let mut serial = Serial {
        worker: Worker::new(job, options),
        delivery,
        prefix_sums: PrefixSums::default(),
        pool: BufferPool::default(),
        chunk_size: options.chunk_size,
        n_chunks: 0,
        flow: Ok(Flow::Continue),
    };
    reader::read_all(inputs, options, progress, &mut serial);
    serial.flow.map(|_| ())
}

/// Processes each chunk as soon as it is read.
struct Serial<'a, 's, J: Job> {
    worker: Worker<'a, J>,
    delivery: &'a mut Delivery<'s, J::Output>,
    prefix_sums: PrefixSums<Pending<J::Draft>>,
    pool: BufferPool,
    chunk_size: usize,
    n_chunks: u64,
    flow: io::Result<Flow>,
}

impl<J: Job> Serial<'_, '_, J> {
    fn take(&mut self, event: Event<J::Output>) {
        if !self.is_stopped() {
            self.flow = self.delivery.take(event);
        }
    }
}

impl<J: Job> Dispatch for Serial<'_, '_, J> {
    fn begin(&mut self, input: &Arc<InputInfo>) {
        self.take(Event::Begin(Arc::clone(input)));
    }

    fn chunk(&mut self, input: &Arc<InputInfo>, chunk: NewChunk) {
        if self.is_stopped() {
            return;
        }
        let number = self.n_chunks;
        self.n_chunks += 1;
        let (pending, posted) = self.worker.read(numbered(input, chunk, number));
        for ready in self.prefix_sums.post(number, posted, pending) {
            let prefix_sums = &mut self.prefix_sums;
            let (done, data, counted) =
                self.worker.finish_chunk(ready.pending, ready.resolution, &mut |sums| {
                    let next = prefix_sums.publish(sums);
                    debug_assert!(next.is_empty(), "no later chunk has been read");
                });
            self.prefix_sums.learn(number, counted);
            self.pool.recycle(data, self.chunk_size);
            self.take(Event::Done(Arc::clone(input), done));
        }
    }

    fn end(&mut self, input: &Arc<InputInfo>, end: ReadingEnd) {
        self.take(Event::End(Arc::clone(input), end));
    }

    fn idle(&mut self) {
        self.take(Event::Idle);
    }

    fn is_stopped(&self) -> bool {
        !matches!(self.flow, Ok(Flow::Continue))
    }

    fn is_inside_game(&mut self) -> bool {
        self.prefix_sums.is_inside_game_before(self.n_chunks).unwrap_or(false)
    }

    fn pool(&self) -> &BufferPool {
        &self.pool
    }
}
