//! The places of a player in the workspace, to list or rename them.

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

use lsp_types::{
    DocumentChanges, Location, OneOf, OptionalVersionedTextDocumentIdentifier, Range,
    TextDocumentEdit, TextEdit, Uri, WorkspaceEdit,
};
use memchr::memmem;
use pgn_syntax::{Game, Parser, Part, without_bom};
use pgn_work::paths;

use crate::{
    address::{address_of, path_of},
    document::{Document, Positions},
    open::Workspace,
    players::players,
    settings::Settings,
};

/// Maximum size in bytes of a file that is searched without being open.
const MAX_FILE_SIZE: u64 = 64 << 20;

/// Maximum number of bytes of files that are not open and are searched for one request.
const MAX_TOTAL_SIZE: u64 = 1 << 30;

/// Maximum number of places in files that are not open. An editor opens each of these files to change it.
const MAX_PLACES: usize = 20_000;

/// Maximum number of files that a message names.
const MAX_NAMED: usize = 5;

/// The places of a player in a file.
pub(crate) struct InFile {
    uri: Uri,
    /// Version of the document; `None` if it is not open.
    version: Option<i32>,
    ranges: Vec<Range>,
}

/// Returns the places of a player in all open documents, and in the files of the workspace. Files that could not be
/// searched are reported to the user.
pub(crate) fn places(workspace: &Workspace<'_>, name: &[u8]) -> Vec<InFile> {
    let mut found = Vec::new();
    let mut open = HashSet::new();
    for (uri, document) in workspace.documents.values() {
        open.extend(path_of(uri).and_then(|path| path.canonicalize().ok()));
        let Some(settings) = &document.settings else { continue };
        let ranges = in_document(&document.document, settings, name);
        found.push(InFile { uri: uri.clone(), version: Some(document.version), ranges });
    }
    found.extend(in_files(workspace, name, &open));
    found.retain(|it| !it.ranges.is_empty());
    found.sort_unstable_by(|a, b| a.uri.as_str().cmp(b.uri.as_str()));
    found
}

/// Returns the places in the files of the workspace that are not open.
fn in_files(workspace: &Workspace<'_>, name: &[u8], open: &HashSet<PathBuf>) -> Vec<InFile> {
    let files = workspace.project.files().unwrap_or_else(|error| {
        workspace.remarks.borrow_mut().push(format!("only open files were searched: {error}"));
        Vec::new()
    });
    let mut search = Search::default();
    for path in files {
        if path.canonicalize().is_ok_and(|path| open.contains(&path)) {
            continue;
        }
        match search.ranges_in(workspace, &path, name) {
            Ok(ranges) if ranges.is_empty() => (),
            Ok(ranges) => {
                search.n_places += ranges.len();
                let uri = address_of(&path);
                search.found.extend(uri.map(|uri| InFile { uri, version: None, ranges }));
            }
            Err(why) => search.left_out.push((path, why)),
        }
    }
    let Search { found, left_out, .. } = search;
    if !left_out.is_empty() {
        let names = left_out.iter().map(|(path, why)| format!("{} ({why})", paths::show(path)));
        let words = format!("not searched: {}", first_of(names.collect()));
        workspace.remarks.borrow_mut().push(words);
    }
    found
}

/// Returns a list with at most [`MAX_NAMED`] of these names, and the number of the others.
fn first_of(mut names: Vec<String>) -> String {
    let n_others = names.len().saturating_sub(MAX_NAMED);
    names.truncate(MAX_NAMED);
    if n_others > 0 {
        names.push(format!("{n_others} more"));
    }
    names.join(", ")
}

/// A search in the files that are not open.
#[derive(Default)]
struct Search {
    found: Vec<InFile>,
    n_bytes: u64,
    n_places: usize,
    /// Files that were not searched although they may contain the name, with the reasons.
    left_out: Vec<(PathBuf, String)>,
}

impl Search {
    /// Returns the largest size in bytes of the next file, and why a larger one is not searched.
    fn limit(&self) -> (u64, &'static str) {
        let left = MAX_TOTAL_SIZE - self.n_bytes;
        if left < MAX_FILE_SIZE {
            (left, "1 GiB was searched before")
        } else {
            (MAX_FILE_SIZE, "too large")
        }
    }

    /// Returns the places in a file.
    ///
    /// # Errors
    /// Returns the reason if the file may hold the name and cannot be changed by an editor.
    fn ranges_in(
        &mut self,
        workspace: &Workspace<'_>,
        path: &Path,
        name: &[u8],
    ) -> Result<Vec<Range>, String> {
        let (max, why) = self.limit();
        let text = workspace.project.text(path, max + 1).map_err(|error| error.to_string());
        let (text, stored) = text?;
        self.n_bytes = (self.n_bytes + text.len() as u64).min(MAX_TOTAL_SIZE);
        if text.len() as u64 > max {
            return Err(why.to_owned());
        }
        if !may_hold(&text, name) {
            return Ok(Vec::new());
        }
        let ranges = in_text(workspace, path, &text, name);
        match stored {
            Some(_) if ranges.as_ref().is_ok_and(Vec::is_empty) => ranges,
            Some(how) => Err(how.to_owned()),
            None if self.n_places >= MAX_PLACES => Err("too many places".to_owned()),
            None => ranges,
        }
    }
}

/// Returns true if a text may contain a name as a tag value; a quick test before parsing. Always true for names with
/// quotes or backslashes, which are escaped in the text. If the text is not UTF-8, only the ASCII parts of the name are
/// searched.
fn may_hold(text: &[u8], name: &[u8]) -> bool {
    let is_escaped = name.iter().any(|byte| matches!(byte, b'"' | b'\\'));
    let has_ascii = || {
        let mut parts = name.split(|byte| !byte.is_ascii());
        parts.all(|part| memmem::find(text, part).is_some())
    };
    is_escaped
        || memmem::find(text, name).is_some()
        || !name.is_ascii() && std::str::from_utf8(text).is_err() && has_ascii()
}

/// Returns the places in the text of a file.
///
/// # Errors
/// Returns an error if the text is not UTF-8, or there are no settings to read it.
fn in_text(
    workspace: &Workspace<'_>,
    path: &Path,
    text: &[u8],
    name: &[u8],
) -> Result<Vec<Range>, String> {
    // An editor does not count a byte order mark as text.
    let text = without_bom(text);
    if std::str::from_utf8(text).is_err() {
        return Err("not UTF-8".to_owned());
    }
    let settings = workspace.project.settings(Some(path))?;
    let part = Part::whole(text);
    let mut parser = Parser::new(settings.reading.read_options());
    let (mut game, mut ranges) = (Game::default(), Vec::new());
    let mut positions = Positions::new(text, workspace.units);
    parser.start(&part);
    while parser.next_game(&part, &mut game) {
        add(&game, text, name, &mut positions, &mut ranges);
    }
    Ok(ranges)
}

fn in_document(document: &Document, settings: &Settings, name: &[u8]) -> Vec<Range> {
    let mut ranges = Vec::new();
    for block in 0..document.blocks().len() {
        if !may_hold(&document.blocks()[block].text, name) {
            continue;
        }
        let mut positions = document.positions(block);
        document.games(block, settings, |it| {
            add(it.game, it.text, name, &mut positions, &mut ranges);
            true
        });
    }
    ranges
}

/// Adds the places of a player in a game.
fn add(
    game: &Game,
    text: &[u8],
    name: &[u8],
    positions: &mut Positions<'_>,
    ranges: &mut Vec<Range>,
) {
    let named = game.tags.iter().flat_map(|pair| players(pair, text));
    let of_player = named.filter(|(_, player)| **player == *name);
    ranges.extend(of_player.map(|(span, _)| positions.range(span)));
}

/// Returns why a player cannot have this name; `None` if it can.
pub(crate) fn objection(new: &str) -> Option<&'static str> {
    if new.trim().is_empty() {
        return Some("the new name is empty");
    }
    if new.contains(':') {
        return Some("the new name has a colon, which separates players");
    }
    new.contains(char::is_control).then_some("the new name has a control character")
}

/// Returns the edits that rename the player at these places. Documents that an editor cannot write, such as the versions
/// of a file in git, are left out and reported to the user: a client makes all edits or none.
pub(crate) fn rename(workspace: &Workspace<'_>, places: Vec<InFile>, new: &str) -> WorkspaceEdit {
    let is_written = |it: &InFile| {
        ["file:", "untitled:"].iter().any(|scheme| it.uri.as_str().starts_with(scheme))
    };
    let (places, left_out): (Vec<_>, Vec<_>) = places.into_iter().partition(is_written);
    let left_out: Vec<_> = left_out.iter().map(|it| it.uri.as_str().to_owned()).collect();
    if !left_out.is_empty() {
        workspace.remarks.borrow_mut().push(format!("not writable: {}", first_of(left_out)));
    }
    let new_text = new.trim().replace('\\', "\\\\").replace('"', "\\\"");
    let edits = |ranges: Vec<Range>| {
        ranges.into_iter().map(|range| TextEdit { range, new_text: new_text.clone() })
    };
    if workspace.has_versions {
        let edits = places.into_iter().map(|InFile { uri, version, ranges }| TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier { uri, version },
            edits: edits(ranges).map(OneOf::Left).collect(),
        });
        let changes = DocumentChanges::Edits(edits.collect());
        return WorkspaceEdit { document_changes: Some(changes), ..WorkspaceEdit::default() };
    }
    #[expect(clippy::mutable_key_type, reason = "the type of the protocol; no key is changed")]
    let changes = places.into_iter().map(|it| (it.uri, edits(it.ranges).collect())).collect();
    WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }
}

/// Returns places in the form of the protocol.
pub(crate) fn locations(places: Vec<InFile>) -> Vec<Location> {
    let of_file = |it: InFile| {
        it.ranges.into_iter().map(move |range| Location { uri: it.uri.clone(), range })
    };
    places.into_iter().flat_map(of_file).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_files_are_not_called_large() {
        let limit = |n_bytes| Search { n_bytes, ..Search::default() }.limit();
        assert_eq!(limit(0), (64 << 20, "too large"));
        assert_eq!(limit(MAX_TOTAL_SIZE - 5), (5, "1 GiB was searched before"));
        assert_eq!(limit(MAX_TOTAL_SIZE), (0, "1 GiB was searched before"));
    }
}
