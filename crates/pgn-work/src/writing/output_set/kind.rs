//! The kinds of outputs, and how an existing file of each kind is recognized.
//!
//! An existing file is replaced only if it has something that this program alone writes: a file that was kept by hand,
//! or written by another program, may be the only copy. Fewer signs are needed of a file to which text is added.

mod conversions;
mod findings;
mod reports;

use std::{io, path::Path};

use pgn_stream::head_of;
use pgn_syntax::{Games, ReadOptions, without_bom};

use crate::writing::{added_to::last_bytes, rejects::REJECTED_LINE};

/// Number of bytes that suffice to recognize a file of text.
const HEAD: usize = 8 << 10;

/// Number of bytes at the end of a Parquet file that have the name of the program that wrote it. The order of each
/// column, 3 bytes, comes after it.
const TAIL: u64 = 8 << 10;

/// What an output does to an existing file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Its text is lost.
    Replaced,
    /// Text is added to it.
    Extended,
}

/// An existing file that an output would replace, or to which it would add text.
pub(super) struct ExistingFile {
    /// The first bytes of its text, or all of it for rejects, without a byte order mark.
    head: Vec<u8>,
    /// Its last bytes, as they are stored, for a conversion, which may be Parquet.
    tail: Vec<u8>,
    effect: Effect,
}

impl ExistingFile {
    /// Reads what is needed of a file to recognize one of `kind`.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or is damaged at its beginning.
    pub(super) fn read(path: &Path, kind: OutputKind, effect: Effect) -> io::Result<ExistingFile> {
        let max = if kind == OutputKind::Rejects { usize::MAX } else { HEAD };
        let head = without_bom(&head_of(path, max)?).to_vec();
        let has_tail = kind == OutputKind::Conversion;
        let tail = if has_tail { last_bytes(path, TAIL)? } else { Vec::new() };
        Ok(ExistingFile { head, tail, effect })
    }
}

/// The content of an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputKind {
    /// The stream of games in PGN.
    Games,
    /// The stream of games in another format: a table, JSON lines, positions.
    Conversion,
    /// A table, where the existing file has the same columns.
    SameTable,
    /// Games that are written to another file, unchanged: `--duplicates`, `--rest`.
    OtherGames,
    /// Games with errors, each after a line with the reason.
    Rejects,
    /// Findings of `check` in any format, or their number by rule.
    Findings,
    /// Findings that `check` does not report.
    Baseline,
    /// The changes that a command would make to files.
    Patch,
    /// Names of files that would change.
    Paths,
    /// A number of games.
    Count,
    /// The tables of `stats` in any format.
    Tables,
    /// The table of names of `stats`.
    Names,
    /// The changes that `diff` found.
    Changes,
    /// The report of `merge` on each duplicate.
    MergeReport,
    /// The keys of the master of `merge --against`.
    Keys,
    /// The account of a run (`--manifest`).
    Manifest,
    /// The log of `server`, to which each run appends.
    Log,
}

impl OutputKind {
    /// Returns the beginning of a sentence on the destination of an output of this kind, and why an existing file is not
    /// replaced without `--force`.
    pub(super) fn words(self) -> [&'static str; 2] {
        match self {
            OutputKind::Games => ["the games go", "is not a file of games"],
            OutputKind::Conversion | OutputKind::SameTable => {
                ["the games go", "is not known to be an output of `export` in such a format"]
            }
            OutputKind::OtherGames => ["other games go", "may hold other games"],
            OutputKind::Rejects => ["games with errors go", "is not a file of rejects"],
            OutputKind::Findings => ["the findings go", "is not a report of findings"],
            OutputKind::Baseline => ["the baseline goes", "is not a baseline"],
            OutputKind::Patch => ["the patch goes", "is not a patch of games"],
            OutputKind::Paths => ["the names of files go", "may be a list kept by hand"],
            OutputKind::Count => ["the count goes", "is not a count of games"],
            OutputKind::Tables => ["the tables go", "is not a report of `stats`"],
            OutputKind::Names => ["the names go", "may have been edited by hand"],
            OutputKind::Changes => ["the changes go", "is not a report of `diff`"],
            OutputKind::MergeReport => ["the report goes", "is not a report of `merge`"],
            OutputKind::Keys => ["the keys go", "is not a file of keys"],
            OutputKind::Manifest => ["the manifest goes", "is not a manifest"],
            OutputKind::Log => ["the log goes", "is not a log of `server`"],
        }
    }

    /// Returns true if an existing file may be replaced, or continued, by an output of this kind. Games of the file are
    /// read with `read`.
    pub(super) fn is_own(self, file: &ExistingFile, read: ReadOptions) -> bool {
        let (head, is_extended) = (&file.head[..], file.effect == Effect::Extended);
        if head.is_empty() {
            return true;
        }
        // A program for versions, such as git, may have changed the line ends.
        let start = &head[..head.len().min(HEAD)];
        let text = String::from_utf8_lossy(start).replace("\r\n", "\n");
        let text = text.as_str();
        match self {
            OutputKind::Games => true,
            OutputKind::Conversion => conversions::is_conversion(file, text),
            OutputKind::SameTable => is_extended || conversions::is_table(head, text),
            // Games of an earlier run look like any other games, which may exist nowhere else.
            OutputKind::OtherGames => false,
            OutputKind::Rejects => is_of_rejects(head, read),
            OutputKind::Findings => findings::are_in(text),
            OutputKind::Baseline => is_json_of(text, "pgnkit-baseline"),
            OutputKind::Patch => reports::is_patch(text, file.effect),
            // A list of names looks like one that was written for `--files-from`.
            OutputKind::Paths => is_extended && is_of_paths(text),
            OutputKind::Count => {
                is_of_numbers(text) && (is_extended || text.trim().lines().count() == 1)
            }
            OutputKind::Tables => reports::is_of_tables(head, text),
            // The table of names may have been edited by hand.
            OutputKind::Names => false,
            OutputKind::Changes => reports::is_of_changes(text),
            OutputKind::MergeReport => reports::is_of_merge(text),
            OutputKind::Keys => text.strip_prefix("pgnkit keys ").is_some_and(begins_with_digit),
            OutputKind::Manifest => is_json_of(text, "pgnkit-manifest"),
            OutputKind::Log => reports::is_log(text),
        }
    }
}

/// Returns true for games that each follow a line with the reason of their rejection. `text`: the whole file.
fn is_of_rejects(text: &[u8], read: ReadOptions) -> bool {
    let reason = REJECTED_LINE.as_bytes();
    let n_games = {
        let mut games = Games::with_options(text, read);
        std::iter::from_fn(|| games.next().map(|_| ())).count()
    };
    let lines = text.split(|byte| *byte == b'\n');
    text.starts_with(reason) && n_games <= lines.filter(|line| line.starts_with(reason)).count()
}

/// Returns true for names of files, the first of which is that of a file, or stands for stdin.
fn is_of_paths(text: &str) -> bool {
    let path = first_line(text);
    path == pgn_stream::STDIN || Path::new(path).exists()
}

/// Returns true for lines that are numbers.
fn is_of_numbers(text: &str) -> bool {
    text.trim().bytes().all(|byte| byte.is_ascii_digit() || byte == b'\n')
}

/// Returns the first line without its line end.
fn first_line(text: &str) -> &str {
    text.split('\n').next().unwrap_or_default()
}

fn begins_with_digit(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit())
}

/// Returns the rest of `text` after `parts`, which must occur in it one after the other, the first at its beginning;
/// `None` if they do not.
fn after_all<'t>(text: &'t str, parts: &[&str]) -> Option<&'t str> {
    let (first, others) = parts.split_first()?;
    let rest = text.strip_prefix(first)?;
    others.iter().try_fold(rest, |rest, part| rest.split_once(part).map(|(_, rest)| rest))
}

/// Returns true for a JSON object whose first entry is `"format": "{format}"`.
fn is_json_of(text: &str, format: &str) -> bool {
    let entry = format!("\"format\": \"{format}\"");
    text.strip_prefix('{').is_some_and(|rest| rest.trim_start().starts_with(&entry))
}

#[cfg(test)]
mod tests;
