//! Games that are sorted and written where their texts are.

use std::io;

use pgn_collate::{Record, Sorter, Stored as _, key_prefix, order};
use rayon::prelude::*;

use super::{
    super::{
        GamesFile,
        store::{GamesInMemory, Store},
    },
    Movetexts, Sorting,
};
use crate::writing::appender::{Joining, PIECE};

/// A game to sort.
pub(super) struct Entry<'g> {
    /// The first bytes of the key, so that few comparisons read more of it.
    prefix: u64,
    key: &'g [u8],
    /// The index of the game in the store.
    index: u64,
}

impl Sorting<'_> {
    /// Returns the games of `store` with these indices, in order.
    pub(super) fn sort_in_place<'g>(
        &self,
        store: &Store,
        games: &'g GamesInMemory<'_>,
        indices: &[u64],
    ) -> io::Result<Vec<Entry<'g>>> {
        let entry = |&index: &u64| {
            let key = games.order(&games.meta(index));
            Entry { prefix: key_prefix(key), key, index }
        };
        let by_key =
            |a: &Entry<'_>, b: &Entry<'_>| a.prefix.cmp(&b.prefix).then_with(|| a.key.cmp(b.key));
        let has_ties = self.movetexts().is_some();
        self.globals.workers.install(|| {
            let mut entries: Vec<_> = indices.par_iter().map(entry).collect();
            entries.par_sort_by(by_key);
            if has_ties {
                let ties = entries.par_chunk_by_mut(is_tied).filter(|tied| tied.len() > 1);
                ties.try_for_each_init(
                    || self.movetexts(),
                    |movetexts, tied| match movetexts {
                        Some(movetexts) => self.sort_tied(movetexts, store, games, tied),
                        None => Ok(()),
                    },
                )?;
            }
            Ok(entries)
        })
    }

    /// Sorts games with equal rosters by their second keys.
    fn sort_tied(
        &self,
        movetexts: &mut Movetexts,
        store: &Store,
        games: &GamesInMemory<'_>,
        tied: &mut [Entry<'_>],
    ) -> io::Result<()> {
        let Sorting { limit, globals, .. } = self;
        let limit = limit / globals.workers.n_threads().get();
        let mut sorter = Sorter::new(limit, &globals.temp_files);
        let mut key = Vec::new();
        for entry in &*tied {
            let meta = games.meta(entry.index);
            key.clear();
            movetexts.put(store, &meta, games.text(&meta), &mut key, &globals.messages);
            key.extend_from_slice(&entry.key[order::movetext_at(entry.key).unwrap_or(0)..]);
            sorter.push(&key, &entry.index.to_bytes())?;
        }
        let (mut sorted, mut record) = (sorter.finish()?, Record::default());
        for entry in tied {
            sorted.next(&mut record)?;
            entry.index = u64::of_bytes(&record.payload);
        }
        Ok(())
    }
}

/// Returns true if the order of two games, whose keys follow each other, is that of their second keys.
fn is_tied(a: &Entry<'_>, b: &Entry<'_>) -> bool {
    order::movetext_at(a.key).is_some_and(|at| b.key.get(..at) == Some(&a.key[..at]))
}

/// Writes games in the order of `sorted`.
pub(super) fn write(
    sorted: &[Entry<'_>],
    store: &Store,
    games: &GamesInMemory<'_>,
    joining: &mut Joining<'_>,
    out: &mut GamesFile,
) -> io::Result<()> {
    for entry in sorted {
        let meta = games.meta(entry.index);
        let name = || store.texts.name(meta.input).to_owned();
        let text = games.text(&meta);
        let (first, rest) = text.split_at(text.len().min(meta.max_piece()));
        out.append(joining, &meta.appended(first, &name))?;
        rest.chunks(PIECE).try_for_each(|bytes| out.extend(bytes))?;
    }
    Ok(())
}
