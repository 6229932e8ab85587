//! What an output holds, and how a file of the same kind is recognized by its first bytes.

use pgn_syntax::Games;

/// Bytes of a file that are enough to recognize it.
pub(super) const HEAD: usize = 8 << 10;

/// What an output holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The stream of games in PGN.
    Games,
    /// The stream of games in another format: a table, JSON lines, positions.
    Conversion,
    /// Games beside the stream, as they are: `--duplicates`, `--rest`.
    Apart,
    /// Games with errors, each behind a line that says what is wrong.
    Rejects,
    /// Findings of `check` in any format, or how many there are of each rule.
    Findings,
    Baseline,
    Patch,
    /// Names of files that would change.
    Paths,
    /// A number of games.
    Count,
    /// The tables of `stats` in any format.
    Tables,
    /// The changes that `diff` found.
    Changes,
    /// What `merge` did with each copy.
    Copies,
    /// The keys of a master, which `merge --against` keeps.
    Keys,
    Manifest,
}

impl Kind {
    /// What is wrong with an existing file that is not replaced without `--force`.
    pub(super) fn objection(self) -> &'static str {
        match self {
            Kind::Games => "is not a file of games",
            Kind::Conversion => "holds games in PGN",
            Kind::Apart => "may hold other games",
            Kind::Rejects => "is not a file of rejects",
            Kind::Findings => "is not a report of findings",
            Kind::Baseline => "is not a baseline",
            Kind::Patch => "is not a patch",
            Kind::Paths => "is not a list of files",
            Kind::Count => "is not a count of games",
            Kind::Tables => "is not a report of `stats`",
            Kind::Changes => "is not a report of `diff`",
            Kind::Copies => "is not a report of `merge`",
            Kind::Keys => "is not a file of keys",
            Kind::Manifest => "is not a manifest",
        }
    }

    /// What it is, as the beginning of a sentence that says where it goes.
    pub(super) fn goes(self) -> &'static str {
        match self {
            Kind::Games | Kind::Conversion => "the games go",
            Kind::Apart => "other games go",
            Kind::Rejects => "games with errors go",
            Kind::Findings => "the findings go",
            Kind::Baseline => "the baseline goes",
            Kind::Patch => "the patch goes",
            Kind::Paths => "the names of files go",
            Kind::Count => "the count goes",
            Kind::Tables => "the tables go",
            Kind::Changes => "the changes go",
            Kind::Copies => "the report goes",
            Kind::Keys => "the keys go",
            Kind::Manifest => "the manifest goes",
        }
    }

    /// Returns true if a file that is not empty and begins with `head` may be replaced by an output of
    /// this kind.
    pub(super) fn is_own(self, head: &[u8]) -> bool {
        let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
        let text = String::from_utf8_lossy(head);
        let text = text.as_ref();
        match self {
            Kind::Games => true,
            Kind::Conversion => is_conversion(head, text) || Games::new(head).next().is_none(),
            // Games of an earlier run cannot be told from games that are nowhere else.
            Kind::Apart => false,
            Kind::Rejects => text.starts_with("% pgnkit: rejected "),
            Kind::Findings => is_of_findings(text),
            Kind::Baseline => is_json_of(text, "pgnkit-baseline"),
            Kind::Patch => text.starts_with("--- ") && text.contains("\n+++ "),
            Kind::Paths => first_line(text).is_some_and(|path| std::path::Path::new(path).exists()),
            Kind::Count => text.trim().bytes().all(|b| b.is_ascii_digit() || b == b'\n'),
            Kind::Tables => is_of_tables(text),
            Kind::Changes => is_of_changes(text),
            Kind::Copies => {
                text.starts_with("file\tline\tgame\tkept_file\t")
                    || text.starts_with("{\"dropped\":{\"file\":")
            }
            Kind::Keys => text.starts_with("pgnkit keys "),
            Kind::Manifest => is_json_of(text, "pgnkit-manifest"),
        }
    }
}

/// The first line, without the carriage return of CR LF; `None` if the line is longer than the head.
fn first_line(text: &str) -> Option<&str> {
    text.split_once('\n').map(|(line, _)| line.strip_suffix('\r').unwrap_or(line))
}

/// True of an object whose first entry is this format.
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
        || text.starts_with("file,game,")
        || first_line(text).is_some_and(is_position)
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

/// True of an array that is empty or holds findings, and of JSON lines.
fn is_json_of_findings(text: &str) -> bool {
    let object = match text.strip_prefix('[') {
        Some(rest) if rest.trim() == "]" => return true,
        Some(rest) => rest.trim_start(),
        None => text,
    };
    ["{\"path\":", "{\"fingerprint\":", "{\"code\":"].iter().any(|it| object.starts_with(it))
}

/// True of `path:line:column: E rule`.
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

/// True of `12  T001  warning  missing-roster-tag`.
fn is_count_of_rule(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let is_number = words.next().is_some_and(|word| word.parse::<u64>().is_ok());
    is_number && words.next().is_some_and(|code| pgn_lint::find(code).is_ok())
}

fn is_of_tables(text: &str) -> bool {
    let line = first_line(text).unwrap_or(text);
    // One table: its columns, one of which counts games.
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
    let is_text = ["changed  ", "lost     ", "added    "].iter().any(|it| line.starts_with(it));
    is_text && line.contains(" game ") || text.starts_with("{\"annotation\":")
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Kind; 14] = [
        Kind::Games,
        Kind::Conversion,
        Kind::Apart,
        Kind::Rejects,
        Kind::Findings,
        Kind::Baseline,
        Kind::Patch,
        Kind::Paths,
        Kind::Count,
        Kind::Tables,
        Kind::Changes,
        Kind::Copies,
        Kind::Keys,
        Kind::Manifest,
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
                assert_eq!(kind.is_own(text.as_bytes()), kind == Kind::Games, "{kind:?}: {text}");
            }
        }
    }

    #[test]
    fn other_files_are_no_report() {
        let files = [
            "# Title\n\ntext\n",
            "{\"name\": \"package\"}\n",
            "[1, 2, 3]\n",
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
                let is_own = matches!(kind, Kind::Games | Kind::Conversion);
                assert_eq!(kind.is_own(text.as_bytes()), is_own, "{kind:?}: {text}");
            }
        }
    }

    #[test]
    fn lines_of_findings_are_known() {
        for text in [
            "a.pgn:3:4: E illegal-move `Ke9`\n",
            "C:\\games\\a: b.pgn:3:4: W bad-date [*] text\n",
            "error[M001]: illegal-move: text\n --> a.pgn:1:1\n",
            "         1  M001  error    illegal-move\n",
            "[]\n",
            "[\n{\"path\":\"a.pgn\"",
            "[\n{\"fingerprint\":\"0\"",
        ] {
            assert!(Kind::Findings.is_own(text.as_bytes()), "{text}");
        }
        assert!(!Kind::Findings.is_own(b"a: E b\n"));
    }
}
