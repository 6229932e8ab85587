//! `github`: annotations of GitHub Actions, one workflow command per line.

use std::io::Write as _;

use pgn_lint::Severity;

use super::{Appearance, Format, Located, Readers};
use crate::text;

pub(super) static FORMAT: Format = Format {
    name: "github",
    about: "Annotations of GitHub Actions",
    finding,
    frame: None,
    readers: Readers::PeopleOfService,
    has_board: false,
    statistics: None,
};

fn finding(found: &Located<'_>, _: Appearance, out: &mut Vec<u8>) {
    let diagnostic = found.diagnostic;
    let command = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info | Severity::Style => "notice",
    };
    let rule = diagnostic.rule;
    let mut message = found.message_with_games();
    message.push_str(&format!("\nhelp: {}", text::visible(&diagnostic.help_text())));
    // GitHub refuses a start column without an end column, and a column range over several lines.
    let end_column = if found.end.line == found.start.line && found.end != found.start {
        format!(",endColumn={}", found.end.column)
    } else {
        String::new()
    };
    // Writing to a vector cannot fail.
    let _ = writeln!(
        out,
        "::{command} title={},file={},line={},endLine={},col={}{end_column}::{}",
        property(&format!("{} ({})", rule.name, rule.code)),
        property(&found.slashed_path()),
        found.start.line,
        found.end.line,
        found.start.column,
        data(&message),
    );
}

/// Escapes the text after `::`.
fn data(text: &str) -> String {
    percent_encoded(text, |c| matches!(c, '%' | '\r' | '\n'))
}

/// Escapes the value of a property. Control characters of a file name, which a terminal would obey, are escaped in the
/// same way.
fn property(text: &str) -> String {
    percent_encoded(text, |c| matches!(c, '%' | ':' | ',') || c.is_control())
}

/// Returns text with the bytes of some characters in hexadecimal digits after `%`.
fn percent_encoded(text: &str, is_encoded: impl Fn(char) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match is_encoded(c) {
            true => {
                c.encode_utf8(&mut [0; 4])
                    .bytes()
                    .for_each(|byte| out.push_str(&format!("%{byte:02X}")));
            }
            false => out.push(c),
        }
    }
    out
}
