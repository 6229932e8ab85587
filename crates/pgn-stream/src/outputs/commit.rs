//! Outputs that are committed together.

use std::{
    collections::BTreeSet,
    fs, io, panic,
    path::PathBuf,
    sync::{Mutex, PoisonError},
    thread,
};

use crate::{
    outputs::{
        output::Output,
        staging::{Renaming, Staging},
    },
    system::{
        destination::folder_of,
        error::{Error, unwritable},
        interrupt::{self, RemovalList},
        temporary::sync_folder,
    },
};

/// Maximum number of files that are synced at a time: a disk syncs many together nearly as fast as one.
const AT_ONCE: usize = 16;

/// Commits outputs together: first all are synced, then they are renamed, in order. If one of them cannot be renamed,
/// those that replaced no file are removed again.
///
/// # Errors
///
/// Returns the errors of [`Output::commit`] for the first output that fails.
pub fn commit_all(outputs: Vec<Output>) -> Result<(), Error> {
    commit(outputs, None)
}

/// Commits outputs that were created in `staging`, as [`commit_all`] does. If one of them cannot be renamed,
/// everything is restored; if the program is killed meanwhile, the next set written there completes the commit.
///
/// # Errors
///
/// Returns the errors of [`Output::commit`] for the first output that fails.
pub fn commit_staged(outputs: Vec<Output>, staging: &Staging) -> Result<(), Error> {
    commit(outputs, Some(staging))
}

fn commit(mut outputs: Vec<Output>, staging: Option<&Staging>) -> Result<(), Error> {
    make_ready(&mut outputs)?;
    if let Some(changed) = outputs.iter_mut().find(|it| it.is_target_changed()) {
        return Err(changed.keep_as_changed());
    }
    if let Some(staging) = staging {
        staging
            .write_journal(outputs.iter().filter_map(Output::renaming))
            .map_err(|error| unwritable(Some(staging.target()), error))?;
    }
    let named = {
        let mut list = interrupt::lock();
        take_names(&mut outputs, staging, &mut list)
    };
    let named = named.map_err(|(at, error)| outputs[at].keep_without_name(error))?;
    let mut folders = BTreeSet::new();
    for Named { path, .. } in &named {
        if folders.insert(folder_of(path)) {
            sync_folder(path);
        }
    }
    Ok(())
}

/// A file that was renamed.
struct Named {
    path: PathBuf,
    /// Its temporary path.
    temporary: PathBuf,
    /// True if no file of that name existed before.
    is_new: bool,
    /// Path under which the replaced file is kept; `None` if it is not kept.
    old: Option<PathBuf>,
}

/// Gives all outputs their names, or none; in that case, returns the index of an output that could not take its name, and
/// the reason.
fn take_names(
    outputs: &mut [Output],
    staging: Option<&Staging>,
    list: &mut RemovalList,
) -> Result<Vec<Named>, (usize, io::Error)> {
    let mut all: Vec<Named> = Vec::with_capacity(outputs.len());
    for (number, output) in outputs.iter_mut().enumerate() {
        let Some(Renaming { from, to, replaces }) = output.renaming() else { continue };
        let (path, temporary, is_new) = (to.to_owned(), from.to_owned(), replaces.is_none());
        let old = staging.filter(|_| !is_new).map(|staging| staging.old(number));
        // A file that cannot be linked cannot be restored.
        let old = old.filter(|old| fs::hard_link(&path, old).is_ok());
        if let Err(error) = output.take_name(list) {
            for named in all.iter().rev() {
                let _ = undo(named, staging.is_some());
            }
            return Err((number, error));
        }
        all.push(Named { path, temporary, is_new, old });
    }
    Ok(all)
}

/// Undoes a renaming. In a staging folder, the journal can complete the set after each step.
fn undo(named: &Named, is_staged: bool) -> io::Result<()> {
    let Named { path, temporary, is_new, old } = named;
    match old {
        Some(old) => {
            fs::hard_link(path, temporary)?;
            fs::rename(old, path)
        }
        None if *is_new && is_staged => fs::rename(path, temporary),
        None if *is_new => fs::remove_file(path),
        None => Ok(()),
    }
}

/// Syncs all outputs, on several threads or, if the system permits no more, on the calling one.
fn make_ready(outputs: &mut [Output]) -> Result<(), Error> {
    let n_helpers = outputs.len().min(AT_ONCE).saturating_sub(1);
    let queue = Mutex::new(outputs.iter_mut());
    let work = || -> Result<(), Error> {
        loop {
            let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
            match next {
                Some(output) => output.make_ready()?,
                None => return Ok(()),
            }
        }
    };
    let result = thread::scope(|scope| {
        let helpers: Vec<_> = (0..n_helpers)
            .map_while(|_| thread::Builder::new().spawn_scoped(scope, work).ok())
            .collect();
        let result = work();
        let mut ends = helpers.into_iter().map(thread::ScopedJoinHandle::join);
        let others = ends.try_for_each(|end| end.unwrap_or_else(|it| panic::resume_unwind(it)));
        result.and(others)
    });
    match result {
        // The outputs are made ready one after the other, so that each closes its file before the next one opens one.
        Err(error) if error.is_too_many_open() => {
            outputs.iter_mut().try_for_each(Output::make_ready)
        }
        result => result,
    }
}
