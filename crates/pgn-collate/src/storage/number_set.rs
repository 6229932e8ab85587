//! A set of game numbers as a bitmap.

/// A set of game numbers, stored as one bit per number.
#[derive(Clone, Debug, Default)]
pub struct NumberSet(Vec<u64>);

impl NumberSet {
    /// Adds a number.
    pub fn insert(&mut self, number: u64) {
        let at = usize::try_from(number / 64).unwrap_or(usize::MAX);
        if self.0.len() <= at {
            self.0.resize(at + 1, 0);
        }
        self.0[at] |= 1 << (number % 64);
    }

    /// Returns true if the set contains the number.
    #[must_use]
    pub fn contains(&self, number: u64) -> bool {
        let word = usize::try_from(number / 64).ok().and_then(|at| self.0.get(at));
        word.is_some_and(|word| word >> (number % 64) & 1 != 0)
    }
}
