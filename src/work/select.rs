//! Which games of a run are taken: `--skip` and `--take`, counted in input order.

use crate::commands::common::SelectArgs;

/// Which games of a run are taken.
#[derive(Clone, Debug)]
pub(crate) struct Select {
    skip: u64,
    take: Option<u64>,
    /// Games that `--skip` has left out.
    pub(crate) n_skipped: u64,
}

/// What becomes of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pick {
    Leave,
    Take,
    /// This game and all that follow are not wanted.
    Stop,
}

impl Select {
    pub(crate) fn new(args: &SelectArgs) -> Select {
        Select { skip: args.skip, take: args.take, n_skipped: 0 }
    }

    pub(crate) fn pick(&mut self) -> Pick {
        if self.skip > 0 {
            self.skip -= 1;
            self.n_skipped += 1;
            return Pick::Leave;
        }
        match &mut self.take {
            None => Pick::Take,
            Some(0) => Pick::Stop,
            Some(left) => {
                *left -= 1;
                Pick::Take
            }
        }
    }

    pub(crate) fn takes_all(&self) -> bool {
        self.skip == 0 && self.take.is_none()
    }

    pub(crate) fn is_done(&self) -> bool {
        self.take == Some(0)
    }
}
