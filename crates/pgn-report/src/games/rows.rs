//! Games as table rows; `docs/formats.md` describes the columns.

use std::{borrow::Cow, io};

use pgn_chess::{
    CanonicalPly, Ply, Position, Replay, ReplayOptions, Start, Variant, Visitor,
    export::{raw_bytes, result, stated_result},
    start,
    tag_list::{EditTags, Tag, TagFacts, edit_with_result, found_tags, value},
};
use pgn_openings::{Classifier, Opening, Openings};
use pgn_query::{move_facts::main_line, termination};
use pgn_syntax::{
    Fallback, Game, Marker, TagName,
    date::Date,
    is_unknown_value, rating,
    time_control::{TimeControl, whole_seconds},
};

use super::{
    columns::{Cells, RowKind, TableForm},
    pieces::{PieceWriter, Take},
    ply_rows::{OfGame, Plies, PlyTable},
    ply_values::seconds,
    values::{known, known_in_any_case, push_move, start_fen, uci},
    window::Window,
};
use crate::first_error::{FirstError, what_is_wrong};

/// Writes games as rows without their first columns, which the sink adds. Use one per thread.
pub struct RowWriter {
    form: TableForm,
    window: Window,
    replay: Replay,
    options: ReplayOptions,
    uci: Vec<u8>,
    san: Vec<u8>,
    /// The values that all rows of the last game have, if some of its rows are not written yet.
    cut: Option<OfGame>,
    /// True if the moves of all games are played, whatever the columns, so that errors are found.
    needs_errors: bool,
}

impl RowWriter {
    /// Returns a writer of rows of this form; for half-moves, of those in `window`.
    pub fn new(form: TableForm, window: Window, options: ReplayOptions) -> RowWriter {
        let (replay, uci, san) = (Replay::new(), Vec::new(), Vec::new());
        RowWriter { form, window, replay, options, uci, san, cut: None, needs_errors: false }
    }

    /// Sets whether errors are found even if no column depends on moves.
    #[must_use]
    pub fn finding_errors(self, needs_errors: bool) -> RowWriter {
        RowWriter { needs_errors, ..self }
    }

    /// Appends the row of a game, or the first rows of its half-moves. Returns the first error with
    /// its offset in the chunk. A table without a column that depends on moves has no errors,
    /// unless they are to be [found](RowWriter::finding_errors). A game whose variant is not checked has no rows of
    /// half-moves.
    pub fn write(
        &mut self,
        game: &Game,
        src: &[u8],
        editor: Option<&mut dyn EditTags>,
        out: &mut Vec<u8>,
    ) -> Option<FirstError> {
        let start = start(game, src);
        if self.form.columns.kind() == RowKind::Ply {
            if start.variant == Variant::Unchecked {
                self.cut = None;
                return None;
            }
            let reading = self.replay.options_for(game, src, &start, &self.options);
            let first = start.position.as_ref().ok();
            let out = PieceWriter::at_once(out);
            let (columns, fallback) = (self.form.columns, self.options.fallback);
            let of_game = match editor {
                _ if !OfGame::is_needed(columns) => OfGame::default(),
                None => {
                    OfGame::new(columns, game, src, fallback, &start, &reading, &mut self.replay)
                }
                Some(editor) => {
                    let end = &self.replay.walk(game, src, &start, &reading, &mut ());
                    let (start, reading) = (&start, &reading);
                    let facts = TagFacts { game, src, start, reading, end, part: None };
                    OfGame::edited(columns, &facts, fallback, editor)
                }
            };
            let mut plies = Plies::new(game, src, first, self.table(), &of_game, out);
            let end = self.replay.walk(game, src, &start, &reading, &mut plies);
            self.cut = plies.end().is_cut().then_some(of_game);
            return end.has_error().then(|| what_is_wrong(game, &start, &end, src));
        }
        if editor.is_none()
            && !self.form.columns.needs_moves()
            && !self.needs_errors
            && let Some(marker) = stated_result(game, src)
        {
            self.write_tags(game, src, &start, marker, out);
            return None;
        }
        let reading = self.replay.options_for(game, src, &start, &self.options);
        let is_checked = start.variant != Variant::Unchecked;
        let wants_opening = self.wants_opening(game, src, editor.is_some());
        let mut moves = MoveTexts {
            classifier: wants_opening.then(|| Classifier::new(Openings::builtin())),
            src,
            uci: &mut self.uci,
            san: &mut self.san,
            n_plies: 0,
            has_failed: false,
        };
        moves.uci.clear();
        moves.san.clear();
        let end = self.replay.walk(game, src, &start, &reading, &mut moves);
        let (n_plies, by_moves) = (moves.n_plies, moves.classifier.and_then(|it| it.opening()));
        let error = end.has_error().then(|| what_is_wrong(game, &start, &end, src));
        let mut marker = result(game, src, &end);
        let mut tags = found_tags(game, src, self.options.fallback);
        if let Some(editor) = editor {
            let facts =
                TagFacts { game, src, start: &start, reading: &reading, end: &end, part: None };
            edit_with_result(editor, &facts, &mut tags, &mut marker);
        }
        let opening = opening(&tags, by_moves);
        let mut cells = Cells::begin(out, self.form);
        tag_cells(&tags, marker, opening, &mut cells);
        cells.string("start_fen", || start_fen(game, src, self.options.fallback, &start));
        cells.int("plies", || Some(n_plies).filter(|_| is_checked));
        cells.text("moves_uci", || std::str::from_utf8(&self.uci).ok().filter(|_| is_checked));
        cells.text("moves_san", || std::str::from_utf8(&self.san).ok().filter(|_| is_checked));
        let last = end.position.as_ref().filter(|_| is_checked);
        cells.string("final_fen", || last.map(Position::fen));
        cells.string("hash", || last.map(|position| format!("{:016x}", position.polyglot_hash())));
        let errors = error.as_ref().map(FirstError::to_string);
        cells.text("errors", || errors.as_deref());
        // Which words of an unchecked variant are moves is not known.
        let raw = || self.options.fallback.decode(raw_bytes(game, src)).into_owned();
        cells.string("raw", || (error.is_some() || !is_checked).then(raw));
        last_cells(game, src, self.options.fallback, &tags, opening, &mut cells);
        cells.end();
        error
    }

    /// Appends the row of a game without the columns that depend on moves.
    fn write_tags(
        &mut self,
        game: &Game,
        src: &[u8],
        start: &Start,
        marker: Marker,
        out: &mut Vec<u8>,
    ) {
        let tags = found_tags(game, src, self.options.fallback);
        let by_moves = if self.wants_opening(game, src, false) {
            Openings::builtin().classify(game, src, start, &mut self.replay, &self.options)
        } else {
            None
        };
        let opening = opening(&tags, by_moves);
        let mut cells = Cells::begin(out, self.form);
        tag_cells(&tags, marker, opening, &mut cells);
        cells.string("start_fen", || start_fen(game, src, self.options.fallback, start));
        cells.skip(OF_MOVES);
        last_cells(game, src, self.options.fallback, &tags, opening, &mut cells);
        cells.end();
    }

    /// Returns true if a column needs the opening by the moves: if the tags lack the opening, or may lack it once they
    /// are edited.
    fn wants_opening(&self, game: &Game, src: &[u8], is_edited: bool) -> bool {
        let lacks = |name| {
            let value = game.value(src, name);
            is_edited || is_unknown_value(&value)
        };
        self.form.columns.has_any(&["eco", "eco_source"]) && lacks(TagName::ECO)
            || self.form.columns.has_any(&["opening"]) && lacks(TagName::OPENING)
    }

    /// Returns a writer of the rows that [`RowWriter::write`] has left out of the last game; `None` if there are
    /// none.
    pub fn rest(&self) -> Option<RowWriter> {
        let RowWriter { form, window, options, .. } = *self;
        let cut = Some(self.cut.clone()?);
        Some(RowWriter { cut, ..RowWriter::new(form, window, options) })
    }

    /// Returns what the rows of half-moves have in common.
    fn table(&self) -> PlyTable {
        PlyTable { form: self.form, window: self.window, fallback: self.options.fallback }
    }

    /// Passes the remaining rows of a game to `take`.
    ///
    /// # Errors
    /// Returns the errors of `take`.
    pub fn write_rest(&mut self, game: &Game, src: &[u8], take: &mut Take<'_>) -> io::Result<()> {
        let start = start(game, src);
        let mut bytes = Vec::new();
        let out = PieceWriter::rest(&mut bytes, take);
        let first = start.position.as_ref().ok();
        let of_game = self.cut.take().unwrap_or_default();
        let mut plies = Plies::new(game, src, first, self.table(), &of_game, out);
        self.replay.walk(game, src, &start, &self.options, &mut plies);
        plies.end().end()
    }
}

/// Number of columns of games that depend on moves, which are adjacent.
const OF_MOVES: u32 = 7;

/// The opening of a game.
#[derive(Clone, Copy)]
struct OpeningCells<'a> {
    eco: Option<&'a str>,
    name: Option<&'a str>,
    /// Source of the code: `tag` or `moves`.
    source: Option<&'static str>,
}

/// Returns the opening of a game, from its tags or else by its moves.
fn opening<'t>(tags: &'t [Tag<'_>], by_moves: Option<&'static Opening>) -> OpeningCells<'t> {
    let eco = known(tags, "ECO").filter(|it| *it != "-");
    let of_moves = by_moves.filter(|_| eco.is_none()).map(|it| (it.eco().as_str(), "moves"));
    let (eco, source) = eco.map(|eco| (eco, "tag")).or(of_moves).unzip();
    let name = known(tags, "Opening").or_else(|| by_moves.map(Opening::name));
    OpeningCells { eco, name, source }
}

/// Writes the columns after those of moves.
fn last_cells(
    game: &Game,
    src: &[u8],
    fallback: Fallback,
    tags: &[Tag<'_>],
    opening: OpeningCells<'_>,
    cells: &mut Cells<'_>,
) {
    cells.map("tags", tags.iter().map(|tag| (&*tag.name, &*tag.value)));
    cells.text("termination_class", || {
        let tag = |name: TagName| known(tags, name.text()).map(Cow::Borrowed);
        termination::of_game(game, src, fallback, tag)
    });
    cells.text("eco_source", || opening.source);
    let control = || known(tags, "TimeControl").and_then(|it| TimeControl::read(it.as_bytes()));
    cells.float("base", || control().map(|it| seconds(it.base)));
    cells.float("increment", || control().map(|it| seconds(it.increment)));
    let mut means = None;
    for (side, name) in ["white_acpl", "black_acpl"].into_iter().enumerate() {
        cells.float(name, || means.get_or_insert_with(|| mean_losses(game, src))[side]);
    }
    cells.tags(|name| known_in_any_case(tags, name));
}

/// Returns the mean loss of White and of Black in centipawns per move, with two decimals.
fn mean_losses(game: &Game, src: &[u8]) -> [Option<f64>; 2] {
    let mut sums = [(0_u64, 0_u32); 2];
    main_line(game, src, |mover, _, facts| {
        if let Some(loss) = facts.loss {
            let (sum, n) = &mut sums[mover.fold_wb(0, 1)];
            (*sum, *n) = (*sum + loss, *n + 1);
        }
    });
    #[expect(clippy::cast_precision_loss, reason = "at most a thousand a move")]
    sums.map(|(sum, n)| (n > 0).then(|| (sum as f64 * 100.0 / f64::from(n)).round() / 100.0))
}

/// Writes the columns of tags.
fn tag_cells(tags: &[Tag<'_>], marker: Marker, opening: OpeningCells<'_>, cells: &mut Cells<'_>) {
    let text = |name| known(tags, name);
    let int = |name| text(name).and_then(|it| it.trim().parse::<i64>().ok());
    let date = |name| value(tags, name).and_then(|it| Date::read(it.as_bytes()));
    let day = |name| date(name).and_then(days);
    cells.text("event", || text("Event"));
    cells.text("site", || text("Site"));
    cells.date("date", || day("Date"));
    let parts = date("Date");
    cells.int("year", || parts.map(|it| i64::from(it.year)));
    cells.int("month", || parts.and_then(|it| it.month).map(i64::from));
    cells.int("day", || parts.and_then(|it| it.day).map(i64::from));
    cells.text("round", || text("Round"));
    cells.text("white", || text("White"));
    cells.text("black", || text("Black"));
    cells.text("result", || Some(marker.text()));
    let elo = |name| text(name).and_then(|it| rating::read(it.as_bytes())).map(i64::from);
    cells.int("white_elo", || elo("WhiteElo"));
    cells.int("black_elo", || elo("BlackElo"));
    cells.text("white_title", || text("WhiteTitle"));
    cells.text("black_title", || text("BlackTitle"));
    cells.int("white_fide_id", || int("WhiteFideId"));
    cells.int("black_fide_id", || int("BlackFideId"));
    cells.date("event_date", || day("EventDate"));
    cells.int("board", || int("Board"));
    cells.text("eco", || opening.eco);
    cells.text("opening", || opening.name);
    cells.text("variation", || text("Variation"));
    let time_control = text("TimeControl");
    cells.text("time_control", || time_control);
    let read = time_control.and_then(|it| TimeControl::read(it.as_bytes()));
    cells.int("base_seconds", || read.and_then(|it| i64::try_from(whole_seconds(it.base)).ok()));
    cells.int("increment_seconds", || {
        read.and_then(|it| i64::try_from(whole_seconds(it.increment)).ok())
    });
    cells.text("speed", || read.map(|it| it.speed().name()));
    cells.date("utc_date", || day("UTCDate"));
    cells.int("utc_seconds", || text("UTCTime").and_then(seconds_of_day));
    cells.text("termination", || text("Termination"));
    cells.text("annotator", || text("Annotator"));
    cells.text("variant", || text("Variant"));
}

/// Appends the row of a game that was not read, without its first columns. The arguments are a rule
/// and its message.
pub fn write_unread(form: TableForm, rule: &str, message: &str, out: &mut Vec<u8>) {
    if form.columns.kind() == RowKind::Ply {
        return;
    }
    let mut cells = Cells::begin(out, form);
    for name in form.columns.names() {
        cells.string(name, || match name {
            "errors" => Some(format!("{rule}: {message}")),
            _ => None,
        });
    }
    cells.tags(|_| None);
    cells.end();
}

/// Returns a date as a day number; `None` if it is incomplete.
fn days(date: Date) -> Option<i32> {
    pgn_table::csv::days(i32::from(date.year), u32::from(date.month?), u32::from(date.day?))
}

/// Returns the seconds of `HH:MM:SS`; `None` for other text.
fn seconds_of_day(text: &str) -> Option<i64> {
    let parts: Vec<i64> = text.split(':').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let [hours @ 0..24, minutes @ 0..60, seconds @ 0..60] = parts[..] else { return None };
    Some(hours * 3600 + minutes * 60 + seconds)
}

/// Collects the played moves of the main line, separated by blanks.
struct MoveTexts<'a> {
    /// Set if the opening is wanted.
    classifier: Option<Classifier<'static>>,
    src: &'a [u8],
    uci: &'a mut Vec<u8>,
    san: &'a mut Vec<u8>,
    n_plies: i64,
    has_failed: bool,
}

impl MoveTexts<'_> {
    /// Counts a move, and separates it from the one before it.
    #[inline]
    fn begin_move(&mut self) {
        if self.n_plies > 0 {
            self.uci.push(b' ');
            self.san.push(b' ');
        }
        self.n_plies += 1;
    }
}

impl Visitor for MoveTexts<'_> {
    fn ply(&mut self, ply: &Ply<'_>) {
        if ply.depth > 0 || self.has_failed {
            return;
        }
        if let Some(classifier) = &mut self.classifier {
            classifier.ply(ply);
        }
        let Some(san) = ply.canonical_san() else {
            self.has_failed = true;
            return;
        };
        self.begin_move();
        self.san.extend_from_slice(san.as_bytes());
        self.uci.extend_from_slice(uci(ply).unwrap_or_default().as_bytes());
    }

    fn needs_only_text(&self) -> bool {
        true
    }

    fn canonical(&mut self, ply: &CanonicalPly<'_>) {
        if ply.depth > 0 || self.has_failed {
            return;
        }
        if let Some(classifier) = &mut self.classifier {
            classifier.canonical(ply);
        }
        self.begin_move();
        push_move(ply.span, self.src, self.san);
        ply.mv().uci(ply.castling_mode()).push_to(self.uci);
    }

    fn wants_server_comments(&self) -> bool {
        false
    }
}
