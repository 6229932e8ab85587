//! Definition and repetition levels of a column.

use std::ops::Range;

/// Levels as runs of equal ones: most columns have a value in each row, or in none.
#[derive(Debug, Default)]
pub(super) struct Levels {
    runs: Vec<Run>,
    /// The run that may still grow.
    last: Run,
}

/// A number of equal levels.
#[derive(Clone, Copy, Debug, Default)]
struct Run {
    level: i16,
    len: usize,
}

impl Levels {
    #[inline(always)]
    pub(super) fn push(&mut self, level: i16) {
        if level == self.last.level {
            self.last.len += 1;
        } else {
            self.push_run(Run { level, len: 1 });
        }
    }

    /// Appends a run, which is not empty.
    fn push_run(&mut self, run: Run) {
        if run.level == self.last.level {
            self.last.len += run.len;
            return;
        }
        if self.last.len > 0 {
            self.runs.push(self.last);
        }
        self.last = run;
    }

    /// Appends other levels.
    pub(super) fn extend(&mut self, other: &Levels) {
        other.runs().for_each(|run| self.push_run(run));
    }

    /// Yields the runs that are not empty.
    fn runs(&self) -> impl Iterator<Item = Run> {
        self.runs.iter().copied().chain([self.last]).filter(|run| run.len > 0)
    }

    pub(super) fn len(&self) -> usize {
        self.runs().map(|run| run.len).sum()
    }

    /// Returns the number of levels for which `is` returns true.
    pub(super) fn count(&self, is: impl Fn(i16) -> bool) -> usize {
        self.runs().filter(|run| is(run.level)).map(|run| run.len).sum()
    }

    /// Returns the level that all have; `None` if they differ or there are none.
    pub(super) fn single(&self) -> Option<i16> {
        (self.runs.is_empty() && self.last.len > 0).then_some(self.last.level)
    }

    /// Returns the levels of a range.
    pub(super) fn part(&self, range: &Range<usize>) -> Levels {
        let (mut part, mut start) = (Levels::default(), 0);
        for run in self.runs() {
            let end = start + run.len;
            let len = end.min(range.end).saturating_sub(start.max(range.start));
            if len > 0 {
                part.push_run(Run { len, ..run });
            }
            start = end;
        }
        part
    }

    pub(super) fn to_vec(&self) -> Vec<i16> {
        let mut levels = Vec::new();
        self.runs().for_each(|run| levels.resize(levels.len() + run.len, run.level));
        levels
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_the_levels_that_were_pushed() {
        for pattern in [&[][..], &[0, 0], &[1, 1, 1], &[2, 0, 1, 1, 0, 2, 2], &[0, 1, 0, 1, 0]] {
            let (mut levels, mut twice) = (Levels::default(), Levels::default());
            pattern.iter().for_each(|&level| levels.push(level));
            (0..2).for_each(|_| twice.extend(&levels));
            let expect = [pattern, pattern].concat();
            assert_eq!((levels.to_vec(), twice.to_vec()), (pattern.to_vec(), expect.clone()));
            assert_eq!(twice.len(), expect.len());
            assert_eq!(twice.count(|level| level > 0), expect.iter().filter(|&&it| it > 0).count());
            let first = pattern.first().copied();
            let single = first.filter(|first| pattern.iter().all(|level| level == first));
            assert_eq!((levels.single(), twice.single()), (single, single));
            for from in 0..=expect.len() {
                for end in from..=expect.len() {
                    assert_eq!(twice.part(&(from..end)).to_vec(), expect[from..end]);
                }
            }
        }
    }
}
