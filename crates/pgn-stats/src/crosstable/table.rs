//! The cross table of an event: its columns and cells.

use std::collections::BTreeSet;

use pgn_report::tables::{Audience, Column, Rank, Table, Value};

use super::{
    form::EventForm,
    players::{Pairing, Player},
    standings::Standings,
    tie_break::TieBreak,
};

/// Maximum number of columns of rounds or of games.
pub(super) const MAX_COLUMNS: usize = 40;

/// Maximum number of games of a match whose results are shown one by one.
pub(super) const MAX_GAMES_OF_MATCH: usize = 100;

/// Maximum number of games against one opponent that have a sign each.
const MAX_SIGNS: usize = 8;

/// The columns of results.
pub(super) enum Cells {
    /// A column for each player.
    Opponents(usize),
    /// A column for each round.
    Rounds(Vec<u32>),
    /// A column for each game of a player, in order.
    Games(usize),
    /// One column with a sign for each game.
    Signs,
    /// No column.
    None,
}

impl Cells {
    /// Returns the columns that show the results of an event.
    pub(super) fn of(standings: &Standings) -> Cells {
        let players = &standings.players;
        if standings.form == EventForm::RoundRobin {
            return Cells::Opponents(players.len());
        }
        let rounds: BTreeSet<u32> =
            players.iter().flat_map(|player| &player.pairings).map(|it| it.round).collect();
        let most = players.iter().map(|player| player.pairings.len()).max().unwrap_or(0);
        let is_known = !rounds.contains(&0) && rounds.len() <= MAX_COLUMNS;
        match standings.form {
            EventForm::Rounds if is_known => Cells::Rounds(rounds.into_iter().collect()),
            EventForm::Match if most <= MAX_GAMES_OF_MATCH => Cells::Signs,
            EventForm::Rounds | EventForm::RoundRobin if most <= MAX_COLUMNS => Cells::Games(most),
            EventForm::Match | EventForm::Rounds | EventForm::RoundRobin => Cells::None,
        }
    }

    fn columns(&self) -> Vec<Column> {
        let numbers = |n: usize| (1..=n).map(|n| n.to_string()).collect::<Vec<_>>();
        let names = match self {
            Cells::Opponents(n) | Cells::Games(n) => numbers(*n),
            Cells::Rounds(rounds) => rounds.iter().map(ToString::to_string).collect(),
            Cells::Signs => vec!["Games in order".to_owned()],
            Cells::None => Vec::new(),
        };
        names
            .into_iter()
            .map(|name| Column::new(name.clone(), name).only_for(Audience::People))
            .map(|column| column.ranked(Rank::Together))
            .collect()
    }

    /// Returns the cells of the player with the index `place`.
    fn of_player(&self, place: usize, player: &Player) -> Vec<Value> {
        match self {
            Cells::Opponents(n) => (0..*n).map(|other| against(place, player, other)).collect(),
            Cells::Rounds(rounds) => rounds
                .iter()
                .map(|round| {
                    let of_round = player.pairings.iter().filter(|it| it.round == *round);
                    cell(of_round.map(with_opponent).collect::<Vec<_>>().join(" "))
                })
                .collect(),
            Cells::Signs => vec![cell(player.pairings.iter().map(sign).collect())],
            Cells::None => Vec::new(),
            Cells::Games(n) => (0..*n)
                .map(|i| cell(player.pairings.get(i).map_or(String::new(), with_opponent)))
                .collect(),
        }
    }
}

fn cell(text: String) -> Value {
    if text.is_empty() { Value::None } else { Value::Text(text) }
}

/// Returns the results against the player with the index `other`: a sign for each game, or points of games.
fn against(place: usize, player: &Player, other: usize) -> Value {
    if place == other {
        return Value::text("x");
    }
    let games: Vec<&Pairing> =
        player.pairings.iter().filter(|it| it.opponent == Some(other)).collect();
    if games.len() <= MAX_SIGNS {
        return cell(games.into_iter().map(sign).collect());
    }
    let half_points = games.iter().filter_map(|it| it.half_points).sum();
    Value::text(format!("{}/{}", points(half_points).plain(), games.len()))
}

/// Returns the sign of a result: `1`, `=` and `0`; `+`, `=` and `-` if the game was not played.
fn sign(pairing: &Pairing) -> &'static str {
    match (pairing.half_points, pairing.is_played) {
        (None, _) => "*",
        (Some(2), true) => "1",
        (Some(1), _) => "=",
        (Some(_), true) => "0",
        (Some(2), false) => "+",
        (Some(_), false) => "-",
    }
}

/// Returns a result with the number of the opponent and the color: `12w1`.
fn with_opponent(pairing: &Pairing) -> String {
    let sign = sign(pairing);
    match pairing.opponent {
        Some(place) => {
            let color = if pairing.is_white { 'w' } else { 'b' };
            format!("{}{color}{sign}", place + 1)
        }
        None => format!("bye{sign}"),
    }
}

/// Returns half-points as points.
fn points(half_points: u64) -> Value {
    Value::mean(half_points, 2, 1)
}

/// The names of a table: event, site and years. An unknown name is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct EventNames {
    pub(super) event: String,
    pub(super) site: String,
    pub(super) year: Option<u16>,
    /// The year in which the event ended, if it continued over New Year.
    pub(super) last_year: Option<u16>,
}

impl EventNames {
    fn title(&self) -> String {
        let mut years: Vec<String> =
            self.year.into_iter().chain(self.last_year).map(|year| format!("{year:04}")).collect();
        if let [_, last] = &mut years[..] {
            last.drain(..2);
        }
        let names = [self.event.clone(), self.site.clone(), years.join("-")];
        let known: Vec<String> = names.into_iter().filter(|name| !name.is_empty()).collect();
        if known.is_empty() { "?".to_owned() } else { known.join(", ") }
    }
}

/// Returns the table of an event.
pub(super) fn table(names: &EventNames, standings: &Standings, cells: &Cells) -> Table {
    let mut table = Table::new("crosstable", &names.title(), &[]);
    table.is_series = true;
    let form = standings.form;
    let year = names.year.map_or(Value::None, |year| Value::Number(year.into()));
    let names = [cell(names.event.clone()), cell(names.site.clone()), year];
    let keys = ["event", "site", "year"].map(|key| Column::new(key, key));
    table.common = keys.into_iter().zip(names).collect();
    table.common.push((Column::new("form", "form"), Value::text(form.name())));
    table.common.push((Column::new("event_games", ""), Value::Count(standings.n_games as u64)));
    table.columns = columns(standings);
    table.columns.extend(cells.columns());
    for (place, player) in standings.players.iter().enumerate() {
        let mut row = row(place, player, standings);
        row.extend(cells.of_player(place, player));
        debug_assert_eq!(row.len(), table.columns.len(), "a cell for each column");
        table.rows.push(row);
    }
    table
}

/// The tie-breaks that are always columns in CSV and JSON, in this order.
const OF_PROGRAMS: [TieBreak; 2] = [TieBreak::Buchholz, TieBreak::SonnebornBerger];

/// Yields the requested tie-breaks that are not already columns for programs.
fn further(standings: &Standings) -> impl Iterator<Item = TieBreak> {
    let is_known = |it: &TieBreak| *it == TieBreak::Wins || OF_PROGRAMS.contains(it);
    standings.listed.iter().copied().filter(move |it| !is_known(it))
}

/// Returns true if at least two players share a place, because they are equal in all tie-breaks.
fn has_shared_places(standings: &Standings) -> bool {
    standings.players.iter().any(|player| player.places.0 < player.places.1)
}

/// Returns the columns before those of single results.
fn columns(standings: &Standings) -> Vec<Column> {
    let data = |key: &str| Column::new(key, key).only_for(Audience::Programs);
    let mut columns = vec![Column::new("number", "#"), data("place"), data("last_place")];
    columns.extend(has_shared_places(standings).then(|| {
        // The numbers of rows are unique, so that the cells of results can name opponents.
        Column::new("places", "Place").only_for(Audience::People)
    }));
    columns.extend([
        Column::new("player", "Player"),
        Column::new("elo", "Elo"),
        Column::new("points", "Points"),
        Column::new("games", "Games"),
    ]);
    columns.extend(["wins", "draws", "losses"].map(data));
    columns.extend(OF_PROGRAMS.into_iter().chain(further(standings)).map(|it| data(it.column().0)));
    columns.push(data("results"));
    columns.extend(standings.tie_breaks.iter().map(|it| {
        let (key, label) = it.column();
        Column::new(key, label).only_for(Audience::People)
    }));
    columns
}

/// Returns the cells of [`columns`].
fn row(place: usize, player: &Player, standings: &Standings) -> Vec<Value> {
    let n_with = |half_points: u64| {
        let games = player.pairings.iter();
        Value::Count(games.filter(|it| it.half_points == Some(half_points)).count() as u64)
    };
    let results: Vec<String> = player.pairings.iter().map(with_opponent).collect();
    let (first, last) = player.places;
    let mut row = vec![Value::Count(place as u64 + 1)];
    row.extend([first, last].map(|place| Value::Count(place as u64)));
    row.extend(has_shared_places(standings).then(|| {
        Value::Text(if first == last { first.to_string() } else { format!("{first}-{last}") })
    }));
    row.extend([
        Value::text(&player.name),
        Value::known(player.elo.into()),
        points(player.half_points),
        Value::Count(player.pairings.len() as u64),
        n_with(2),
        n_with(1),
        n_with(0),
    ]);
    let score = |it: TieBreak| player.scores.cell(it);
    row.extend(OF_PROGRAMS.into_iter().chain(further(standings)).map(score));
    row.push(Value::Text(results.join(" ")));
    row.extend(standings.tie_breaks.iter().map(|it| score(*it)));
    row
}
