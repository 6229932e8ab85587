//! Tables for a terminal, fitted to its width: text is cut before numbers are left out.

use unicode_width::UnicodeWidthStr as _;

use super::{Fact, Format, Marks, Report, Section, Table, value::grouped};

pub(super) static FORMAT: Format =
    Format { name: "text", help: "Tables and bars for a terminal", write };

/// What a report is to fit into.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fit {
    /// Columns of the terminal.
    pub(crate) width: usize,
    pub(crate) marks: Marks,
}

impl Default for Fit {
    fn default() -> Fit {
        Fit { width: 80, marks: Marks::Unicode }
    }
}

/// Between two columns.
const GAP: usize = 2;
/// Text is not cut shorter.
const MIN_TEXT: usize = 8;
/// A bar shorter than this says nothing.
const MIN_BAR: usize = 6;
/// A bar longer than this says no more.
const MAX_BAR: usize = 40;

fn write(report: &Report, fit: &Fit, out: &mut Vec<u8>) {
    let mut text = String::new();
    for section in report.sections.iter().filter(|section| !section.is_empty()) {
        if !text.is_empty() {
            text.push('\n');
        }
        push_section(section, fit, &mut text);
    }
    out.extend_from_slice(text.as_bytes());
}

fn push_section(section: &Section, fit: &Fit, text: &mut String) {
    let title = cut(&section.title, fit.width, fit.marks);
    push_line(&title, text);
    push_line(&fit.marks.rule().repeat(title.width()), text);
    push_facts(&section.facts, fit, text);
    let mut is_first = section.facts.is_empty();
    for table in section.tables.iter().filter(|table| !table.rows.is_empty()) {
        if !is_first {
            text.push('\n');
        }
        is_first = false;
        if table.title != section.title {
            push_line(&cut(&table.title, fit.width, fit.marks), text);
        }
        push_table(table, fit, text);
    }
}

fn push_facts(facts: &[Fact], fit: &Fit, text: &mut String) {
    let values: Vec<String> = facts.iter().map(|fact| fact.value.shown()).collect();
    let of_labels = facts.iter().map(|fact| fact.label.width()).max().unwrap_or(0);
    let of_numbers = facts.iter().zip(&values).filter(|(fact, _)| fact.value.is_number());
    let of_numbers = of_numbers.map(|(_, value)| value.width()).max().unwrap_or(0);
    let of_labels = of_labels.min(fit.width.saturating_sub(of_numbers + GAP).max(MIN_TEXT));
    for (fact, value) in facts.iter().zip(&values) {
        let label = cut(&fact.label, of_labels, fit.marks);
        let left = fit.width.saturating_sub(of_labels + GAP).max(MIN_TEXT);
        let value = cut(value, left, fit.marks);
        let value = if fact.value.is_number() { right(&value, of_numbers) } else { value };
        push_line(&format!("{}  {value}", left_aligned(&label, of_labels)), text);
    }
}

fn push_table(table: &Table, fit: &Fit, text: &mut String) {
    let cells: Vec<Vec<String>> =
        table.rows.iter().map(|row| row.iter().map(|value| value.shown()).collect()).collect();
    let is_number = |i: usize| {
        table.rows.iter().all(|row| row.get(i).is_some_and(|value| value.is_number()))
            && table.rows.iter().any(|row| row[i] != super::Value::None)
    };
    let mut widths: Vec<usize> = (0..table.columns.len())
        .map(|i| {
            let of_cells = cells.iter().map(|row| row[i].width()).max().unwrap_or(0);
            of_cells.max(table.columns[i].label.width())
        })
        .collect();
    let numbers: Vec<bool> = (0..widths.len()).map(is_number).collect();
    let kept = fit_columns(&mut widths, &numbers, fit.width);
    let taken: usize = kept.iter().map(|&i| widths[i] + GAP).sum();
    let bar = fit.width.saturating_sub(taken).min(MAX_BAR);
    let bar = table.bar.filter(|_| bar >= MIN_BAR).map(|column| (column, bar));
    let sizes: Vec<f64> =
        bar.map_or(Vec::new(), |(i, _)| table.rows.iter().map(|row| row[i].size()).collect());
    let most = sizes.iter().copied().fold(0.0, f64::max);

    let line = |row: &dyn Fn(usize) -> String, tail: String, text: &mut String| {
        let mut parts: Vec<String> = kept
            .iter()
            .map(|&i| {
                let cell = cut(&row(i), widths[i], fit.marks);
                if numbers[i] { right(&cell, widths[i]) } else { left_aligned(&cell, widths[i]) }
            })
            .collect();
        parts.push(tail);
        push_line(&parts.join("  "), text);
    };
    line(&|i| table.columns[i].label.clone(), String::new(), text);
    for (n, row) in cells.iter().enumerate() {
        let bar = bar.map_or(String::new(), |(_, width)| fit.marks.bar(sizes[n], most, width));
        line(&|i| row[i].clone(), bar, text);
    }
    if table.n_more > 0 {
        push_line(&cut(&format!("and {} more", grouped(table.n_more)), fit.width, fit.marks), text);
    }
    if table.is_series
        && table.rows.len() > 2
        && let Some(i) = table.bar
    {
        let sizes: Vec<f64> = table.rows.iter().map(|row| row[i].size()).collect();
        // The newest, if not all of them find room.
        let from = sizes.len().saturating_sub(fit.width);
        push_line(&fit.marks.curve(&sizes[from..]), text);
    }
}

/// Cuts columns of text, the widest first, then leaves columns out from the right until the others fit.
/// The first two stay. Gives those that are kept.
fn fit_columns(widths: &mut [usize], numbers: &[bool], width: usize) -> Vec<usize> {
    let mut kept: Vec<usize> = (0..widths.len()).collect();
    loop {
        let total: usize = kept.iter().map(|&i| widths[i]).sum();
        let over = (total + GAP * kept.len().saturating_sub(1)).saturating_sub(width);
        if over == 0 {
            return kept;
        }
        let widest = kept.iter().copied().filter(|&i| !numbers[i] && widths[i] > MIN_TEXT);
        if let Some(i) = widest.max_by_key(|&i| widths[i]) {
            let second = kept.iter().filter(|&&j| j != i && !numbers[j]).map(|&j| widths[j]).max();
            let floor = second.unwrap_or(0).max(MIN_TEXT).min(widths[i] - 1);
            widths[i] = widths[i].saturating_sub(over).max(floor);
        } else if kept.len() > 2 {
            kept.pop();
        } else {
            return kept;
        }
    }
}

fn push_line(line: &str, text: &mut String) {
    text.push_str(line.trim_end());
    text.push('\n');
}

/// As much of the text as finds room in `width` columns.
fn cut(text: &str, width: usize, marks: Marks) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut n = 0;
    for c in text.chars() {
        let of_c = unicode_width::UnicodeWidthChar::width(c).unwrap_or(0);
        if n + of_c + 1 > width {
            break;
        }
        out.push(c);
        n += of_c;
    }
    if width > 0 {
        out.push_str(marks.ellipsis());
    }
    out
}

fn left_aligned(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

fn right(text: &str, width: usize) -> String {
    format!("{}{text}", " ".repeat(width.saturating_sub(text.width())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(width: usize, marks: Marks, expect: &str) {
        let mut out = Vec::new();
        write(&super::super::sample(), &Fit { width, marks }, &mut out);
        assert_eq!(String::from_utf8(out).unwrap(), expect);
    }

    #[test]
    fn tables_fit() {
        check(
            40,
            Marks::Unicode,
            "Overview\n────────\nGames           1,234\nWhite's score  58.3 %\n\nPlayers\n───────\n\
             Name              Games\n\
             Tal | \"Misha\"     1,000  ███████████████\n\
             <b>&\\u{202e}x, y    250  ███▊\n\
             \u{20}                     4  ▏\nand 17 more\n",
        );
        check(
            20,
            Marks::Ascii,
            "Overview\n--------\nGames          1,234\nWhite's sco~  58.3 %\n\nPlayers\n-------\n\
             Name           Games\nTal | \"Misha\"  1,000\n<b>&\\u{202e}~    250\n\
             \u{20}                  4\nand 17 more\n",
        );
    }

    #[test]
    fn any_width_is_borne() {
        for width in 0..60 {
            let mut out = Vec::new();
            let report = super::super::sample();
            write(&report, &Fit { width, marks: Marks::Unicode }, &mut out);
            let text = String::from_utf8(out).unwrap();
            let widest = text.lines().map(unicode_width::UnicodeWidthStr::width).max();
            assert!(widest <= Some(width.max(20)), "{width}: {widest:?}");
        }
    }
}
