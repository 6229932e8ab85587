//! The selection of games by `--skip` and `--take`, in the order of the inputs.

use std::ops::Range;

use crate::{ReadingOptions, games::batch::PieceKind};

/// The selection of games of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SelectPlan {
    /// Number of first games that are skipped.
    pub skip: u64,
    /// Maximum number of games that are taken after these; `None`: no maximum.
    pub take: Option<u64>,
}

impl SelectPlan {
    /// Returns true if every game is selected.
    #[must_use]
    pub fn selects_all(&self) -> bool {
        self.skip == 0 && self.take.is_none()
    }

    /// Returns true if every game of every input is selected, and read as a whole.
    #[must_use]
    pub fn takes_whole_files(&self, reading: &ReadingOptions) -> bool {
        self.selects_all() && reading.bytes.is_none() && reading.query.is_none()
    }
}

/// The state of the selection during a run.
#[derive(Clone, Debug)]
pub(crate) struct Select {
    /// The games that are still to be skipped and taken.
    left: SelectPlan,
    /// Number of games that were skipped.
    pub(crate) n_skipped: u64,
    /// The decision on the current game, of which further pieces follow; `None` between two games.
    of_open_game: Option<Pick>,
}

/// The decision on a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pick {
    Leave,
    Take,
    /// The game is not taken, nor is any later one.
    Stop,
}

impl Select {
    pub(crate) fn new(plan: &SelectPlan) -> Select {
        Select { left: *plan, n_skipped: 0, of_open_game: None }
    }

    /// Returns the decision on the next game.
    pub(crate) fn pick(&mut self) -> Pick {
        if self.left.skip > 0 {
            self.left.skip -= 1;
            self.n_skipped += 1;
            return Pick::Leave;
        }
        match &mut self.left.take {
            None => Pick::Take,
            Some(0) => Pick::Stop,
            Some(left) => {
                *left -= 1;
                Pick::Take
            }
        }
    }

    /// Returns the decision on the next piece of text. All pieces of a game get the same decision. The text of an input
    /// without games is taken if all further games are taken.
    pub(crate) fn pick_piece(&mut self, kind: PieceKind) -> Pick {
        let pick = match self.of_open_game.take() {
            Some(pick) => pick,
            None if kind != PieceKind::NoGame => self.pick(),
            None if self.takes_all() => Pick::Take,
            None => Pick::Leave,
        };
        self.of_open_game = (kind == PieceKind::Part).then_some(pick);
        pick
    }

    /// Begins an input, in which no piece of an earlier game follows.
    pub(crate) fn begin_input(&mut self) {
        self.of_open_game = None;
    }

    /// Returns the indices, among the next `n` games, of those that are taken. If the range ends before `n`, no later
    /// game is taken.
    pub(crate) fn picks(&mut self, n: u64) -> Range<u64> {
        let start = self.left.skip.min(n);
        self.left.skip -= start;
        self.n_skipped += start;
        let len = self.left.take.map_or(n - start, |left| left.min(n - start));
        if let Some(left) = &mut self.left.take {
            *left -= len;
        }
        start..start + len
    }

    pub(crate) fn takes_all(&self) -> bool {
        self.left.selects_all()
    }

    pub(crate) fn is_done(&self) -> bool {
        self.left.take == Some(0)
    }

    /// Returns true if all inputs are read to their ends: `--take` does not end the run early, and `--bytes` selects no
    /// part.
    pub(crate) fn reads_whole_inputs(&self, reading: &ReadingOptions) -> bool {
        !self.is_done() && reading.bytes.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn picks_of_many_games_equal_single_picks() {
        for (skip, take, n) in (0..64).map(|it| (it % 4, (it / 4) % 4, it / 16 + 1)) {
            let args = SelectPlan { skip, take: (take < 3).then_some(take) };
            let (mut one_by_one, mut at_once) = (Select::new(&args), Select::new(&args));
            // Twice, as the selection continues from one chunk to the next.
            for _ in 0..2 {
                let picks = at_once.picks(n);
                let singles: Vec<Pick> = (0..n).map(|_| one_by_one.pick()).collect();
                let is_taken = |(at, _): &(u64, &Pick)| picks.contains(at);
                let expected = (0..).zip(&singles);
                let (taken, others): (Vec<_>, Vec<_>) = expected.partition(is_taken);
                assert!(taken.iter().all(|(_, pick)| **pick == Pick::Take), "{args:?} {n}");
                assert!(others.iter().all(|(_, pick)| **pick != Pick::Take), "{args:?} {n}");
                assert_eq!(singles.contains(&Pick::Stop), picks.end < n, "{args:?} {n}");
                assert_eq!(at_once.n_skipped, one_by_one.n_skipped);
            }
        }
    }

    #[test]
    fn pieces_of_a_game_share_its_pick() {
        use PieceKind::{Game, NoGame, Part};
        let mut select = Select::new(&SelectPlan { skip: 1, take: Some(1) });
        let mut picks = |kinds: &[PieceKind]| -> Vec<Pick> {
            kinds.iter().map(|&kind| select.pick_piece(kind)).collect()
        };
        assert_eq!(picks(&[Part, Part, Game]), [Pick::Leave; 3]);
        assert_eq!(picks(&[NoGame]), [Pick::Leave]);
        assert_eq!(picks(&[Part, Game]), [Pick::Take; 2]);
        assert_eq!(picks(&[Part, Game]), [Pick::Stop; 2]);
        let mut all = Select::new(&SelectPlan::default());
        assert_eq!(all.pick_piece(NoGame), Pick::Take);
    }
}
