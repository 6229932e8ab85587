//! `--keep union`: kept games take over the data of their copies.

use std::io;

use pgn_collate::{Contribution, Duplicates, KeyKind, Record, Union, UnionOptions, UnionParts};

use super::{
    replacements::ReplacementSorter,
    store::{Meta, Store},
};
use crate::reports::{
    fault::{Step, plant},
    messages::Messages,
};

/// A kept game and the data of its copies so far.
struct KeptGame<'o> {
    index: u64,
    meta: Meta,
    union: Option<Union<'o>>,
    /// The numbers of the copies so far, without those that caused an internal fault.
    copies: Vec<u64>,
    /// The number of each copy from which something was taken over, and what.
    brought: Vec<(u64, Contribution)>,
    /// The numbers of the copies that caused an internal fault.
    faulty: Vec<u64>,
}

/// Adds the data of the copies to each kept game. Games before `first` belong to a master, and are not changed.
pub(super) fn unite(
    store: &mut Store,
    duplicates: &mut Duplicates,
    first: u64,
    options: &UnionOptions,
    out: &mut ReplacementSorter,
    messages: &Messages,
) -> io::Result<()> {
    let mut record = Record::default();
    let mut kept: Option<KeptGame<'_>> = None;
    while let Some(drop) = duplicates.next_join(&mut record)? {
        let Some(index) = drop.kept.checked_sub(first) else { continue };
        // Exact copies have no other data.
        if drop.kind == KeyKind::Exact {
            continue;
        }
        if kept.as_ref().is_none_or(|kept| kept.index != index) {
            end(store, kept.take(), out, messages)?;
            kept = Some(KeptGame::begin(store, index, options, messages)?);
        }
        if let Some(kept) = &mut kept
            && let Some(brought) = kept.add(store, drop.number - first, options, messages)?
        {
            out.note(drop.number - first, &brought)?;
        }
    }
    end(store, kept, out, messages)
}

impl<'o> KeptGame<'o> {
    fn begin(
        store: &mut Store,
        index: u64,
        options: &'o UnionOptions,
        messages: &Messages,
    ) -> io::Result<KeptGame<'o>> {
        let meta = store.meta(index)?;
        let mut text = Vec::new();
        store.text(&meta, usize::MAX, &mut text)?;
        let fallback = store.fallback(&meta);
        let union = store.guarded(&meta, messages, || Union::new(text, fallback, options));
        let union = union.flatten();
        Ok(KeptGame { index, meta, union, copies: vec![], brought: vec![], faulty: vec![] })
    }

    /// Takes over the data of a copy. After an internal fault only the data of this copy is lost. Returns the conflicts
    /// if nothing was taken over, which then do not depend on the text that will be written.
    fn add(
        &mut self,
        store: &mut Store,
        dropped: u64,
        options: &'o UnionOptions,
        messages: &Messages,
    ) -> io::Result<Option<Contribution>> {
        let Some(union) = &mut self.union else {
            return Ok(Some(not_taken("the kept game cannot be read as one game")));
        };
        let meta = store.meta(dropped)?;
        let mut text = Vec::new();
        store.text(&meta, usize::MAX, &mut text)?;
        let fallback = store.fallback(&meta);
        let added = store.guarded(&meta, messages, || {
            plant(Step::Union, &text);
            union.add(&text, fallback)
        });
        match added {
            Some(brought) => {
                self.copies.push(dropped);
                if brought.tags.is_empty() && brought.annotation.is_empty() {
                    return Ok(Some(brought));
                }
                self.brought.push((dropped, brought));
            }
            None => {
                // The state of the union is unknown, so that it is made again from the copies before.
                self.rebuild(store, options, messages)?;
                self.faulty.push(dropped);
            }
        }
        Ok(None)
    }

    /// Makes the union again from the copies so far.
    fn rebuild(
        &mut self,
        store: &mut Store,
        options: &'o UnionOptions,
        messages: &Messages,
    ) -> io::Result<()> {
        self.union = KeptGame::begin(store, self.index, options, messages)?.union;
        let mut text = Vec::new();
        for dropped in &self.copies {
            let meta = store.meta(*dropped)?;
            store.text(&meta, usize::MAX, &mut text)?;
            if let Some(union) = &mut self.union {
                union.add(&text, store.fallback(&meta));
            }
        }
        Ok(())
    }
}

/// Returns the contribution of a copy of which nothing was taken over.
fn not_taken(reason: &str) -> Contribution {
    Contribution { conflicts: vec![reason.to_owned()], ..Contribution::default() }
}

fn end(
    store: &mut Store,
    kept: Option<KeptGame<'_>>,
    out: &mut ReplacementSorter,
    messages: &Messages,
) -> io::Result<()> {
    let Some(KeptGame { index, meta, union, brought, faulty, .. }) = kept else { return Ok(()) };
    let mut text = Vec::new();
    let write = || union.map_or(UnionParts::Same, |mut union| union.write(&mut text));
    let written = store.guarded(&meta, messages, write).unwrap_or(UnionParts::Same);
    if written != UnionParts::Same {
        out.push(store, index, &meta, &text, messages)?;
    }
    for (dropped, mut brought) in brought {
        let (tags, annotation) = (&mut brought.tags, &mut brought.annotation);
        let is_left = match written {
            UnionParts::All => false,
            UnionParts::Tags => !annotation.is_empty(),
            UnionParts::Same => {
                annotation.splice(..0, tags.drain(..));
                !annotation.is_empty()
            }
        };
        if is_left {
            let what = std::mem::take(annotation).join(", ");
            brought
                .conflicts
                .push(format!("{what}: cannot be written into the text of the kept game"));
        }
        out.note(dropped, &brought)?;
    }
    faulty.into_iter().try_for_each(|dropped| out.note(dropped, &not_taken("an internal fault")))
}
