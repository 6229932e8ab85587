//! `gitlab`: the code quality report of GitLab, a part of the Code Climate format.

use std::{
    collections::HashMap,
    io::{self, Write},
};

use pgn_lint::Severity;
use sha2::{Digest as _, Sha256};

use super::{
    Appearance, Document, Format, Located, MAX_RESULTS, Readers, document::JsonArray,
    object::Object,
};

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

/// Appends an issue. The fingerprint is the first member, so that the document can find it.
fn finding(found: &Located<'_>, _: Appearance, out: &mut Vec<u8>) {
    let severity = match found.diagnostic.severity {
        Severity::Error => "major",
        Severity::Warning => "minor",
        Severity::Info | Severity::Style => "info",
    };
    Object::write(out, |it| {
        it.put("fingerprint", fingerprint(found));
        it.put("check_name", found.diagnostic.rule.name);
        it.put("description", found.message_with_games());
        it.put("severity", severity);
        it.object("location", |it| {
            it.put("path", found.slashed_path());
            it.object("lines", |it| {
                it.put("begin", found.start.line);
                it.put("end", found.end.line);
            });
        });
    });
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
    add(&diagnostic.message_without_numbers());
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
