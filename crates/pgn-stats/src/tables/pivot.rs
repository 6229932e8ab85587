//! Counts a game under the values of `--by`, or under each combination of values.

use std::convert::Infallible;

use pgn_chess::shakmaty::Color;
use pgn_query::{
    ByResult, Counts, Depth, Facts, Field, Grouping, Source, Value, ValueKind,
    grouping::remove_repeated, ratings,
};

use crate::{
    games::{
        combinations::{Column, Combinations, CountsOfGame},
        game_facts::{GameFacts, ObserverState, PartialCounts, values_of},
        player_names::is_bye,
    },
    plan::{OpeningTable, Parts, Perspective},
    sums::topic::Topic,
};

/// The field `color` of `--by`: the color of the player from whose side games are counted. It is not a field of a game.
pub static COLOR: Field = Field {
    name: "color",
    help: "The color of the player",
    kind: ValueKind::Word,
    has_several_values: false,
    first: Depth::Tags,
    depth: Depth::Tags,
    of: |_, _| (),
};

/// Number of combinations of values of a game that are always counted with its chunk.
const MAX_OF_GAME: usize = 16;

/// Number of combinations of values of the games of a chunk that are counted with the chunk. The combinations of
/// further games, and of a single game with more, are counted in the collector, whose counts go to a file above a
/// limit.
const MAX_OF_CHUNK: usize = 1 << 14;

/// Counts games under the values of [`Parts::by`].
pub(crate) struct Pivot<'p> {
    parts: &'p Parts,
    perspective: Perspective,
}

impl<'p> Pivot<'p> {
    pub(crate) fn new(parts: &'p Parts) -> Pivot<'p> {
        Pivot { parts, perspective: parts.perspective() }
    }

    /// Counts a game once for each combination of its values.
    pub(crate) fn count(
        &self,
        game_facts: &GameFacts<'_>,
        own_sides: &[Color],
        state: &mut ObserverState,
        found: &mut PartialCounts,
    ) {
        let counts = game_facts.counts();
        let mut values: Vec<Value<'_>> = emptied(std::mem::take(&mut state.values));
        if let ([(_, by)], Perspective::White) = (&self.parts.by[..], self.perspective) {
            self.values(by, &game_facts.facts, &mut values);
            // Fast path: a single value.
            if let [] | [_] = &values[..] {
                state.content.clear();
                values.first().into_iter().for_each(|it| push_value(&mut state.content, by, it));
                found.tally.add(Topic::By.key(&state.content, &mut state.key), &counts);
                state.values = emptied(values);
                return;
            }
        }
        state.values = emptied(values);
        let of_sides = Color::ALL.map(|side| of_side(side, &counts, game_facts));
        let counts = CountsOfGame { whole: counts, of_sides };
        let sides = match self.perspective {
            Perspective::Own => own_sides.iter().copied().map(Some).collect(),
            Perspective::Player(_) if self.parts.by.iter().any(|(_, by)| has_side(by)) => {
                vec![Some(Color::White), Some(Color::Black)]
            }
            Perspective::Player(_) | Perspective::White => vec![None],
        };
        for side in sides {
            let Some(columns) = self.columns(game_facts, side, state) else { continue };
            count_combinations(Combinations { columns, side, counts }, state, found);
        }
    }

    /// Calls `take` with each value of the first field, from the side of a player of a pair.
    pub(crate) fn for_each_value(
        &self,
        game_facts: &GameFacts<'_>,
        side: Color,
        state: &mut ObserverState,
        mut take: impl FnMut(&str),
    ) {
        let of_pair = Pivot { parts: self.parts, perspective: Perspective::Own };
        let columns = of_pair.columns(game_facts, Some(side), state);
        for value in columns.iter().flatten().take(1).flat_map(Column::values) {
            take(&String::from_utf8_lossy(value));
        }
    }

    /// Returns the values of all fields as columns. `side`: the side from which the game is counted; `None` if each
    /// value has its own side, or if there is no side. Returns `None` if no player of the side is counted.
    fn columns(
        &self,
        game_facts: &GameFacts<'_>,
        side: Option<Color>,
        state: &mut ObserverState,
    ) -> Option<Vec<Column>> {
        let facts = &game_facts.facts;
        let mut values: Vec<Value<'_>> = emptied(std::mem::take(&mut state.values));
        let mut columns = Vec::with_capacity(self.parts.by.len());
        for (i, (_, by)) in self.parts.by.iter().enumerate() {
            values.clear();
            self.values(by, facts, &mut values);
            let is_player = self.perspective == Perspective::Player(i);
            let n_white = is_player.then(|| n_of_white(by, facts, &values));
            match (side, n_white) {
                (Some(side), Some(n_white)) => {
                    columns.push(column_of_side(by, &values, n_white, side)?);
                }
                (Some(side), None) if by.source.is_field("elo") => {
                    values.clear();
                    ratings(facts, side, &mut values);
                    columns.push(column(by, &values, None));
                }
                (Some(side), None) if by.source.is_field("elo_diff") => {
                    values.iter_mut().for_each(|value| turn(value, side));
                    columns.push(column(by, &values, None));
                }
                (Some(side), None) if by.source.is_field(COLOR.name) => {
                    columns.push(column(by, &[Value::Text(side.to_string().into())], None));
                }
                _ => columns.push(column(by, &values, n_white)),
            }
        }
        state.values = emptied(values);
        Some(columns)
    }

    /// Appends the values of a field. With `--eco-file`, code and opening come from the moves.
    fn values<'a>(&self, by: &Grouping, facts: &Facts<'a>, values: &mut Vec<Value<'a>>) {
        if let (OpeningTable::Custom(_), Source::Field(field)) = (&self.parts.openings, &by.source)
        {
            let opening = facts.opening;
            match field.name {
                "eco" => {
                    values.extend(opening.map(|it| Value::Text(it.eco().as_str().into())));
                    return;
                }
                "opening" => {
                    values.extend(opening.map(|it| Value::Text(it.name().into())));
                    return;
                }
                _ => (),
            }
        }
        by.source.values(facts, values);
        leave_byes_out(&by.source, values);
    }
}

/// Counts a game under combinations of its values.
fn count_combinations(
    combinations: Combinations,
    state: &mut ObserverState,
    found: &mut PartialCounts,
) {
    let n = combinations.len();
    if n > MAX_OF_GAME && state.n_combinations + n > MAX_OF_CHUNK {
        found.combinations.push(combinations);
        return;
    }
    state.n_combinations += n;
    let Ok(()) = combinations.for_each(&mut state.content, &mut state.key, |key, counts| {
        found.tally.add(key, counts);
        Ok::<(), Infallible>(())
    });
}

/// Returns true if the value of a field depends on the side from which a game is counted.
fn has_side(by: &Grouping) -> bool {
    ["elo", "elo_diff", COLOR.name].iter().any(|name| by.source.is_field(name))
}

/// Converts a difference between White and Black to the difference between a side and its opponent.
fn turn(value: &mut Value<'_>, side: Color) {
    if let (Color::Black, Value::Number(number)) = (side, value) {
        *number = number.saturating_neg();
    }
}

/// Returns the column of the players of a side, of which `n_white` have White; `None` if the side has none. A game
/// without any player has an empty value, from White's side.
fn column_of_side(
    by: &Grouping,
    values: &[Value<'_>],
    n_white: usize,
    side: Color,
) -> Option<Column> {
    let (white, black) = values.split_at(n_white);
    let of_side = if side == Color::White { white } else { black };
    let has_column = !of_side.is_empty() || values.is_empty() && side == Color::White;
    let n_white = if side == Color::White { of_side.len() } else { 0 };
    has_column.then(|| column(by, of_side, Some(n_white)))
}

/// Removes names that represent byes from the values of `player`.
fn leave_byes_out(source: &Source, values: &mut Vec<Value<'_>>) {
    if source.is_field("player") {
        values.retain(|value| !matches!(value, Value::Text(name) if is_bye(name)));
    }
}

/// Returns the column of the values of a field; an empty value if there is none. `n_white` is the number of values that are
/// names of White's players, which precede those of Black's; `None` if the values are not players whose score is
/// counted.
fn column(by: &Grouping, values: &[Value<'_>], n_white: Option<usize>) -> Column {
    let side = |n: usize, n_white: usize| if n < n_white { Color::White } else { Color::Black };
    let part = |(n, value): (usize, &Value<'_>)| {
        let mut part = Vec::new();
        push_value(&mut part, by, value);
        (part, n_white.map(|n_white| side(n, n_white)))
    };
    let mut parts = values.iter().enumerate().map(part);
    match values.len() {
        0 | 1 => {
            let (value, side) = parts.next().unwrap_or_default();
            Column::of_one(value, side)
        }
        _ => {
            let mut parts: Vec<(Vec<u8>, Option<Color>)> = parts.collect();
            // A player of both sides is counted for each.
            remove_repeated(&mut parts, |part| part);
            Column::new(&parts)
        }
    }
}

/// Returns the number of values of `player`, `winner` or `loser` that are names of White's players.
fn n_of_white(by: &Grouping, facts: &Facts<'_>, values: &[Value<'_>]) -> usize {
    let of = |name: &str| values_of(facts, name);
    match &by.source {
        Source::Field(field) if matches!(field.name, "winner" | "loser") => {
            let has_white_won = of("result") == [Value::Text("1-0".into())];
            if has_white_won == (field.name == "winner") { values.len() } else { 0 }
        }
        source => {
            let mut names = of("white");
            leave_byes_out(source, &mut names);
            names.len()
        }
    }
}

/// Returns the counts of a game for the player of a side, with the rating of that side.
fn of_side(side: Color, counts: &Counts, game_facts: &GameFacts<'_>) -> Counts {
    let mut counts = *counts;
    let elo = game_facts.elos[side.fold_wb(0, 1)].map(u64::from);
    (counts.rated, counts.elo) = (u64::from(elo.is_some()), elo.unwrap_or(0));
    counts.best_elo = elo.unwrap_or(0);
    if side == Color::Black {
        (counts.white, counts.black) = (ByResult::default(), counts.white);
    }
    counts
}

/// Returns the vector without its values, with another lifetime, so that its memory is used again.
fn emptied<'b>(values: Vec<Value<'_>>) -> Vec<Value<'b>> {
    values.into_iter().map_while(|_| None).collect()
}

/// Appends a value to a key without NULs, which separate values.
fn push_value(key: &mut Vec<u8>, by: &Grouping, value: &Value<'_>) {
    let text = by.text(value);
    let text = text.trim().as_bytes();
    if text.contains(&0) {
        key.extend(text.iter().filter(|&&byte| byte != 0));
    } else {
        key.extend_from_slice(text);
    }
}
