//! The fields of a manifest, as docs/formats.md describes them.

use std::{collections::BTreeMap, path::Path};

use pgn_report::path_bytes;
use pgn_stream::{Encoding, InputInfo, STDIN};
use serde::Serialize;

use super::{Counts, hashing::Digest};
use crate::inputs::reading::ReadingOptions;

#[derive(Serialize)]
pub(super) struct Document<'a> {
    pub(super) format: &'static str,
    pub(super) version: u32,
    pub(super) pgnkit: &'static str,
    pub(super) command: &'a str,
    pub(super) options: &'a serde_json::Map<String, serde_json::Value>,
    pub(super) inputs: Vec<InputEntry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) skipped: Vec<ShownPath>,
    pub(super) outputs: Vec<OutputEntry>,
    pub(super) counts: Sums,
    pub(super) complete: bool,
}

/// A file or pipe that was read.
#[derive(Debug, Serialize)]
pub(super) struct InputEntry {
    #[serde(flatten)]
    pub(super) path: ShownPath,
    role: Role,
    pub(super) format: Option<&'static str>,
    size: Option<u64>,
    sha256: Option<String>,
    pub(super) read: Read,
    /// Number of games; `None` if they were not counted to the end.
    pub(super) games: Option<u64>,
    pub(super) error: Option<String>,
    /// The character sets; several if the members of an archive differ.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) charsets: Vec<Charset>,
    /// Number of games that were counted.
    #[serde(skip)]
    pub(super) n_games: u64,
}

/// The path of a file, with its bytes if they are not UTF-8.
#[derive(Debug, Serialize)]
pub(super) struct ShownPath {
    pub(super) path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    path_bytes: Option<String>,
}

impl ShownPath {
    pub(super) fn new(path: &Path) -> ShownPath {
        let shown = path.to_string_lossy().into_owned();
        ShownPath { path: shown, path_bytes: path_bytes(path) }
    }
}

/// The purpose of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Role {
    Input,
    Against,
    Requeue,
}

/// The character set of strings that are not UTF-8, or of the whole input.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct Charset {
    pub(super) charset: String,
    pub(super) by: DecidedBy,
    /// The second possible character set, if the decision is uncertain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) or: Option<&'static str>,
}

/// The way in which a character set was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum DecidedBy {
    /// The option `--encoding`, or its setting.
    Option,
    /// The setting `per-file-encodings`.
    FileName,
    /// The letters at the beginning of the input.
    Letters,
    /// A byte order mark, or the pattern of zero bytes.
    Bytes,
    /// The default.
    Default,
}

impl Charset {
    pub(super) fn of(input: &InputInfo, options: &ReadingOptions) -> Charset {
        if let Some(utf) = input.transcoded {
            return Charset { charset: utf.to_string(), by: DecidedBy::Bytes, or: None };
        }
        let by = match (input.given_charset, input.charset, options.encoding) {
            (Some(_), _, _) => DecidedBy::FileName,
            (None, Some(_), _) => DecidedBy::Letters,
            (None, None, Encoding::Given(_)) => DecidedBy::Option,
            (None, None, Encoding::Unnamed) => DecidedBy::Default,
            // All bytes that were examined are UTF-8.
            (None, None, Encoding::Detected) => {
                return Charset { charset: "UTF-8".to_owned(), by: DecidedBy::Bytes, or: None };
            }
        };
        let doubted = input.charset.filter(|guess| by == DecidedBy::Letters && !guess.is_certain());
        Charset {
            charset: options.fallback(input).name().to_owned(),
            by,
            or: doubted.map(|guess| guess.second.name()),
        }
    }
}

/// How much of an input was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Read {
    Whole,
    Part,
    Nothing,
}

impl InputEntry {
    /// Returns an entry. `path`: `None` for stdin.
    pub(super) fn new(path: Option<&Path>, role: Role) -> InputEntry {
        InputEntry {
            path: ShownPath::new(path.unwrap_or(Path::new(STDIN))),
            role,
            format: None,
            size: None,
            sha256: None,
            read: if role == Role::Input { Read::Nothing } else { Read::Whole },
            games: None,
            error: None,
            charsets: Vec::new(),
            n_games: 0,
        }
    }

    pub(super) fn set_digest(&mut self, digest: Digest) {
        (self.size, self.sha256) = (Some(digest.size), Some(digest.sha256));
    }
}

/// A file that was written.
#[derive(Serialize)]
pub(super) struct OutputEntry {
    #[serde(flatten)]
    path: ShownPath,
    size: u64,
    sha256: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    games: Option<u64>,
}

impl OutputEntry {
    pub(super) fn new(path: &Path, games: Option<u64>, digest: Digest) -> OutputEntry {
        let Digest { size, sha256 } = digest;
        OutputEntry { path: ShownPath::new(path), size, sha256, games }
    }
}

/// Numbers of games by what was done with them.
#[derive(Serialize)]
pub(super) struct Sums {
    /// Number of games of the inputs; `None` if an input was not read to its end.
    games: Option<u64>,
    #[serde(flatten)]
    counts: Option<GameCounts>,
}

/// Numbers of games of a command that writes games.
#[derive(Serialize)]
struct GameCounts {
    kept: Option<u64>,
    dropped: Option<u64>,
    changed: u64,
    dropped_by: BTreeMap<&'static str, u64>,
    changed_by: BTreeMap<&'static str, u64>,
    errors: BTreeMap<&'static str, u64>,
    left_out: BTreeMap<&'static str, u64>,
}

impl Sums {
    pub(super) fn new(inputs: &[InputEntry], counts: Option<Counts>, has_query: bool) -> Sums {
        let own = inputs.iter().filter(|entry| entry.role == Role::Input);
        let games: Option<u64> = own.map(|entry| entry.games).sum();
        let Some(counts) = counts else { return Sums { games, counts: None } };
        let Counts { kept, changed, mut dropped, errors, left_out, n_added } = counts;
        let games = games.map(|games| games + n_added);
        let kept = kept.or(games);
        if let (Some(games), Some(kept)) = (games, kept) {
            let known = kept + dropped.values().sum::<u64>();
            let reason = if has_query { "not-selected" } else { "fault" };
            let n_others = games.saturating_sub(known);
            if n_others > 0 {
                *dropped.entry(reason).or_default() += n_others;
            }
        }
        let counts = GameCounts {
            kept,
            dropped: games.zip(kept).map(|(games, kept)| games.saturating_sub(kept)),
            changed: changed.values().sum(),
            dropped_by: dropped,
            changed_by: changed,
            errors,
            left_out,
        };
        Sums { games, counts: Some(counts) }
    }
}
