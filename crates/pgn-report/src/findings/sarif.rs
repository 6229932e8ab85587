//! `sarif`: SARIF 2.1.0 with one run, all rules with their pages, and places in code points and
//! bytes.

use std::{
    io::{self, Write},
    path::Path,
};

use pgn_lint::{Fix, RULES, Rule, Severity};
use serde_json::json;

use super::{
    Appearance, Document, FilePosition, Format, Located, MAX_RESULTS, Readers, document::JsonArray,
    object::Object, rule_url,
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
    let (diagnostic, game) = (found.diagnostic, found.game);
    let (uri, help) = (uri(found.path, found.member), diagnostic.help_text());
    Object::write(out, |it| {
        it.put("ruleId", diagnostic.rule.code);
        it.put("level", level(diagnostic.severity));
        put_text(it, "message", &diagnostic.message);
        it.array("locations", [found.end], |end, it| put_place(it, &uri, found.start, Some(end)));
        let related = related(found, &uri);
        if related.is_some() {
            it.array("relatedLocations", related, |(uri, start, label), it| {
                put_place(it, &uri, start, None);
                put_text(it, "message", &label);
            });
        }
        if let Some(fix) = &diagnostic.fix {
            it.array("fixes", [fix], |fix, it| {
                put_text(it, "description", &help);
                it.array("artifactChanges", [fix], |fix, it| put_changes(it, found, &uri, fix));
            });
        }
        // Data for which SARIF has no field.
        it.object("properties", |it| {
            it.put("severity", diagnostic.severity.name());
            it.put("help", &help);
            it.put_some("game", game.map(|game| game.number.0));
            it.put_some("white", game.and_then(|game| game.white.as_deref()));
            it.put_some("black", game.and_then(|game| game.black.as_deref()));
            it.put_some("event", game.and_then(|game| game.event.as_deref()));
            it.put_some("ply", diagnostic.at.map(|at| at.ply));
            it.put_some("move", found.move_text());
            it.put_some("fen", diagnostic.fen.as_deref());
        });
    });
}

fn put_text(it: &mut Object<'_>, key: &'static str, text: &str) {
    it.object(key, |it| it.put("text", text));
}

/// Puts a location. `end`: where its region ends, if that is known.
fn put_place(it: &mut Object<'_>, uri: &str, start: FilePosition, end: Option<FilePosition>) {
    it.object("physicalLocation", |it| {
        it.object("artifactLocation", |it| it.put("uri", uri));
        it.object("region", |it| {
            it.put("startLine", start.line);
            it.put("startColumn", start.column);
            it.put_some("endLine", end.map(|end| end.line));
            it.put_some("endColumn", end.map(|end| end.column));
            it.put("byteOffset", start.offset);
            it.put_some("byteLength", end.map(|end| end.offset - start.offset));
        });
    });
}

/// Puts the changes of a fix.
fn put_changes(it: &mut Object<'_>, found: &Located<'_>, uri: &str, fix: &Fix) {
    // Spans of edits are relative to the chunk, as is the span of the finding.
    let origin = found.start.offset - u64::from(found.diagnostic.span.start);
    it.object("artifactLocation", |it| it.put("uri", uri));
    it.array("replacements", &fix.edits, |edit, it| {
        it.object("deletedRegion", |it| {
            it.put("byteOffset", origin + u64::from(edit.span.start));
            it.put("byteLength", edit.span.end - edit.span.start);
        });
        put_text(it, "insertedContent", &edit.text);
    });
}

/// Returns the second place of a finding, in the same game or in another one, with its label; `None` if there is none.
fn related(found: &Located<'_>, uri_of_finding: &str) -> Option<(String, FilePosition, String)> {
    match (found.related, found.other) {
        (Some(start), _) => {
            let label = found.diagnostic.related.as_ref()?.label.to_owned();
            Some((uri_of_finding.to_owned(), start, label))
        }
        (None, Some(other)) => {
            Some((uri(&other.path, other.member.as_deref()), other.place, other.title()))
        }
        (None, None) => None,
    }
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
