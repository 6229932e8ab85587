//! The players of an event in the order of their places: points, and tie-breaks.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::{
    entry::Entry,
    form::{EventForm, FormChoice, MAX_MATRIX, Unfit},
    players::{Pairing, Player},
    tie_break::TieBreak,
    ties,
};
use crate::games::player_names::spelling_key;

/// Minimum share of the possible pairs of players that met, in percent, in an event of all against all.
const ROUND_ROBIN: usize = 60;

/// The final standings of an event.
#[derive(Debug)]
pub(super) struct Standings {
    pub(super) form: EventForm,
    /// The tie-breaks that apply, in their order.
    pub(super) tie_breaks: Vec<TieBreak>,
    /// The requested tie-breaks, also those that do not apply.
    pub(super) listed: Vec<TieBreak>,
    pub(super) n_games: usize,
    /// Number of games that may be copies: they have the same players, colors, round, date and result as an earlier one.
    pub(super) n_copies: usize,
    /// The players in the order of their places; those who share one, by name.
    pub(super) players: Vec<Player>,
}

impl Standings {
    /// Returns the standings of an event with these games. `listed`: the tie-breaks in their order; if there are none, the
    /// usual ones of the form.
    ///
    /// # Errors
    /// Returns an error if the event does not have the players for a form that is given.
    pub(super) fn new(
        entries: Vec<Entry>,
        choice: FormChoice,
        listed: &[TieBreak],
    ) -> Result<Standings, Unfit> {
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
        let form = choose(choice, stated, &players)?;
        let tie_breaks = TieBreak::of_form(form, listed);
        let groups = ties::ranked(&mut players, form, &tie_breaks);
        let mut last = 0;
        for group in &groups {
            let first = last + 1;
            last += group.len();
            group.iter().for_each(|&i| players[i].places = (first, last));
        }
        let (listed, players) = (listed.to_vec(), placed(players, &groups.concat()));
        Ok(Standings { form, tie_breaks, listed, n_games, n_copies, players })
    }
}

/// Returns the form that games of an event state, if all that state one agree.
fn stated_form(entries: &[Entry]) -> Option<EventForm> {
    let mut forms = entries.iter().filter_map(|entry| entry.stated_form);
    let first = forms.next()?;
    forms.all(|form| form == first).then_some(first)
}

/// Returns the form of the table of an event. `stated`: the form that all games state.
///
/// # Errors
/// Returns an error if the event does not have the players for a form that is given.
fn choose(
    choice: FormChoice,
    stated: Option<EventForm>,
    players: &[Player],
) -> Result<EventForm, Unfit> {
    let fits_matrix = players.len() <= MAX_MATRIX;
    match choice {
        FormChoice::Given(EventForm::Match) if players.len() > 2 => Err(Unfit::NotTwo),
        FormChoice::Given(EventForm::RoundRobin) if !fits_matrix => Err(Unfit::Players),
        FormChoice::Given(form) => Ok(form),
        FormChoice::Auto if players.len() == 2 => Ok(EventForm::Match),
        FormChoice::Auto if !fits_matrix => Ok(EventForm::Rounds),
        FormChoice::Auto => Ok(stated.unwrap_or_else(|| of_pairs(players))),
    }
}

/// Returns the form of an event by the number of pairs of players that met.
fn of_pairs(players: &[Player]) -> EventForm {
    let n = players.len();
    let met: BTreeSet<(usize, usize)> = players
        .iter()
        .enumerate()
        .flat_map(|(i, player)| player.pairings.iter().map(move |it| (i, it.opponent)))
        .filter_map(|(i, opponent)| opponent.filter(|&other| i < other).map(|other| (i, other)))
        .collect();
    let n_pairs = n * n.saturating_sub(1) / 2;
    if met.len() * 100 >= n_pairs * ROUND_ROBIN { EventForm::RoundRobin } else { EventForm::Rounds }
}

/// Adds a game to its players.
fn add(entry: Entry, players: &mut Vec<Player>, indices: &mut HashMap<String, usize>) {
    let found = entry.players.each_ref().map(|name| {
        let name = name.as_ref()?;
        Some(*indices.entry(spelling_key(name)).or_insert_with(|| {
            players.push(Player { name: name.clone(), ..Player::default() });
            players.len() - 1
        }))
    });
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
