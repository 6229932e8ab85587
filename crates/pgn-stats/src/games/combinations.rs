//! The combinations of the values of a game, under each of which it is counted.

use pgn_chess::shakmaty::Color;
use pgn_query::Counts;

use crate::sums::topic::Topic;

/// The combinations of the values of a game. They are made one by one: a game of two teams has as many as the product of
/// their players.
#[derive(Debug)]
pub(crate) struct Combinations {
    /// The columns, each with at least one value.
    pub(crate) columns: Vec<Column>,
    /// The side for which values that belong to no side are counted; `None` for the whole game.
    pub(crate) side: Option<Color>,
    pub(crate) counts: CountsOfGame,
}

/// The counts of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CountsOfGame {
    /// For values without a side.
    pub(crate) whole: Counts,
    /// For a player of White, and for one of Black.
    pub(crate) of_sides: [Counts; 2],
}

/// Distinct values as the parts of keys, one after another.
#[derive(Debug)]
pub(crate) struct Column {
    bytes: Vec<u8>,
    /// The end of each value, and the side from which it is counted, if that is not the same for all.
    ends: Vec<(u32, Option<Color>)>,
}

impl Column {
    /// Returns a column of one value.
    pub(crate) fn of_one(value: Vec<u8>, side: Option<Color>) -> Column {
        let ends = vec![(end(&value), side)];
        Column { bytes: value, ends }
    }

    /// Returns a column of several values.
    pub(crate) fn new(values: &[(Vec<u8>, Option<Color>)]) -> Column {
        let mut column = Column { bytes: Vec::new(), ends: Vec::with_capacity(values.len()) };
        for (value, side) in values {
            column.bytes.extend_from_slice(value);
            column.ends.push((end(&column.bytes), *side));
        }
        column
    }

    /// Yields the values.
    pub(crate) fn values(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.ends.len()).map(|index| self.value(index).0)
    }

    fn value(&self, index: usize) -> (&[u8], Option<Color>) {
        let (end, side) = self.ends[index];
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before].0);
        (&self.bytes[start as usize..end as usize], side)
    }
}

impl Combinations {
    /// Returns the number of combinations.
    pub(crate) fn len(&self) -> usize {
        let lens = self.columns.iter().map(|column| column.ends.len());
        lens.fold(1, usize::saturating_mul)
    }

    /// Calls `take` with the key of each combination and its counts. `content` and `key` are buffers.
    ///
    /// # Errors
    /// Returns the first error of `take`.
    pub(crate) fn for_each<E>(
        &self,
        content: &mut Vec<u8>,
        key: &mut Vec<u8>,
        mut take: impl FnMut(&[u8], &Counts) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut row = Some(vec![0; self.columns.len()]);
        while let Some(at) = row {
            content.clear();
            let mut of_value = None;
            for (i, (column, &at)) in self.columns.iter().zip(&at).enumerate() {
                let (value, side) = column.value(at);
                content.extend((i > 0).then_some(0));
                content.extend_from_slice(value);
                of_value = of_value.or(side);
            }
            let key = Topic::By.key(content, key);
            match of_value.or(self.side) {
                None => take(key, &self.counts.whole)?,
                Some(side) => take(key, &self.counts.of_sides[side.fold_wb(0, 1)])?,
            }
            row = self.next_row(at);
        }
        Ok(())
    }

    /// Returns the indices of the combination that follows `at`; `None` after the last one.
    fn next_row(&self, mut at: Vec<usize>) -> Option<Vec<usize>> {
        let last = (0..at.len()).rev().find(|&i| at[i] + 1 < self.columns[i].ends.len())?;
        at[last] += 1;
        at[last + 1..].fill(0);
        Some(at)
    }
}

/// Returns the length of the values of a column so far. A game has less text than 4 GiB.
fn end(bytes: &[u8]) -> u32 {
    u32::try_from(bytes.len()).unwrap_or(u32::MAX)
}
