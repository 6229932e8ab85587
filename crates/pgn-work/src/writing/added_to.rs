//! Checks of a table in CSV or TSV, or of JSON lines, to which `--append` adds: what is added must not become a part of
//! a last row that was cut off.

use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom},
    path::Path,
};

use anyhow::{Context as _, ensure};
use pgn_stream::{Format, format_of_name, head_of};
use pgn_syntax::{BOM, is_line_end, without_bom};

use crate::inputs::paths;

/// Maximum size of a last line without a line end that is read as JSON; a longer one counts as cut off.
const MAX_LINE: u64 = 16 << 20;

/// Returns true if a file begins with this header of a table, with or without a byte order mark.
pub(crate) fn has_header(path: &Path, header: &[u8]) -> io::Result<bool> {
    let head = head_of(path, header.len() + BOM.len() + 1)?;
    let line_of = |text| without_bom(text).split(is_line_end).next().map(<[u8]>::to_vec);
    Ok(line_of(&head) == line_of(header))
}

/// Checks that a table has this header, and that its last row does not end within quotes.
pub(crate) fn check_table(path: &Path, header: &[u8]) -> anyhow::Result<()> {
    ensure!(
        has_header(path, header).with_context(|| paths::show(path))?,
        "{}: its columns are others than those of the rows to add: {}",
        paths::show(path),
        String::from_utf8_lossy(without_bom(header)).trim_end()
    );
    let is_whole =
        is_compressed(path) || has_even_quotes(path).with_context(|| paths::show(path))?;
    ensure!(
        is_whole,
        "{}: cannot append: its last row was cut off within quotes, and would take the next row",
        paths::show(path)
    );
    Ok(())
}

/// Checks that the last line of a file of JSON lines is an object to its end.
pub(crate) fn check_json_lines(path: &Path) -> anyhow::Result<()> {
    let head = head_of(path, BOM.len() + 1).with_context(|| paths::show(path))?;
    let is_json = without_bom(&head).starts_with(b"{");
    let is_whole = || -> io::Result<bool> {
        if last_bytes(path, 1)? == b"\n" {
            return Ok(true);
        }
        let end = last_bytes(path, MAX_LINE)?;
        let line = end.rsplit(|byte| *byte == b'\n').next().unwrap_or_default().trim_ascii();
        let line = without_bom(line);
        Ok(line.is_empty() || serde_json::from_slice::<serde_json::Value>(line).is_ok())
    };
    ensure!(
        !is_json || is_compressed(path) || is_whole().with_context(|| paths::show(path))?,
        "{}: cannot append: its last line was cut off, and is no JSON",
        paths::show(path)
    );
    Ok(())
}

/// Returns true if a file is compressed by its name, so that its decoder finds whether it was cut off.
fn is_compressed(path: &Path) -> bool {
    format_of_name(path) != Format::Plain
}

/// Returns at most `max` last bytes of a file.
pub(super) fn last_bytes(path: &Path, max: u64) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let len = file.metadata()?.len();
    file.seek(SeekFrom::Start(len.saturating_sub(max)))?;
    let mut end = Vec::new();
    file.take(max).read_to_end(&mut end)?;
    Ok(end)
}

/// Returns true if the number of quotes in a file is even, so that it does not end within quotes.
fn has_even_quotes(path: &Path) -> io::Result<bool> {
    let mut file = File::open(path)?;
    let mut buffer = vec![0; 1 << 16];
    let mut n_quotes = 0;
    loop {
        match file.read(&mut buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => (),
            Err(error) => return Err(error),
            Ok(0) => return Ok(n_quotes % 2 == 0),
            Ok(n) => n_quotes += buffer[..n].iter().filter(|byte| **byte == b'"').count(),
        }
    }
}
