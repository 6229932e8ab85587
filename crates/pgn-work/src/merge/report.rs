//! `--report`: for each dropped game, the game that was kept, the reason, and the differences.

use std::io::{self, Write as _};

use pgn_collate::Contribution;
use pgn_report::copies::{Format, Origin, Row};
use pgn_stream::Output;
use pgn_syntax::{Fallback, Games, ReadOptions, TagName, tag::SEVEN_TAG_ROSTER};

use super::store::{Meta, Store};

/// The report.
pub(super) struct Report {
    out: Output,
    format: Format,
    read: ReadOptions,
    texts: [Vec<u8>; 2],
    line: Vec<u8>,
}

/// Number of bytes of a game in which its tags are searched.
const MAX_BYTES: usize = 64 << 10;

impl Report {
    pub(super) fn new(mut out: Output, format: Format, read: ReadOptions) -> io::Result<Report> {
        out.write_all(format.header().as_bytes())?;
        Ok(Report { out, format, read, texts: Default::default(), line: Vec::new() })
    }

    /// Adds a dropped game. `kept`: the copy in the store, or the position of the copy in the master; `brought`: with
    /// `--keep union`, what the kept game has taken over.
    pub(super) fn row(
        &mut self,
        store: &mut Store,
        dropped: &Meta,
        kept: Result<&Meta, Origin>,
        reason: &str,
        brought: Option<Contribution>,
    ) -> io::Result<()> {
        let [text, other] = &mut self.texts;
        store.text(dropped, MAX_BYTES, text)?;
        let tags = roster(text, self.read, store.fallback(dropped));
        let mut differences = Vec::new();
        let origin = |store: &Store, meta: &Meta| Origin {
            file: store.name(meta.input).to_owned(),
            line: meta.position.line.0,
            game: meta.position.game.unwrap_or_default().0,
        };
        let kept = match kept {
            Err(origin) => origin,
            Ok(meta) => {
                store.text(meta, MAX_BYTES, other)?;
                let names = SEVEN_TAG_ROSTER.iter();
                for ((name, mine), its) in
                    names.zip(&tags).zip(&roster(other, self.read, store.fallback(meta)))
                {
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
        self.line.clear();
        row.write(self.format, &mut self.line);
        self.out.write_all(&self.line)
    }

    pub(super) fn into_inner(self) -> Output {
        self.out
    }
}

/// Returns the values of the Seven Tag Roster of the first game in `text`.
fn roster(text: &[u8], read: ReadOptions, fallback: Fallback) -> [String; 7] {
    let mut games = Games::with_options(text, read);
    let Some(game) = games.next() else { return Default::default() };
    SEVEN_TAG_ROSTER.map(|name: TagName| {
        let value = game.value(text, name);
        fallback.decode(&value).into_owned()
    })
}
