//! `json-lines`: a JSON object per line; `docs/formats.md` describes the fields.

use serde::Serialize;

use pgn_lint::Applicability;

use super::{Appearance, Format, Located, Readers, StatisticsFormat};
use crate::path_bytes;

pub(super) static FORMAT: Format = Format {
    name: "json-lines",
    about: "One JSON object a line",
    finding,
    frame: None,
    readers: Readers::Programs,
    has_board: false,
    statistics: Some(StatisticsFormat::JsonLines),
};

#[derive(Serialize)]
struct Finding<'a> {
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    path_bytes: Option<String>,
    member: Option<&'a str>,
    game: Option<u64>,
    line: u64,
    column: u64,
    end_line: u64,
    end_column: u64,
    offset: u64,
    length: u64,
    code: &'a str,
    rule: &'a str,
    severity: &'a str,
    message: &'a str,
    help: &'a str,
    ply: Option<u32>,
    #[serde(rename = "move")]
    move_text: Option<String>,
    fen: Option<&'a str>,
    white: Option<&'a str>,
    black: Option<&'a str>,
    event: Option<&'a str>,
    other: Option<Other<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variants: Vec<Variant<'a>>,
    fix: Option<Fix<'a>>,
}

/// The other game, which this one copies or contradicts.
#[derive(Serialize)]
struct Other<'a> {
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    path_bytes: Option<String>,
    member: Option<&'a str>,
    game: u64,
    line: u64,
    column: u64,
    offset: u64,
    white: Option<&'a str>,
    black: Option<&'a str>,
    event: Option<&'a str>,
    date: Option<&'a str>,
}

/// A value that is compared across games.
#[derive(Serialize)]
struct Variant<'a> {
    value: &'a str,
    games: u64,
}

#[derive(Serialize)]
struct Fix<'a> {
    applicability: &'static str,
    edits: Vec<Edit<'a>>,
}

#[derive(Serialize)]
struct Edit<'a> {
    offset: u64,
    length: u64,
    text: &'a str,
}

fn finding(found: &Located<'_>, _: Appearance, out: &mut Vec<u8>) {
    object(found, out);
    out.push(b'\n');
}

/// Appends the object of a finding without a line end.
pub(super) fn object(found: &Located<'_>, out: &mut Vec<u8>) {
    let diagnostic = found.diagnostic;
    // Spans of edits are relative to the chunk, as is the span of the finding.
    let absolute =
        |offset: u32| found.start.offset + u64::from(offset) - u64::from(diagnostic.span.start);
    let fix = diagnostic.fix.as_ref().map(|fix| Fix {
        applicability: match fix.applicability {
            Applicability::Safe => "safe",
            Applicability::Unsafe => "unsafe",
        },
        edits: fix
            .edits
            .iter()
            .map(|edit| Edit {
                offset: absolute(edit.span.start),
                length: u64::from(edit.span.end - edit.span.start),
                text: &edit.text,
            })
            .collect(),
    });
    let finding = Finding {
        path: found.path.to_string_lossy().into_owned(),
        path_bytes: path_bytes(found.path),
        member: found.member,
        game: found.game.map(|game| game.number.0),
        line: found.start.line,
        column: found.start.column,
        end_line: found.end.line,
        end_column: found.end.column,
        offset: found.start.offset,
        length: found.end.offset - found.start.offset,
        code: diagnostic.rule.code,
        rule: diagnostic.rule.name,
        severity: diagnostic.severity.name(),
        message: &diagnostic.message,
        help: &diagnostic.help_text(),
        ply: diagnostic.at.map(|at| at.ply),
        move_text: found.move_text(),
        fen: diagnostic.fen.as_deref(),
        white: found.game.and_then(|game| game.white.as_deref()),
        black: found.game.and_then(|game| game.black.as_deref()),
        event: found.game.and_then(|game| game.event.as_deref()),
        other: found.other.map(|other| Other {
            path: other.path.to_string_lossy().into_owned(),
            path_bytes: path_bytes(&other.path),
            member: other.member.as_deref(),
            game: other.game.number.0,
            line: other.place.line,
            column: other.place.column,
            offset: other.place.offset,
            white: other.game.white.as_deref(),
            black: other.game.black.as_deref(),
            event: other.game.event.as_deref(),
            date: other.date.as_deref(),
        }),
        variants: diagnostic
            .compared
            .iter()
            .map(|it| Variant { value: &it.value, games: it.n_games })
            .collect(),
        fix,
    };
    // Writing strings and numbers to a vector cannot fail.
    let _ = serde_json::to_writer(&mut *out, &finding);
}
