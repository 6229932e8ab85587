//! The data of a game for cross tables: players, result, round, and whether the game was played.

use pgn_chess::shakmaty::Color;
use pgn_collate::Stored;
use pgn_query::{Facts, Source, Value as FieldValue};
use pgn_syntax::{Marker, TagName, date::Date};

use super::{date_key::DateKey, form::EventForm};
use crate::{
    games::{
        game_facts::{GameFacts, hash_of},
        player_names::{is_bye, name_of},
    },
    sums::records::{RecordKind, Records},
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
    /// The hash of all that copies of a game have in common here; 0 if the round is unknown, because then different
    /// games can be the same.
    pub(super) copy_key: u64,
    /// The form of the event that EventType states.
    pub(super) stated_form: Option<EventForm>,
    /// The site of a game of teams, which does not distinguish events; otherwise empty.
    pub(super) site: String,
}

impl Entry {
    /// Reads a payload that [`record`] wrote.
    pub(super) fn read(payload: &[u8]) -> Entry {
        let ((half_points, is_played, form), elos, (round, copy_key), site, white, black): Payload =
            Stored::of_bytes(payload);
        let player = |name: String| (!is_bye(&name)).then_some(name);
        let players = [player(white), player(black)];
        let is_played = is_played && players.iter().all(Option::is_some);
        let stated_form = EventForm::of_number(form);
        Entry { players, elos, half_points, is_played, round, copy_key, stated_form, site }
    }
}

/// The data of a game: the half-points of both sides, whether the game was played and the number of the stated form, the
/// ratings, the round and the hash of what copies have in common, the site, and the names.
pub(super) type Payload =
    ((Option<[u64; 2]>, bool, u8), [u32; 2], (u32, u64), String, String, String);

/// Adds the record of a game. Returns false if it has none, because a player has no name.
pub(crate) fn record(game_facts: &GameFacts<'_>, records: &mut Records) -> bool {
    let [white, black] = Color::ALL.map(|side| name_of(game_facts, side));
    if white.is_empty() || black.is_empty() {
        return false;
    }
    let text = |name: &str| {
        let mut values: Vec<FieldValue<'_>> = Vec::new();
        Source::known(name).texts(&game_facts.facts, &mut values);
        values.first().map_or(String::new(), ToString::to_string)
    };
    let Facts { game, src, .. } = game_facts.facts;
    let of_event = game.tag(src, TagName::EVENT_DATE).and_then(|it| Date::read(&it.value(src)));
    let date = DateKey::new(of_event.or(game_facts.date));
    // The matches of a round of a league are at several sites.
    let is_of_teams = ["Event", "WhiteTeam", "BlackTeam"].iter().all(|name| !text(name).is_empty());
    let site = site_name(&text("Site"));
    let [site_of_event, site] =
        if is_of_teams { [String::new(), site] } else { [site, String::new()] };
    let points = half_points(game_facts);
    let elos = game_facts.elos.map(Option::unwrap_or_default);
    let (round_text, day) = (text("Round"), text("Date"));
    let round = round(&round_text);
    let copy_key = match round {
        0 => 0,
        _ => hash_of(&(&white, &black, &round_text, &day, points)),
    };
    let [white, black] = [white, black].map(|name| name.replace('\0', ""));
    let form = EventForm::stated(&text("EventType")).map_or(0, |form| form as u8);
    let payload: Payload = (
        (points, game_facts.is_played(), form),
        elos,
        (round, copy_key),
        site.replace('\0', ""),
        white,
        black,
    );
    records.push(
        RecordKind::Event,
        &[&text("Event"), &site_of_event, &date.year, &date.day],
        &payload.to_bytes(),
    );
    true
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

/// Returns the half-points of White and Black, also of results that only a tag can state: `0-0`, `1/2-0`, `---`. `None` if
/// the result is unknown.
fn half_points(game_facts: &GameFacts<'_>) -> Option<[u64; 2]> {
    match game_facts.result {
        Marker::WhiteWins => Some([2, 0]),
        Marker::BlackWins => Some([0, 2]),
        Marker::Draw => Some([1, 1]),
        Marker::Unknown => {
            let result = game_facts.facts.tag(TagName::RESULT);
            result.as_deref().and_then(read_half_points)
        }
    }
}

/// Reads a result as the half-points of both sides, where a sign is a game that was not played: `1/2-0`, `---`. `None` for
/// `1-1`, which is no result of one game, and for other texts.
fn read_half_points(result: &str) -> Option<[u64; 2]> {
    let of_side = |text: &str| match text.trim() {
        "1" | "+" => Some(2),
        "1/2" | "½" | "0.5" | "=" => Some(1),
        "0" | "-" => Some(0),
        _ => None,
    };
    let (white, black) = match result.trim() {
        "--" | "---" | "-:-" | "-/-" => ("-", "-"),
        result => result.split_once(['-', ':'])?,
    };
    Some([of_side(white)?, of_side(black)?]).filter(|points| points.iter().sum::<u64>() <= 2)
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

    #[test]
    fn results_with_unequal_points() {
        for (result, expect) in [
            ("0-0", Some([0, 0])),
            ("1/2-0", Some([1, 0])),
            ("0 : ½", Some([0, 1])),
            ("---", Some([0, 0])),
            ("1-1", None),
            ("1-1/2", None),
            ("*", None),
            ("?", None),
        ] {
            assert_eq!(read_half_points(result), expect, "{result}");
        }
    }
}
