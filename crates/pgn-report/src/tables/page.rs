//! `html`: a report as a single HTML page with SVG charts and sortable tables. It is readable
//! without scripts and loads nothing.

mod charts;
mod draw;
mod icicle;

use std::cmp::Reverse;

use super::{Audience, Chart, Fact, Fit, Format, Report, Section, Table, Value, grouped};
use crate::markup::html as escape;

pub(super) static FORMAT: Format = Format {
    name: "html",
    help: "One page with charts, for a browser, with up to 200 rows a table",
    audience: Audience::People,
    is_page: true,
    write,
};

const STYLE: &str = include_str!("page/style.css");
const VERSION: &str = env!("CARGO_PKG_VERSION");
const SCRIPT: &str = include_str!("page/sort.js");

/// The content security policy: the page must load nothing.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

fn write(report: &Report, _: &Fit, out: &mut Vec<u8>) {
    let mut page = String::with_capacity(64 << 10);
    let title = escape(&Value::text(report.title.clone()).shown());
    page.push_str(&format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"generator\" content=\"pgnkit {VERSION}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <link rel=\"icon\" href=\"data:,\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n\
         <a class=\"skip\" href=\"#content\">To the content</a>\n"
    ));
    let sections: Vec<&Section> =
        report.sections.iter().filter(|section| !section.is_empty()).collect();
    page.push_str(&format!("<header>\n<h1><bdi>{title}</bdi></h1>\n"));
    for line in &report.scope {
        let line = escape(&Value::text(line.clone()).shown());
        page.push_str(&format!("<p class=\"scope\"><bdi>{line}</bdi></p>\n"));
    }
    if let Some(top) = sections.iter().find(|section| section.key.is_empty()) {
        page.push_str("<dl class=\"top\">\n");
        top.facts.iter().for_each(|fact| push_fact(fact, &mut page));
        page.push_str("</dl>\n");
    }
    page.push_str("<nav aria-label=\"Sections\"><ul>\n");
    let below = || sections.iter().filter(|section| !section.key.is_empty());
    for section in below() {
        let title = escape(&section.title);
        page.push_str(&format!("<li><a href=\"#{}\">{title}</a></li>\n", section.key));
    }
    page.push_str("</ul></nav>\n</header>\n<main id=\"content\">\n");
    below().for_each(|section| push_section(section, &mut page));
    page.push_str(&format!(
        "</main>\n<footer>Made by pgnkit {VERSION}.</footer>\n<script>\n{SCRIPT}</script>\n\
         </body>\n</html>\n"
    ));
    out.extend_from_slice(page.as_bytes());
}

fn push_section(section: &Section, page: &mut String) {
    let key = section.key;
    page.push_str(&format!(
        "<section id=\"{key}\" aria-labelledby=\"{key}-title\">\n<h2 id=\"{key}-title\">{}</h2>\n",
        escape(&section.title)
    ));
    if let Some(note) = &section.note {
        page.push_str(&format!("<p>{}</p>\n", with_code(&escape(note))));
    }
    if !section.facts.is_empty() {
        page.push_str("<dl class=\"facts\">\n");
        section.facts.iter().for_each(|fact| push_fact(fact, page));
        page.push_str("</dl>\n");
    }
    for table in section.tables.iter().filter(|table| !table.rows.is_empty()) {
        page.push_str("<div class=\"pair\">\n");
        let figure = charts::figure(table);
        let is_folded = figure.is_some() && table.listed().count() > MAX_OPEN;
        if table.title != section.title {
            page.push_str(&format!("<h3>{}</h3>\n", escape(&table.title)));
        }
        page.push_str(&figure.unwrap_or_default());
        push_table(table, is_folded, page);
        page.push_str("</div>\n");
    }
    page.push_str("</section>\n");
}

fn push_fact(fact: &Fact, page: &mut String) {
    let (label, value) = (escape(&fact.label), escape(&fact.value.shown()));
    let value = if value.is_empty() { "–".to_owned() } else { value };
    page.push_str(&format!("<div><dt>{label}</dt><dd><bdi>{value}</bdi></dd></div>\n"));
}

/// Number of rows above which a table with a chart is folded.
const MAX_OPEN: usize = 12;

/// Maximum number of rows of a table on the page; other formats have all rows. A cross table has all rows, as its cells
/// name rows.
const MAX_ROWS: usize = 200;

/// Returns the rows that are listed: in the opening tree the moves with the most games, in other tables the first
/// rows.
fn listed(table: &Table) -> Vec<&Vec<Value>> {
    let mut rows: Vec<_> = table.listed().collect();
    if rows.len() > MAX_ROWS && table.chart == Some(Chart::Moves) {
        let games = |row: &Vec<Value>| table.column("games").map_or(0, |i| row[i].count());
        let mut by_games: Vec<usize> = (0..rows.len()).collect();
        by_games.sort_by_key(|&i| Reverse(games(rows[i])));
        by_games.truncate(MAX_ROWS);
        by_games.sort_unstable();
        rows = by_games.into_iter().map(|i| rows[i]).collect();
    }
    if table.key != "crosstable" {
        rows.truncate(MAX_ROWS);
    }
    rows
}

fn push_table(table: &Table, is_folded: bool, page: &mut String) {
    let sorts = if table.is_series || table.rows.len() < 2 { "" } else { " class=\"sorts\"" };
    let title = escape(&table.title);
    let open = if is_folded { "" } else { " open" };
    let rows = listed(table);
    let words = if rows.len() == 1 { "row" } else { "rows" };
    let n_rows = grouped(rows.len() as u64);
    page.push_str(&format!(
        "<details class=\"list\"{open}>\n\
         <summary>Table, {n_rows} {words}<span class=\"unseen\">: {title}</span></summary>\n"
    ));
    page.push_str(&format!(
        "<div class=\"scroll\" role=\"region\" aria-label=\"{title}: table\" tabindex=\"0\">\n\
         <table{sorts}>\n<caption>{title}</caption>\n<thead><tr>"
    ));
    let kinds: Vec<ColumnKind> =
        (0..table.columns.len()).map(|i| ColumnKind::of(table, i)).collect();
    for (column, &kind) in table.columns.iter().zip(&kinds) {
        let class = match kind {
            // A label of one word, such as `1-0`, is not broken.
            ColumnKind::Number if !column.label.contains(' ') => " class=\"n s\"",
            // A long label is broken into few lines.
            ColumnKind::Number if column.label.len() > MAX_LABEL => " class=\"n w\"",
            ColumnKind::Number => " class=\"n\"",
            ColumnKind::Word | ColumnKind::Text | ColumnKind::Path => "",
        };
        page.push_str(&format!("<th scope=\"col\"{class}>{}</th>", escape(&column.label)));
    }
    page.push_str("</tr></thead>\n<tbody>\n");
    let n_more = table.n_more + (table.listed().count() - rows.len()) as u64;
    for row in rows {
        page.push_str("<tr>");
        for (i, (value, &kind)) in row.iter().zip(&kinds).enumerate() {
            push_cell(value, kind, i == 0, page);
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</tbody>\n</table>\n</div>\n");
    if n_more > 0 {
        page.push_str(&format!("<p class=\"more\">and {} more</p>\n", grouped(n_more)));
    }
    page.push_str("</details>\n");
}

/// The kind of a column in the display of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ColumnKind {
    Number,
    /// Text of at most one short word, such as a code or a result.
    Word,
    Text,
    /// Names of files, which are broken behind their folders.
    Path,
}

impl ColumnKind {
    fn of(table: &Table, i: usize) -> ColumnKind {
        if table.columns[i].key == "file" {
            return ColumnKind::Path;
        }
        if table.rows.iter().all(|row| row[i].is_aligned_right()) {
            return ColumnKind::Number;
        }
        let is_short = table.rows.iter().all(|row| row[i].shown().chars().count() <= MAX_WORD);
        if is_short { ColumnKind::Word } else { ColumnKind::Text }
    }
}

/// Length in characters from which a label is broken into two or three short lines.
const MAX_LABEL: usize = 20;

/// Maximum length of a short word in characters.
const MAX_WORD: usize = 8;

fn push_cell(value: &Value, kind: ColumnKind, is_head: bool, page: &mut String) {
    let (open, close) = if is_head { ("th scope=\"row\"", "th") } else { ("td", "td") };
    let shown = escape(&value.shown());
    if let Value::Move(it) = value {
        let (depth, text, line) = (it.depth(), escape(&it.text()), escape(&it.line()));
        page.push_str(&format!(
            "<{open} title=\"{line}\" style=\"--depth:{depth}\" class=\"move\">{text}</{close}>"
        ));
        return;
    }
    if kind != ColumnKind::Number {
        let class = if kind == ColumnKind::Word { "s" } else { "t" };
        let shown = if kind == ColumnKind::Path { shown.replace('/', "/<wbr>") } else { shown };
        page.push_str(&format!("<{open} class=\"{class}\"><bdi>{shown}</bdi></{close}>"));
        return;
    }
    let sorts_by = value.plain();
    let plain = if sorts_by == shown { String::new() } else { format!(" data-v=\"{sorts_by}\"") };
    page.push_str(&format!("<{open} class=\"n\"{plain}>{shown}</{close}>"));
}

/// Returns text with parts in backquotes marked as code.
fn with_code(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts
        .map(|(i, part)| if i % 2 == 1 { format!("<code>{part}</code>") } else { part.into() })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::sample;

    #[test]
    fn moves_with_equal_counts_fill_the_list() {
        let mut table = Table::new("moves", "Moves", &[("move", "Move"), ("games", "Games")]);
        table.chart = Some(Chart::Moves);
        let row = |n: usize| vec![Value::text(n.to_string()), Value::Count(u64::from(n < 3) + 1)];
        table.rows = (0..MAX_ROWS + 50).rev().map(row).collect();
        let rows = listed(&table);
        assert_eq!(rows.len(), MAX_ROWS);
        assert_eq!(rows[0], &table.rows[0], "the first of many with one game");
        assert_eq!(rows[MAX_ROWS - 3..], table.rows[MAX_ROWS + 47..].iter().collect::<Vec<_>>());
    }

    #[test]
    fn cross_tables_are_complete() {
        let mut table = Table::new("crosstable", "x", &[("player", "Player")]);
        table.rows = vec![vec![Value::text("A")]; MAX_ROWS + 1];
        assert_eq!(listed(&table).len(), MAX_ROWS + 1);
        table.key = "players";
        assert_eq!(listed(&table).len(), MAX_ROWS);
    }

    #[test]
    fn notes_have_code() {
        assert_eq!(
            with_code("what `merge --dedup` joins"),
            "what <code>merge --dedup</code> joins"
        );
    }

    #[test]
    fn names_are_text_and_nothing_is_fetched() {
        let mut report = sample();
        report.title = "<script>alert(1)</script>".to_owned();
        report.scope = vec!["Selected games: --where White ~ \"<script>*\"".to_owned()];
        let hostile = "\"><script>alert(2)</script>' & \u{202e}";
        report.sections[1].tables[0].rows.push(vec![Value::text(hostile), Value::Count(3)]);
        for chart in [Chart::Bars, Chart::Histogram] {
            report.sections[1].tables[0].chart = Some(chart);
            let mut out = Vec::new();
            write(&report, &Fit::default(), &mut out);
            let page = String::from_utf8(out).unwrap();
            assert_eq!(page.matches("<script>").count(), 1, "only our own");
            assert_eq!(page.matches("<svg").count(), 1);
            assert!(page.contains("<bdi>Selected games: --where White ~ &quot;&lt;script&gt;"));
            assert!(
                page.contains(
                    "&quot;&gt;&lt;script&gt;alert(2)&lt;/script&gt;&#39; &amp; \\u{202e}"
                )
            );
            assert!(!page.contains('\u{202e}'));
            for outside in ["http:", "https:", "src=", "@import", "url("] {
                let n_own = page.matches("http://www.w3.org/2000/svg").count();
                let n = page.matches(outside).count();
                assert_eq!(n, if outside == "http:" { n_own } else { 0 }, "{outside}");
            }
        }
    }
}
