//! `junit`: a suite per file and a failed case per finding; a file without findings has one passed
//! case. Findings across games come after all files, in suites of their own.

use std::io::{self, Write};

use super::{Appearance, Document, Format, Located, MAX_RESULTS, Readers};
use crate::markup;
use crate::text;

pub(super) static FORMAT: Format = Format {
    name: "junit",
    about: "A JUnit report",
    finding,
    frame: Some(|| Box::<Report>::default()),
    readers: Readers::Programs,
    has_board: false,
    statistics: None,
};

fn finding(found: &Located<'_>, _: Appearance, out: &mut Vec<u8>) {
    let diagnostic = found.diagnostic;
    let rule = diagnostic.rule;
    let mut body = format!(
        "{}:{}:{}: {}",
        found.shown_path(),
        found.start.line,
        found.start.column,
        diagnostic.message
    );
    if let Some(game) = found.game {
        body.push_str(&format!("\nin: {}", game.title()));
        if let Some(text) = found.move_text() {
            body.push_str(&format!(", at {text}"));
        }
    }
    if let Some(other) = found.other {
        body.push_str(&format!("\nsee: {}", other.title()));
    }
    if let Some(fen) = &diagnostic.fen {
        body.push_str(&format!("\nposition: {fen}"));
    }
    body.push_str(&format!("\nhelp: {}", diagnostic.help_text()));
    // Writing to a vector cannot fail.
    let _ = writeln!(
        out,
        "    <testcase name=\"{} ({})\" classname=\"{}\" file=\"{}\" line=\"{}\">\n      \
         <failure type=\"{}\" message=\"{}\">{}</failure>\n    </testcase>",
        rule.name,
        rule.code,
        xml(&found.shown_path()),
        xml(&found.shown_path()),
        found.start.line,
        diagnostic.severity.name(),
        xml(&diagnostic.message),
        xml(&body),
    );
}

/// Escapes text for elements and attributes. Characters that XML cannot represent are replaced.
fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => out.push('\n'),
            '\u{FFFE}' | '\u{FFFF}' => out.push(char::REPLACEMENT_CHARACTER),
            _ => markup::push_char(&mut out, text::visible_char(c)),
        }
    }
    out
}

/// Collects the cases of a file until their number is known.
#[derive(Default)]
struct Report {
    name: String,
    cases: Vec<u8>,
    n_cases: u64,
    n_written: u64,
    n_left_out: u64,
}

impl Document for Report {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"pgnkit\">\n")
    }

    fn begin_file(&mut self, name: &str, _: &mut dyn Write) -> io::Result<()> {
        self.name = xml(name);
        self.cases.clear();
        self.n_cases = 0;
        Ok(())
    }

    fn finding(&mut self, text: &[u8], _: &mut dyn Write) -> io::Result<()> {
        if self.n_written == MAX_RESULTS {
            self.n_left_out += 1;
        } else {
            self.cases.extend_from_slice(text);
            self.n_cases += 1;
            self.n_written += 1;
        }
        Ok(())
    }

    fn end_file(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let Report { name, cases, n_cases, .. } = self;
        let n_tests = (*n_cases).max(1);
        writeln!(
            out,
            "  <testsuite name=\"{name}\" tests=\"{n_tests}\" failures=\"{n_cases}\" errors=\"0\">"
        )?;
        if *n_cases == 0 {
            writeln!(out, "    <testcase name=\"pgnkit\" classname=\"{name}\" file=\"{name}\"/>")?;
        }
        out.write_all(cases)?;
        writeln!(out, "  </testsuite>")
    }

    fn end(&mut self, _is_complete: bool, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(b"</testsuites>\n")
    }

    fn n_left_out(&self) -> u64 {
        self.n_left_out
    }
}
