//! `text`: tables for a terminal, fitted to its width. Text is cut before columns are dropped.

use unicode_width::UnicodeWidthStr as _;

use pgn_table::csv::Formulas;

use super::{Audience, Fact, Format, Marks, Rank, Report, Section, Table, Value, value::grouped};
use crate::{
    paint::{BOLD, CYAN, END, Paint},
    wrap::wrap,
};

pub(super) static FORMAT: Format = Format {
    name: "text",
    help: "Tables and bars for a terminal",
    audience: Audience::People,
    is_page: false,
    write,
};

/// The layout of a report.
#[derive(Clone, Copy, Debug)]
pub struct Fit {
    /// Width of the terminal in columns.
    pub width: usize,
    /// The characters to draw with.
    pub marks: Marks,
    /// Whether headings and bars are highlighted.
    pub paint: Paint,
    /// Whether a spreadsheet may interpret text in CSV and TSV as a formula.
    pub formulas: Formulas,
}

impl Default for Fit {
    fn default() -> Fit {
        Fit { width: 80, marks: Marks::Unicode, paint: Paint::Plain, formulas: Formulas::AsTheyAre }
    }
}

/// Columns between two table columns.
const GAP: usize = 2;
/// Minimum length of text that is cut.
const MIN_TEXT: usize = 8;
/// Minimum length of text that is cut if nothing else helps.
const MIN_TEXT_AT_ALL: usize = 4;
/// Length of text below which columns of numbers are dropped instead of cutting text further.
const GOOD_TEXT: usize = 20;
/// Maximum width of notes.
const MAX_NOTE: usize = 80;
/// Maximum width of a terminal that a note suggests.
const MAX_SUGGESTED: usize = 250;
/// Minimum width for a note on columns that are left out.
const MIN_WIDTH_OF_NOTE: usize = 40;
/// Minimum length of a bar.
const MIN_BAR: usize = 6;
/// Maximum length of a bar.
const MAX_BAR: usize = 40;

fn write(report: &Report, fit: &Fit, out: &mut Vec<u8>) {
    let mut text = String::new();
    for section in report.sections.iter().filter(|section| !section.is_empty()) {
        if !text.is_empty() {
            text.push('\n');
        }
        push_section(section, fit, &mut text);
    }
    if out.is_empty() { *out = text.into_bytes() } else { out.extend_from_slice(text.as_bytes()) }
}

impl Fit {
    /// Returns text in a terminal style, if colors are used.
    fn painted(&self, style: &str, text: String) -> String {
        match self.paint {
            Paint::Colors if !text.is_empty() => format!("{style}{text}{END}"),
            Paint::Colors | Paint::Inert | Paint::Plain => text,
        }
    }
}

fn push_section(section: &Section, fit: &Fit, text: &mut String) {
    let title = cut(&section.title, fit.width, fit.marks);
    push_line(&fit.painted(BOLD, title.clone()), text);
    push_line(&fit.marks.rule().repeat(title.width()), text);
    if let Some(note) = &section.note {
        push_note(note, fit, text);
        text.push('\n');
    }
    push_facts(&section.facts, fit, text);
    let mut is_first = section.facts.is_empty();
    for table in section.tables.iter().filter(|table| !table.rows.is_empty()) {
        if !is_first {
            text.push('\n');
        }
        is_first = false;
        if table.title != section.title {
            push_line(&fit.painted(BOLD, cut(&table.title, fit.width, fit.marks)), text);
        }
        push_table(table, fit, text);
    }
}

fn push_facts(facts: &[Fact], fit: &Fit, text: &mut String) {
    let shown = |fact: &Fact| match fact.value {
        Value::None => fit.marks.nothing().to_owned(),
        _ => fact.value.shown(),
    };
    let values: Vec<String> = facts.iter().map(shown).collect();
    let of_values = values.iter().map(|value| value.width()).max().unwrap_or(0);
    let of_labels = facts.iter().map(|fact| fact.label.width()).max().unwrap_or(0);
    let of_numbers = facts.iter().zip(&values).filter(|(fact, _)| fact.value.is_aligned_right());
    let of_numbers = of_numbers.map(|(_, value)| value.width()).max().unwrap_or(0);
    let of_labels = of_labels.min(fit.width.saturating_sub(of_values + GAP).max(MIN_TEXT));
    for (fact, value) in facts.iter().zip(&values) {
        let label = cut(&fact.label, of_labels, fit.marks);
        let left = fit.width.saturating_sub(of_labels + GAP).max(MIN_TEXT);
        let value = cut(value, left, fit.marks);
        let value = if fact.value.is_aligned_right() { right(&value, of_numbers) } else { value };
        push_line(&format!("{}  {value}", left_aligned(&label, of_labels)), text);
    }
}

fn push_table(table: &Table, fit: &Fit, text: &mut String) {
    let rows: Vec<&Vec<Value>> = table.listed().collect();
    let is_number = |i: usize| {
        table.rows.iter().all(|row| row.get(i).is_some_and(|value| value.is_aligned_right()))
            && table.rows.iter().any(|row| row[i] != Value::None)
    };
    let mut widths: Vec<usize> = table.columns.iter().map(|it| it.label.width()).collect();
    // Texts are made again when they are written, because a tree has hundreds of thousands of rows.
    for row in &rows {
        for (width, value) in widths.iter_mut().zip(row.iter()) {
            *width = value.shown().width().max(*width);
        }
    }
    let numbers: Vec<bool> = (0..widths.len()).map(is_number).collect();
    let ranks: Vec<Rank> = table.columns.iter().map(|column| column.rank).collect();
    let is_empty = |i: usize| rows.iter().all(|row| row[i] == Value::None);
    let empty: Vec<bool> = (0..widths.len()).map(is_empty).collect();
    let needed = wanted_width(&widths, &numbers);
    let kept = fit_columns(&mut widths, &numbers, &ranks, &empty, fit.width);
    let taken: usize = kept.iter().map(|&i| widths[i] + GAP).sum();
    let bar = fit.width.saturating_sub(taken).min(MAX_BAR);
    // The bar of a single row would carry no information.
    let bar = table.bar.filter(|_| bar >= MIN_BAR && rows.len() > 1).map(|column| (column, bar));
    let sizes: Vec<f64> =
        bar.map_or(Vec::new(), |(i, _)| rows.iter().map(|row| row[i].size()).collect());
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
    // A text of many rows would be copied to grow.
    text.reserve(rows.len() * (taken + bar.map_or(0, |(_, width)| width)));
    line(&|i| table.columns[i].label.clone(), String::new(), text);
    for (n, row) in rows.iter().enumerate() {
        let bar = bar.map_or(String::new(), |(_, width)| fit.marks.bar(sizes[n], most, width));
        line(&|i| row[i].shown(), fit.painted(CYAN, bar), text);
    }
    if table.n_more > 0 {
        push_line(&cut(&format!("and {} more", grouped(table.n_more)), fit.width, fit.marks), text);
    }
    // The note does not name columns without values.
    let is_left_out = |&i: &usize| kept.binary_search(&i).is_err() && !empty[i];
    let left_out: Vec<&str> = (0..table.columns.len())
        .filter(is_left_out)
        .map(|i| table.columns[i].label.as_str())
        .collect();
    if !left_out.is_empty() && fit.width >= MIN_WIDTH_OF_NOTE {
        let wider = match needed {
            0..=MAX_SUGGESTED => &*format!("a wider terminal, COLUMNS={needed} or --format csv"),
            _ => "--format csv",
        };
        let note = format!("columns not shown (too narrow): {}; use {wider}", left_out.join(", "));
        push_note(&note, fit, text);
    }
    // Draws a curve if bars do not fit.
    if table.is_series
        && bar.is_none()
        && table.rows.len() > 2
        && let Some(i) = table.bar
    {
        let sizes: Vec<f64> = table.rows.iter().map(|row| row[i].size()).collect();
        // If the curve is too wide, the newest values are shown.
        let from = sizes.len().saturating_sub(fit.width);
        push_line(&fit.painted(CYAN, fit.marks.curve(&sizes[from..])), text);
    }
}

/// Returns the width in which [`fit_columns`] keeps all columns.
fn wanted_width(widths: &[usize], numbers: &[bool]) -> usize {
    let columns = widths.iter().zip(numbers);
    let width = |(&it, &is_number): (&usize, &bool)| if is_number { it } else { it.min(GOOD_TEXT) };
    columns.map(|column| width(column) + GAP).sum::<usize>().saturating_sub(GAP)
}

/// Drops columns until text of good length fits: columns without values first, then by rank and from the right. At
/// least one column with numbers is kept. Then cuts text, the widest first. Columns of the last rank are dropped only
/// if they do not even fit beside text of minimum length. Returns the indices of the columns that are kept.
fn fit_columns(
    widths: &mut [usize],
    numbers: &[bool],
    ranks: &[Rank],
    empty: &[bool],
    width: usize,
) -> Vec<usize> {
    let total = |widths: &[usize], kept: &[usize]| kept.iter().map(|&i| widths[i] + GAP).sum();
    let with_text = |most: usize| -> Vec<usize> {
        let columns = widths.iter().zip(numbers);
        columns.map(|(&it, &is_number)| if is_number { it } else { it.min(most) }).collect()
    };
    let (good, short) = (with_text(GOOD_TEXT), with_text(MIN_TEXT));
    let least = numbers.iter().position(|&is_number| is_number).map_or(1, |i| i + 1);
    let mut kept: Vec<usize> = (0..numbers.len()).collect();
    loop {
        // The last one of the columns with the lowest rank.
        let next = (least..kept.len()).rev().min_by_key(|&at| (!empty[kept[at]], ranks[kept[at]]));
        let is_important = kept[least.min(kept.len())..].iter().any(|&i| ranks[i] == Rank::Last);
        let is_first = next.is_some_and(|at| ranks[kept[at]] == Rank::First);
        let needed: usize =
            if is_important && !is_first { total(&short, &kept) } else { total(&good, &kept) };
        match next {
            Some(at) if needed > width + GAP => kept.remove(at),
            Some(_) | None => break,
        };
    }
    let is_of_many = |&i: &usize| ranks[i] == Rank::Together;
    if kept.iter().filter(|i| is_of_many(i)).count() * 2
        < (0..ranks.len()).filter(is_of_many).count()
    {
        kept.retain(|i| !is_of_many(i));
    }
    for least in [MIN_TEXT, MIN_TEXT_AT_ALL] {
        loop {
            let all: usize = total(widths, &kept);
            let over = all.saturating_sub(width + GAP);
            let texts = kept.iter().copied().filter(|&i| !numbers[i] && widths[i] > least);
            let widest = texts.max_by_key(|&i| widths[i]).filter(|_| over > 0);
            let Some(i) = widest else { break };
            let others = kept.iter().filter(|&&j| j != i && !numbers[j]);
            let second = others.map(|&j| widths[j]).max();
            let floor = second.unwrap_or(0).max(least).min(widths[i] - 1);
            widths[i] = widths[i].saturating_sub(over).max(floor);
        }
    }
    kept
}

fn push_note(note: &str, fit: &Fit, text: &mut String) {
    for line in wrap(note, fit.width.min(MAX_NOTE)) {
        push_line(&cut(&line, fit.width.max(MIN_TEXT), fit.marks), text);
    }
}

fn push_line(line: &str, text: &mut String) {
    text.push_str(line.trim_end());
    text.push('\n');
}

/// Returns the beginning of a text that fits into `width` columns.
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
        write(&super::super::sample(), &Fit { width, marks, ..Fit::default() }, &mut out);
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
    fn narrow_tables_drop_numbers_before_names() {
        let numbers = [false, true, true, true, true];
        let fit = |width: usize| {
            let mut widths = [24, 5, 6, 3, 9];
            let kept = fit_columns(&mut widths, &numbers, &[Rank::Second; 5], &[false; 5], width);
            (kept.len(), widths[0])
        };
        assert_eq!(fit(55), (5, 24));
        assert_eq!(fit(51), (5, 20), "a name of twenty letters is good");
        assert_eq!(fit(50), (4, 24), "then the last column goes, and there is room again");
        assert_eq!(fit(27), (2, 20));
        assert_eq!(fit(20), (2, 13), "one number stays");
        assert_eq!(fit(3), (2, 4));
    }

    #[test]
    fn important_columns_stay_and_the_others_are_named() {
        let (numbers, second) = ([false, false, true, true, true], Rank::Second);
        let ranks = [second, second, second, Rank::First, Rank::Last];
        let fit = |width: usize| {
            let mut widths = [24, 24, 5, 6, 6];
            let empty = vec![false; ranks.len()];
            let kept = fit_columns(&mut widths, &numbers, &ranks, &empty, width);
            (kept, widths[0])
        };
        assert_eq!(fit(80), (vec![0, 1, 2, 3, 4], 24));
        assert_eq!(fit(65), (vec![0, 1, 2, 3, 4], 20));
        assert_eq!(fit(60), (vec![0, 1, 2, 4], 22), "the first rank goes before names are short");
        assert_eq!(fit(34), (vec![0, 1, 2, 4], 9), "names are cut before the last rank goes");
        assert_eq!(fit(32).0, [0, 1, 2]);
        let columns =
            [("name", "Name"), ("games", "Games"), ("x", "A label of thirty-two characters")];
        let mut table = Table::new("t", "T", &columns);
        table.rows = vec![vec![Value::text("Tal"), Value::Count(1), Value::Count(2)]];
        let mut text = String::new();
        push_table(&table, &Fit { width: 40, ..Fit::default() }, &mut text);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[..2], ["Name  Games", "Tal       1"]);
        assert!(lines[2].starts_with("columns not shown (too narrow): A label"), "{text}");
    }

    #[test]
    fn few_columns_of_many_are_left_out() {
        let (numbers, last) = ([false, true, false, false, false], Rank::Together);
        let ranks = [Rank::Second, Rank::Second, last, last, last];
        let fit =
            |width: usize| fit_columns(&mut [8, 2, 1, 1, 1], &numbers, &ranks, &[false; 5], width);
        assert_eq!(fit(21), [0, 1, 2, 3, 4]);
        assert_eq!(fit(18), [0, 1, 2, 3]);
        assert_eq!(fit(15), [0, 1]);
    }

    #[test]
    fn columns_without_values_go_first() {
        let label = "Twenty-four letters here";
        let columns = [("name", "Name"), ("games", "Games"), ("x", "Empty"), ("y", label)];
        let mut table = Table::new("t", "T", &columns);
        table.rows = vec![vec![Value::text("Tal"), Value::Count(1), Value::None, Value::Count(2)]];
        let lines = |table: &Table, width| {
            let mut text = String::new();
            push_table(table, &Fit { width, ..Fit::default() }, &mut text);
            text.lines().map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(lines(&table, 40)[0], format!("Name  Games  {label}"));
        assert_eq!(lines(&table, 40).len(), 2, "a column without values is not missed");
        table.rows[0][2] = Value::Count(3);
        let narrow = lines(&table, 40)[2..].join(" ");
        assert!(narrow.contains("COLUMNS=44 or --format csv"), "{narrow}");
        assert_eq!(
            lines(&table, 44),
            [format!("Name  Games  Empty  {label}"), format!("Tal       1      3  {:>24}", 2)]
        );
        table.columns[3].label = "x".repeat(300);
        let narrow = lines(&table, 400)[0].len();
        assert_eq!(narrow, 320);
        let csv = lines(&table, 60)[2..].join(" ");
        assert!(csv.ends_with("use --format csv") && !csv.contains("COLUMNS"), "{csv}");
    }

    #[test]
    fn headings_are_bold_and_bars_colored() {
        let mut out = Vec::new();
        let fit = Fit { width: 40, marks: Marks::Ascii, paint: Paint::Colors, ..Fit::default() };
        write(&super::super::sample(), &fit, &mut out);
        let text = String::from_utf8(out).unwrap();
        assert!(text.starts_with("\x1b[1mOverview\x1b[0m\n--------\nGames "));
        assert!(text.contains(" 1,000  \x1b[36m###############\x1b[0m\n"), "{text}");
        assert_eq!(text.matches("\x1b[0m").count(), 5, "two headings, three bars");
    }

    #[test]
    fn two_texts_find_room_in_twenty_columns() {
        let mut widths = [20, 7, 5, 9];
        let (numbers, ranks) = ([false, false, true, true], [Rank::Second; 4]);
        let kept = fit_columns(&mut widths, &numbers, &ranks, &[false; 4], 20);
        assert_eq!((kept.len(), widths), (3, [6, 5, 5, 9]));
    }

    #[test]
    fn years_without_games_are_in_no_list() {
        let columns = [("year", "Year"), ("games", "Games")];
        let mut table = Table::new("years", "Years", &columns);
        for (year, games) in [(1749, 1), (1750, 0), (1751, 0), (1846, 2)] {
            table.rows.push(vec![Value::Number(year), Value::Count(games)]);
        }
        (table.bar, table.is_series) = (Some(1), true);
        table.chart = Some(super::super::Chart::Years);
        let fit = |width| Fit { width, marks: Marks::Ascii, ..Fit::default() };
        let mut text = String::new();
        push_table(&table, &fit(24), &mut text);
        assert_eq!(text, "Year  Games\n1749      1  ######\n1846      2  ###########\n");
        text.clear();
        push_table(&table, &fit(14), &mut text);
        assert_eq!(text, "Year  Games\n1749      1\n1846      2\n=  @\n");
    }

    #[test]
    fn any_width_is_borne() {
        for width in 0..60 {
            let mut out = Vec::new();
            let report = super::super::sample();
            write(&report, &Fit { width, ..Fit::default() }, &mut out);
            let text = String::from_utf8(out).unwrap();
            let widest = text.lines().map(unicode_width::UnicodeWidthStr::width).max();
            assert!(widest <= Some(width.max(20)), "{width}: {widest:?}");
        }
    }
}
