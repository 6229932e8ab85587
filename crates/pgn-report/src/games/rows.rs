//! Games as table rows; `docs/formats.md` describes the columns.

use std::io;

use pgn_chess::{
    Outcome, Ply, Replay, ReplayOptions, Variant, Visitor,
    export::{raw_bytes, result},
    start,
    tag_list::{EditTags, Tag, TagFacts, found_tags},
};
use pgn_query::time_control::TimeControl;
use pgn_syntax::{Fallback, Game, Marker, date::Date};
use pgn_table::{Column, DataType, RowBuilder};

use super::{
    pieces::{PieceWriter, Take},
    ply_rows::Plies,
};
use crate::first_error::{FirstError, what_is_wrong};

/// The content of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// A game.
    Game,
    /// A half-move of a main line.
    Ply,
}

/// The first columns, with the place of the game.
pub(super) const PLACE: [Column; 4] = [
    Column { name: "file", data_type: DataType::Text },
    Column { name: "game", data_type: DataType::Int },
    Column { name: "offset", data_type: DataType::Int },
    Column { name: "length", data_type: DataType::Int },
];

pub(super) const fn column(name: &'static str, data_type: DataType) -> Column {
    Column { name, data_type }
}

const GAMES: &[Column] = &[
    PLACE[0],
    PLACE[1],
    PLACE[2],
    PLACE[3],
    column("event", DataType::Text),
    column("site", DataType::Text),
    column("date", DataType::Date),
    column("year", DataType::Int),
    column("month", DataType::Int),
    column("day", DataType::Int),
    column("round", DataType::Text),
    column("white", DataType::Text),
    column("black", DataType::Text),
    column("result", DataType::Text),
    column("white_elo", DataType::Int),
    column("black_elo", DataType::Int),
    column("white_title", DataType::Text),
    column("black_title", DataType::Text),
    column("white_fide_id", DataType::Int),
    column("black_fide_id", DataType::Int),
    column("event_date", DataType::Date),
    column("board", DataType::Int),
    column("eco", DataType::Text),
    column("opening", DataType::Text),
    column("variation", DataType::Text),
    column("time_control", DataType::Text),
    column("base_seconds", DataType::Int),
    column("increment_seconds", DataType::Int),
    column("speed", DataType::Text),
    column("utc_date", DataType::Date),
    column("utc_seconds", DataType::Int),
    column("termination", DataType::Text),
    column("annotator", DataType::Text),
    column("variant", DataType::Text),
    column("start_fen", DataType::Text),
    column("plies", DataType::Int),
    column("moves_uci", DataType::Text),
    column("moves_san", DataType::Text),
    column("final_fen", DataType::Text),
    column("hash", DataType::Text),
    column("errors", DataType::Text),
    column("raw", DataType::Text),
    column("tags", DataType::Map),
];

impl RowKind {
    /// Returns the columns of a table with these rows.
    pub fn columns(self) -> &'static [Column] {
        match self {
            RowKind::Game => GAMES,
            RowKind::Ply => super::ply_rows::COLUMNS,
        }
    }

    /// Returns the name of a table with these rows.
    pub fn name(self) -> &'static str {
        match self {
            RowKind::Game => "games",
            RowKind::Ply => "plies",
        }
    }
}

/// Writes games as rows without their first columns, which the sink adds. Use one per thread.
pub struct GameWriter {
    kind: RowKind,
    replay: Replay,
    options: ReplayOptions,
    fallback: Fallback,
    uci: String,
    san: String,
    /// True if the last game has rows that are not written yet.
    is_cut: bool,
}

impl GameWriter {
    /// Returns a writer of rows of this kind.
    pub fn new(kind: RowKind, options: ReplayOptions, fallback: Fallback) -> GameWriter {
        let replay = Replay::new();
        let (uci, san) = (String::new(), String::new());
        GameWriter { kind, replay, options, fallback, uci, san, is_cut: false }
    }

    /// Appends the row of a game, or the first rows of its half-moves. Returns the first error with
    /// its offset in the chunk.
    pub fn write(
        &mut self,
        game: &Game,
        src: &[u8],
        editor: Option<&mut dyn EditTags>,
        out: &mut Vec<u8>,
    ) -> Option<FirstError> {
        let start = start(game, src);
        let reading = self.replay.options_for(game, src, &start, &self.options);
        if self.kind == RowKind::Ply {
            let out = PieceWriter::at_once(out);
            let mut plies = Plies::new(game, src, self.fallback, start.variant, out);
            let end = self.replay.walk(game, src, &start, &reading, &mut plies);
            self.is_cut = plies.end().is_cut();
            return end.failed.then(|| what_is_wrong(game, &start, &end, src));
        }
        let is_checked = start.variant != Variant::Unchecked;
        let mut moves = MoveTexts {
            uci: &mut self.uci,
            san: &mut self.san,
            as_written: if is_checked { None } else { Some((src, self.fallback)) },
            n_plies: 0,
            has_failed: false,
        };
        moves.uci.clear();
        moves.san.clear();
        let end = self.replay.walk(game, src, &start, &reading, &mut moves);
        let n_plies = moves.n_plies;
        let error = end.failed.then(|| what_is_wrong(game, &start, &end, src));
        let mut marker = result(game, src, &end);
        let mut tags = found_tags(game, src, self.fallback);
        if let Some(editor) = editor {
            let before = value(&tags, "Result").map(str::to_owned);
            let facts =
                TagFacts { game, src, start: &start, reading: &reading, end: &end, part: None };
            editor.edit(&facts, &mut tags);
            let after = value(&tags, "Result");
            if after != before.as_deref() {
                marker = after.and_then(|it| Marker::read(it.as_bytes())).unwrap_or(marker);
            }
        }
        let mut row = RowBuilder::begin(out);
        self.tags(&tags, marker, &mut row);
        match &start.position {
            Ok(position) if !start.is_initial => row.text(Some(&position.fen())),
            _ => row.missing(),
        }
        row.int(Some(n_plies));
        row.text(Some(self.uci.as_str()).filter(|_| is_checked));
        row.text(Some(&self.san));
        match end.position.as_ref().filter(|_| is_checked) {
            Some(position) => {
                row.text(Some(&position.fen()));
                row.text(Some(&format!("{:016x}", position.polyglot_hash())));
            }
            None => {
                row.missing();
                row.missing();
            }
        }
        row.text(error.as_ref().map(|(_, what)| what.as_str()));
        match &error {
            Some(_) => row.text(Some(&self.fallback.decode(raw_bytes(game, src)))),
            None => row.missing(),
        }
        row.map(tags.iter().map(|tag| (tag.name.as_str(), tag.value.as_str())));
        row.end();
        error
    }

    /// Returns a writer of the rows that [`GameWriter::write`] has left out of the last game, if
    /// there are any.
    pub fn rest(&self) -> Option<GameWriter> {
        self.is_cut.then(|| GameWriter::new(self.kind, self.options, self.fallback))
    }

    /// Passes the remaining rows of a game to `take`.
    ///
    /// # Errors
    /// `take` fails.
    pub fn write_rest(&mut self, game: &Game, src: &[u8], take: &mut Take<'_>) -> io::Result<()> {
        let start = start(game, src);
        let reading = self.replay.options_for(game, src, &start, &self.options);
        let mut bytes = Vec::new();
        let out = PieceWriter::rest(&mut bytes, take);
        let mut plies = Plies::new(game, src, self.fallback, start.variant, out);
        self.replay.walk(game, src, &start, &reading, &mut plies);
        plies.end().end()
    }

    fn tags(&self, tags: &[Tag], marker: Marker, row: &mut RowBuilder<'_>) {
        let text = |name| value(tags, name).filter(|it| !matches!(*it, "" | "?"));
        let int = |name| text(name).and_then(|it| it.trim().parse::<i64>().ok());
        let date = |name| value(tags, name).and_then(|it| Date::read(it.as_bytes()));
        let day = |name| date(name).and_then(days);
        row.text(text("Event"));
        row.text(text("Site"));
        row.date(day("Date"));
        let parts = date("Date");
        row.int(parts.map(|it| i64::from(it.year)));
        row.int(parts.and_then(|it| it.month).map(i64::from));
        row.int(parts.and_then(|it| it.day).map(i64::from));
        row.text(text("Round"));
        row.text(text("White"));
        row.text(text("Black"));
        row.text(Some(marker.text()));
        row.int(int("WhiteElo"));
        row.int(int("BlackElo"));
        row.text(text("WhiteTitle"));
        row.text(text("BlackTitle"));
        row.int(int("WhiteFideId"));
        row.int(int("BlackFideId"));
        row.date(day("EventDate"));
        row.int(int("Board"));
        row.text(text("ECO"));
        row.text(text("Opening"));
        row.text(text("Variation"));
        let time_control = text("TimeControl");
        row.text(time_control);
        let read = time_control.and_then(|it| TimeControl::read(it.as_bytes()));
        row.int(read.and_then(|it| i64::try_from(it.base).ok()));
        row.int(read.and_then(|it| i64::try_from(it.increment).ok()));
        row.text(read.map(|it| it.speed().name()));
        row.date(day("UTCDate"));
        row.int(text("UTCTime").and_then(seconds_of_day));
        row.text(text("Termination"));
        row.text(text("Annotator"));
        row.text(text("Variant"));
    }
}

/// Appends the row of a game that was not read, without its first columns. The arguments are a rule
/// and its message.
pub fn write_unread(kind: RowKind, (rule, message): (&str, &str), out: &mut Vec<u8>) {
    if kind == RowKind::Ply {
        return;
    }
    let mut row = RowBuilder::begin(out);
    for column in &GAMES[PLACE.len()..] {
        match column.name {
            "result" => row.text(Some("*")),
            "errors" => row.text(Some(&format!("{rule}: {message}"))),
            _ => row.missing(),
        }
    }
    row.end();
}

fn value<'a>(tags: &'a [Tag], name: &str) -> Option<&'a str> {
    tags.iter().find(|tag| tag.name == name).map(|tag| tag.value.as_str())
}

/// Returns a date as a day number, if it is complete.
fn days(date: Date) -> Option<i32> {
    pgn_table::csv::days(i32::from(date.year), u32::from(date.month?), u32::from(date.day?))
}

/// Returns `HH:MM:SS` in seconds.
fn seconds_of_day(text: &str) -> Option<i64> {
    let parts: Vec<i64> = text.split(':').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let [hours @ 0..24, minutes @ 0..60, seconds @ 0..60] = parts[..] else { return None };
    Some(hours * 3600 + minutes * 60 + seconds)
}

/// Collects the played moves of the main line, separated by blanks.
struct MoveTexts<'a> {
    uci: &'a mut String,
    san: &'a mut String,
    /// Set if moves are not checked: they are copied as written.
    as_written: Option<(&'a [u8], Fallback)>,
    n_plies: i64,
    has_failed: bool,
}

impl Visitor for MoveTexts<'_> {
    fn ply(&mut self, ply: &Ply<'_>) {
        if ply.depth > 0 || self.has_failed {
            return;
        }
        for text in [&mut *self.uci, &mut *self.san] {
            if !text.is_empty() {
                text.push(' ');
            }
        }
        match (ply.canonical_san(), self.as_written) {
            (Some(san), _) => self.san.push_str(san.as_str()),
            (None, Some((src, fallback))) => self.san.push_str(&fallback.decode(ply.span.of(src))),
            (None, None) => {
                self.san.truncate(self.san.trim_end().len());
                self.uci.truncate(self.uci.trim_end().len());
                self.has_failed = true;
                return;
            }
        }
        self.uci.push_str(&uci(ply).unwrap_or_default());
        self.n_plies += 1;
    }
}

/// Returns the move in UCI notation; `0000` for a null move.
pub(super) fn uci(ply: &Ply<'_>) -> Option<String> {
    match ply.outcome {
        Outcome::Played { mv, .. } => Some(mv.uci(ply.before.castling_mode()).to_string()),
        Outcome::Null => Some("0000".to_owned()),
        Outcome::Failed(_) | Outcome::Skipped => None,
    }
}
