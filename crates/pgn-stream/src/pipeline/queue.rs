//! A bounded queue whose slots are reserved in order and filled in any order.
//!
//! The reader reserves a slot for each event, a task on any thread fills it, and the sink receives the events in the
//! order of the slots. The queue is bounded by the sum of the weights of its events.

use std::{
    collections::VecDeque,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
};

/// The sending end, which reserves slots.
pub(crate) struct QueueWriter<T>(Arc<Queue<T>>);

/// The receiving end, which returns the items in order. Once it is dropped, no more slots can be reserved.
pub(crate) struct QueueReader<T>(Arc<Queue<T>>);

/// A reserved slot. If it is dropped without an item, the receiving end gets `None` for it.
pub(crate) struct Slot<T> {
    number: u64,
    queue: Arc<Queue<T>>,
}

/// Returns both ends of a queue that holds items with a total weight of up to `limit`, or one item of any weight.
pub(crate) fn bounded<T>(limit: u64) -> (QueueWriter<T>, QueueReader<T>) {
    let queue = Arc::new(Queue {
        limit,
        state: Mutex::new(State {
            slots: VecDeque::new(),
            n_received: 0,
            used: 0,
            waits_for_capacity: false,
            has_writer: true,
            has_reader: true,
        }),
        has_capacity: Condvar::new(),
        has_item: Condvar::new(),
    });
    (QueueWriter(Arc::clone(&queue)), QueueReader(queue))
}

impl<T> QueueWriter<T> {
    /// Reserves the next slot, after waiting until `weight` fits or the queue is empty. Returns `None` if the receiving
    /// end is gone.
    pub(crate) fn reserve(&self, weight: u64) -> Option<Slot<T>> {
        let mut state = self.0.lock();
        while state.has_reader && state.used > 0 && state.used + weight > self.0.limit {
            state.waits_for_capacity = true;
            state = self.0.has_capacity.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.waits_for_capacity = false;
        }
        if !state.has_reader {
            return None;
        }
        let number = state.n_received + state.slots.len() as u64;
        state.used += weight;
        state.slots.push_back((weight, Content::Awaited));
        Some(Slot { number, queue: Arc::clone(&self.0) })
    }
}

impl<T> Drop for QueueWriter<T> {
    fn drop(&mut self) {
        self.0.lock().has_writer = false;
        self.0.has_item.notify_one();
    }
}

impl<T> Slot<T> {
    /// Puts the item into the slot.
    pub(crate) fn fill(self, item: T) {
        self.queue.set(self.number, Content::Item(item));
    }
}

impl<T> Drop for Slot<T> {
    fn drop(&mut self) {
        self.queue.set(self.number, Content::Lost);
    }
}

impl<T> QueueReader<T> {
    /// Returns the next item, after waiting for it; `None` at the end, or if its slot was dropped.
    pub(crate) fn next(&self) -> Option<T> {
        let mut state = self.0.lock();
        while state.slots.front().map_or(state.has_writer, |(_, it)| it.is_awaited()) {
            state = self.0.has_item.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let (weight, content) = state.slots.pop_front()?;
        state.n_received += 1;
        state.used -= weight;
        // Waking a thread takes some ten microseconds, so it should then have work for a while.
        let wakes = state.waits_for_capacity && state.used <= self.0.limit / 2;
        drop(state);
        if wakes {
            self.0.has_capacity.notify_one();
        }
        match content {
            Content::Item(item) => Some(item),
            Content::Awaited | Content::Lost => None,
        }
    }
}

impl<T> Drop for QueueReader<T> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.has_reader = false;
        let slots = std::mem::take(&mut state.slots);
        drop(state);
        self.0.has_capacity.notify_one();
        drop(slots);
    }
}

/// The queue that both ends share.
struct Queue<T> {
    limit: u64,
    state: Mutex<State<T>>,
    has_capacity: Condvar,
    has_item: Condvar,
}

/// State of a [`Queue`].
struct State<T> {
    /// The slots that are reserved and not yet received, each with its weight.
    slots: VecDeque<(u64, Content<T>)>,
    /// Number of slots received, which is the number of the first of `slots`.
    n_received: u64,
    /// Sum of the weights of `slots`.
    used: u64,
    waits_for_capacity: bool,
    has_writer: bool,
    has_reader: bool,
}

/// The content of a slot.
enum Content<T> {
    Awaited,
    Item(T),
    /// The slot was dropped without an item.
    Lost,
}

impl<T> Content<T> {
    fn is_awaited(&self) -> bool {
        matches!(self, Content::Awaited)
    }
}

impl<T> Queue<T> {
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the content of a slot that still awaits one.
    fn set(&self, number: u64, new: Content<T>) {
        let mut state = self.lock();
        let index = number.checked_sub(state.n_received).and_then(|it| usize::try_from(it).ok());
        if let Some((_, content)) = index.and_then(|it| state.slots.get_mut(it))
            && content.is_awaited()
        {
            *content = new;
            if index == Some(0) {
                self.has_item.notify_one();
            }
        }
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
        let _held = writer.reserve(1);
        thread::scope(|scope| {
            // The writer waits for capacity, and is woken when the reader is dropped.
            let waiting = scope.spawn(|| writer.reserve(1).is_none());
            drop(reader);
            assert!(waiting.join().unwrap());
        });
    }
}
