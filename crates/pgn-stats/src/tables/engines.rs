//! `--engines`: how the games of each engine ended, the depth and time of its moves, and the openings that it was
//! given.

use std::borrow::Cow;

use pgn_chess::shakmaty::Color;
use pgn_collate::Stored;
use pgn_query::{Facts, move_facts::main_line, termination};
use pgn_report::tables::{Section, Table, Value};
use pgn_syntax::Marker;

use crate::{
    games::{
        book_line::{Evidence, book_line},
        clocks::spent_millis,
        game_facts::GameFacts,
        player_names::name_of,
    },
    sums::{
        ranking,
        records::{self, RecordKind, Records},
    },
};

/// The way in which a game ended for an engine, other than on the board or by agreement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AbnormalEnd {
    Time,
    Crash,
    IllegalMove,
    Adjudication,
    Unterminated,
}

/// Number of kinds of [`AbnormalEnd`].
const N_ABNORMAL_ENDS: usize = 5;

/// Returns the class of the end of the game, which is the value of the field `termination`; `None` if it is unknown.
fn class(game_facts: &GameFacts<'_>) -> Option<&'static str> {
    let Facts { game, src, encoding, .. } = game_facts.facts;
    termination::of_game(game, src, encoding, |name| {
        let value = game.tag(src, name)?.value(src);
        Some(Cow::Owned(encoding.decode(&value).into_owned()))
    })
}

/// Returns the way in which the game ended for the engine of `side`; `None` if it ended normally. Time losses, crashes
/// and illegal moves are those of the loser.
fn abnormal_end(class: Option<&str>, result: Marker, side: Color) -> Option<AbnormalEnd> {
    let has_lost = match result {
        Marker::WhiteWins => side == Color::Black,
        Marker::BlackWins => side == Color::White,
        Marker::Draw | Marker::Unknown => false,
    };
    match class {
        Some("time") if has_lost => Some(AbnormalEnd::Time),
        Some("crash" | "abandoned") if has_lost => Some(AbnormalEnd::Crash),
        Some("illegal-move") if has_lost => Some(AbnormalEnd::IllegalMove),
        Some("adjudication") => Some(AbnormalEnd::Adjudication),
        Some("unterminated") => Some(AbnormalEnd::Unterminated),
        _ => (result == Marker::Unknown).then_some(AbnormalEnd::Unterminated),
    }
}

/// The data of an engine in one game: the index of its [`AbnormalEnd`], if any; true if its end has a class; and the
/// sums and numbers of depths and of times in milliseconds.
type Payload = (Option<u8>, bool, [u64; 4]);

/// Adds the records of a game, one for each engine.
pub(crate) fn record(game_facts: &GameFacts<'_>, records: &mut Records) {
    let Facts { game, src, .. } = game_facts.facts;
    let class = class(game_facts);
    let line = book_line(game, src).filter(|line| line.evidence == Evidence::Stated);
    let mut sums = [[0_u64; 4]; 2];
    main_line(game, src, |mover, data, facts| {
        let sums = &mut sums[mover.fold_wb(0, 1)];
        if let Some(depth) = data.depth {
            sums[0] += u64::from(depth);
            sums[1] += 1;
        }
        if let Some(spent) = spent_millis(facts) {
            sums[2] += spent;
            sums[3] += 1;
        }
    });
    for side in Color::ALL {
        let name = name_of(game_facts, side);
        if name.is_empty() {
            continue;
        }
        let abnormal_end = abnormal_end(class, game_facts.result, side).map(|end| end as u8);
        let payload: Payload = (abnormal_end, class.is_some(), sums[side.fold_wb(0, 1)]);
        let opening = line.map_or(String::new(), |line| format!("{:016x}", line.hash));
        let color = if side == Color::White { "w" } else { "b" };
        records.push(RecordKind::Engine, &[&name, &opening, color], &payload.to_bytes());
    }
}

/// The games of an engine.
#[derive(Debug, Default)]
struct Engine {
    name: String,
    n_games: u64,
    /// Numbers of games by [`AbnormalEnd`].
    abnormal_ends: [u64; N_ABNORMAL_ENDS],
    /// Number of games whose end has a class.
    n_classified: u64,
    sums: [u64; 4],
    n_openings: u64,
    /// Number of games with an opening that the engine had before with the same color.
    n_repeats: u64,
    last_opening: [String; 2],
}

impl Engine {
    fn add(&mut self, opening: [String; 2], (abnormal_end, is_classified, sums): Payload) {
        self.n_games += 1;
        if let Some(kind) = abnormal_end {
            self.abnormal_ends[usize::from(kind)] += 1;
        }
        self.n_classified += u64::from(is_classified);
        self.sums.iter_mut().zip(sums).for_each(|(sum, of_game)| *sum += of_game);
        if !opening[0].is_empty() {
            self.n_openings += u64::from(opening[0] != self.last_opening[0]);
            self.n_repeats += u64::from(opening == self.last_opening);
            self.last_opening = opening;
        }
    }

    fn cells(&self) -> Vec<Value> {
        let mut cells = vec![Value::text(&self.name), Value::Count(self.n_games)];
        // Games without a result count as unterminated, even if no game has a class.
        let is_known = |kind| self.n_classified > 0 || kind == AbnormalEnd::Unterminated as usize;
        let of_kind = |(kind, &n)| if is_known(kind) { Value::Count(n) } else { Value::None };
        cells.extend(self.abnormal_ends.iter().enumerate().map(of_kind));
        let [depths, n_depths, times, n_times] = self.sums;
        cells.push(Value::mean(depths, n_depths, 1));
        // Converts milliseconds to seconds.
        cells.push(Value::mean(times, n_times.saturating_mul(1000), 3));
        let known = |n| if self.n_openings == 0 { Value::None } else { Value::Count(n) };
        cells.extend([self.n_openings, self.n_repeats].map(known));
        cells
    }
}

/// The columns of the table.
const COLUMNS: [(&str, &str); 11] = [
    ("engine", "Engine"),
    ("games", "Games"),
    ("time_losses", "Time"),
    ("crashes", "Crash"),
    ("illegal_moves", "Illegal"),
    ("adjudications", "Adjud."),
    ("unterminated", "Open"),
    ("mean_depth", "Depth"),
    ("mean_seconds", "Seconds"),
    ("book_exits", "Openings"),
    ("book_repeats", "Repeats"),
];

/// The engines of a run.
#[derive(Debug)]
pub(crate) struct Engines {
    max_rows: Option<usize>,
    open: Option<Engine>,
    rows: Vec<Engine>,
    n_rows: u64,
}

impl Engines {
    /// Returns a table without engines. `max_rows` is the number of engines that will be shown; `None`: all.
    pub(crate) fn new(max_rows: Option<usize>) -> Engines {
        Engines { max_rows, open: None, rows: Vec::new(), n_rows: 0 }
    }

    /// Adds a record. Records of an engine follow one another, and so do those of the same opening.
    pub(crate) fn take(&mut self, key: &[u8], payload: &[u8]) {
        let [name, opening, color] = records::names(key);
        if self.open.as_ref().is_none_or(|open| open.name != name) {
            self.close();
            self.open = Some(Engine { name, ..Engine::default() });
        }
        if let Some(open) = &mut self.open {
            open.add([opening, color], Stored::of_bytes(payload));
        }
    }

    fn close(&mut self) {
        let Some(open) = self.open.take() else { return };
        self.n_rows += 1;
        self.rows.push(open);
        if ranking::is_full(self.rows.len(), self.max_rows, ranking::SPARE_ROWS) {
            self.cut();
        }
    }

    fn cut(&mut self) {
        ranking::cut(&mut self.rows, self.max_rows, |a, b| {
            b.n_games.cmp(&a.n_games).then_with(|| a.name.cmp(&b.name))
        });
    }

    /// Returns the section.
    pub(crate) fn section(mut self) -> Section {
        self.close();
        self.cut();
        let mut table = Table::new("engines", "Engines", &COLUMNS);
        table.rows = self.rows.iter().map(Engine::cells).collect();
        table.n_more = self.n_rows - self.rows.len() as u64;
        let mut section = Section::new("engines", "Engines");
        section.note = Some(
            "Games lost on time, by a crash and by an illegal move; games adjudicated and not finished; mean \
             depth and seconds of a move; different openings, and games with one that the engine had before \
             with the same color. Empty where no game of an engine tells it."
                .to_owned(),
        );
        section.tables.push(table);
        section
    }
}
