//! Counts a game for the overview.

use std::{borrow::Cow, sync::LazyLock};

use pgn_chess::{Ending, ending, shakmaty::Color};
use pgn_openings::Eco;
use pgn_query::{Counts, Source, Value, tally::result_index};
use pgn_syntax::TagName;

use super::{
    annotation::annotation,
    file_forms::{self, TextForm},
    game_facts::{GameFacts, PartialCounts},
    player_names::is_bye,
    topic::Topic,
    totals::{STEP_OF_MOVES, Totals},
};

/// The fields of the overview.
struct Sources {
    /// Speed, variant and producer.
    facts: [Source; 3],
    /// The names of White and of Black.
    players: [Source; 2],
}

static SOURCES: LazyLock<Sources> = LazyLock::new(|| Sources {
    facts: ["speed", "variant", "producer"].map(Source::known),
    players: ["white", "black"].map(Source::known),
});

/// Returns a value as text.
fn text_of(value: Value<'_>) -> Cow<'_, str> {
    match value {
        Value::Text(text) => text,
        value => Cow::Owned(value.to_string()),
    }
}

pub(super) fn overview(
    game_facts: &GameFacts<'_>,
    form: TextForm,
    counts: &Counts,
    key: &mut Vec<u8>,
    found: &mut PartialCounts,
) {
    let PartialCounts { totals, tally, .. } = found;
    let (game, src) = (game_facts.game, game_facts.facts.src);
    dates_ratings_lengths(game_facts, totals);
    annotation(game, totals, tally, key);

    let mut add = |topic: Topic, value: &[u8], counts: &Counts| {
        tally.add(topic.key(value, key), counts);
    };
    let text = |name| game_facts.facts.tag(name);
    for (topic, name) in
        [(Topic::Event, TagName::EVENT), (Topic::TimeControl, TagName::TIME_CONTROL)]
    {
        if let Some(text) = text(name) {
            add(topic, text.as_bytes(), counts);
        }
    }
    if let Some(termination) = text(TagName::TERMINATION) {
        // The name is removed from values such as `Tal won by resignation`.
        let names = [TagName::WHITE, TagName::BLACK].into_iter().filter_map(text);
        let rest = |name: Cow<'_, str>| termination.strip_prefix(&*name)?.strip_prefix(' ');
        let rest = names.filter_map(rest).next().unwrap_or(&termination);
        add(Topic::Termination, rest.as_bytes(), counts);
    }
    if let Some(opening) = game_facts.opening {
        add(Topic::Eco, opening.eco().as_str().as_bytes(), counts);
        add(Topic::Opening, opening.family().as_bytes(), counts);
        let tag = game.tag(src, TagName::ECO).and_then(|pair| Eco::read(&pair.value(src)));
        if let Some(tag) = tag {
            totals.eco_tags[0] += 1;
            totals.eco_tags[1] += u64::from(tag == opening.eco());
            totals.eco_tags[2] += u64::from(tag.letter() == opening.eco().letter());
        }
    }
    add(Topic::File, game_facts.facts.file.unwrap_or_default().as_bytes(), counts);
    let played = game_facts.played.as_ref();
    let ending = played.and_then(|it| it.position.as_ref().map(ending));
    if let Some(ended) = ending.and_then(ending_text) {
        add(Topic::Ending, ended.as_bytes(), counts);
    }
    let (mut values, mut producer): (Vec<Value<'_>>, _) = (Vec::new(), Cow::Borrowed(""));
    let [speed, variant, of_producer] = &SOURCES.facts;
    for (topic, source) in
        [(Topic::Speed, speed), (Topic::Variant, variant), (Topic::Producer, of_producer)]
    {
        values.clear();
        source.values(&game_facts.facts, &mut values);
        for value in values.drain(..) {
            let value = text_of(value);
            add(topic, value.as_bytes(), counts);
            if topic == Topic::Producer {
                producer = value;
            }
        }
    }
    let file = game_facts.facts.file.unwrap_or_default();
    let mut of_file = Vec::new();
    file_forms::write_key(form, game_facts.facts.encoding, (&producer, file), &mut of_file);
    add(Topic::FileForm, &of_file, counts);
    players(game_facts, &mut add);
}

/// Counts the date, the ratings and the length of a game.
fn dates_ratings_lengths(game_facts: &GameFacts<'_>, totals: &mut Totals) {
    if let Some(date) = game_facts.date {
        totals.years.entry(date.year).or_default()[result_index(game_facts.result)] += 1;
        totals.see_date(date);
    }
    let n_rated = game_facts.elos.iter().flatten().count();
    totals.elo.games[2 - n_rated] += 1;
    for elo in game_facts.elos.into_iter().flatten() {
        totals.elo.see(elo);
    }
    let moves = game_facts.n_plies.div_ceil(2);
    *totals.lengths.entry(moves - moves % STEP_OF_MOVES).or_default() += 1;
    totals.shortest =
        Some(totals.shortest.map_or(game_facts.n_plies, |least| least.min(game_facts.n_plies)));
    totals.longest = totals.longest.max(Some(game_facts.n_plies));
    totals.without_moves += u64::from(game_facts.n_plies == 0);
}

/// Returns the name of the way a game ended on the board; `None` if the game could continue.
fn ending_text(ending: Ending) -> Option<&'static str> {
    match ending {
        Ending::Checkmate { .. } => Some("checkmate"),
        Ending::Stalemate => Some("stalemate"),
        Ending::InsufficientMaterial => Some("insufficient material"),
        Ending::Variant { .. } => Some("by the rules of the variant"),
        Ending::Open => None,
    }
}

/// Counts the players of both sides, without byes. Several players of a side are counted separately.
fn players(game_facts: &GameFacts<'_>, add: &mut impl FnMut(Topic, &[u8], &Counts)) {
    let mut names: Vec<Value<'_>> = Vec::new();
    for (side, source) in Color::ALL.into_iter().zip(&SOURCES.players) {
        names.clear();
        source.values(&game_facts.facts, &mut names);
        let counts = game_facts.counts_of(side);
        let is_player = |name: &Value<'_>| !matches!(name, Value::Text(name) if is_bye(name));
        for name in names.drain(..).filter(is_player) {
            // `Morphy, Paul ` is the same player without the blank.
            add(Topic::Player, text_of(name).trim().as_bytes(), &counts);
        }
    }
}
