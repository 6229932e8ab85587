//! A bounded queue whose slots are reserved in order and filled in any order.
//!
//! The reader reserves a slot for each event, a task on any thread fills it, and the sink receives the events in the
//! order of the slots. The queue is bounded by the sum of the weights of its events.

use std::sync::{
    Arc, Condvar, Mutex, MutexGuard, PoisonError,
    mpsc::{self, Receiver, Sender, SyncSender},
};

/// The sending end, which reserves slots.
pub(crate) struct QueueWriter<T> {
    entries: Sender<WaitingItem<T>>,
    budget: Arc<Budget>,
}

/// The receiving end, which returns the items in order. Once it is dropped, no more slots can be reserved.
pub(crate) struct QueueReader<T> {
    entries: Receiver<WaitingItem<T>>,
    budget: Arc<Budget>,
}

/// A reserved slot. If it is dropped without an item, the queue ends there.
pub(crate) struct Slot<T>(SyncSender<T>);

/// A slot of the queue as the receiving end sees it.
struct WaitingItem<T> {
    weight: u64,
    item: Receiver<T>,
}

/// Returns both ends of a queue that holds items with a total weight of up to `limit`, or one item of any weight.
pub(crate) fn bounded<T>(limit: u64) -> (QueueWriter<T>, QueueReader<T>) {
    let (sender, receiver) = mpsc::channel();
    let budget = Arc::new(Budget { limit, state: Mutex::default(), has_capacity: Condvar::new() });
    let writer = QueueWriter { entries: sender, budget: Arc::clone(&budget) };
    (writer, QueueReader { entries: receiver, budget })
}

impl<T> QueueWriter<T> {
    /// Reserves the next slot, after waiting for capacity. Returns `None` if the receiving end is gone.
    pub(crate) fn reserve(&self, weight: u64) -> Option<Slot<T>> {
        if !self.budget.acquire(weight) {
            return None;
        }
        let (slot, item) = mpsc::sync_channel(1);
        self.entries.send(WaitingItem { weight, item }).ok()?;
        Some(Slot(slot))
    }
}

impl<T> Slot<T> {
    /// Puts the item into the slot.
    pub(crate) fn fill(self, item: T) {
        // If the receiving end is gone, the item is not needed.
        let _ = self.0.send(item);
    }
}

impl<T> QueueReader<T> {
    /// Returns the next item, after waiting for it; `None` at the end, or if its slot was dropped.
    pub(crate) fn next(&self) -> Option<T> {
        let WaitingItem { weight, item } = self.entries.recv().ok()?;
        let item = item.recv().ok()?;
        self.budget.release(weight);
        Some(item)
    }
}

impl<T> Drop for QueueReader<T> {
    fn drop(&mut self) {
        self.budget.close();
    }
}

/// A sum of weights with a limit.
struct Budget {
    limit: u64,
    state: Mutex<BudgetState>,
    has_capacity: Condvar,
}

/// State of a [`Budget`].
#[derive(Default)]
struct BudgetState {
    used: u64,
    is_waited_for: bool,
    is_closed: bool,
}

impl Budget {
    fn lock(&self) -> MutexGuard<'_, BudgetState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds `weight`, after waiting until it fits or the queue is empty. Returns false if the queue is closed.
    fn acquire(&self, weight: u64) -> bool {
        let mut state = self.lock();
        while !state.is_closed && state.used > 0 && state.used + weight > self.limit {
            state.is_waited_for = true;
            state = self.has_capacity.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.is_waited_for = false;
        }
        state.used += weight;
        !state.is_closed
    }

    /// Subtracts `weight`. A waiting thread is woken only when half of the limit is free: waking it takes some ten
    /// microseconds, so it should then have work for a while.
    fn release(&self, weight: u64) {
        let mut state = self.lock();
        state.used -= weight;
        let wakes = state.is_waited_for && state.used <= self.limit / 2;
        drop(state);
        if wakes {
            self.has_capacity.notify_one();
        }
    }

    fn close(&self) {
        self.lock().is_closed = true;
        self.has_capacity.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn items_come_in_the_order_of_their_places() {
        let (writer, reader) = bounded(100);
        let slots: Vec<_> = (0..10).map(|_| writer.reserve(10).unwrap()).collect();
        for (n, slot) in slots.into_iter().enumerate().rev() {
            slot.fill(n);
        }
        drop(writer);
        let got: Vec<_> = std::iter::from_fn(|| reader.next()).collect();
        assert_eq!(got, (0..10).collect::<Vec<_>>());
    }

    #[test]
    fn one_item_of_any_weight_fits_and_the_next_waits() {
        let (writer, reader) = bounded(4);
        thread::scope(|scope| {
            scope.spawn(move || {
                for n in 0..1000 {
                    writer.reserve(n % 7).unwrap().fill(n);
                }
            });
            let got: Vec<_> = std::iter::from_fn(|| reader.next()).collect();
            assert_eq!(got, (0..1000).collect::<Vec<_>>());
        });
    }

    #[test]
    fn a_lost_slot_ends_the_queue_and_a_lost_reader_the_writing() {
        let (writer, reader) = bounded(1);
        writer.reserve(1).unwrap().fill(1);
        assert_eq!(reader.next(), Some(1));
        drop(writer.reserve(1));
        assert_eq!(reader.next(), None);
        thread::scope(|scope| {
            // The writer waits for capacity, and is woken when the reader is dropped.
            let waiting = scope.spawn(|| writer.reserve(1).is_none());
            drop(reader);
            assert!(waiting.join().unwrap());
        });
    }
}
