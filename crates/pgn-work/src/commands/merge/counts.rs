//! Numbers of games of a merge, for its summary and its part of the manifest.

use std::collections::BTreeMap;

use crate::{
    commands::merge::{Plan, WrittenGames, requeue::Requeued},
    manifest,
    reports::messages::counted,
    writing::{summary::selected, text::LINE_ENDING},
};

/// Numbers of games by what was done with them.
#[derive(Clone, Debug, Default)]
pub(super) struct MergeCounts {
    pub(super) n_games: u64,
    /// Number of games that were read, of which `n_games` were selected; `None` if all were selected, or it is unknown.
    pub(super) n_read: Option<u64>,
    pub(super) n_dropped: u64,
    /// Number of dropped games by the kind of key that they share with their copies.
    pub(super) dropped: BTreeMap<&'static str, u64>,
    /// Kept games that have taken over something from their copies.
    pub(super) n_completed: u64,
    /// Dropped games of which the kept game has not taken over everything.
    pub(super) n_incomplete: u64,
    /// Repaired games that were inserted by `--requeue`.
    pub(super) requeued: Requeued,
    /// Games whose bytes were changed.
    pub(super) n_recoded: u64,
    /// Games that were joined in trees.
    pub(super) n_joined: u64,
    /// Trees.
    pub(super) n_trees: u64,
    /// True if duplicates were searched.
    pub(super) finds_copies: bool,
    /// True if the output has the duplicates only.
    pub(super) writes_copies: bool,
}

impl MergeCounts {
    /// Returns the counts for the manifest.
    pub(super) fn for_manifest(&self, plan: &Plan, n_skipped: u64) -> manifest::Counts {
        let n_kept = self.n_games - self.n_dropped;
        let written = plan.dedup.as_ref().map_or(WrittenGames::Kept, |dedup| dedup.written);
        let mut counts = match written {
            WrittenGames::Kept => manifest::Counts {
                dropped: self.dropped.clone(),
                ..manifest::Counts::of_kept(n_kept)
            },
            WrittenGames::Duplicates => {
                let mut counts = manifest::Counts::of_kept(self.n_dropped);
                counts.add_dropped("no-duplicate", n_kept);
                counts
            }
        };
        counts.n_added = self.requeued.n_placed;
        counts.add_dropped("skip", n_skipped);
        counts.add_dropped("requeue", self.requeued.n_replaced);
        counts.add_changed("union", self.n_completed);
        manifest::add(&mut counts.left_out, "data-of-duplicate", self.n_incomplete);
        counts.add_changed("tree", self.n_joined);
        let reason = if plan.charset.is_some() { "encoding" } else { LINE_ENDING };
        counts.add_changed(reason, self.n_recoded);
        counts
    }
}

impl std::fmt::Display for MergeCounts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let MergeCounts { n_games, n_dropped, n_completed, n_incomplete, requeued, .. } = self;
        let MergeCounts { n_joined, n_trees, n_read, .. } = self;
        write!(f, "{} read", selected(*n_games, n_read.unwrap_or(*n_games), false))?;
        if self.finds_copies {
            let (duplicates, n_kept) = (counted(*n_dropped, "duplicate"), n_games - n_dropped);
            match self.writes_copies {
                true => write!(f, ", {duplicates}, {n_kept} others left out")?,
                false => write!(f, ", {n_kept} kept, {duplicates}")?,
            }
        }
        if *n_completed > 0 {
            write!(f, ", {n_completed} with more from duplicates")?;
        }
        if *n_incomplete > 0 {
            let duplicates = counted(*n_incomplete, "duplicate");
            write!(f, ", {duplicates} with data that is not taken over (-v lists it)")?;
        }
        if requeued.n_placed > 0 {
            write!(f, ", {} requeued", requeued.n_placed)?;
        }
        if requeued.n_without_text > 0 {
            let n = requeued.n_without_text;
            write!(f, " ({n} without the text beside it, which would be read as a game)")?;
        }
        if *n_trees > 0 {
            write!(f, ", {n_joined} joined in {}", counted(*n_trees, "tree"))?;
        }
        Ok(())
    }
}
