//! Matches the games of two versions of a file.

use std::collections::{HashMap, HashSet};

use pgn_chess::{Replay, ReplayOptions};
use pgn_collate::{
    Facts, TempFiles,
    identity::{Identifier, Identity},
    name::Name,
    versions::{Match, Pairing, Side, Version},
};
use pgn_stream::{GameNumber, LineNumber};
use pgn_syntax::{Fallback, Game, Games, date::DateOrder};

/// Maximum number of bytes in memory for the search for pairs of games.
const MEMORY: usize = 256 << 20;

/// A game of a version of the file.
pub(super) struct VersionGame {
    pub(super) text: Vec<u8>,
    /// The hash of its whole content.
    pub(super) whole: [u8; 16],
    identity: Identity,
    /// Players, date and round, which tell two games apart.
    facts: Facts,
    /// True if this is the last game of its file.
    pub(super) is_last: bool,
}

/// Returns the games of a text.
pub(super) fn games(text: &[u8], replay: &ReplayOptions) -> Vec<VersionGame> {
    let mut identifier = Identifier::new(Fallback::default(), *replay);
    let mut walk = Replay::new();
    let (mut games, mut found) = (Games::new(text), Vec::new());
    while let Some(game) = games.next() {
        let meaning = || pgn_lint::meaning(game, text, &mut walk, replay);
        let whole = identifier.whole(game, text);
        let identity = identifier.identity(game, text, meaning);
        let facts = facts(game, text);
        let text = game.span.of(text).to_vec();
        found.push(VersionGame { text, whole, identity, facts, is_last: false });
    }
    if let Some(last) = found.last_mut() {
        last.is_last = true;
    }
    found
}

/// Returns the players, the date and the round of a game.
fn facts(game: &Game, text: &[u8]) -> Facts {
    let fallback = Fallback::default();
    let [white, black] = Name::of_players(game, text, fallback);
    Facts::of(game, text, &white, &black, fallback, DateOrder::default())
        .with_surnames(&white, &black)
}

/// Returns, for each game of `side`, the index of the game of `base` that it is a version of; `None` for a new game.
/// Pairs are found as in `diff`.
pub(super) fn pairs(
    base: &[&VersionGame],
    side: &[&VersionGame],
    temp_files: &TempFiles,
) -> anyhow::Result<Vec<Option<usize>>> {
    let mut pairing = Pairing::new(MEMORY, temp_files);
    for (of, games) in [(Side::Old, base), (Side::New, side)] {
        for (index, game) in (0..).zip(games) {
            let version = Version {
                side: of,
                index,
                input: 0,
                number: GameNumber(index + 1),
                line: LineNumber(0),
                offset: 0,
                len: 0,
            };
            pairing.push(&version, &game.whole)?;
        }
    }
    let at = |version: &Version| usize::try_from(version.index).unwrap_or(usize::MAX);
    let identity = |version: &Version| {
        let games = if version.side == Side::Old { base } else { side };
        games.get(at(version)).map_or_else(Identity::default, |game| game.identity)
    };
    let mut matches =
        pairing.finish(&mut |versions| Ok(versions.iter().map(identity).collect()))?;
    let mut found = vec![None; side.len()];
    let (mut differ_old, mut differ_new) = (HashSet::new(), HashSet::new());
    while let Some(next) = matches.next_match()? {
        differ_old.extend(next.before().map(at));
        differ_new.extend(next.now().map(at));
        if let Match::Changed(old, new) = &next {
            found[at(new)] = Some(at(old));
        }
    }
    // The other games are unchanged. They are paired in order.
    let mut same: HashMap<[u8; 16], Vec<usize>> = HashMap::new();
    for (index, game) in base.iter().enumerate().rev().filter(|(at, _)| !differ_old.contains(at)) {
        same.entry(game.whole).or_default().push(index);
    }
    for (index, game) in side.iter().enumerate().filter(|(at, _)| !differ_new.contains(at)) {
        found[index] = same.get_mut(&game.whole).and_then(Vec::pop);
    }
    Ok(found)
}

/// Returns the indices in ours and in theirs of each game that both sides have added. `pairs`: the pairs of each side
/// with the base. Games that `diff` pairs are two games if their players, dates or rounds contradict each other, such
/// as two draws with the same moves.
pub(super) fn pairs_of_added(
    [ours, theirs]: [&[VersionGame]; 2],
    of_base: &[Vec<Option<usize>>; 2],
    temp_files: &TempFiles,
) -> anyhow::Result<Vec<(usize, usize)>> {
    let added = |pairs: &[Option<usize>]| {
        (0..pairs.len()).filter(|&at| pairs[at].is_none()).collect::<Vec<usize>>()
    };
    let (of_ours, of_theirs) = (added(&of_base[0]), added(&of_base[1]));
    let (our_games, their_games): (Vec<_>, Vec<_>) = (
        of_ours.iter().map(|&at| &ours[at]).collect(),
        of_theirs.iter().map(|&at| &theirs[at]).collect(),
    );
    let found = pairs(&our_games, &their_games, temp_files)?;
    let indices = found.iter().zip(&of_theirs);
    let indices = indices.filter_map(|(our, &their)| Some((of_ours[(*our)?], their)));
    Ok(indices.filter(|&(our, their)| !ours[our].facts.contradict(&theirs[their].facts)).collect())
}
