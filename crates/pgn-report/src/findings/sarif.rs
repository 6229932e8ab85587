//! `sarif`: SARIF 2.1.0 with one run, all rules with their pages, and places in code points and
//! bytes.

use std::{
    io::{self, Write},
    path::Path,
};

use pgn_lint::{RULES, Rule, Severity};
use serde::Serialize;
use serde_json::json;

use super::{
    Appearance, Document, FilePosition, Format, Located, MAX_RESULTS, Readers, document::JsonArray,
    rule_url,
};
use crate::markup::{push_percent_encoded, uri_path};

pub(super) static FORMAT: Format = Format {
    name: "sarif",
    about: "SARIF 2.1.0",
    finding,
    frame: Some(|| Box::new(Run(JsonArray::new(MAX_RESULTS)))),
    readers: Readers::Programs,
    has_board: false,
    statistics: None,
};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Finding<'a> {
    rule_id: &'a str,
    level: &'a str,
    message: Message<&'a str>,
    locations: [Location; 1],
    #[serde(skip_serializing_if = "Option::is_none")]
    related_locations: Option<[Location; 1]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fixes: Option<[Fix<'a>; 1]>,
    properties: Properties<'a>,
}

#[derive(Serialize)]
struct Message<T> {
    text: T,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    physical_location: PhysicalLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message<String>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: Artifact,
    region: Region,
}

#[derive(Clone, Serialize)]
struct Artifact {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u64,
    start_column: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_column: Option<u64>,
    byte_offset: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    byte_length: Option<u64>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Fix<'a> {
    description: Message<&'a str>,
    artifact_changes: [Change<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Change<'a> {
    artifact_location: Artifact,
    replacements: Vec<Replacement<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Replacement<'a> {
    deleted_region: Bytes,
    inserted_content: Message<&'a str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Bytes {
    byte_offset: u64,
    byte_length: u64,
}

/// Data for which SARIF has no field.
#[derive(Serialize)]
struct Properties<'a> {
    severity: &'a str,
    help: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u32>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    move_text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<&'a str>,
}

fn finding(found: &Located<'_>, _: Appearance, out: &mut Vec<u8>) {
    let diagnostic = found.diagnostic;
    let artifact = Artifact { uri: uri(found.path, found.member) };
    let help = diagnostic.help_text();
    let result = Finding {
        rule_id: diagnostic.rule.code,
        level: level(diagnostic.severity),
        message: Message { text: &diagnostic.message },
        locations: [Location {
            physical_location: PhysicalLocation {
                artifact_location: artifact.clone(),
                region: Region::between(found.start, found.end),
            },
            message: None,
        }],
        related_locations: related(found, &artifact).map(|location| [location]),
        fixes: diagnostic.fix.as_ref().map(|fix| {
            // Spans of edits are relative to the chunk, as is the span of the finding.
            let origin = found.start.offset - u64::from(diagnostic.span.start);
            let replacements = fix.edits.iter().map(|edit| Replacement {
                deleted_region: Bytes {
                    byte_offset: origin + u64::from(edit.span.start),
                    byte_length: u64::from(edit.span.end - edit.span.start),
                },
                inserted_content: Message { text: &edit.text },
            });
            [Fix {
                description: Message { text: &help },
                artifact_changes: [Change {
                    artifact_location: artifact.clone(),
                    replacements: replacements.collect(),
                }],
            }]
        }),
        properties: Properties {
            severity: diagnostic.severity.name(),
            help: &help,
            game: found.game.map(|game| game.number.0),
            white: found.game.and_then(|game| game.white.as_deref()),
            black: found.game.and_then(|game| game.black.as_deref()),
            event: found.game.and_then(|game| game.event.as_deref()),
            ply: diagnostic.at.map(|at| at.ply),
            move_text: found.move_text(),
            fen: diagnostic.fen.as_deref(),
        },
    };
    // Writing strings and numbers to a vector cannot fail.
    let _ = serde_json::to_writer(out, &result);
}

/// Returns the second place of a finding, in the same game or in another one; `None` if there is none.
fn related(found: &Located<'_>, artifact: &Artifact) -> Option<Location> {
    let (artifact_location, place, text) = match (found.related, found.other) {
        (Some(place), _) => {
            (artifact.clone(), place, found.diagnostic.related.as_ref()?.label.to_owned())
        }
        (None, Some(other)) => {
            let uri = uri(&other.path, other.member.as_deref());
            (Artifact { uri }, other.place, other.title())
        }
        (None, None) => return None,
    };
    Some(Location {
        physical_location: PhysicalLocation { artifact_location, region: Region::at(place) },
        message: Some(Message { text }),
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info | Severity::Style => "note",
    }
}

impl Region {
    fn at(start: FilePosition) -> Region {
        Region {
            start_line: start.line,
            start_column: start.column,
            end_line: None,
            end_column: None,
            byte_offset: start.offset,
            byte_length: None,
        }
    }

    fn between(start: FilePosition, end: FilePosition) -> Region {
        Region {
            end_line: Some(end.line),
            end_column: Some(end.column),
            byte_length: Some(end.offset - start.offset),
            ..Region::at(start)
        }
    }
}

/// Returns the path as a URI reference relative to the working directory, with percent-encoded
/// bytes.
fn uri(path: &Path, member: Option<&str>) -> String {
    let mut out = String::from(if path.is_absolute() { "file://" } else { "" });
    out.push_str(&uri_path(path));
    if let Some(member) = member {
        push_percent_encoded(&mut out, b"!");
        push_percent_encoded(&mut out, member.as_bytes());
    }
    out
}

/// A SARIF log with one run.
struct Run(JsonArray);

impl Document for Run {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let rules: Vec<_> = RULES.iter().map(|rule| descriptor(rule)).collect();
        let driver = json!({
            "name": "pgnkit",
            "version": env!("CARGO_PKG_VERSION"),
            "semanticVersion": env!("CARGO_PKG_VERSION"),
            "informationUri": env!("CARGO_PKG_REPOSITORY"),
            "rules": rules,
        });
        write!(
            out,
            "{{\"$schema\":\"{SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[{{\"tool\":{{\"driver\":{driver}}},\
             \"columnKind\":\"unicodeCodePoints\",\"results\":["
        )
    }

    fn finding(&mut self, text: &[u8], out: &mut dyn Write) -> io::Result<()> {
        self.0.finding(text, out)
    }

    fn end(&mut self, is_complete: bool, out: &mut dyn Write) -> io::Result<()> {
        self.0.end_line(out)?;
        let mut notes = Vec::new();
        let mut note = |level: &str, text: String| {
            notes.push(json!({ "level": level, "message": { "text": text } }));
        };
        if !is_complete {
            note("error", "an input could not be read to its end".to_owned());
        }
        let n_left_out = self.n_left_out();
        if n_left_out > 0 {
            let text =
                format!("and {n_left_out} more findings, that exceed the limit of the report");
            note("warning", text);
        }
        let invocation =
            json!({ "executionSuccessful": is_complete, "toolExecutionNotifications": notes });
        writeln!(out, "],\"invocations\":[{invocation}]}}]}}")
    }

    fn n_left_out(&self) -> u64 {
        self.0.n_left_out()
    }
}

fn descriptor(rule: &Rule) -> serde_json::Value {
    json!({
        "id": rule.code,
        "name": rule.name,
        "shortDescription": { "text": rule.summary() },
        "help": { "text": rule.page, "markdown": rule.page },
        "helpUri": rule_url(rule),
        "defaultConfiguration": { "level": level(rule.severity) },
    })
}
