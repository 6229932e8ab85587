//! Files of earlier runs beside the parts of this one.

use std::{
    collections::{BTreeMap, HashSet},
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};

use super::Template;
use crate::{inputs::paths, reports::messages::Messages};

/// Warns of files in the folders of `parts` that have the name of a part but do not belong to this run: an earlier run
/// has written them, and their games could be mistaken for games of this run.
pub(super) fn warn(parts: &[PathBuf], template: &Template, stem: &str, messages: &Messages) {
    let mut written: BTreeMap<&Path, HashSet<OsString>> = BTreeMap::new();
    for (folder, name) in parts.iter().filter_map(|path| Some((path.parent()?, path.file_name()?)))
    {
        written.entry(folder).or_default().insert(name.to_owned());
    }
    let mut older = Vec::new();
    for (folder, names) in written {
        // The folder `.` is not shown in names of files.
        let dir = if folder == Path::new("") { Path::new(".") } else { folder };
        let found =
            fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.file_name());
        let is_older = |name: &OsString| {
            !names.contains(name) && name.to_str().is_some_and(|it| template.is_numbered(it, stem))
        };
        older.extend(found.filter(is_older).map(|name| folder.join(name)));
    }
    let Some(first) = older.iter().min() else { return };
    let (files, are, are_not) = match older.len() {
        1 => ("file", "is", "is not"),
        _ => ("files", "are", "are not"),
    };
    messages.warning(format_args!(
        "{} {files} with the names of parts {are} from an earlier run and {are_not} replaced: {}{}",
        older.len(),
        paths::show(first),
        if older.len() > 1 { " …" } else { "" }
    ));
}
