//! The tables of tags, ratings and openings that options name.

use std::{fs, path::Path};

use anyhow::{Context as _, anyhow};
use pgn_openings::{Openings, Place};
use pgn_report::text::escape;
use pgn_tags::TableError;
use pgn_work::paths;

/// Reads the table in the file at `path`, which `option` names; `None` if it names none.
///
/// # Errors
/// Returns an error if the file cannot be read, or is not a valid table.
pub(crate) fn read_table<T>(
    option: &str,
    path: Option<&Path>,
    parse: fn(&str) -> Result<T, TableError>,
) -> anyhow::Result<Option<T>> {
    let Some(path) = path else { return Ok(None) };
    let shown = paths::show(path);
    let text = paths::utf8(read(option, path)?, format_args!("{option} {shown}"))?;
    Ok(Some(parse(&text).context(shown)?))
}

/// Reads the openings of `--eco-file`.
///
/// # Errors
/// Returns an error if the file cannot be read, or is not a table of openings.
pub(crate) fn read_openings(path: &Path) -> anyhow::Result<Openings> {
    Openings::read(&read("--eco-file", path)?).map_err(|error| {
        let (shown, what) = (paths::show(path), error.to_string());
        match error.place {
            Place::Line(line) => anyhow!("{shown}:{line}: {}", escape(&what)),
            Place::Game(number) => anyhow!("{shown}: game {number}: {}", escape(&what)),
        }
    })
}

fn read(option: &str, path: &Path) -> anyhow::Result<Vec<u8>> {
    fs::read(path).map_err(|error| paths::unreadable(option, path, &error))
}
