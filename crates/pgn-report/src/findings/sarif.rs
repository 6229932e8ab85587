//! `sarif`: SARIF 2.1.0 with one run, all rules with their pages, and places in code points and
//! bytes.

use std::{
    io::{self, Write},
    path::Path,
};

use pgn_lint::{Edit, RULES, Rule, Severity};
use serde_json::{Value, json};

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

fn finding(found: &Located<'_>, _: Appearance, out: &mut Vec<u8>) {
    let diagnostic = found.diagnostic;
    let uri = uri(found.path, found.member);
    let help = diagnostic.help_text();
    let fixes = diagnostic.fix.as_ref().map(|fix| {
        // Spans of edits are relative to the chunk, as is the span of the finding.
        let origin = found.start.offset - u64::from(diagnostic.span.start);
        let replacement = |edit: &Edit| {
            let start = origin + u64::from(edit.span.start);
            json!({
                "deletedRegion": { "byteOffset": start, "byteLength": edit.span.end - edit.span.start },
                "insertedContent": { "text": edit.text },
            })
        };
        let replacements: Vec<_> = fix.edits.iter().map(replacement).collect();
        let change =
            json!({ "artifactLocation": { "uri": uri }, "replacements": replacements });
        json!([{ "description": { "text": help }, "artifactChanges": [change] }])
    });
    let result = without_nulls(json!({
        "ruleId": diagnostic.rule.code,
        "level": level(diagnostic.severity),
        "message": { "text": diagnostic.message },
        "locations": [{ "physicalLocation": place(&uri, found.start, Some(found.end)) }],
        "relatedLocations": related(found, &uri),
        "fixes": fixes,
        // Data for which SARIF has no field.
        "properties": without_nulls(json!({
            "severity": diagnostic.severity.name(),
            "help": help,
            "game": found.game.map(|game| game.number.0),
            "white": found.game.and_then(|game| game.white.as_deref()),
            "black": found.game.and_then(|game| game.black.as_deref()),
            "event": found.game.and_then(|game| game.event.as_deref()),
            "ply": diagnostic.at.map(|at| at.ply),
            "move": found.move_text(),
            "fen": diagnostic.fen.as_deref(),
        })),
    }));
    // Writing strings and numbers to a vector cannot fail.
    let _ = serde_json::to_writer(out, &result);
}

/// Returns the second place of a finding, in the same game or in another one; `None` if there is none.
fn related(found: &Located<'_>, uri_of_finding: &str) -> Option<Value> {
    let (place, text) = match (found.related, found.other) {
        (Some(start), _) => {
            let label = found.diagnostic.related.as_ref()?.label.to_owned();
            (place(uri_of_finding, start, None), label)
        }
        (None, Some(other)) => {
            let uri = uri(&other.path, other.member.as_deref());
            (place(&uri, other.place, None), other.title())
        }
        (None, None) => return None,
    };
    Some(json!([{ "physicalLocation": place, "message": { "text": text } }]))
}

/// Returns a physical location. `end`: where its region ends, if that is known.
fn place(uri: &str, start: FilePosition, end: Option<FilePosition>) -> Value {
    let region = without_nulls(json!({
        "startLine": start.line,
        "startColumn": start.column,
        "endLine": end.map(|end| end.line),
        "endColumn": end.map(|end| end.column),
        "byteOffset": start.offset,
        "byteLength": end.map(|end| end.offset - start.offset),
    }));
    json!({ "artifactLocation": { "uri": uri }, "region": region })
}

/// Returns the object without the members that are null.
fn without_nulls(mut object: Value) -> Value {
    if let Value::Object(members) = &mut object {
        members.retain(|_, value| !value.is_null());
    }
    object
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info | Severity::Style => "note",
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

fn descriptor(rule: &Rule) -> Value {
    json!({
        "id": rule.code,
        "name": rule.name,
        "shortDescription": { "text": rule.summary() },
        "help": { "text": rule.page, "markdown": rule.page },
        "helpUri": rule_url(rule),
        "defaultConfiguration": { "level": level(rule.severity) },
    })
}
