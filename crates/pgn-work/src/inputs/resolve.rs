//! Resolves files, folders, globs, lists and `-` to an ordered list of inputs, before any of them
//! is opened.

use std::{
    collections::{HashMap, HashSet},
    fs, io,
    path::{Path, PathBuf},
};

use anyhow::{bail, ensure};

use pgn_report::text::escape;
use pgn_stream::Input;

use super::{
    FoundFile,
    glob::{self, Exclude},
    list,
    walk::{Skipped, Unread, Walk},
};
use crate::{
    inputs::paths::{is_dash, show},
    reports::messages::Messages,
};

/// An argument that names inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// INPUT: a file, a folder, a glob, or `-`.
    Name(PathBuf),
    /// `--files-from FILE`: a file of names, or `-`.
    List(PathBuf),
}

/// Whether ignore files and hidden files are honored in folders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IgnoreFiles {
    /// Files that `.gitignore`, `.ignore` and the like exclude, and hidden files, are skipped.
    Honor,
    /// All files are read.
    Disregard,
}

/// What a folder or a glob without a PGN file means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IfNone {
    /// An error.
    Fails,
    /// Nothing, because files may appear there later.
    Waits,
}

/// The inputs that the command line requests.
pub struct Request<'a> {
    /// The sources in the order given.
    pub sources: &'a [Source],
    /// True if the names in lists end with NUL (`-0`).
    pub nul: bool,
    /// `--exclude`.
    pub exclude: &'a [String],
    /// True if `--exclude` applies to named files, too (`--force-exclude`).
    pub force_exclude: bool,
    /// How folders are walked.
    pub ignore_files: IgnoreFiles,
    /// What a folder or a glob without a PGN file means.
    pub if_none: IfNone,
    /// Files that this run will write; folders and globs skip them.
    pub outputs: &'a [&'a Path],
    /// Called with the files in folders whose names are not those of PGN files, unless there are none.
    pub on_skipped: &'a dyn Fn(&[PathBuf]),
    /// Returns true if the settings exclude a path.
    pub is_excluded: &'a dyn Fn(&Path) -> anyhow::Result<bool>,
}

/// The inputs that a request has yielded.
#[derive(Debug, Default)]
pub struct Resolved {
    /// The inputs in the order in which they are read.
    pub list: Vec<Input>,
    /// The files in `list` that were found in a folder or by a glob, and where they are.
    pub found: HashMap<PathBuf, FoundFile>,
    /// The outputs of the run that were found in a folder or by a glob and are not read.
    pub unread_outputs: Vec<PathBuf>,
    /// The folders and links that could not be read, which have been reported.
    pub unread: Vec<Unread>,
}

/// Returns the inputs of a request.
///
/// # Errors
/// Returns an error if a named input is missing, or a list, or with [`IfNone::Fails`] a glob or folder, yields no file.
pub fn resolve(request: &Request<'_>, messages: &Messages) -> anyhow::Result<Resolved> {
    if request.sources.is_empty() {
        return Ok(Resolved { list: vec![Input::Stdin], ..Resolved::default() });
    }
    let can_wait = request.if_none == IfNone::Waits;
    let named = read_lists(request)?;
    refuse_missing(&named)?;
    let exclude = Exclude::new(request.exclude)?;
    let files: HashSet<PathBuf> = real_paths(files_of(&named)).collect();
    let outputs: HashSet<PathBuf> = real_paths(request.outputs.iter().copied()).collect();
    let mut known: HashSet<PathBuf> = outputs.union(&files).cloned().collect();
    let named_or_written = known.clone();
    let folders: Vec<PathBuf> =
        folders_of(&named).filter_map(|folder| fs::canonicalize(folder).ok()).collect();
    note_repeated(&named, messages);
    let mut resolved = Resolved::default();
    let mut walk = Walk {
        ignore_files: request.ignore_files,
        exclude: &exclude,
        messages,
        skipped: Skipped::default(),
        failures: Vec::new(),
    };
    for name in &named {
        let (found, no_file) = match name {
            NamedInput::Stdin => {
                resolved.list.push(Input::Stdin);
                continue;
            }
            NamedInput::File(path) => {
                if request.force_exclude && (exclude.is_match(path) || (request.is_excluded)(path)?)
                {
                    walk.skipped.n_excluded += 1;
                } else {
                    resolved.list.push(Input::Path(path.clone()));
                }
                continue;
            }
            NamedInput::Folder(path) => {
                (walk.folder(path), format!("no PGN file in the folder {}", show(path)))
            }
            NamedInput::Glob(pattern) => (
                walk.glob(pattern)?,
                format!("no file matches `{}`{}", escape(pattern), of_expression(pattern)),
            ),
        };
        let mut wanted = Vec::with_capacity(found.len());
        for path in found {
            if (request.is_excluded)(&path)? {
                walk.skipped.n_excluded += 1;
            } else {
                wanted.push(path);
            }
        }
        resolved.unread.extend(walk.report_failures(wanted.is_empty() && !can_wait)?);
        // The check comes before removing known files: a folder may hold only files that are also
        // named.
        ensure!(!wanted.is_empty() || can_wait, "{no_file}{}", walk.skipped.in_brackets());
        for path in wanted {
            let real = fs::canonicalize(&path).ok();
            let is_unread = |real| outputs.contains(real) && !files.contains(real);
            if real.as_ref().is_none_or(|real| known.insert(real.clone())) {
                let place = place_of(real.as_deref(), &folders);
                resolved.found.insert(path.clone(), place);
                resolved.list.push(Input::Path(path));
            } else {
                walk.skipped.n_known += 1;
                if real.as_ref().is_some_and(is_unread) && !resolved.unread_outputs.contains(&path)
                {
                    resolved.unread_outputs.push(path);
                }
            }
        }
    }
    report_skipped(request, &mut walk.skipped, &named_or_written, messages);
    ensure!(
        !resolved.list.is_empty() || request.force_exclude || can_wait,
        "nothing to read{}",
        walk.skipped.in_brackets()
    );
    Ok(resolved)
}

/// Returns where the file with the canonical path `real` is. `folders`: the canonical paths of all folders in which files
/// are looked for.
fn place_of(real: Option<&Path>, folders: &[PathBuf]) -> FoundFile {
    match real {
        Some(file) if !folders.iter().any(|it| file.starts_with(it)) => FoundFile::Outside,
        _ => FoundFile::Inside,
    }
}

/// Returns the folders in which files are looked for.
fn folders_of(named: &[NamedInput]) -> impl Iterator<Item = PathBuf> {
    named.iter().filter_map(|name| match name {
        NamedInput::Folder(path) => Some(path.clone()),
        // The base of `*.pgn` is empty.
        NamedInput::Glob(pattern) => {
            Some(Path::new(".").join(glob::base_of_glob(pattern.as_ref())))
        }
        NamedInput::Stdin | NamedInput::File(_) => None,
    })
}

/// Reports the files that are skipped. `used`: the canonical paths of the outputs and of the named files.
fn report_skipped(
    request: &Request<'_>,
    skipped: &mut Skipped,
    used: &HashSet<PathBuf>,
    messages: &Messages,
) {
    if messages.is_verbose() && !skipped.is_empty() {
        messages.detail(format_args!("skipped{}", skipped.in_brackets()));
    }
    let mut reported = HashSet::new();
    skipped.not_pgn.retain(|path| {
        let is_other = fs::canonicalize(path).map_or(true, |real| !used.contains(&real));
        is_other && reported.insert(path.clone())
    });
    // Folders are walked in no particular order.
    let bytes = |path: &PathBuf| path.as_os_str().as_encoded_bytes().to_vec();
    skipped.not_pgn.sort_by_cached_key(bytes);
    if !skipped.not_pgn.is_empty() {
        (request.on_skipped)(&skipped.not_pgn);
    }
}

/// Returns the canonical paths of those of `paths` that exist.
fn real_paths<'a>(paths: impl Iterator<Item = &'a Path>) -> impl Iterator<Item = PathBuf> {
    paths.filter_map(|path| fs::canonicalize(path).ok())
}

/// A name of the command line or of a list.
enum NamedInput {
    Stdin,
    File(PathBuf),
    Folder(PathBuf),
    Glob(String),
}

/// Returns the paths of the named files.
fn files_of(named: &[NamedInput]) -> impl Iterator<Item = &Path> {
    named.iter().filter_map(|name| match name {
        NamedInput::File(path) => Some(path.as_path()),
        NamedInput::Stdin | NamedInput::Folder(_) | NamedInput::Glob(_) => None,
    })
}

/// Returns the names of the command line, with those of lists at the places of the lists.
fn read_lists(request: &Request<'_>) -> anyhow::Result<Vec<NamedInput>> {
    let mut all = Vec::new();
    let mut stdin_is_read = false;
    for source in request.sources {
        match source {
            Source::Name(name) => all.push(classify(name.clone(), Globs::Expand)),
            Source::List(list) => {
                let is_of_stdin = is_dash(list);
                ensure!(!is_of_stdin || !stdin_is_read, "stdin can be read only once");
                stdin_is_read |= is_of_stdin;
                let names = list::read_list(list, request.nul)?;
                ensure!(!names.is_empty(), "the list {} names no file", list::list_name(list));
                all.extend(names.into_iter().map(|name| classify(name, Globs::Literal)));
            }
        }
        if let Some(NamedInput::Stdin) = all.last() {
            ensure!(!stdin_is_read, "stdin can be read only once");
            stdin_is_read = true;
        }
    }
    Ok(all)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Globs {
    Expand,
    Literal,
}

fn classify(name: PathBuf, globs: Globs) -> NamedInput {
    if globs == Globs::Expand && is_dash(&name) {
        return NamedInput::Stdin;
    }
    match fs::metadata(&name) {
        Ok(metadata) if metadata.is_dir() => return NamedInput::Folder(name),
        Ok(_) => return NamedInput::File(name),
        Err(_) => (),
    }
    match name.to_str() {
        Some(pattern) if globs == Globs::Expand && glob::has_meta(&name) => {
            NamedInput::Glob(pattern.to_owned())
        }
        _ => NamedInput::File(name),
    }
}

fn refuse_missing(named: &[NamedInput]) -> anyhow::Result<()> {
    let is_missing = |path: &&Path| {
        let kind = fs::metadata(path).err().map(|error| error.kind());
        matches!(kind, Some(io::ErrorKind::NotFound | io::ErrorKind::NotADirectory))
    };
    let missing: Vec<String> = files_of(named).filter(is_missing).map(show).collect();
    match missing.as_slice() {
        [] => Ok(()),
        [one] => {
            bail!("no such file or folder: {one}{}{}", of_member(named), of_expression(one))
        }
        [first, rest @ ..] if rest.len() > 4 => {
            bail!("no such file or folder: {first} and {} more", rest.len())
        }
        all => bail!("no such file or folder: {}", all.join(", ")),
    }
}

/// Returns a hint if a name looks like an expression, else an empty text.
fn of_expression(name: &str) -> &'static str {
    let is_operator =
        |word: &str| matches!(word, "=" | "!=" | "~" | "!~" | "<" | "<=" | ">" | ">=");
    if name.split_whitespace().any(is_operator) {
        "; an expression needs `-w` before it"
    } else {
        ""
    }
}

/// Returns a hint if a missing name is that of a member of an archive, as findings show it; else an empty text.
fn of_member(named: &[NamedInput]) -> String {
    let archive = files_of(named).find_map(|path| {
        let archive = Path::new(path.to_str()?.split_once('!')?.0);
        archive.is_file().then(|| format!("; an archive is read as a whole: {}", show(archive)))
    });
    archive.unwrap_or_default()
}

/// Notes that files are named more than once, and so read more than once.
fn note_repeated(named: &[NamedInput], messages: &Messages) {
    let mut seen = HashSet::new();
    let mut repeated = files_of(named).filter(|path| {
        let real = fs::canonicalize(path).ok().filter(|real| real.is_file());
        real.is_some_and(|real| !seen.insert(real))
    });
    let Some(first) = repeated.next() else { return };
    let more = match repeated.count() {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    messages.note(format_args!("{}{more}: named twice, and read twice", show(first)));
}

#[cfg(test)]
mod tests;
