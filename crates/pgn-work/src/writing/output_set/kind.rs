//! The kinds of outputs, and how an existing file of each kind is recognized by its first bytes.

use pgn_report::games::columns::{Columns, RowKind};
use pgn_syntax::{Games, ReadOptions, without_bom};

use crate::writing::rejects::REJECTED_LINE;

/// Number of bytes that suffice to recognize a file.
pub(super) const HEAD: usize = 8 << 10;

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
                ["the games go", "is not an output of `export` in such a format"]
            }
            OutputKind::OtherGames => ["other games go", "may hold other games"],
            OutputKind::Rejects => ["games with errors go", "is not a file of rejects"],
            OutputKind::Findings => ["the findings go", "is not a report of findings"],
            OutputKind::Baseline => ["the baseline goes", "is not a baseline"],
            OutputKind::Patch => ["the patch goes", "is not a patch"],
            OutputKind::Paths => ["the names of files go", "is not a list of files"],
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

    /// Returns true if a file that is not empty and begins with `head` may be replaced by an output
    /// of this kind. For rejects, `head` must be the whole text, whose games are read with `read`.
    pub(super) fn is_own(self, head: &[u8], read: ReadOptions) -> bool {
        let head = without_bom(head);
        let text = String::from_utf8_lossy(head);
        let text = text.as_ref();
        match self {
            OutputKind::Games | OutputKind::SameTable => true,
            OutputKind::Conversion => is_conversion(head, text),
            // Games of an earlier run look like any other games, which may exist nowhere else.
            OutputKind::OtherGames => false,
            OutputKind::Rejects => is_of_rejects(head, read),
            OutputKind::Findings => is_of_findings(text),
            OutputKind::Baseline => is_json_of(text, "pgnkit-baseline"),
            OutputKind::Patch => text.starts_with("--- ") && text.contains("\n+++ "),
            OutputKind::Paths => {
                first_line(text).is_some_and(|path| std::path::Path::new(path).exists())
            }
            OutputKind::Count => text.trim().bytes().all(|b| b.is_ascii_digit() || b == b'\n'),
            OutputKind::Tables => is_of_tables(text),
            // The table of names may have been edited by hand.
            OutputKind::Names => false,
            OutputKind::Changes => is_of_changes(text),
            OutputKind::MergeReport => {
                text.starts_with("file\tline\tgame\tkept_file\t")
                    || text.starts_with("{\"dropped\":{\"file\":")
            }
            OutputKind::Keys => text.starts_with("pgnkit keys "),
            OutputKind::Manifest => is_json_of(text, "pgnkit-manifest"),
            OutputKind::Log => is_of_log(text),
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

/// Returns the first line without its line end; `None` if the line is longer than `text`.
fn first_line(text: &str) -> Option<&str> {
    text.split_once('\n').map(|(line, _)| line.strip_suffix('\r').unwrap_or(line))
}

/// Returns true for a JSON object whose first entry is `"format": "{format}"`.
fn is_json_of(text: &str, format: &str) -> bool {
    let entry = format!("\"format\": \"{format}\"");
    text.strip_prefix('{').is_some_and(|rest| rest.trim_start().starts_with(&entry))
}

fn is_conversion(head: &[u8], text: &str) -> bool {
    let is_position = |line: &str| {
        let board = line.split(' ').next().unwrap_or_default();
        board.matches('/').count() == 7 && line.contains([' '])
    };
    head.starts_with(b"PAR1")
        || text.starts_with("{\"file\":")
        || first_line(text).is_some_and(|line| is_position(line) || is_of_columns(line))
}

/// Returns true for the header of a table.
fn is_of_columns(line: &str) -> bool {
    let names: Vec<String> = line.split(',').map(str::to_owned).collect();
    [RowKind::Game, RowKind::Ply].iter().any(|kind| Columns::are_in_header(*kind, &names))
}

fn is_of_findings(text: &str) -> bool {
    const LEVELS: [&str; 4] = ["error", "warning", "info", "style"];
    let line = first_line(text).unwrap_or(text);
    let is_full = LEVELS.iter().any(|level| {
        line.strip_prefix(level).is_some_and(|rest| rest.starts_with('[') && rest.contains("]: "))
    });
    is_full
        || is_concise(line)
        || is_count_of_rule(line)
        || line.ends_with(" (--max-diagnostics none shows all)")
        || ["::error ", "::warning ", "::notice "].iter().any(|it| text.starts_with(it))
        || is_json_of_findings(text)
        || text.starts_with("{\"$schema\":\"https://json.schemastore.org/sarif-")
        || text.contains("<testsuites name=\"pgnkit\"")
}

/// Returns true for a JSON array of findings, which may be empty, and for findings as JSON lines.
fn is_json_of_findings(text: &str) -> bool {
    let object = match text.strip_prefix('[') {
        Some(rest) if rest.trim() == "]" => return true,
        Some(rest) => rest.trim_start(),
        None => text,
    };
    let line = first_line(object).unwrap_or(object);
    [
        ("{\"path\":", ",\"member\":"),
        ("{\"fingerprint\":", ",\"check_name\":"),
        ("{\"code\":", ",\"count\":"),
    ]
    .iter()
    .any(|(first, later)| line.starts_with(first) && line.contains(later))
}

/// Returns true for a line like `path:line:column: E rule`.
fn is_concise(line: &str) -> bool {
    line.match_indices(": ").any(|(at, _)| {
        let mut place = line[..at].rsplit(':');
        let is_number = |text: Option<&str>| text.is_some_and(|text| text.parse::<u64>().is_ok());
        let rest = &line[at + 2..];
        is_number(place.next())
            && is_number(place.next())
            && place.next().is_some()
            && ["E ", "W ", "I ", "S "].iter().any(|level| rest.starts_with(level))
    })
}

/// Returns true for a line like `12  T001  warning  missing-roster-tag`.
fn is_count_of_rule(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let is_number = words.next().is_some_and(|word| word.parse::<u64>().is_ok());
    is_number && words.next().is_some_and(|code| pgn_lint::find(code).is_ok())
}

/// Returns true for a log: it begins with the line of a start, or with a measured time if its beginning was removed.
fn is_of_log(text: &str) -> bool {
    let line = first_line(text).unwrap_or(text);
    let is_time = |word: &str| {
        let digits = word.replacen('.', "", 1);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let measured = line.strip_suffix(" ms").and_then(|rest| rest.rsplit_once(' '));
    line.starts_with("pgnkit server ") || measured.is_some_and(|(_, word)| is_time(word))
}

fn is_of_tables(text: &str) -> bool {
    let line = first_line(text).unwrap_or(text);
    // A single table begins with its column names, one of which counts games.
    let is_header = || {
        let mut columns = line.split(',');
        !line.contains(['[', '"', ' ']) && columns.any(|column| column == "games")
    };
    let is_markdown = || text.starts_with("# ") && text.contains("\n\n## Overview\n\n| | |\n");
    line == "section,name,field,value"
        || is_header()
        || text.starts_with("Overview\n")
        || text.starts_with("{\n  \"games\": ")
        || is_markdown()
        || text.contains("<meta name=\"generator\" content=\"pgnkit ")
}

fn is_of_changes(text: &str) -> bool {
    let line = first_line(text).unwrap_or(text);
    let is_text =
        ["changed  ", "spelling ", "lost     ", "added    "].iter().any(|it| line.starts_with(it));
    is_text && line.contains(" game ")
        || text.starts_with("{\"annotation\":")
        || text.starts_with("<details>\n<summary><b>") && text.contains("</b> ")
        || text.contains("<meta name=\"generator\" content=\"pgnkit ")
            && text.contains("<title>Changed games</title>")
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [OutputKind; 16] = [
        OutputKind::Games,
        OutputKind::Conversion,
        OutputKind::OtherGames,
        OutputKind::Rejects,
        OutputKind::Findings,
        OutputKind::Baseline,
        OutputKind::Patch,
        OutputKind::Paths,
        OutputKind::Count,
        OutputKind::Tables,
        OutputKind::Names,
        OutputKind::Changes,
        OutputKind::MergeReport,
        OutputKind::Keys,
        OutputKind::Manifest,
        OutputKind::Log,
    ];

    #[test]
    fn games_are_no_report() {
        let games = [
            "[Event \"?\"]\n\n1. e4 e5 *\n",
            "1. e4 e5 1-0\n",
            "\u{feff}[White \"Tal\"]\n1. e4 *\n",
            "% pgnkit: ignore bad-date\n[Event \"?\"]\n\n*\n",
            "{a comment} 1. e4 *\n",
            "; text\n1. e4 *\n",
        ];
        for text in games {
            for kind in ALL {
                assert_eq!(
                    kind.is_own(text.as_bytes(), ReadOptions::default()),
                    kind == OutputKind::Games,
                    "{kind:?}: {text}"
                );
            }
        }
    }

    #[test]
    fn other_files_are_no_report() {
        let files = [
            "# Title\n\ntext\n",
            "{\"name\": \"package\"}\n",
            "[1, 2, 3]\n",
            "{\"path\":\"/etc\",\"n\":1}\n",
            "[{\"code\":\"AF\",\"name\":\"Afghanistan\"}]\n",
            "a,b,c\n1,2,3\n",
            "<!DOCTYPE html>\n<html><title>A page</title></html>\n",
            "<?xml version=\"1.0\"?>\n<testsuites/>\n",
            "-- a comment of SQL\n",
            "notes: 1. buy bread\n",
            "key\tvalue\n",
            "\0\0\0\0",
        ];
        for text in files {
            for kind in ALL {
                let is_own = kind == OutputKind::Games;
                assert_eq!(
                    kind.is_own(text.as_bytes(), ReadOptions::default()),
                    is_own,
                    "{kind:?}: {text}"
                );
            }
        }
    }

    #[test]
    fn logs_are_known() {
        for text in [
            "pgnkit server 0.1.0\n",
            "textDocument/hover 0.4 ms\n",
            "findings 3 so far of version 1 12.0 ms\nworkspace /games\n",
        ] {
            assert!(OutputKind::Log.is_own(text.as_bytes(), ReadOptions::default()), "{text}");
        }
        assert!(!OutputKind::Log.is_own(b"a nan ms\n", ReadOptions::default()));
    }

    #[test]
    fn lines_of_findings_are_known() {
        for text in [
            "a.pgn:3:4: E illegal-move `Ke9`\n",
            "C:\\games\\a: b.pgn:3:4: W bad-date [*] text\n",
            "error[M001]: illegal-move: text\n --> a.pgn:1:1\n",
            "         1  M001  error    illegal-move\n",
            "[]\n",
            "[\n{\"path\":\"a.pgn\",\"member\":null,",
            "[\n{\"fingerprint\":\"0\",\"check_name\":",
            "{\"code\":\"T001\",\"count\":1,",
        ] {
            assert!(OutputKind::Findings.is_own(text.as_bytes(), ReadOptions::default()), "{text}");
        }
        assert!(!OutputKind::Findings.is_own(b"a: E b\n", ReadOptions::default()));
    }
}
