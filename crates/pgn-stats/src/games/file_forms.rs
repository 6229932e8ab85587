//! Files by character set, line ends and producer.

use std::collections::BTreeMap;

use pgn_report::tables::{Section, Table, Value};
use pgn_syntax::{Fallback, is_line_end};

use crate::sums::{
    lists::{List, key_text},
    totals::Totals,
};

/// The encoding and the line ends of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextForm {
    /// 0: ASCII, 1: UTF-8, 2: another set.
    pub(crate) encoding: usize,
    /// 0: LF, 1: CR LF, 2: CR; `None`: the game has no line end.
    pub(crate) line_end: Option<usize>,
}

/// Counts the encoding of a game and its first line end. Returns both.
pub(crate) fn count_text_form(bytes: &[u8], totals: &mut Totals) -> TextForm {
    totals.bytes.total += bytes.len() as u64;
    let encoding = if bytes.is_ascii() {
        0
    } else if std::str::from_utf8(bytes).is_ok() {
        1
    } else {
        2
    };
    totals.bytes.encodings[encoding] += 1;
    let end = bytes.iter().position(is_line_end);
    let line_end = end.map(|end| match (bytes[end], bytes.get(end + 1)) {
        (b'\n', _) => 0,
        (_, Some(b'\n')) => 1,
        _ => 2,
    });
    if let Some(kind) = line_end {
        totals.bytes.line_ends[kind] += 1;
    }
    TextForm { encoding, line_end }
}

/// The names of line ends, by [`TextForm::line_end`].
const LINE_ENDS: [&str; 3] = ["LF", "CR LF", "CR"];

/// Writes the key of the form of a game to `out`. Its parts are separated by NUL.
pub(crate) fn write_key(
    form: TextForm,
    fallback: Fallback,
    producer: &str,
    file: &str,
    out: &mut Vec<u8>,
) {
    let set = match form.encoding {
        0 => "",
        1 => UTF8,
        _ => fallback.name(),
    };
    let line_end = form.line_end.map_or("", |kind| LINE_ENDS[kind]);
    for part in [set, line_end, producer] {
        out.extend_from_slice(part.as_bytes());
        out.push(0);
    }
    out.extend_from_slice(file.as_bytes());
}

const UTF8: &str = "UTF-8";

/// The form of a file: numbers of games by character set, line end and producer.
#[derive(Default)]
struct FileForm([BTreeMap<String, u64>; 3]);

impl FileForm {
    /// Returns character set, line ends and producer of the file.
    fn row(&self) -> [String; 3] {
        let FileForm([sets, line_ends, producers]) = self;
        let names = |all: &BTreeMap<String, u64>| {
            let names = all.keys().filter(|name| !name.is_empty());
            names.cloned().collect::<Vec<_>>().join(", ")
        };
        let or = |text: String, other: &str| if text.is_empty() { other.to_owned() } else { text };
        // The producer of the most games; of several, the first by name.
        let most = producers.iter().rev().max_by_key(|(_, n)| **n);
        let producer = most.map(|(name, _)| name.clone()).unwrap_or_default();
        [or(names(sets), "ASCII"), or(names(line_ends), "none"), or(producer, "unknown")]
    }
}

/// Returns the section; it is empty if there is only one file.
pub(crate) fn section(list: &List, top: Option<usize>) -> Section {
    let mut files: BTreeMap<&[u8], (FileForm, u64)> = BTreeMap::new();
    for (key, counts) in &list.rows {
        let mut parts = key.splitn(4, |&byte| byte == 0);
        let mut next = || parts.next().unwrap_or_default();
        let known = [next(), next(), next()];
        let (form, n) = files.entry(next()).or_default();
        *n += counts.games();
        for (names, name) in form.0.iter_mut().zip(known) {
            *names.entry(key_text(name)).or_default() += counts.games();
        }
    }
    let columns = [
        ("charset", "Character set"),
        ("line_ends", "Line ends"),
        ("producer", "Producer"),
        ("files", "Files"),
        ("games", "Games"),
        ("first", "First file"),
    ];
    let title = "Files by character set, line ends and producer";
    let mut table = Table::new("file_forms", title, &columns);
    let mut section = Section::new("file_forms", title);
    if files.len() < 2 {
        return section;
    }
    let mut rows: BTreeMap<[String; 3], (u64, u64, &[u8])> = BTreeMap::new();
    for (file, (form, n)) in &files {
        let row = rows.entry(form.row()).or_insert((0, 0, file));
        row.0 += 1;
        row.1 += n;
    }
    let mut rows: Vec<_> = rows.into_iter().collect();
    rows.sort_by_key(|(_, (n_files, n_games, _))| (!n_files, !n_games));
    let n_shown = top.unwrap_or(rows.len()).min(rows.len());
    table.n_more = (rows.len() - n_shown) as u64;
    for ([set, line_ends, producer], (n_files, n_games, first)) in rows.into_iter().take(n_shown) {
        table.rows.push(vec![
            Value::text(set),
            Value::text(line_ends),
            Value::text(producer),
            Value::Count(n_files),
            Value::Count(n_games),
            Value::text(key_text(first)),
        ]);
    }
    section.tables.push(table);
    section
}

#[cfg(test)]
mod tests {
    use pgn_query::Counts;
    use pgn_syntax::Marker;

    use super::*;

    #[test]
    fn files_are_what_their_games_are() {
        let mut list = List::default();
        let mut add = |encoding, line_end, producer, file| {
            let mut key = Vec::new();
            let form = TextForm { encoding, line_end };
            write_key(form, Fallback::default(), producer, file, &mut key);
            list.rows.push((key.into(), Counts::one(Marker::Draw)));
        };
        add(0, Some(0), "ChessBase", "a.pgn");
        add(2, Some(0), "", "a.pgn");
        add(0, Some(0), "ChessBase", "a.pgn");
        add(0, Some(1), "", "b.pgn");
        add(1, Some(1), "", "c.pgn");
        add(2, Some(0), "", "c.pgn");
        add(0, Some(1), "", "d.pgn");
        let section = section(&list, None);
        let rows: Vec<String> = section.tables[0]
            .rows
            .iter()
            .map(|row| row.iter().map(|cell| format!("{cell:?}")).collect::<Vec<_>>().join(" "))
            .collect();
        assert_eq!(rows.len(), 3);
        assert!(rows[0].contains("ASCII") && rows[0].contains("b.pgn"), "{rows:?}");
        assert!(rows[1].contains("windows-1252") && rows[1].contains("ChessBase"), "{rows:?}");
        assert!(rows[2].contains("UTF-8, windows-1252"), "{rows:?}");
        assert!(rows[2].contains("CR LF, LF"), "{rows:?}");
    }
}
