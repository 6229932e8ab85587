//! The players of an event in the order of their places: points, and tie-breaks.

use std::{
    cmp::Reverse,
    collections::{HashMap, HashSet},
};

use super::{
    entry::Entry,
    form::{EventForm, FormChoice, Unfit},
    players::{Pairing, Player},
};
use crate::player_names::spelling_key;

/// The final standings of an event.
#[derive(Debug)]
pub(super) struct Standings {
    pub(super) form: EventForm,
    pub(super) n_games: usize,
    /// Number of games that may be copies: they have the same players, colors, round, date and result as an earlier one.
    pub(super) n_copies: usize,
    /// The players in the order of their places.
    pub(super) players: Vec<Player>,
}

impl Standings {
    /// Returns the standings of an event with these games.
    ///
    /// # Errors
    /// Returns an error if the event does not have the players for a form that is given.
    pub(super) fn new(entries: Vec<Entry>, choice: FormChoice) -> Result<Standings, Unfit> {
        let n_games = entries.len();
        let mut keys: HashSet<u64> = HashSet::new();
        let keyed = entries.iter().map(|entry| entry.copy_key).filter(|&key| key != 0);
        let n_copies = keyed.filter(|&key| !keys.insert(key)).count();
        let stated = stated_form(&entries);
        let mut players: Vec<Player> = Vec::new();
        let mut indices: HashMap<String, usize> = HashMap::new();
        for entry in entries {
            add(entry, &mut players, &mut indices);
        }
        // The sort is stable: games of a round stay in the order of the input.
        players.iter_mut().for_each(|player| player.pairings.sort_by_key(|it| it.round));
        let form = EventForm::choose(choice, stated, &players)?;
        break_ties(&mut players, form);
        let order = |player: &Player| {
            let Player { half_points, sonneborn_berger, buchholz, .. } = *player;
            let breaks = match form {
                EventForm::Rounds => (buchholz, sonneborn_berger),
                EventForm::Match | EventForm::RoundRobin => (sonneborn_berger, 0),
            };
            (Reverse(half_points), Reverse(breaks))
        };
        let mut places: Vec<usize> = (0..players.len()).collect();
        places.sort_unstable_by(|&a, &b| {
            let (a, b) = (&players[a], &players[b]);
            order(a).cmp(&order(b)).then_with(|| a.name.cmp(&b.name))
        });
        Ok(Standings { form, n_games, n_copies, players: placed(players, &places) })
    }
}

/// Returns the form that games of an event state, if all that state one agree.
fn stated_form(entries: &[Entry]) -> Option<EventForm> {
    let mut forms = entries.iter().filter_map(|entry| entry.stated_form);
    let first = forms.next()?;
    forms.all(|form| form == first).then_some(first)
}

/// Adds a game to its players.
fn add(entry: Entry, players: &mut Vec<Player>, indices: &mut HashMap<String, usize>) {
    let found: Vec<Option<usize>> = entry
        .players
        .iter()
        .map(|name| {
            let name = name.as_ref()?;
            Some(*indices.entry(spelling_key(name)).or_insert_with(|| {
                players.push(Player { name: name.clone(), ..Player::default() });
                players.len() - 1
            }))
        })
        .collect();
    for side in [0, 1] {
        let Some(player) = found[side].and_then(|index| players.get_mut(index)) else { continue };
        if player.elo == 0 {
            player.elo = entry.elos[side];
        }
        let half_points = entry.half_points.map(|both| both[side]);
        player.half_points += half_points.unwrap_or(0);
        player.pairings.push(Pairing {
            round: entry.round,
            opponent: found[1 - side],
            is_white: side == 0,
            half_points,
            is_played: entry.is_played,
        });
    }
}

/// Computes the tie-breaks. In an event by rounds, the opponent of a game that was not played counts with the points of
/// the player. In other events, such games count as played ones.
fn break_ties(players: &mut [Player], form: EventForm) {
    let points: Vec<u64> = players.iter().map(|player| player.half_points).collect();
    for (i, player) in players.iter_mut().enumerate() {
        for pairing in &player.pairings {
            let Some(half_points) = pairing.half_points else { continue };
            let of_opponent = match pairing.opponent {
                Some(opponent) if pairing.is_played || form != EventForm::Rounds => {
                    points[opponent]
                }
                Some(_) => points[i],
                None if form == EventForm::Rounds => points[i],
                None => 0,
            };
            player.sonneborn_berger += half_points * of_opponent;
            player.buchholz += of_opponent;
        }
    }
}

/// Returns the players in the order of `places`, a list of their indices.
fn placed(players: Vec<Player>, places: &[usize]) -> Vec<Player> {
    let mut place_of = vec![0; players.len()];
    for (place, &index) in places.iter().enumerate() {
        place_of[index] = place;
    }
    let mut numbered: Vec<(usize, Player)> =
        players.into_iter().enumerate().map(|(i, player)| (place_of[i], player)).collect();
    numbered.sort_unstable_by_key(|(place, _)| *place);
    let renamed = |mut player: Player| {
        for pairing in &mut player.pairings {
            pairing.opponent = pairing.opponent.map(|index| place_of[index]);
        }
        player
    };
    numbered.into_iter().map(|(_, player)| renamed(player)).collect()
}

#[cfg(test)]
mod tests;
