//! `--by pair`: the score of each pair of players against each other, for single games and for pairs of games with the
//! same opening and reversed colors; in one row, or in one for each value of a field.

use std::collections::{HashMap, VecDeque};

use pgn_chess::shakmaty::Color;
use pgn_collate::Stored;
use pgn_query::{ValueKind, tally::result_index};
use pgn_report::tables::{Audience, Column, Direction, Rank, Section, Table, Value};
use pgn_syntax::Marker;

use crate::{
    games::{
        book_line::{Evidence, book_line},
        game_facts::{GameFacts, hash_of, values_of},
        player_names::{is_bye, name_of},
    },
    plan::Parts,
    sums::{
        ranking::{self, Ranking},
        rating::{Estimate, Sample, Sprt, likelihood_of_superiority},
        records::{self, RecordKind, Records},
    },
};

/// Maximum distance between the two games of an opening pair, counted in games of the two players. They need not be
/// adjacent, because games that are played at the same time end in any order.
const WINDOW: u64 = 256;

/// The data of a game: whether the first player is White, the index of the result, and the opening: whether it is stated,
/// its hash, and the hash of it and the round, 0 if the round is unknown.
type Payload = (bool, u8, Option<(bool, u64, u64)>);

/// A game as one of two players.
pub(crate) struct GameOfPair {
    /// The first player is the one of `--player`, if that is one of the two, else the one whose name comes first.
    names: [String; 2],
    payload: Payload,
}

impl GameOfPair {
    /// Returns the data of a game; `None` for a bye, and if a player has no name. `own_sides`: the sides of the player of
    /// `--player`.
    pub(crate) fn new(game_facts: &GameFacts<'_>, own_sides: &[Color]) -> Option<GameOfPair> {
        let [white, black] = Color::ALL.map(|side| name_of(game_facts, side));
        let is_player = |name: &str| !name.is_empty() && !is_bye(name);
        if !(is_player(&white) && is_player(&black)) {
            return None;
        }
        let is_white_first = match own_sides {
            [side] => side.is_white(),
            _ => white <= black,
        };
        let line = book_line(game_facts.facts.game, game_facts.facts.src);
        let known = |name: &str| {
            let value = values_of(&game_facts.facts, name).first().map(ToString::to_string);
            value.filter(|value| !matches!(value.as_str(), "" | "?" | "-"))
        };
        let (event, round) = (known("Event"), known("Round"));
        let line = line.map(|line| {
            let opening = hash_of(&(line.hash, event));
            let of_round = round.map_or(0, |round| hash_of(&(opening, round)));
            (line.evidence == Evidence::Stated, opening, of_round)
        });
        let result = u8::try_from(result_index(game_facts.result)).unwrap_or(u8::MAX);
        let names = if is_white_first { [white, black] } else { [black, white] };
        Some(GameOfPair { names, payload: (is_white_first, result, line) })
    }

    /// Returns the color of the first player.
    pub(crate) fn first(&self) -> Color {
        Color::from_white(self.payload.0)
    }

    /// Adds the record of the game. `values`: the value of the field of the row, if there is one.
    pub(crate) fn record(&self, values: &[&str], records: &mut Records) {
        let [first, second] = &self.names;
        let names = [&[first.as_str(), second.as_str()], values].concat();
        records.push(RecordKind::Pair, &names, &self.payload.to_bytes());
    }
}

/// A game whose counterpart with reversed colors has not been found yet.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    number: u64,
    is_white_first: bool,
    half_points: usize,
}

/// The games of two players, or those with the same value of a field. The score is that of the first player.
#[derive(Debug, Default)]
struct Matchup {
    names: [String; 2],
    /// The value of the field of the rows; empty if it is unknown, or there is no field.
    value: String,
    n_games: u64,
    /// Losses, draws and wins.
    games: [u64; 3],
    /// The pairs of games with the same opening.
    by_opening: OpeningPairs,
    /// The pairs of games with the same opening and the same Round.
    by_round: OpeningPairs,
}

/// The opening pairs of two players.
#[derive(Debug, Default)]
struct OpeningPairs {
    /// Numbers of pairs by half-points, from 0 to 4.
    counts: [u64; 5],
    waiting: HashMap<u64, VecDeque<Waiting>>,
    /// The number and the opening of each waiting game, in the order of numbers.
    openings: VecDeque<(u64, u64)>,
}

impl OpeningPairs {
    /// Adds an opening pair if the counterpart of the game is known; otherwise stores the game.
    fn pair_or_wait(&mut self, game: Waiting, opening: u64, window: u64) {
        while let Some(&(number, old)) =
            self.openings.front().filter(|(n, _)| n + WINDOW < game.number)
        {
            self.openings.pop_front();
            if let Some(waiting) = self.waiting.get_mut(&old) {
                waiting.retain(|it| it.number != number);
                if waiting.is_empty() {
                    self.waiting.remove(&old);
                }
            }
        }
        let waiting = self.waiting.entry(opening).or_default();
        let is_other = |other: &Waiting| {
            other.is_white_first != game.is_white_first && game.number - other.number <= window
        };
        match waiting.iter().position(is_other).and_then(|at| waiting.remove(at)) {
            Some(other) => self.counts[other.half_points + game.half_points] += 1,
            None => {
                waiting.push_back(game);
                self.openings.push_back((game.number, opening));
            }
        }
    }
}

impl Matchup {
    fn add(&mut self, (is_white_first, result, line): Payload) {
        let number = self.n_games;
        self.n_games += 1;
        let results = [Marker::WhiteWins, Marker::BlackWins, Marker::Draw];
        let half_points = match results.get(usize::from(result)) {
            Some(Marker::Draw) => 1,
            Some(Marker::WhiteWins) if is_white_first => 2,
            Some(Marker::BlackWins) if !is_white_first => 2,
            Some(_) => 0,
            // A game without a result does not count for the score.
            None => return,
        };
        self.games[half_points] += 1;
        if let Some((is_stated, hash, of_round)) = line {
            let window = if is_stated { WINDOW } else { 1 };
            let game = Waiting { number, is_white_first, half_points };
            self.by_opening.pair_or_wait(game, hash, window);
            if of_round != 0 {
                self.by_round.pair_or_wait(game, of_round, window);
            }
        }
    }

    /// Returns the numbers of opening pairs by half-points. If at least half of the pairs have games with the same
    /// Round, only such pairs count, because an opening can come again in another round. If fewer than half of the games
    /// are in pairs, none counts: a few games with the same opening are no sample of the match.
    fn opening_pairs(&self) -> [u64; 5] {
        let [of_rounds, of_openings] = [&self.by_round, &self.by_opening].map(|it| it.counts);
        let n = |counts: [u64; 5]| counts.iter().sum::<u64>();
        let n_games: u64 = self.games.iter().sum();
        let is_sample = |counts: [u64; 5]| 4 * n(counts) >= n_games;
        match [of_rounds, of_openings].map(is_sample) {
            [true, _] if 2 * n(of_rounds) >= n(of_openings) => of_rounds,
            [_, true] => of_openings,
            _ => [0; 5],
        }
    }

    /// Returns the opening pairs as a sample, `None` if there are none.
    fn pairs(&self) -> Option<Sample<5>> {
        Some(Sample { counts: self.opening_pairs() }).filter(|pairs| pairs.n() > 0)
    }

    /// Returns the cells that name the row.
    fn head(&self, field: Option<&Field>) -> Vec<Value> {
        let mut cells: Vec<Value> = self.names.iter().map(Value::text).collect();
        cells.extend(field.map(|_| ranking::known(self.value.clone())));
        cells
    }

    /// Returns the cells of [`columns`].
    fn cells(&self, field: Option<&Field>, sprt: Option<Sprt>) -> Vec<Value> {
        let [losses, draws, wins] = self.games;
        let opening_pairs = self.opening_pairs();
        let n = losses + draws + wins;
        let games = Sample { counts: self.games };
        let pairs = Sample { counts: opening_pairs };
        let (elo, pair_elo, nelo) = (games.elo(), pairs.elo(), pairs.normalized_elo(2));
        let number = |number: Option<f64>| Value::decimal(number, 1);
        let ends = |it: &Estimate| [it.value, it.low, it.high].map(number);
        let mut cells = self.head(field);
        cells.extend([self.n_games, wins, draws, losses].map(Value::Count));
        cells.push(Value::share(2 * wins + draws, 2 * n));
        cells.push(Value::share(draws, n));
        cells.extend(ends(&elo));
        cells.push(number(elo.margin()));
        cells.push(share(likelihood_of_superiority(wins, losses)));
        cells.push(Value::Count(pairs.n()));
        cells.extend(opening_pairs.map(Value::Count));
        cells.extend(ends(&pair_elo));
        cells.push(share(pairs.likelihood_of_superiority()));
        cells.extend(ends(&nelo));
        if let Some(sprt) = sprt {
            let ratio = if pairs.n() > 0 { sprt.ratio(&pairs, 2) } else { sprt.ratio(&games, 1) };
            cells.push(Value::decimal(ratio, 2));
            cells.push(ratio.map_or(Value::None, |ratio| Value::text(decision(ratio))));
        }
        cells
    }
}

/// Returns what the test decides at a log-likelihood ratio.
fn decision(ratio: f64) -> &'static str {
    match ratio {
        _ if ratio >= Sprt::bound() => "H1",
        _ if ratio <= -Sprt::bound() => "H0",
        _ => "open",
    }
}

/// Returns a probability as a share.
fn share(probability: Option<f64>) -> Value {
    const WHOLE: u64 = 1_000_000;
    #[expect(clippy::cast_precision_loss, reason = "a million")]
    let part = probability.map(|it| (it * WHOLE as f64).round());
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to a million")]
    part.map_or(Value::None, |part| Value::share(part as u64, WHOLE))
}

/// The field that divides the games of two players into rows.
#[derive(Clone, Debug)]
struct Field {
    name: String,
    kind: ValueKind,
}

impl Field {
    fn of(parts: &Parts) -> Option<Field> {
        let (name, by) = parts.by.first()?;
        Some(Field { name: name.clone(), kind: by.kind() })
    }

    fn column(&self, others: &[Column]) -> Column {
        let is_taken = |key: &str| others.iter().any(|other| other.key == key);
        Column::new(ranking::free_key(&self.name, is_taken), &self.name)
    }
}

/// Index of the column of the field.
const OF_FIELD: usize = 2;

/// Returns the columns of the table of pairs of players.
pub(crate) fn columns(parts: &Parts) -> Vec<Column> {
    let mut columns = columns_of_scores(parts.sprt.is_some());
    if let Some(field) = Field::of(parts) {
        columns.insert(OF_FIELD, field.column(&columns));
    }
    columns
}

/// Returns the columns without that of a field. `has_test`: true if there are those of [`Sprt`].
fn columns_of_scores(has_test: bool) -> Vec<Column> {
    let all = Column::new;
    let data = |key: &str| Column::new(key, key).only_for(Audience::Programs);
    let mut columns = vec![
        all("player", "Player"),
        all("opponent", "Opponent"),
        all("games", "Games"),
        all("wins", "+"),
        all("draws", "="),
        all("losses", "-"),
        all("score", "Score").ranked(Rank::Last),
        all("draw_rate", "Draws").ranked(Rank::First),
        all("elo_diff", "Elo").ranked(Rank::Last),
        data("elo_low"),
        data("elo_high"),
        all("elo_margin", "+/-").only_for(Audience::People).ranked(Rank::Last),
        all("los", "LOS").ranked(Rank::Last),
        data("pairs"),
    ];
    columns.extend(["pairs_0", "pairs_1", "pairs_2", "pairs_3", "pairs_4"].map(data));
    columns.extend(["pair_elo_diff", "pair_elo_low", "pair_elo_high", "pair_los"].map(data));
    columns.extend(["nelo", "nelo_low", "nelo_high"].map(data));
    if has_test {
        columns.extend([all("llr", "LLR").ranked(Rank::Last), all("sprt", "SPRT")]);
    }
    columns
}

/// Returns the table of opening pairs. Only people see it: for programs, its numbers are in the other table.
fn table_of_pairs(matches: &[Matchup], field: Option<&Field>) -> Table {
    let labels = [
        "Player", "Opponent", "Pairs", "0", "0.5", "1", "1.5", "2", "Elo", "+/-", "LOS", "nElo",
        "+/-",
    ];
    let mut table = Table::new("opening_pairs", "Opening pairs, by points", &[]);
    table.columns = labels.map(|label| Column::new(label, label).only_for(Audience::People)).into();
    if let Some(field) = field {
        let column = Column::new(&field.name, &field.name).only_for(Audience::People);
        table.columns.insert(OF_FIELD, column);
    }
    for (one, pairs) in matches.iter().filter_map(|one| Some((one, one.pairs()?))) {
        let mut row = one.head(field);
        row.push(Value::Count(pairs.n()));
        row.extend(pairs.counts.map(Value::Count));
        let ends = |it: Estimate| [it.value, it.margin()].map(|it| Value::decimal(it, 1));
        row.extend(ends(pairs.elo()));
        row.push(share(pairs.likelihood_of_superiority()));
        row.extend(ends(pairs.normalized_elo(2)));
        table.rows.push(row);
    }
    table
}

/// The pairs of players of a run.
#[derive(Default)]
pub(crate) struct Matches {
    columns: Vec<Column>,
    field: Option<Field>,
    ranking: Ranking,
    /// True if rows are in the order of the names and of the values of the field.
    is_by_value: bool,
    sprt: Option<Sprt>,
    at_least: u64,
    max_rows: Option<usize>,
    key: Vec<u8>,
    open: Option<Matchup>,
    rows: Vec<Matchup>,
    n_rows: u64,
    /// The largest number of games of a pair.
    most: u64,
}

impl Matches {
    /// Returns a table without pairs. `max_rows`: number of rows that will be shown; `None`: all.
    ///
    /// # Errors
    /// Returns an error if the table has no column of a name in [`Parts::order`].
    pub(crate) fn new(parts: &Parts, max_rows: Option<usize>) -> Result<Matches, String> {
        if !parts.pairs {
            return Ok(Matches::default());
        }
        let (columns, field) = (columns(parts), Field::of(parts));
        let ranking = Ranking::new(&parts.order, &columns)?;
        let has_order = field.as_ref().is_some_and(|field| ranking::has_order(field.kind));
        let is_by_value = has_order && parts.order.keys.is_empty();
        let (sprt, at_least) = (parts.sprt, parts.order.at_least);
        let rest = Matches::default();
        Ok(Matches { columns, field, ranking, is_by_value, sprt, at_least, max_rows, ..rest })
    }

    /// Adds the record of a game. Records of the same players follow one another.
    pub(crate) fn take(&mut self, key: &[u8], payload: &[u8]) {
        if self.open.is_none() || self.key != key {
            self.close();
            self.key = key.to_vec();
            let [first, second, value] = records::names(key);
            self.open = Some(Matchup { names: [first, second], value, ..Matchup::default() });
        }
        if let Some(open) = &mut self.open {
            open.add(Stored::of_bytes(payload));
        }
    }

    fn close(&mut self) {
        let Some(mut open) = self.open.take() else { return };
        self.most = self.most.max(open.n_games);
        if open.n_games < self.at_least {
            return;
        }
        for pairs in [&mut open.by_opening, &mut open.by_round] {
            *pairs = OpeningPairs { counts: pairs.counts, ..OpeningPairs::default() };
        }
        self.n_rows += 1;
        self.rows.push(open);
        if ranking::is_full(self.rows.len(), self.max_rows, ranking::SPARE_ROWS) {
            self.cut();
        }
    }

    fn cut(&mut self) {
        let Matches { ranking, rows, max_rows, sprt, field, .. } = self;
        let field = field.as_ref();
        // The cells of a row, if they decide about its place.
        let cells =
            |row: &Matchup| if ranking.is_empty() { Vec::new() } else { row.cells(field, *sprt) };
        let mut keyed: Vec<_> = rows.drain(..).map(|row| (cells(&row), row)).collect();
        ranking::cut(&mut keyed, *max_rows, |(a_cells, a), (b_cells, b)| {
            let order = ranking.compare(|column, direction| match field {
                Some(field) if column == OF_FIELD => {
                    ranking::compare_value(field.kind, &a.value, &b.value, direction)
                }
                _ => a_cells[column].compare(&b_cells[column], direction),
            });
            let by_games = order.then_with(|| b.n_games.cmp(&a.n_games));
            by_games.then_with(|| (&a.names, &a.value).cmp(&(&b.names, &b.value)))
        });
        rows.extend(keyed.into_iter().map(|(_, row)| row));
    }

    /// Sorts the rows that are shown by names and values, if the values have an order.
    fn sort_by_value(&mut self) {
        let Some(Field { kind, .. }) = self.field.as_ref().filter(|_| self.is_by_value) else {
            return;
        };
        self.rows.sort_by(|a, b| {
            let of_values =
                || ranking::compare_value(*kind, &a.value, &b.value, Direction::Ascending);
            a.names.cmp(&b.names).then_with(of_values)
        });
    }

    /// Returns the section.
    pub(crate) fn section(mut self) -> Section {
        self.close();
        self.cut();
        self.sort_by_value();
        let field = self.field.as_ref();
        let title = match field {
            None => "Pairs of players".to_owned(),
            Some(field) => format!("Pairs of players by {}", field.name),
        };
        let mut table = Table::new("pairs", &title, &[]);
        table.rows = self.rows.iter().map(|row| row.cells(field, self.sprt)).collect();
        table.n_more = self.n_rows - self.rows.len() as u64;
        let of_pairs = table_of_pairs(&self.rows, field);
        table.columns = self.columns;
        let mut section = Section::new("pairs", &title);
        let mut note = "Scores are those of the first player. The Elo difference is logistic, with the margin of an \
                        interval of 95 %; LOS is the likelihood of superiority."
            .to_owned();
        if let Some(Sprt { elo: [none, one] }) = self.sprt {
            let bound = Sprt::bound();
            note.push_str(&format!(
                " SPRT of normalized Elo {none} (H0) and {one} (H1): LLR from {bound:.2} on is for H1, up to -{bound:.2} \
                 for H0."
            ));
        }
        section.note = Some(note);
        section.no_rows = match self.most {
            0 => Some("--by pair: no game names both players".to_owned()),
            most => ranking::too_few(self.at_least, most),
        };
        section.tables.push(table);
        section.tables.extend((!of_pairs.rows.is_empty()).then_some(of_pairs));
        section
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the pentanomial counts of games: who is White, the result, the opening.
    fn pairs(games: &[(bool, u8, u64)], is_stated: bool) -> [u64; 5] {
        let mut one = Matchup::default();
        for &(is_white_first, result, opening) in games {
            one.add((is_white_first, result, Some((is_stated, opening, 0))));
        }
        one.opening_pairs()
    }

    #[test]
    fn pairs_change_colors_and_keep_the_opening() {
        const WHITE: u8 = 0;
        const BLACK: u8 = 1;
        const DRAW: u8 = 2;
        // Games that were played at the same time: 1, 2, 1, 2.
        let games = [(true, WHITE, 1), (true, DRAW, 2), (false, BLACK, 1), (false, WHITE, 2)];
        assert_eq!(pairs(&games, true), [0, 1, 0, 0, 1]);
        // First moves are a pair only in games that follow one another.
        assert_eq!(pairs(&games, false), [0; 5]);
        let games = [(true, DRAW, 1), (false, DRAW, 1), (true, DRAW, 1)];
        assert_eq!(pairs(&games, false), [0, 0, 1, 0, 0]);
        // Games with the same colors are not a pair, nor are games with unknown results.
        assert_eq!(pairs(&[(true, DRAW, 1), (true, DRAW, 1)], true), [0; 5]);
        assert_eq!(
            pairs(&[(true, DRAW, 1), (false, 3, 1), (false, DRAW, 1)], true),
            [0, 0, 1, 0, 0]
        );
    }

    #[test]
    fn pairs_have_the_same_round_if_most_do() {
        // One opening in three rounds; White's game of the first and Black's of the second were left out.
        let games = [(false, 2, 1), (true, 0, 2), (true, 1, 3), (false, 1, 3)];
        let mut one = Matchup::default();
        for (is_white_first, result, round) in games {
            one.add((is_white_first, result, Some((true, 7, round))));
        }
        assert_eq!(one.opening_pairs(), [0, 0, 1, 0, 0]);
        // Each game has a round of its own.
        let mut one = Matchup::default();
        for (is_white_first, result, round) in [(true, 0, 1), (false, 1, 2)] {
            one.add((is_white_first, result, Some((true, 7, round))));
        }
        assert_eq!(one.opening_pairs(), [0, 0, 0, 0, 1]);
    }

    #[test]
    fn far_games_are_no_pair() {
        // The games between are pairs of draws.
        let mut games = vec![(true, 0, 7)];
        games.extend((0..WINDOW).map(|n| (n % 2 == 0, 2, 1000 + n / 2)));
        games.push((false, 1, 7));
        assert_eq!(pairs(&games, true), [0, 0, WINDOW / 2, 0, 0]);
        games.remove(1);
        assert_eq!(pairs(&games, true), [0, 0, WINDOW / 2 - 1, 0, 1]);
    }

    #[test]
    fn a_few_pairs_are_no_sample() {
        let games = |n_single| -> Vec<(bool, u8, u64)> {
            let single = (0..n_single).map(|n| (true, 2, 100 + n));
            [(true, 0, 7), (false, 1, 7)].into_iter().chain(single).collect()
        };
        assert_eq!(pairs(&games(2), true), [0, 0, 0, 0, 1]);
        assert_eq!(pairs(&games(3), true), [0; 5]);
    }
}
