//! `--files-from`: files that list names of inputs.

use std::{
    fs,
    io::{self, Read as _},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail, ensure};
use pgn_stream::platform;
use pgn_syntax::without_bom;

use crate::inputs::paths::{is_dash, show};

/// Returns the names in a list, separated by line ends or, if `nul`, by NUL; empty names are
/// skipped.
pub(super) fn read_list(list: &Path, nul: bool) -> anyhow::Result<Vec<PathBuf>> {
    let mut bytes = Vec::new();
    let read = if is_dash(list) {
        io::stdin().lock().read_to_end(&mut bytes).map(drop)
    } else {
        fs::read(list).map(|content| bytes = content)
    };
    match read {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            bail!("no such list: {}", list_name(list))
        }
        read => read.with_context(|| format!("cannot read the list {}", list_name(list)))?,
    }
    ensure!(
        nul || !bytes.contains(&0),
        "the list {}: its names are separated by NUL; add -0",
        list_name(list)
    );
    let mut names = Vec::new();
    for name in without_bom(&bytes).split(|&b| b == if nul { 0 } else { b'\n' }) {
        let name = if nul { name } else { name.strip_suffix(b"\r").unwrap_or(name) };
        if !name.is_empty() {
            let name = platform::os_string(name)
                .with_context(|| format!("a name in the list {} is not UTF-8", list_name(list)))?;
            names.push(PathBuf::from(name));
        }
    }
    Ok(names)
}

/// Returns the name of a list for messages.
pub(super) fn list_name(list: &Path) -> String {
    if is_dash(list) { "on stdin".to_owned() } else { show(list) }
}
