//! Counts a game for the overview.

use std::{borrow::Cow, sync::LazyLock};

use pgn_chess::{Ending, ending, shakmaty::Color};
use pgn_openings::Eco;
use pgn_query::{Counts, Facts, Source, Tally, Value};
use pgn_syntax::TagName;

use crate::{
    games::{
        annotation::annotation,
        file_forms::{self, TextForm},
        game_facts::{GameFacts, PartialCounts},
        player_names::is_bye,
    },
    sums::{
        topic::Topic,
        totals::{STEP_OF_MOVES, Totals},
    },
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

/// Where the values of a game are counted.
struct Sink<'a> {
    tally: &'a mut Tally,
    key: &'a mut Vec<u8>,
    /// The counts of the game.
    counts: &'a Counts,
}

impl Sink<'_> {
    /// Counts the game for a value.
    fn add(&mut self, topic: Topic, value: &[u8]) {
        self.tally.add(topic.key(value, self.key), self.counts);
    }
}

/// Counts a game in all sections of the overview.
pub(crate) fn overview(
    game_facts: &GameFacts<'_>,
    form: TextForm,
    counts: &Counts,
    key: &mut Vec<u8>,
    found: &mut PartialCounts,
) {
    let PartialCounts { totals, tally, .. } = found;
    let Facts { game, file, encoding, played, .. } = game_facts.facts;
    let file = file.unwrap_or_default();
    dates_ratings_lengths(game_facts, totals);
    annotation(game, totals, tally, key);
    let mut sink = Sink { tally, key, counts };
    event_and_termination(game_facts, &mut sink);
    opening(game_facts, totals, &mut sink);
    sink.add(Topic::File, file.as_bytes());
    let position = played.and_then(|it| it.position.as_ref());
    if let Some(ended) = position.map(ending).and_then(ending_text) {
        sink.add(Topic::Ending, ended.as_bytes());
    }
    let producer = fields(game_facts, &mut sink);
    let mut of_file = Vec::new();
    file_forms::write_key(form, encoding, &producer, file, &mut of_file);
    sink.add(Topic::FileForm, &of_file);
    players(game_facts, &mut sink);
}

/// Counts Event, TimeControl and Termination.
fn event_and_termination(game_facts: &GameFacts<'_>, sink: &mut Sink<'_>) {
    let text = |name| game_facts.facts.tag(name);
    for (topic, name) in
        [(Topic::Event, TagName::EVENT), (Topic::TimeControl, TagName::TIME_CONTROL)]
    {
        if let Some(text) = text(name) {
            sink.add(topic, text.as_bytes());
        }
    }
    if let Some(termination) = text(TagName::TERMINATION) {
        // The name is removed from values such as `Tal won by resignation`.
        let names = [TagName::WHITE, TagName::BLACK].into_iter().filter_map(text);
        let rest = |name: Cow<'_, str>| termination.strip_prefix(&*name)?.strip_prefix(' ');
        let rest = names.filter_map(rest).next().unwrap_or(&termination);
        sink.add(Topic::Termination, rest.as_bytes());
    }
}

/// Counts the opening, and compares it with the ECO tag.
fn opening(game_facts: &GameFacts<'_>, totals: &mut Totals, sink: &mut Sink<'_>) {
    let Facts { game, src, opening: Some(opening), .. } = game_facts.facts else { return };
    sink.add(Topic::Eco, opening.eco().as_str().as_bytes());
    sink.add(Topic::Opening, opening.family().as_bytes());
    let tag = game.tag(src, TagName::ECO).and_then(|pair| Eco::read(&pair.value(src)));
    if let Some(tag) = tag {
        totals.eco_tags.readable += 1;
        totals.eco_tags.same_code += u64::from(tag == opening.eco());
        totals.eco_tags.same_letter += u64::from(tag.letter() == opening.eco().letter());
    }
}

/// Counts speed, variant and producer. Returns the producer, or an empty text.
fn fields<'a>(game_facts: &GameFacts<'a>, sink: &mut Sink<'_>) -> Cow<'a, str> {
    let (mut values, mut producer): (Vec<Value<'_>>, _) = (Vec::new(), Cow::Borrowed(""));
    for (topic, source) in
        [Topic::Speed, Topic::Variant, Topic::Producer].into_iter().zip(&SOURCES.facts)
    {
        source.values(&game_facts.facts, &mut values);
        for value in values.drain(..) {
            let value = text_of(value);
            sink.add(topic, value.as_bytes());
            if topic == Topic::Producer {
                producer = value;
            }
        }
    }
    producer
}

/// Counts the date, the ratings and the length of a game.
fn dates_ratings_lengths(game_facts: &GameFacts<'_>, totals: &mut Totals) {
    if let Some(date) = game_facts.date {
        totals.years.entry(date.year).or_default().add_game(game_facts.result);
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
fn players(game_facts: &GameFacts<'_>, sink: &mut Sink<'_>) {
    let mut names: Vec<Value<'_>> = Vec::new();
    for (side, source) in Color::ALL.into_iter().zip(&SOURCES.players) {
        source.values(&game_facts.facts, &mut names);
        let counts = game_facts.counts_of(side);
        let is_player = |name: &Value<'_>| !matches!(name, Value::Text(name) if is_bye(name));
        for name in names.drain(..).filter(is_player) {
            // `Morphy, Paul ` is the same player without the blank.
            let name = text_of(name);
            sink.tally.add(Topic::Player.key(name.trim().as_bytes(), sink.key), &counts);
        }
    }
}
