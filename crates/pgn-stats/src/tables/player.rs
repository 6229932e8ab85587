//! `--player`: the score of one player by color, opening, opponents' ratings, year and opponent.

use std::collections::BTreeMap;

use pgn_chess::{ReplayOptions, shakmaty::Color};
use pgn_query::{Counts, Depth, Facts, QueryState, Tally, option_expressions};
use pgn_report::tables::{Column, Direction, Section, Table, Value};

use crate::{
    games::{
        clocks,
        game_facts::{GameFacts, values_of},
        player_names::name_of,
    },
    plan::PlayerQueries,
    sections::{count_columns::OF_OWN_GAMES, overview_sections::Counted},
    sums::{
        lists::{List, key_text},
        topic::Topic,
        totals::{Clocks, Evals},
    },
};

/// Rating points per row of the table of opponents' ratings.
const STEP: u32 = 100;

/// The names of the colors as keys of the tally. `white` is greater than `black`, so that the table by color is sorted
/// in descending order.
const COLORS: [&str; 2] = ["white", "black"];

/// The topics of the section.
pub(crate) const TOPICS: [Topic; 6] = [
    Topic::OwnColor,
    Topic::OwnEco,
    Topic::OwnOpponentElo,
    Topic::OwnYear,
    Topic::OwnOpponent,
    Topic::OwnName,
];

/// Maximum number of names in the note that several are counted as one.
const MAX_NAMES: usize = 5;

impl PlayerQueries {
    /// Returns the sides of the player in a game: both if the names of both players match.
    pub(crate) fn of(
        &self,
        facts: &Facts<'_>,
        options: &ReplayOptions,
        state: &mut QueryState,
    ) -> Vec<Color> {
        let mut holds = |side: Color| {
            state.begin();
            let query = &self.queries[side.fold_wb(0, 1)];
            query.holds(facts, Depth::Tags, options, state) == Some(true)
        };
        Color::ALL.into_iter().filter(|&side| holds(side)).collect()
    }
}

/// Adds what the player lost in a game by the evaluations, and the number of moves with a known loss.
pub(crate) fn add_loss(game_facts: &GameFacts<'_>, sides: &[Color], own_loss: &mut [u64; 2]) {
    let mut evals = Evals::default();
    let Facts { game, src, .. } = game_facts.facts;
    clocks::count(game, src, &mut Clocks::default(), &mut evals);
    for &side in sides {
        own_loss[0] += evals.lost[side.fold_wb(0, 1)];
        own_loss[1] += evals.n_lost[side.fold_wb(0, 1)];
    }
}

/// Counts a game of the player. `sides`: the sides of the player.
pub(crate) fn count(
    game_facts: &GameFacts<'_>,
    sides: &[Color],
    key: &mut Vec<u8>,
    tally: &mut Tally,
) {
    for &side in sides {
        let counts = game_facts.counts_of(side);
        let mut add =
            |topic: Topic, value: &str| tally.add(topic.key(value.as_bytes(), key), &counts);
        add(Topic::OwnColor, COLORS[side.fold_wb(0, 1)]);
        add(Topic::OwnName, &name_of(game_facts, side));
        let eco =
            values_of(&game_facts.facts, "eco").first().map_or(String::new(), ToString::to_string);
        add(Topic::OwnEco, &eco.to_uppercase());
        let elo = game_facts.elos[side.fold_wb(1, 0)];
        add(
            Topic::OwnOpponentElo,
            &elo.map_or(String::new(), |elo| (elo - elo % STEP).to_string()),
        );
        add(
            Topic::OwnYear,
            &game_facts.date.map_or(String::new(), |date| format!("{:04}", date.year)),
        );
        let opponent = if side == Color::White { "black" } else { "white" };
        let opponents = values_of(&game_facts.facts, opponent);
        if opponents.is_empty() {
            add(Topic::OwnOpponent, "");
        }
        for name in &opponents {
            add(Topic::OwnOpponent, name.to_string().trim());
        }
    }
}

impl Counted<'_> {
    /// Returns the section of a player.
    pub(crate) fn player(&self, sides: &PlayerQueries) -> Section {
        let mut section = Section::new("player", &format!("Games of {}", sides.name));
        let mut all = Counts::default();
        let of_colors = self.lists.get(Topic::OwnColor);
        of_colors.rows.iter().for_each(|(_, counts)| all.add(counts));
        for &(key, label, cell) in OF_OWN_GAMES {
            // Facts have labels in words instead of `+`, `=` and `-`.
            let label = match key {
                "wins" => "Won",
                "draws" => "Drawn",
                "losses" => "Lost",
                "opponents" => "Mean rating of opponents",
                _ => label,
            };
            section.fact(key, label, cell(&all));
        }
        let [lost, n_moves] = self.totals.own_loss;
        if n_moves > 0 {
            section.fact("mean_loss", "Mean loss", Value::mean(lost, n_moves, 1));
        }
        let mut by_color = self.own("by_color", "By color", ("color", "Color"), Topic::OwnColor);
        by_color.rows.sort_unstable_by(|a, b| a[0].compare(&b[0], Direction::Descending));
        let mut by_eco = self.own("by_eco", "By opening", ("eco", "ECO"), Topic::OwnEco);
        by_eco.columns.insert(1, Column::new("opening", "Opening"));
        self.name_codes(&mut by_eco.rows);
        by_eco.bar = Some(2);
        let mut by_elo = self.own(
            "by_opponent_elo",
            "By rating of opponents",
            ("from", "From"),
            Topic::OwnOpponentElo,
        );
        let mut by_year = self.own("by_year", "By year", ("year", "Year"), Topic::OwnYear);
        for table in [&mut by_elo, &mut by_year] {
            table.rows.iter_mut().for_each(|row| to_number(&mut row[0]));
            table.rows.sort_unstable_by(|a, b| a[0].compare(&b[0], Direction::Ascending));
        }
        let of_opponents =
            self.own("by_opponent", "By opponent", ("opponent", "Opponent"), Topic::OwnOpponent);
        if !option_expressions::is_glob(&sides.name) {
            section.notice = several_names(&sides.name, self.lists.get(Topic::OwnName));
        }
        section.tables = vec![by_color, by_eco, by_elo, by_year, of_opponents];
        section
    }

    fn own(
        &self,
        key: &'static str,
        title: &str,
        column: (&'static str, &str),
        topic: Topic,
    ) -> Table {
        // A series has few rows, and all of them are shown.
        let is_series = matches!(topic, Topic::OwnYear | Topic::OwnOpponentElo);
        let counted = Counted { top: self.top.filter(|_| !is_series), ..*self };
        let mut table = counted.table(topic, key, title, column, OF_OWN_GAMES);
        for row in &mut table.rows {
            if matches!(&row[0], Value::Text(name) if name.is_empty()) {
                row[0] = Value::Unknown;
            }
        }
        table
    }
}

/// Returns a note that games of several names are counted, with the most frequent ones; `None` if there is one name. Case
/// and the blank after a comma do not distinguish names.
fn several_names(asked: &str, list: &List) -> Option<String> {
    let mut names: BTreeMap<String, (String, u64)> = BTreeMap::new();
    for (key, counts) in &list.rows {
        let name = key_text(key);
        // As the glob of `exactly` compares them.
        let folded = name.to_lowercase().replace(", ", ",");
        // The first spelling is the most frequent one.
        names.entry(folded).or_insert((name, 0)).1 += counts.games();
    }
    let mut names: Vec<(String, u64)> = names.into_values().collect();
    names.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let is_asked = |(name, _): &&(String, u64)| name.to_lowercase() == asked.to_lowercase();
    let first = names.iter().find(is_asked).or(names.first()).filter(|_| names.len() > 1)?;
    let games = |n: u64| if n == 1 { "1 game".to_owned() } else { format!("{n} games") };
    let shown = names.iter().take(MAX_NAMES).map(|(name, n)| format!("{name} ({})", games(*n)));
    let mut shown: Vec<String> = shown.collect();
    let n_more = names.len().saturating_sub(MAX_NAMES);
    shown.extend((n_more > 0).then(|| format!("and {n_more} more")));
    Some(format!(
        "--player {asked}: {} names are counted together: {}; for one of them: --player '{}'",
        names.len(),
        shown.join(", "),
        option_expressions::exactly(&first.0).replace('\'', r"'\''")
    ))
}

fn to_number(value: &mut Value) {
    if let Value::Text(text) = value
        && let Ok(number) = text.parse()
    {
        *value = Value::Number(number);
    }
}
