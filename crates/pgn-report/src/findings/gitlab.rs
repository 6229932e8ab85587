//! `gitlab`: the code quality report of GitLab, a part of the Code Climate format.

use std::{
    collections::HashMap,
    io::{self, Write},
};

use pgn_lint::Severity;
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use super::{Appearance, Document, Format, Located, MAX_RESULTS, Readers, document::JsonArray};

pub(super) static FORMAT: Format = Format {
    name: "gitlab",
    about: "A code quality report of GitLab",
    finding,
    frame: Some(|| {
        Box::new(Report { elements: JsonArray::new(MAX_RESULTS), seen: HashMap::new() })
    }),
    readers: Readers::Programs,
    has_board: false,
    statistics: None,
};

/// An issue. The fingerprint is the first field, so that the document can find it.
#[derive(Serialize)]
struct Issue<'a> {
    fingerprint: String,
    check_name: &'a str,
    description: String,
    severity: &'a str,
    location: Location,
}

/// The place of an issue.
#[derive(Serialize)]
struct Location {
    path: String,
    lines: LineRange,
}

/// A range of lines, including both ends.
#[derive(Serialize)]
struct LineRange {
    begin: u64,
    end: u64,
}

fn finding(found: &Located<'_>, _: Appearance, out: &mut Vec<u8>) {
    let diagnostic = found.diagnostic;
    let issue = Issue {
        fingerprint: fingerprint(found),
        check_name: diagnostic.rule.name,
        description: found.message_with_games(),
        severity: match diagnostic.severity {
            Severity::Error => "major",
            Severity::Warning => "minor",
            Severity::Info | Severity::Style => "info",
        },
        location: Location {
            path: found.slashed_path(),
            lines: LineRange { begin: found.start.line, end: found.end.line },
        },
    };
    // Writing strings and numbers to a vector cannot fail.
    let _ = serde_json::to_writer(out, &issue);
}

/// Returns an identifier of a finding that does not depend on its line and game number, which
/// change when games are added before it.
fn fingerprint(found: &Located<'_>) -> String {
    let (diagnostic, mut hash) = (found.diagnostic, Sha256::new());
    let mut add = |text: &str| {
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text);
    };
    add(&found.slashed_path());
    add(diagnostic.rule.code);
    add(&diagnostic.message);
    add(&found.move_text().unwrap_or_default());
    if let Some(game) = found.game {
        for value in [&game.white, &game.black, &game.event] {
            add(value.as_deref().unwrap_or_default());
        }
    }
    hex(&hash.finalize())
}

fn hex(hash: &[u8]) -> String {
    hash.iter().take(DIGITS / 2).map(|byte| format!("{byte:02x}")).collect()
}

/// Number of hexadecimal digits of a fingerprint.
const DIGITS: usize = 32;
/// The beginning of an issue, up to its fingerprint.
const BEFORE: &[u8] = b"{\"fingerprint\":\"";

/// The frame of the report, which makes the fingerprints of equal findings distinct.
struct Report {
    elements: JsonArray,
    /// Number of occurrences by fingerprint, limited like the elements.
    seen: HashMap<Box<[u8]>, u32>,
}

impl Document for Report {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.elements.begin(out)
    }

    fn finding(&mut self, text: &[u8], out: &mut dyn Write) -> io::Result<()> {
        let (from, to) = (BEFORE.len(), BEFORE.len() + DIGITS);
        if self.seen.len() as u64 >= MAX_RESULTS {
            return self.elements.finding(text, out);
        }
        let n = self.seen.entry(text[from..to].into()).or_default();
        *n += 1;
        if *n == 1 {
            return self.elements.finding(text, out);
        }
        let again = Sha256::new().chain_update(&text[from..to]).chain_update(n.to_le_bytes());
        let mut text = text.to_vec();
        text[from..to].copy_from_slice(hex(&again.finalize()).as_bytes());
        self.elements.finding(&text, out)
    }

    fn end(&mut self, is_complete: bool, out: &mut dyn Write) -> io::Result<()> {
        self.elements.end(is_complete, out)
    }

    fn n_left_out(&self) -> u64 {
        self.elements.n_left_out()
    }
}
