//! `--report`: for each game that is dropped, which one was kept, why, and where the two differ.

use std::io::{self, Write as _};

use pgn_collate::Brought;
use pgn_stream::Output;
use pgn_syntax::{Fallback, Games, TagName, tag::SEVEN_TAG_ROSTER};
use serde::Serialize;

use super::store::{Meta, Store};
use crate::merge::{Cells, ReportFormat};

/// Where a game came from.
#[derive(Debug, Serialize)]
pub(super) struct Origin {
    pub(super) file: String,
    pub(super) line: u64,
    pub(super) game: u64,
}

/// A line of the report.
#[derive(Debug, Serialize)]
pub(super) struct Row<'a> {
    pub(super) dropped: Origin,
    pub(super) kept: Origin,
    pub(super) reason: &'a str,
    pub(super) white: String,
    pub(super) black: String,
    pub(super) date: String,
    /// Tags of the roster that differ, `Name: dropped / kept`; with `--keep union` all that was not
    /// taken over.
    pub(super) differences: Vec<String>,
    /// What the kept game has from it.
    pub(super) taken: Vec<String>,
}

/// The report.
pub(super) struct Report {
    out: Output,
    format: ReportFormat,
    fallback: Fallback,
    texts: [Vec<u8>; 2],
}

/// A game's tags stand in its first bytes.
const MOST: usize = 64 << 10;

impl Report {
    pub(super) fn new(
        mut out: Output,
        format: ReportFormat,
        fallback: Fallback,
    ) -> io::Result<Report> {
        if let ReportFormat::Tsv(_) = format {
            out.write_all(
                b"file\tline\tgame\tkept_file\tkept_line\tkept_game\treason\twhite\tblack\tdate\tdifferences\ttaken\n",
            )?;
        }
        Ok(Report { out, format, fallback, texts: Default::default() })
    }

    /// Tells of a game that is dropped. `kept`: the game in the store, or one of the master. `brought`:
    /// what became of what it knows, if that was asked for.
    pub(super) fn row(
        &mut self,
        store: &mut Store,
        dropped: &Meta,
        kept: Result<&Meta, Origin>,
        reason: &str,
        brought: Option<Brought>,
    ) -> io::Result<()> {
        let [text, other] = &mut self.texts;
        store.text(dropped, MOST, text)?;
        let tags = roster(text, self.fallback);
        let mut differences = Vec::new();
        let origin = |store: &Store, meta: &Meta| Origin {
            file: store.name(meta.input).to_owned(),
            line: meta.line,
            game: meta.number,
        };
        let kept = match kept {
            Err(origin) => origin,
            Ok(meta) => {
                store.text(meta, MOST, other)?;
                let names = SEVEN_TAG_ROSTER.iter();
                for ((name, mine), its) in names.zip(&tags).zip(&roster(other, self.fallback)) {
                    if mine != its {
                        differences.push(format!("{}: {mine} / {its}", name.text()));
                    }
                }
                origin(store, meta)
            }
        };
        let taken = match brought {
            Some(brought) => {
                differences = brought.conflicts;
                [brought.tags, brought.annotation].concat()
            }
            None => Vec::new(),
        };
        let [_, _, date, _, white, black, _] = tags;
        let row = Row {
            dropped: origin(store, dropped),
            kept,
            reason,
            white,
            black,
            date,
            differences,
            taken,
        };
        self.write(&row)
    }

    fn write(&mut self, row: &Row<'_>) -> io::Result<()> {
        match self.format {
            ReportFormat::Jsonl => {
                serde_json::to_writer(&mut self.out, row)?;
                self.out.write_all(b"\n")
            }
            ReportFormat::Tsv(Cells { formulas, paint }) => {
                let Row { dropped, kept, reason, white, black, date, .. } = row;
                let (differences, taken) = (row.differences.join("; "), row.taken.join("; "));
                let fields: [&dyn std::fmt::Display; 12] = [
                    &dropped.file,
                    &dropped.line,
                    &dropped.game,
                    &kept.file,
                    &kept.line,
                    &kept.game,
                    reason,
                    white,
                    black,
                    date,
                    &differences,
                    &taken,
                ];
                let mut line = String::new();
                for (at, field) in fields.iter().enumerate() {
                    if at > 0 {
                        line.push('\t');
                    }
                    // A tab or line end in a tag would be a new field.
                    let field = field.to_string().replace(char::is_control, " ");
                    line.push_str(formulas.guard(&field));
                    line.push_str(&field);
                }
                line.push('\n');
                self.out.write_all(&paint.line(line.as_bytes()))
            }
        }
    }

    pub(super) fn into_inner(self) -> Output {
        self.out
    }
}

/// The values of the Seven Tag Roster of the first game in `text`.
fn roster(text: &[u8], fallback: Fallback) -> [String; 7] {
    let mut games = Games::new(text);
    let Some(game) = games.next() else { return Default::default() };
    SEVEN_TAG_ROSTER.map(|name: TagName| {
        let value = game.tag(text, name).map(|pair| pair.value(text)).unwrap_or_default();
        fallback.decode(&value).into_owned()
    })
}
