//! The data of a game for cross tables: players, result, round, and whether the game was played.

use pgn_chess::shakmaty::Color;
use pgn_collate::Stored;
use pgn_query::{Source, Value as FieldValue, tally::result_index};
use pgn_syntax::{TagName, date::Date};

use super::date_key::DateKey;
use crate::{
    game_facts::GameFacts,
    player_names::{is_bye, name_of},
    records::{RecordKind, Records},
};

/// A game of an event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Entry {
    /// The names of White and Black; `None` for a bye.
    pub(super) players: [Option<String>; 2],
    pub(super) elos: [u32; 2],
    /// Half-points of White and Black; `None` if the result is unknown.
    pub(super) half_points: Option<[u64; 2]>,
    /// False for a bye or a forfeit.
    pub(super) is_played: bool,
    /// The first number of the round; 0 if unknown.
    pub(super) round: u32,
    /// The site of a game of teams, which does not distinguish events; otherwise empty.
    pub(super) site: String,
}

impl Entry {
    /// Reads a payload that [`record`] wrote.
    pub(super) fn read(payload: &[u8]) -> Entry {
        let ((result, is_played), elos, round, site, white, black): Payload =
            Stored::of_bytes(payload);
        let player = |name: String| (!is_bye(&name)).then_some(name);
        let players = [player(white), player(black)];
        let is_bye = players.iter().any(Option::is_none);
        let is_played = is_played && !is_bye;
        let half_points = match result {
            0 => Some([2, 0]),
            1 => Some([0, 2]),
            2 => Some([1, 1]),
            // Both lost by default. A bye without a result has no points yet.
            _ => (!is_played && !is_bye).then_some([0, 0]),
        };
        Entry { players, elos, half_points, is_played, round, site }
    }
}

/// The data of a game: the index of the result, whether the game was played, the ratings, the round, the site, and the
/// names.
pub(super) type Payload = ((u8, bool), [u32; 2], u32, String, String, String);

/// Adds the record of a game. Games without both names are left out.
pub(crate) fn record(game_facts: &GameFacts<'_>, records: &mut Records) {
    let [white, black] = Color::ALL.map(|side| name_of(game_facts, side));
    if white.is_empty() || black.is_empty() {
        return;
    }
    let text = |name: &str| {
        let mut values: Vec<FieldValue<'_>> = Vec::new();
        let source = Source::find(name);
        source.into_iter().for_each(|source| source.texts(&game_facts.facts, &mut values));
        values.first().map_or(String::new(), ToString::to_string)
    };
    let (game, src) = (game_facts.game, game_facts.facts.src);
    let of_event = game.tag(src, TagName::EVENT_DATE).and_then(|it| Date::read(&it.value(src)));
    let date = DateKey::new(of_event.or(game_facts.date));
    // The matches of a round of a league are at several sites.
    let is_of_teams = ["Event", "WhiteTeam", "BlackTeam"].iter().all(|name| !text(name).is_empty());
    let site = site_name(&text("Site"));
    let [site_of_event, site] =
        if is_of_teams { [String::new(), site] } else { [site, String::new()] };
    let (result, is_played) = (
        u8::try_from(result_index(game_facts.result)).unwrap_or(u8::MAX),
        !is_default(game_facts, &text("Termination")),
    );
    let elos = game_facts.elos.map(Option::unwrap_or_default);
    let [white, black] = [white, black].map(|name| name.replace('\0', ""));
    let payload: Payload =
        ((result, is_played), elos, round(&text("Round")), site.replace('\0', ""), white, black);
    records.push(
        RecordKind::Event,
        &[&text("Event"), &site_of_event, &date.year, &date.day],
        &payload.to_bytes(),
    );
}

/// Returns the name of a site. An address, which may identify a single game, is reduced to its host.
fn site_name(site: &str) -> String {
    match site.split_once("://") {
        Some((_, rest)) => rest.split('/').next().unwrap_or_default().to_owned(),
        None => site.to_owned(),
    }
}

/// Returns the first number of a round; 0 if there is none.
fn round(text: &str) -> u32 {
    text.split('.').next().and_then(|first| first.trim().parse().ok()).unwrap_or(0)
}

/// Returns true for a game that was not played: its result is written with signs (`+--`), or its termination names a
/// default. A game that was lost on time was played.
fn is_default(game_facts: &GameFacts<'_>, termination: &str) -> bool {
    let (game, src) = (game_facts.game, game_facts.facts.src);
    let has_signs = |text: &[u8]| matches!(text.trim_ascii().first(), Some(b'+' | b'-'));
    let tag = game.tag(src, TagName::RESULT).is_some_and(|pair| has_signs(&pair.value(src)));
    let marker = game.marker.is_some_and(|(_, span)| has_signs(span.of(src)));
    let words = termination.to_lowercase();
    let is_named = ["unplayed", "not played", "walkover", "no show", "no-show", "default"];
    tag || marker || is_named.iter().any(|name| words.contains(name)) || words.trim() == "forfeit"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sites_and_rounds() {
        assert_eq!(site_name("https://lichess.org/abcd1234"), "lichess.org");
        assert_eq!(site_name("Wijk aan Zee"), "Wijk aan Zee");
        assert_eq!([round("3"), round("3.12"), round("?"), round("")], [3, 3, 0, 0]);
    }
}
