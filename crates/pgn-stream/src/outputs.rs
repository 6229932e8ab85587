//! Many outputs that appear together.

use std::{collections::BTreeSet, fs, panic, thread};

use crate::{
    error::Error,
    output::{Named, Output, sync_folder, unwritable},
    place::parent,
};

/// Files that are brought to disk at a time: a disk takes many together nearly as fast as one.
const AT_ONCE: usize = 16;

/// Ends outputs together: first all are brought to disk, then they take their names, in order. If one
/// of them cannot, those that replaced no file go again.
///
/// # Errors
///
/// As for [`Output::commit`], for the first that fails.
pub fn commit_all(mut outputs: Vec<Output>) -> Result<(), Error> {
    seal_all(&mut outputs)?;
    let mut all: Vec<Named> = Vec::with_capacity(outputs.len());
    for output in &mut outputs {
        match output.take_name() {
            Ok(named) => all.extend(named),
            Err(error) => {
                for named in all.iter().filter(|named| named.is_new) {
                    let _ = fs::remove_file(&named.path);
                }
                return Err(unwritable(output.path(), error));
            }
        }
    }
    let mut folders = BTreeSet::new();
    for Named { path, .. } in &all {
        if folders.insert(parent(path)) {
            sync_folder(path);
        }
    }
    Ok(())
}

fn seal_all(outputs: &mut [Output]) -> Result<(), Error> {
    let n_each = outputs.len().div_ceil(AT_ONCE).max(1);
    thread::scope(|scope| {
        let threads: Vec<_> = outputs
            .chunks_mut(n_each)
            .map(|some| scope.spawn(|| some.iter_mut().try_for_each(Output::seal)))
            .collect();
        let mut ends = threads.into_iter().map(thread::ScopedJoinHandle::join);
        ends.try_for_each(|end| end.unwrap_or_else(|fault| panic::resume_unwind(fault)))
    })
}
