//! `--keep union`: kept games take over the data of their copies.

use std::io;

use pgn_collate::{Contribution, Duplicates, KeyKind, Record, Union, UnionOptions, UnionParts};
use pgn_syntax::Fallback;

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

/// Adds the data of copies to kept games.
pub(super) struct Uniting<'a> {
    pub(super) store: &'a mut Store,
    pub(super) options: &'a UnionOptions,
    pub(super) out: &'a mut ReplacementSorter,
    pub(super) messages: &'a Messages,
}

impl<'a> Uniting<'a> {
    /// Adds the data of the copies to each kept game. Games before `first` belong to a master, and are not changed.
    pub(super) fn unite(&mut self, duplicates: &mut Duplicates, first: u64) -> io::Result<()> {
        let mut record = Record::default();
        let mut kept: Option<KeptGame<'a>> = None;
        while let Some(drop) = duplicates.next_join(&mut record)? {
            let Some(index) = drop.kept.checked_sub(first) else { continue };
            // Exact copies have no other data.
            if drop.kind == KeyKind::Exact {
                continue;
            }
            if kept.as_ref().is_none_or(|kept| kept.index != index) {
                self.end(kept.take())?;
                kept = Some(self.begin(index)?);
            }
            if let Some(kept) = &mut kept
                && let Some(brought) = self.add(kept, drop.number - first)?
            {
                self.out.note(drop.number - first, &brought)?;
            }
        }
        self.end(kept)
    }

    /// Returns the data, the bytes and the character set of a game.
    fn read(&mut self, index: u64) -> io::Result<(Meta, Vec<u8>, Fallback)> {
        let meta = self.store.meta(index)?;
        let mut text = Vec::new();
        self.store.text(&meta, usize::MAX, &mut text)?;
        Ok((meta, text, self.store.fallback(&meta)))
    }

    fn begin(&mut self, index: u64) -> io::Result<KeptGame<'a>> {
        let (meta, text, fallback) = self.read(index)?;
        let begin = || Union::new(text, fallback, self.options);
        let union = self.store.guarded(&meta, self.messages, begin).flatten();
        Ok(KeptGame { index, meta, union, copies: vec![], brought: vec![], faulty: vec![] })
    }

    /// Takes over the data of a copy. After an internal fault only the data of this copy is lost. Returns the conflicts
    /// if nothing was taken over, which then do not depend on the text that will be written.
    fn add(&mut self, kept: &mut KeptGame<'a>, dropped: u64) -> io::Result<Option<Contribution>> {
        let Some(union) = &mut kept.union else {
            return Ok(Some(not_taken("the kept game cannot be read as one game")));
        };
        let (meta, text, fallback) = self.read(dropped)?;
        let added = self.store.guarded(&meta, self.messages, || {
            plant(Step::Union, &text);
            union.add(&text, fallback)
        });
        match added {
            Some(brought) => {
                kept.copies.push(dropped);
                if brought.tags.is_empty() && brought.annotation.is_empty() {
                    return Ok(Some(brought));
                }
                kept.brought.push((dropped, brought));
            }
            None => {
                // The state of the union is unknown, so that it is made again from the copies before.
                kept.union = self.begin(kept.index)?.union;
                for copy in &kept.copies {
                    let (_, text, fallback) = self.read(*copy)?;
                    if let Some(union) = &mut kept.union {
                        union.add(&text, fallback);
                    }
                }
                kept.faulty.push(dropped);
            }
        }
        Ok(None)
    }

    fn end(&mut self, kept: Option<KeptGame<'_>>) -> io::Result<()> {
        let Some(KeptGame { index, meta, union, brought, faulty, .. }) = kept else {
            return Ok(());
        };
        let mut text = Vec::new();
        let write = || union.map_or(UnionParts::Same, |mut union| union.write(&mut text));
        let written = self.store.guarded(&meta, self.messages, write).unwrap_or(UnionParts::Same);
        if written != UnionParts::Same {
            self.out.push(self.store, index, &meta, &text, self.messages)?;
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
            self.out.note(dropped, &brought)?;
        }
        let lost = not_taken("an internal fault");
        faulty.into_iter().try_for_each(|dropped| self.out.note(dropped, &lost))
    }
}

/// Returns the contribution of a copy of which nothing was taken over.
fn not_taken(reason: &str) -> Contribution {
    Contribution { conflicts: vec![reason.to_owned()], ..Contribution::default() }
}
