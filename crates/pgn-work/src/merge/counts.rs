//! How many games of a merge went where: its summary, and its part of the manifest.

use std::collections::BTreeMap;

use crate::{
    manifest,
    merge::{Plan, Written},
    messages::counted,
    text::LINE_ENDING,
};

/// How many games went where.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    pub(super) n_games: u64,
    pub(super) n_dropped: u64,
    /// The same by what the copies have in common.
    pub(super) dropped: BTreeMap<String, u64>,
    /// Kept games that have something from their copies.
    pub(super) n_completed: u64,
    /// Games that came back from `--requeue`.
    pub(super) n_requeued: u64,
    /// Games whose places these have taken.
    pub(super) n_replaced_games: u64,
    /// Games that are written in other bytes than were read.
    pub(super) n_recoded: u64,
    /// Games in trees, and the trees.
    pub(super) n_joined: u64,
    pub(super) n_trees: u64,
    /// Copies were looked for.
    pub(super) finds_copies: bool,
}

impl Counts {
    /// Returns the same for the manifest.
    pub(super) fn for_manifest(&self, plan: &Plan, n_skipped: u64) -> manifest::Counts {
        let n_kept = self.n_games - self.n_dropped;
        let written = plan.dedup.as_ref().map_or(Written::Kept, |dedup| dedup.written);
        let mut counts = match written {
            Written::Kept => manifest::Counts {
                dropped: self.dropped.clone(),
                ..manifest::Counts::of_kept(n_kept)
            },
            Written::Duplicates => {
                let mut counts = manifest::Counts::of_kept(self.n_dropped);
                counts.add_dropped("no-duplicate", n_kept);
                counts
            }
        };
        counts.n_added = self.n_requeued;
        counts.add_dropped("skip", n_skipped);
        counts.add_dropped("requeue", self.n_replaced_games);
        counts.add_changed("union", self.n_completed);
        counts.add_changed("tree", self.n_joined);
        let reason = if plan.charset.is_some() { "encoding" } else { LINE_ENDING };
        counts.add_changed(reason, self.n_recoded);
        counts
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Counts { n_games, n_dropped, n_completed, n_requeued, n_joined, n_trees, .. } = self;
        write!(f, "{} read", counted(*n_games, "game"))?;
        if self.finds_copies {
            let duplicates = counted(*n_dropped, "duplicate");
            write!(f, ", {} kept, {duplicates}", n_games - n_dropped)?;
        }
        if *n_completed > 0 {
            write!(f, ", {n_completed} with more from duplicates")?;
        }
        if *n_requeued > 0 {
            write!(f, ", {n_requeued} requeued")?;
        }
        if *n_trees > 0 {
            write!(f, ", {n_joined} joined in {}", counted(*n_trees, "tree"))?;
        }
        Ok(())
    }
}
