//! The worker threads: a rayon pool that starts when it is first needed.

use std::{num::NonZeroUsize, sync::OnceLock};

use rayon::{ThreadPool, ThreadPoolBuilder};

/// A pool of worker threads for everything that a program does in parallel. It starts with the first work, as small
/// runs are done on the calling thread.
#[derive(Debug)]
pub struct Workers {
    n_threads: NonZeroUsize,
    /// Empty before the first use; `None` if the system permits no thread.
    pool: OnceLock<Option<ThreadPool>>,
}

impl Workers {
    /// Returns a pool of up to `n_threads` threads.
    #[must_use]
    pub fn new(n_threads: NonZeroUsize) -> Workers {
        Workers { n_threads, pool: OnceLock::new() }
    }

    /// Returns the requested number of threads.
    #[must_use]
    pub fn n_threads(&self) -> NonZeroUsize {
        self.n_threads
    }

    /// Returns the pool, with fewer threads if the system permits only fewer; `None` if it permits none.
    pub(crate) fn pool(&self) -> Option<&ThreadPool> {
        self.pool.get_or_init(|| start(self.n_threads.get())).as_ref()
    }

    /// Calls `work` and returns its result. `work` may use rayon's `join`, `par_iter` or `par_sort`, which run on the
    /// threads of this pool.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        match self.pool() {
            Some(pool) => pool.install(work),
            // `par_iter` needs a pool: the calling thread becomes its only one, if it is not yet.
            None => match ThreadPoolBuilder::new().num_threads(1).use_current_thread().build() {
                Ok(pool) => pool.install(work),
                Err(_) => work(),
            },
        }
    }

    /// Queues `work` in the pool, or calls it at once if the system permits no thread. `work` must not wait for other
    /// work of the pool.
    pub fn spawn(&self, work: impl FnOnce() + Send + 'static) {
        match self.pool() {
            Some(pool) => pool.spawn_fifo(work),
            None => work(),
        }
    }
}

impl Default for Workers {
    /// Returns a pool of as many threads as the machine has processors.
    fn default() -> Workers {
        Workers::new(std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
    }
}

fn start(n_threads: usize) -> Option<ThreadPool> {
    let mut halves = std::iter::successors(Some(n_threads), |n| (*n > 1).then_some(n / 2));
    halves.find_map(|n| {
        let builder = ThreadPoolBuilder::new().num_threads(n);
        let builder = builder.thread_name(|index| format!("worker {index}"));
        // The receiver of a task that panicked finds that the result is missing.
        builder.panic_handler(|_| ()).build().ok()
    })
}

#[cfg(test)]
mod tests {
    use rayon::prelude::*;

    use super::*;

    #[test]
    fn work_runs_on_the_threads_of_the_pool() {
        let workers = Workers::new(NonZeroUsize::new(3).unwrap());
        assert_eq!(workers.install(rayon::current_num_threads), 3);
        let sum: u64 = workers.install(|| (0..1000_u64).into_par_iter().sum());
        assert_eq!(sum, 499_500);
    }

    #[test]
    fn work_runs_on_the_calling_thread_if_there_can_be_no_other() {
        let workers = Workers { n_threads: NonZeroUsize::MIN, pool: OnceLock::from(None) };
        for _ in 0..2 {
            let calling = std::thread::current().id();
            let is_calling = |_| std::thread::current().id() == calling;
            assert!(workers.install(|| (0..1000).into_par_iter().all(is_calling)));
        }
    }
}
