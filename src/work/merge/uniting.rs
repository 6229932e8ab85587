//! `--keep union`: kept games that take over what their copies know.

use std::io;

use pgn_collate::{Brought, Kind, Record, Union, UnionOptions, Verdicts, Written};

use super::{
    rewriting::Rewriter,
    store::{Meta, Store},
};

/// A kept game whose copies are coming.
struct Kept<'o> {
    index: u64,
    meta: Meta,
    union: Option<Union<'o>>,
    /// What each copy has brought, by its number.
    brought: Vec<(u64, Brought)>,
}

/// Gives each kept game what its copies know. Games before `first` are a master's and stay.
pub(super) fn unite(
    store: &mut Store,
    verdicts: &mut Verdicts,
    first: u64,
    options: &UnionOptions,
    out: &mut Rewriter,
) -> io::Result<()> {
    let mut record = Record::default();
    let (mut kept, mut text): (Option<Kept<'_>>, _) = (None, Vec::new());
    while let Some(drop) = verdicts.next_join(&mut record)? {
        let Some(index) = drop.kept.checked_sub(first) else { continue };
        // Exact copies know nothing else.
        if drop.kind == Kind::Exact {
            continue;
        }
        if kept.as_ref().is_none_or(|kept| kept.index != index) {
            end(store, kept.take(), out)?;
            let meta = store.meta(index)?;
            let mut text = Vec::new();
            store.text(&meta, usize::MAX, &mut text)?;
            kept =
                Some(Kept { index, meta, union: Union::new(text, options), brought: Vec::new() });
        }
        if let Some(Kept { union: Some(union), brought, .. }) = &mut kept {
            let dropped = drop.number - first;
            let meta = store.meta(dropped)?;
            store.text(&meta, usize::MAX, &mut text)?;
            brought.push((dropped, union.add(&text)));
        }
    }
    end(store, kept, out)
}

fn end(store: &mut Store, kept: Option<Kept<'_>>, out: &mut Rewriter) -> io::Result<()> {
    let Some(Kept { index, meta, union: Some(mut union), brought }) = kept else { return Ok(()) };
    let mut text = Vec::new();
    let written = union.write(&mut text);
    if written != Written::Same {
        out.push(store, index, &meta, &text)?;
    }
    for (dropped, mut brought) in brought {
        let (tags, annotation) = (&mut brought.tags, &mut brought.annotation);
        let is_left = match written {
            Written::All => false,
            Written::Tags => !annotation.is_empty(),
            Written::Same => {
                annotation.splice(..0, tags.drain(..));
                !annotation.is_empty()
            }
        };
        if is_left {
            let what = std::mem::take(annotation).join(", ");
            brought.conflicts.push(format!("{what}: cannot stand in the text of the kept game"));
        }
        out.note(dropped, &brought)?;
    }
    Ok(())
}
