//! The order of players: by points, then by tie-breaks.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use super::{
    form::EventForm,
    players::Player,
    scores::{Encounters, Scores},
    tie_break::TieBreak,
};

/// Maximum number of parts of a half-point. Means that need a smaller part are rounded down.
const MAX_UNIT: u64 = 1 << 32;

/// Computes the scores of the players, and returns their indices in the order of their places: players of one place
/// together, by name.
pub(super) fn ranked(
    players: &mut [Player],
    form: EventForm,
    tie_breaks: &[TieBreak],
) -> Vec<Vec<usize>> {
    let scores: Vec<Scores> = (0..players.len()).map(|i| scores_of(i, players, form)).collect();
    players.iter_mut().zip(scores).for_each(|(player, scores)| player.scores = scores);
    let mut groups = split((0..players.len()).collect(), |i| players[i].half_points);
    for &tie_break in tie_breaks {
        let mut next = Vec::new();
        for group in groups {
            next.extend(match tie_break {
                TieBreak::DirectEncounter => by_encounters(group, players, form),
                _ => split(group, |i| players[i].scores.number(tie_break)),
            });
        }
        groups = next;
    }
    groups
        .iter_mut()
        .for_each(|group| group.sort_by(|&a, &b| players[a].name.cmp(&players[b].name)));
    groups
}

/// Returns the scores of a player with the index `i`. In an event by rounds, the opponent of a game that was not played
/// counts with the points of the player. In other events, such games count as played ones.
fn scores_of(i: usize, players: &[Player], form: EventForm) -> Scores {
    let mut scores = Scores { koya: (form != EventForm::Rounds).then_some(0), ..Scores::default() };
    let mut least = None;
    for pairing in &players[i].pairings {
        let Some(half_points) = pairing.half_points else { continue };
        let opponent = pairing.opponent.map(|opponent| &players[opponent]);
        let of_opponent = match opponent {
            Some(opponent) if pairing.is_played || form != EventForm::Rounds => {
                opponent.half_points
            }
            Some(_) => players[i].half_points,
            None if form == EventForm::Rounds => players[i].half_points,
            None => 0,
        };
        scores.wins += u64::from(half_points == 2);
        scores.sonneborn_berger += half_points * of_opponent;
        scores.buchholz += of_opponent;
        least = Some(least.map_or(of_opponent, |least: u64| least.min(of_opponent)));
        if opponent.is_some_and(has_half) {
            scores.koya = scores.koya.map(|points| points + half_points);
        }
    }
    scores.buchholz_cut_1 = scores.buchholz - least.unwrap_or(0);
    scores
}

/// Returns true if a player has at least half of the points of the games that have a result.
fn has_half(player: &Player) -> bool {
    let n_games = player.pairings.iter().filter(|it| it.half_points.is_some()).count();
    player.half_points >= n_games as u64
}

/// Divides a group into those with the same value, the greatest first.
fn split<T: Ord>(mut group: Vec<usize>, value: impl Fn(usize) -> T) -> Vec<Vec<usize>> {
    group.sort_by_key(|&i| Reverse(value(i)));
    group.chunk_by(|&a, &b| value(a) == value(b)).map(<[usize]>::to_vec).collect()
}

/// Divides a group of tied players by the games between them, again and again while this breaks a tie. Stores the points
/// of the whole group as its scores.
fn by_encounters(group: Vec<usize>, players: &mut [Player], form: EventForm) -> Vec<Vec<usize>> {
    let mut done = Vec::new();
    let mut is_whole = true;
    let mut open = vec![group];
    while let Some(group) = open.pop() {
        if group.len() < 2 {
            done.push(group);
            continue;
        }
        let points = encounters(&group, players, form);
        if is_whole {
            for (&i, points) in group.iter().zip(&points) {
                players[i].scores.direct_encounter = Some(*points);
            }
            is_whole = false;
        }
        let mut parts = parts(group.into_iter().zip(points).collect());
        if parts.len() == 1 {
            done.append(&mut parts);
        } else {
            open.extend(parts.into_iter().rev());
        }
    }
    done
}

/// Returns the points of each player of a group against the others. By rounds, games that were not played do not count.
fn encounters(group: &[usize], players: &[Player], form: EventForm) -> Vec<Encounters> {
    let members: BTreeSet<usize> = group.iter().copied().collect();
    let mut unit: u64 = 1;
    let mut all: Vec<BTreeMap<usize, (u64, u64)>> = Vec::new();
    for &i in group {
        let mut of_opponents: BTreeMap<usize, (u64, u64)> = BTreeMap::new();
        for pairing in &players[i].pairings {
            let counts = pairing.is_played || form != EventForm::Rounds;
            let opponent = pairing.opponent.filter(|it| counts && *it != i && members.contains(it));
            if let (Some(opponent), Some(half_points)) = (opponent, pairing.half_points) {
                let (sum, n) = of_opponents.entry(opponent).or_default();
                (*sum, *n) = (*sum + half_points, *n + 1);
            }
        }
        for (_, n) in of_opponents.values() {
            let multiple = unit / common_divisor(unit, *n) * n;
            unit = if multiple <= MAX_UNIT { multiple } else { unit };
        }
        all.push(of_opponents);
    }
    let points = |of_opponents: &BTreeMap<usize, (u64, u64)>| Encounters {
        parts: of_opponents.values().map(|(sum, n)| sum * unit / n).sum(),
        unit,
        n_missing: (group.len() - 1 - of_opponents.len()) as u64,
    };
    all.iter().map(points).collect()
}

fn common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Divides a group by the points of its encounters. If some have not met, only the first ones are parts of their own,
/// as long as no results of the missing games could bring another one level with them.
fn parts(mut group: Vec<(usize, Encounters)>) -> Vec<Vec<usize>> {
    let indices = |rows: &[(usize, Encounters)]| rows.iter().map(|(i, _)| *i).collect::<Vec<_>>();
    group.sort_by_key(|(_, it)| Reverse(it.parts));
    if group.iter().all(|(_, it)| it.n_missing == 0) {
        return group.chunk_by(|(_, a), (_, b)| a.parts == b.parts).map(indices).collect();
    }
    let mut parts = Vec::new();
    let mut rest = &group[..];
    while let [first, others @ ..] = rest
        && !others.is_empty()
        && others.iter().all(|(_, it)| it.parts + 2 * it.unit * it.n_missing < first.1.parts)
    {
        parts.push(vec![first.0]);
        rest = others;
    }
    parts.push(indices(rest));
    parts
}
