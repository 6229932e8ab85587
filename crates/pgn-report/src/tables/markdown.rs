//! `markdown`: headings, and tables in GitHub's syntax.

use super::{Audience, Fit, Format, Report, Table, Value, value::grouped};
use crate::{markup, text};

pub(super) static FORMAT: Format = Format {
    name: "markdown",
    help: "Headings and tables of Markdown",
    audience: Audience::People,
    is_page: false,
    write,
};

fn write(report: &Report, _: &Fit, out: &mut Vec<u8>) {
    let mut text = format!("# {}\n", escape(&text::escape(&report.title)));
    for section in report.sections.iter().filter(|section| !section.is_empty()) {
        text.push_str(&format!("\n## {}\n", escape(&section.title)));
        if let Some(note) = &section.note {
            // Backquotes in a note mark code and are not escaped.
            text.push_str(&format!("\n{}\n", escape(note).replace("\\`", "`")));
        }
        if !section.facts.is_empty() {
            text.push_str("\n| | |\n| --- | ---: |\n");
            for fact in &section.facts {
                let value = escape(&fact.value.shown());
                text.push_str(&format!("| {} | {value} |\n", escape(&fact.label)));
            }
        }
        for table in section.tables.iter().filter(|table| !table.rows.is_empty()) {
            if table.title != section.title {
                text.push_str(&format!("\n### {}\n", escape(&table.title)));
            }
            push_table(table, &mut text);
        }
    }
    out.extend_from_slice(text.as_bytes());
}

fn push_table(table: &Table, text: &mut String) {
    text.push_str("\n|");
    for column in &table.columns {
        text.push_str(&format!(" {} |", escape(&column.label)));
    }
    text.push_str("\n|");
    for i in 0..table.columns.len() {
        let is_right = table.rows.iter().all(|row| row.get(i).is_some_and(Value::is_aligned_right));
        text.push_str(if is_right { " ---: |" } else { " --- |" });
    }
    text.push('\n');
    for row in table.listed() {
        text.push('|');
        for value in row {
            text.push_str(&format!(" {} |", escape(&value.shown())));
        }
        text.push('\n');
    }
    if table.n_more > 0 {
        text.push_str(&format!("\nand {} more\n", grouped(table.n_more)));
    }
}

/// Escapes text so that it has no markup.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '|' | '\\' | '`' | '*' | '_' | '[' | ']' => out.extend(['\\', c]),
            // Quotes need no escape in text.
            '"' => out.push(c),
            _ => markup::push_char(&mut out, c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_text() {
        let mut out = Vec::new();
        write(&super::super::sample(), &Fit::default(), &mut out);
        let text = String::from_utf8(out).unwrap();
        assert_eq!(
            text,
            "# 2 files\n\n## Overview\n\n| | |\n| --- | ---: |\n| Games | 1,234 |\n\
             | White's score | 58.3 % |\n\n## Players\n\n| Name | Games |\n| --- | ---: |\n\
             | Tal \\| \"Misha\" | 1,000 |\n| &lt;b&gt;&amp;\\\\u{202e}x, y | 250 |\n|  | 4 |\n\n\
             and 17 more\n"
        );
    }
}
