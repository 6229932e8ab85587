//! Pages in Markdown as plain text for a terminal.

use crate::wrap;

/// Returns the text of a page. Lines have at most `width` columns, except code and long words.
#[must_use]
pub fn as_text(page: &str, width: usize) -> String {
    let mut out = String::new();
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        if line.is_empty() || line.starts_with("![") || line.starts_with("<!--") {
            continue;
        }
        if !out.is_empty() {
            out.push('\n');
        }
        if line.starts_with("```") {
            for code in lines.by_ref().take_while(|line| !line.starts_with("```")) {
                out.push_str(format!("    {code}").trim_end());
                out.push('\n');
            }
        } else if let Some(title) = line.strip_prefix('#') {
            let is_main = !title.starts_with('#');
            let title = inline(title.trim_start_matches('#').trim());
            let rule = if is_main { "=" } else { "-" }.repeat(title.chars().count());
            out.push_str(&format!("{title}\n{rule}\n"));
        } else if line.starts_with('|') {
            let mut rows = vec![cells(line)];
            while let Some(row) = lines.next_if(|line| line.starts_with('|')) {
                rows.push(cells(row));
            }
            push_table(&rows, width, &mut out);
        } else {
            let mut first = Some(line);
            // There is no empty line between the items of a list.
            while let Some(line) = first.take().or_else(|| lines.next_if(|line| is_item(line))) {
                let mut text = line.to_owned();
                while let Some(more) = lines.next_if(|line| continues(line)) {
                    text.push(' ');
                    text.push_str(more.trim_start());
                }
                push_paragraph(&text, width, &mut out);
            }
        }
    }
    out
}

/// Returns true if the line continues the paragraph or item before it.
fn continues(line: &str) -> bool {
    !line.is_empty() && !line.starts_with(['#', '|']) && !line.starts_with("```") && !is_item(line)
}

fn is_item(line: &str) -> bool {
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    line.trim_start().starts_with("- ") || number.len() < line.len() && number.starts_with(". ")
}

fn push_paragraph(text: &str, width: usize, out: &mut String) {
    let text = text.trim_start();
    let indent = if is_item(text) { text.find(' ').map_or(0, |at| at + 1) } else { 0 };
    let (mark, words) = text.split_at(indent);
    for (i, line) in wrap(&inline(words), width - indent).iter().enumerate() {
        let mark = if i == 0 { mark } else { &"    "[..indent.min(4)] };
        out.push_str(&format!("{mark}{line}\n"));
    }
}

/// Returns the cells of a row of a table.
fn cells(row: &str) -> Vec<String> {
    let row = row.trim().trim_start_matches('|');
    let row = row.strip_suffix('|').unwrap_or(row).replace("\\|", "\u{0}");
    row.split('|').map(|cell| inline(&cell.trim().replace('\u{0}', "|"))).collect()
}

/// Appends a table: with columns if the rows fit, otherwise with the other cells of a row below its first cell.
fn push_table(rows: &[Vec<String>], width: usize, out: &mut String) {
    let is_rule = |row: &&Vec<String>| {
        row.iter().all(|cell| !cell.is_empty() && cell.chars().all(|c| "-:".contains(c)))
    };
    let rows: Vec<&Vec<String>> = rows.iter().filter(|row| !is_rule(row)).collect();
    let n_columns = rows.iter().map(|row| row.len()).max().unwrap_or(0);
    let size =
        |i: usize| rows.iter().filter_map(move |row| row.get(i)).map(|it| it.chars().count());
    let sizes: Vec<usize> = (0..n_columns).map(|i| size(i).max().unwrap_or(0)).collect();
    let is_narrow = sizes.iter().sum::<usize>() + 2 * n_columns <= width;
    for (n, row) in rows.iter().enumerate() {
        if is_narrow {
            let line: String = row
                .iter()
                .zip(&sizes)
                .map(|(cell, size)| {
                    format!("{cell}{}", " ".repeat(size + 2 - cell.chars().count()))
                })
                .collect();
            out.push_str(line.trim_end());
            out.push('\n');
        } else if n > 0 {
            // The header of a table is omitted, because the rows are clear without it.
            wrap(&row[0], width).iter().for_each(|line| out.push_str(&format!("{line}\n")));
            for cell in row[1..].iter().filter(|cell| !cell.is_empty()) {
                let lines = wrap(cell, width - 4);
                lines.iter().for_each(|line| out.push_str(&format!("    {line}\n")));
            }
        }
    }
}

/// Returns the text without links, emphasis and escapes. Code keeps its backquotes.
fn inline(text: &str) -> String {
    let mut out = String::new();
    for (i, part) in text.split('`').enumerate() {
        if i % 2 == 1 {
            out.push_str(&format!("`{part}`"));
            continue;
        }
        out.push_str(&part.replace("**", "").replace("\\<", "<").replace("\\*", "*"));
    }
    without_links(&out)
}

/// Replaces `[text](target)` by `text`.
fn without_links(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(middle) = rest.find("](") {
        let (before, after) = rest.split_at(middle);
        let (Some(open), Some(close)) = (before.rfind('['), after.find(')')) else { break };
        out.push_str(&before[..open]);
        out.push_str(&before[open + 1..]);
        rest = &after[close + 1..];
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use snapbox::{assert_data_eq, str};

    use super::*;

    #[test]
    fn blocks() {
        let page = "# Title\n\nA [link](dedup.md#y) and `a|b`, which is longer\nthan a line.\n\n![x](y.svg)\n\n- one\n- two, which is too long for a line of this width\n\n```text\npgnkit check\n```\n\n## Table\n\n| a | b |\n| --- | --- |\n| `x\\|y` | *z* |\n\n| option | what it does |\n| --- | --- |\n| `--long` | a text that does not fit into thirty columns |\n";
        assert_data_eq!(
            as_text(page, 30),
            str![[r#"
Title
=====

A link and `a|b`, which is
longer than a line.

- one
- two, which is too long for a
  line of this width

    pgnkit check

Table
-----

a      b
`x|y`  *z*

`--long`
    a text that does not fit
    into thirty columns

"#]]
        );
    }
}
