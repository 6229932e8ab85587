//! Checks of a table in CSV, or of JSON lines, to which `export --append` adds: what is added must not become a part of a
//! last row that was cut off.

use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom},
    path::Path,
};

use anyhow::{Context as _, ensure};
use pgn_stream::{Format, format_of_name, head_of};
use pgn_syntax::{BOM, is_line_end, without_bom};

use crate::paths;

/// Checks that a table has this header, and that its last row does not end within quotes.
pub(super) fn check_table(path: &Path, header: &[u8]) -> anyhow::Result<()> {
    let head = head_of(path, header.len() + BOM.len() + 1).with_context(|| paths::show(path))?;
    let line_of = |text| without_bom(text).split(is_line_end).next().map(<[u8]>::to_vec);
    ensure!(
        line_of(&head) == line_of(header),
        "{}: its columns are others than those of the rows to add: {}",
        paths::show(path),
        String::from_utf8_lossy(without_bom(header)).trim_end()
    );
    let is_whole =
        is_compressed(path) || has_whole_rows(path).with_context(|| paths::show(path))?;
    ensure!(
        is_whole,
        "{}: cannot append: its last row was cut off within quotes, and would take the next row",
        paths::show(path)
    );
    Ok(())
}

/// Checks that the last line of a file of JSON lines is an object to its end.
pub(super) fn check_json_lines(path: &Path) -> anyhow::Result<()> {
    let end = last_bytes(path, 64).with_context(|| paths::show(path))?;
    let is_whole = is_compressed(path) || matches!(end.trim_ascii_end(), [] | [.., b'}']);
    let is_json = head_of(path, 1).with_context(|| paths::show(path))? == b"{";
    ensure!(
        is_whole || !is_json,
        "{}: cannot append: its last line was cut off, and is no JSON",
        paths::show(path)
    );
    Ok(())
}

/// Returns true if a file is compressed by its name, so that its decoder finds whether it was cut off.
fn is_compressed(path: &Path) -> bool {
    format_of_name(path) != Format::Plain
}

/// Returns true if the last row of a table does not end within quotes.
fn has_whole_rows(path: &Path) -> io::Result<bool> {
    // Texts within quotes hardly ever have such a line end.
    Ok(last_bytes(path, 2)? == b"\r\n" || has_even_quotes(path)?)
}

/// Returns at most `max` last bytes of a file.
fn last_bytes(path: &Path, max: u64) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let len = file.metadata()?.len();
    file.seek(SeekFrom::Start(len.saturating_sub(max)))?;
    let mut end = Vec::new();
    file.take(max).read_to_end(&mut end)?;
    Ok(end)
}

fn has_even_quotes(path: &Path) -> io::Result<bool> {
    let mut file = File::open(path)?;
    let mut buffer = vec![0; 1 << 16];
    let mut n_quotes = 0;
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(n_quotes % 2 == 0),
            n => n_quotes += buffer[..n].iter().filter(|byte| **byte == b'"').count(),
        }
    }
}
