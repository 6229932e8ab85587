//! `--report`: for each dropped game, the game that was kept, the reason, and the differences.

use std::{
    collections::BTreeMap,
    io::{self, Write as _},
};

use pgn_collate::Contribution;
use pgn_report::copies::{Format, Origin, Row};
use pgn_stream::Output;
use pgn_syntax::{
    Fallback, Game, Parser, Part, ReadDepth, ReadOptions, is_unknown_value, tag::SEVEN_TAG_ROSTER,
};

use super::{
    annotation::Annotation,
    store::{Meta, Store},
};

/// The game that is kept instead of a dropped one.
pub(super) enum KeptCopy<'a> {
    Stored(&'a Meta),
    OfMaster(Origin),
}

/// The report.
pub(super) struct Report {
    out: Output,
    format: Format,
    reader: ContentReader,
    /// The content of the last kept game, with its input and offset, as several copies of it often follow each other.
    last_kept: Option<((u32, u64), Content)>,
    texts: [Vec<u8>; 2],
    line: Vec<u8>,
}

/// Number of bytes of a game that are compared. Of a larger game, only the tags are.
const MAX_BYTES: usize = 256 << 10;

impl Report {
    pub(super) fn new(mut out: Output, format: Format, read: ReadOptions) -> io::Result<Report> {
        out.write_all(format.header().as_bytes())?;
        let parser = Parser::new(ReadOptions { depth: ReadDepth::Movetext, ..read });
        let reader = ContentReader { parser, game: Game::default() };
        Ok(Report {
            out,
            format,
            reader,
            last_kept: None,
            texts: Default::default(),
            line: Vec::new(),
        })
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
        let content = self.reader.read(text, store.fallback(dropped));
        let mut differences = Vec::new();
        let origin = |store: &Store, meta: &Meta| Origin {
            file: store.texts.name(meta.input).to_owned(),
            line: meta.position.line.0,
            game: meta.position.game.unwrap_or_default().0,
        };
        let kept = match kept {
            KeptCopy::OfMaster(origin) => origin,
            KeptCopy::Stored(meta) => {
                // With a union, the differences are known.
                if brought.is_none() {
                    let place = (meta.input, meta.offset);
                    if self.last_kept.as_ref().is_none_or(|(last, _)| *last != place) {
                        store.text(meta, MAX_BYTES, other)?;
                        self.last_kept =
                            Some((place, self.reader.read(other, store.fallback(meta))));
                    }
                    differences = self
                        .last_kept
                        .as_ref()
                        .map_or_else(Vec::new, |(_, its)| content.differences(its));
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
        let [_, _, date, _, white, black, _] = content.roster;
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

/// What the report compares of a game.
#[derive(Default)]
struct Content {
    roster: [String; 7],
    /// The other tags with known values.
    others: BTreeMap<String, String>,
    /// `None` if the game was not read to its end.
    annotation: Option<Annotation>,
}

impl Content {
    /// Returns what this game, which is dropped, has and the kept one has not.
    fn differences(&self, kept: &Content) -> Vec<String> {
        let mut differences = Vec::new();
        for ((name, mine), its) in SEVEN_TAG_ROSTER.iter().zip(&self.roster).zip(&kept.roster) {
            if mine != its {
                differences.push(format!("{}: {mine} / {its}", name.text()));
            }
        }
        for (name, mine) in &self.others {
            let its = kept.others.get(name).map_or("?", String::as_str);
            if mine != its {
                differences.push(format!("{name}: {mine} / {its}"));
            }
        }
        if let (Some(mine), Some(its)) = (&self.annotation, &kept.annotation) {
            differences.extend(mine.differences(its));
        }
        differences
    }
}

/// Reads what is compared of games, one after another, with one parser.
struct ContentReader {
    parser: Parser,
    game: Game,
}

impl ContentReader {
    /// Returns the content of the first game in `text`.
    fn read(&mut self, text: &[u8], fallback: Fallback) -> Content {
        let part = Part::whole(text);
        self.parser.start(&part);
        if !self.parser.next_game(&part, &mut self.game) {
            return Content::default();
        }
        let game = &self.game;
        let decoded = |bytes: &[u8]| fallback.decode(bytes).into_owned();
        let mut others = BTreeMap::new();
        let is_of_roster = |name| SEVEN_TAG_ROSTER.contains(&name);
        for pair in game.tags.iter().filter(|pair| !pair.known.is_some_and(is_of_roster)) {
            let value = decoded(&pair.value(text));
            if !is_unknown_value(value.as_bytes()) {
                others.entry(decoded(pair.name(text))).or_insert(value);
            }
        }
        let is_whole = text.len() < MAX_BYTES;
        Content {
            roster: SEVEN_TAG_ROSTER.map(|name| decoded(&game.value(text, name))),
            others,
            annotation: is_whole.then(|| Annotation::of(game, text, fallback)),
        }
    }
}
