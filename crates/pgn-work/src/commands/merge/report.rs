//! `--report`: for each dropped game, the game that was kept, the reason, and the differences.

use std::io::{self, Write as _};

use pgn_collate::Contribution;
use pgn_report::copies::{Format, Origin, Row};
use pgn_stream::Output;
use pgn_syntax::{
    Fallback, Game, Parser, Part, ReadDepth, ReadOptions, TagName, tag::SEVEN_TAG_ROSTER,
};

use super::store::{Meta, Store};

/// The game that is kept instead of a dropped one.
pub(super) enum KeptCopy<'a> {
    Stored(&'a Meta),
    OfMaster(Origin),
}

/// The report.
pub(super) struct Report {
    out: Output,
    format: Format,
    rosters: RosterReader,
    texts: [Vec<u8>; 2],
    line: Vec<u8>,
}

/// Number of bytes of a game in which its tags are searched.
const MAX_BYTES: usize = 64 << 10;

impl Report {
    pub(super) fn new(mut out: Output, format: Format, read: ReadOptions) -> io::Result<Report> {
        out.write_all(format.header().as_bytes())?;
        let parser = Parser::new(ReadOptions { depth: ReadDepth::Tags, ..read });
        let rosters = RosterReader { parser, game: Game::default() };
        Ok(Report { out, format, rosters, texts: Default::default(), line: Vec::new() })
    }

    /// Adds a dropped game. `brought`: with `--keep union`, what the kept game has taken over.
    pub(super) fn row(
        &mut self,
        store: &mut Store,
        dropped: &Meta,
        kept: KeptCopy<'_>,
        reason: &str,
        brought: Option<Contribution>,
    ) -> io::Result<()> {
        let [text, other] = &mut self.texts;
        store.text(dropped, MAX_BYTES, text)?;
        let tags = self.rosters.read(text, store.fallback(dropped));
        let mut differences = Vec::new();
        let origin = |store: &Store, meta: &Meta| Origin {
            file: store.name(meta.input).to_owned(),
            line: meta.position.line.0,
            game: meta.position.game.unwrap_or_default().0,
        };
        let kept = match kept {
            KeptCopy::OfMaster(origin) => origin,
            KeptCopy::Stored(meta) => {
                store.text(meta, MAX_BYTES, other)?;
                let its = self.rosters.read(other, store.fallback(meta));
                for ((name, mine), its) in SEVEN_TAG_ROSTER.iter().zip(&tags).zip(&its) {
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

/// Reads the Seven Tag Roster of games, one after another, with one parser.
struct RosterReader {
    parser: Parser,
    game: Game,
}

impl RosterReader {
    /// Returns the values of the first game in `text`.
    fn read(&mut self, text: &[u8], fallback: Fallback) -> [String; 7] {
        let part = Part::whole(text);
        self.parser.start(&part);
        if !self.parser.next_game(&part, &mut self.game) {
            return Default::default();
        }
        let value = |name: TagName| fallback.decode(&self.game.value(text, name)).into_owned();
        SEVEN_TAG_ROSTER.map(value)
    }
}
