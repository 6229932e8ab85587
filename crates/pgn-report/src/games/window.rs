//! The part of a main line whose positions or rows are written.

/// A range of half-moves of the main line, counted from 1, including both ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The first half-move.
    pub from: u32,
    /// The last half-move.
    pub to: u32,
}

impl Window {
    /// All half-moves.
    pub const ALL: Window = Window { from: 1, to: u32::MAX };

    /// Returns true if the half-move with this number is in the range.
    pub(super) fn has(self, number: u32) -> bool {
        (self.from..=self.to).contains(&number)
    }

    /// Returns true if the position after `n` half-moves belongs to the range: the position before its first
    /// half-move, or after one of its half-moves.
    pub(super) fn has_position(self, n: u32) -> bool {
        n + 1 >= self.from && n <= self.to
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_of_a_range() {
        for (from, to, half_moves, positions) in [
            (1, u32::MAX, [true; 4], [true; 5]),
            (2, 3, [false, true, true, false], [false, true, true, true, false]),
            (1, 1, [true, false, false, false], [true, true, false, false, false]),
        ] {
            let window = Window { from, to };
            assert_eq!([1, 2, 3, 4].map(|it| window.has(it)), half_moves);
            assert_eq!([0, 1, 2, 3, 4].map(|it| window.has_position(it)), positions);
        }
    }
}
