//! The work of `pgnkit git-merge`: merges two changed versions of a file with their common ancestor, game by game.

mod game;
mod matching;
mod texts;

use std::{
    collections::HashMap,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use pgn_chess::ReplayOptions;
use pgn_stream::{TextKind, text_kind};
use pgn_syntax::{BOM, Games, first_line_end, without_bom};

use self::{
    matching::{VersionGame, games, pairs, pairs_of_added},
    texts::{Markers, three_way},
};
use crate::{
    ExitStatus, Globals, inputs::paths::show, outputs, reports::messages::counted,
    writing::appender::separator,
};

/// The plan of a run of `git-merge`.
#[derive(Debug)]
pub struct Plan {
    /// The file of the common ancestor.
    pub base: PathBuf,
    /// The file of this side, which is replaced by the result.
    pub ours: PathBuf,
    /// The file of the other side.
    pub theirs: PathBuf,
    /// Length of conflict markers in characters.
    pub marker_size: usize,
    /// The name of the file in messages.
    pub name: String,
}

/// The result of a merge.
#[derive(Default)]
struct Merged {
    text: Vec<u8>,
    n_games: usize,
    n_joined: u64,
    n_conflicts: u64,
    /// True if the last game was the last one of its file, so that it may need a separator before the next game.
    ends_file: bool,
}

/// Merges the files of `plan`. Returns [`ExitStatus::Findings`] if there are conflicts.
///
/// # Errors
/// Returns an error if a file cannot be read, or the result cannot be written.
pub fn run(plan: &Plan, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let mut files = Vec::new();
    for path in [&plan.base, &plan.ours, &plan.theirs] {
        files.push(fs::read(path).with_context(|| format!("{}: cannot be read", show(path)))?);
    }
    let [base, ours, theirs] = [&files[0], &files[1], &files[2]];
    if ours == theirs || base == theirs {
        return Ok(ExitStatus::Clean);
    }
    if base == ours {
        write(&plan.ours, theirs)?;
        return Ok(ExitStatus::Clean);
    }
    if let Some(reason) = files.iter().find_map(|bytes| obstacle(bytes)) {
        globals
            .messages
            .warning(format_args!("{}: {reason}; this side is left as it is", plan.name));
        return Ok(ExitStatus::Findings);
    }
    let markers = Markers { size: plan.marker_size };
    let replay = globals.reading.replay_options();
    // A byte order mark belongs to the file, not to the game that happens to be its first.
    let has_bom = [base, ours, theirs].map(|bytes| bytes.starts_with(BOM));
    let texts = [base, ours, theirs].map(|bytes| without_bom(bytes));
    let [base, ours, theirs] = texts.map(|text| games(text, &replay));
    let of_base: Vec<&VersionGame> = base.iter().collect();
    let temp_files = &globals.temp_files;
    let of_side =
        |side: &[VersionGame]| pairs(&of_base, &side.iter().collect::<Vec<_>>(), temp_files);
    let pairs = [of_side(&ours)?, of_side(&theirs)?];
    let added = pairs_of_added([&ours, &theirs], &pairs, temp_files)?;
    let merger = Merger { base: &base, replay, markers };
    let mut merged = merger.merge([&ours, &theirs], &pairs, &added);
    let is_other = |items: &[VersionGame], text: &[u8]| {
        items.is_empty() && !text.trim_ascii().is_empty()
            || matches!(text_kind(text), TextKind::Other(_))
    };
    let has_other_text =
        [&base, &ours, &theirs].iter().zip(texts).any(|(items, text)| is_other(items, text));
    let is_whole =
        !has_other_text && (merged.n_conflicts > 0 || n_games(&merged.text) == merged.n_games);
    if !is_whole {
        // A file has text but no games, or is of another format, or the games would be read in another way as neighbors,
        // so that the files are merged line by line.
        let (text, n) = texts::merge(texts[0], texts[1], texts[2], markers);
        merged = Merged { text, n_conflicts: n, n_joined: 0, ..merged };
    }
    if three_way(has_bom) == Some(true) {
        merged.text.splice(..0, BOM.iter().copied());
    }
    write(&plan.ours, &merged.text)?;
    let Merged { n_joined, n_conflicts, .. } = merged;
    if n_conflicts > 0 {
        let places = if n_conflicts == 1 { "place" } else { "places" };
        globals.messages.warning(format_args!(
            "{}: {n_conflicts} {places} changed in two ways, between conflict markers",
            plan.name
        ));
        return Ok(ExitStatus::Findings);
    }
    if n_joined > 0 {
        let games = counted(n_joined, "game");
        globals.messages.summary(format_args!("{}: joined the changes of {games}", plan.name));
    }
    Ok(ExitStatus::Clean)
}

/// Returns the reason why a file cannot be merged; `None` if it can.
fn obstacle(bytes: &[u8]) -> Option<&'static str> {
    if pgn_stream::is_compressed(bytes) {
        Some("compressed files cannot be merged")
    } else if bytes.contains(&0) || text_kind(bytes) == TextKind::Binary {
        Some("not PGN in UTF-8 or an 8-bit character set")
    } else {
        None
    }
}

/// Replaces the file at `path`, complete or not at all.
fn write(path: &Path, text: &[u8]) -> anyhow::Result<()> {
    let mut out = outputs::open(&outputs::Output::File(path.to_owned()))?;
    out.write_all(text)?;
    Ok(out.commit()?)
}

/// Returns the number of games in a text.
fn n_games(text: &[u8]) -> usize {
    let mut games = Games::new(text);
    std::iter::from_fn(|| games.next().map(|_| ())).count()
}

struct Merger<'a> {
    base: &'a [VersionGame],
    replay: ReplayOptions,
    markers: Markers,
}

/// A game of the result, or the versions of a game between conflict markers.
struct MergedGame {
    text: Vec<u8>,
    ends_file: bool,
    is_joined: bool,
    n_conflicts: u64,
}

impl MergedGame {
    fn copy(item: &VersionGame) -> MergedGame {
        let (text, ends_file) = (item.text.clone(), item.is_last);
        MergedGame { text, ends_file, is_joined: false, n_conflicts: 0 }
    }
}

impl Merger<'_> {
    /// Merges the games of both sides. Their order is that of the side that has changed the order, of ours if both
    /// have.
    /// `added`: the indices of games in ours and in theirs that both sides have added.
    fn merge(
        &self,
        sides: [&[VersionGame]; 2],
        pairs: &[Vec<Option<usize>>; 2],
        added: &[(usize, usize)],
    ) -> Merged {
        let is_sorted = |pairs: &[Option<usize>]| pairs.iter().flatten().is_sorted();
        // The order is that of the other side if only that side has changed it.
        let first = usize::from(is_sorted(&pairs[0]) && !is_sorted(&pairs[1]));
        let second = 1 - first;
        let by_base = |pairs: &[Option<usize>]| {
            let found = pairs.iter().enumerate().filter_map(|(at, base)| Some(((*base)?, at)));
            found.collect::<HashMap<usize, usize>>()
        };
        let (of_first, of_second) = (by_base(&pairs[first]), by_base(&pairs[second]));
        let added: HashMap<usize, usize> = added
            .iter()
            .map(|&(ours, theirs)| if first == 0 { (ours, theirs) } else { (theirs, ours) })
            .collect();
        // For each game of the first side: the result for this game, and the games of the second side that follow it.
        let mut slots: Vec<Vec<MergedGame>> = vec![Vec::new()];
        let mut is_own = vec![false];
        let mut slot_of_second: HashMap<usize, usize> = HashMap::new();
        for (at, item) in sides[first].iter().enumerate() {
            let other =
                pairs[first][at].map_or(added.get(&at), |base| of_second.get(&base)).copied();
            is_own.push(pairs[first][at].is_none() && other.is_none());
            let version = other.map(|it| &sides[second][it]);
            slots.push(Vec::from_iter(self.merged(pairs[first][at], item, version, first)));
            if let Some(other) = other {
                slot_of_second.insert(other, slots.len() - 1);
            }
        }
        let mut slot = 0;
        for (at, item) in sides[second].iter().enumerate() {
            if let Some(&known) = slot_of_second.get(&at) {
                slot = known;
                continue;
            }
            let base = pairs[second][at];
            if base.is_none_or(|base| !of_first.contains_key(&base)) {
                // Follows the games that the first side has added at the same place.
                while is_own.get(slot + 1) == Some(&true) {
                    slot += 1;
                }
                slots[slot].extend(self.merged(base, item, None, second));
            }
        }
        let mut merged = Merged::default();
        slots.into_iter().flatten().for_each(|game| merged.push(&game));
        merged
    }

    /// Returns the result for a game of a side, its version on the other side and its version in the base; `None` if the
    /// other side has removed the game.
    fn merged(
        &self,
        base: Option<usize>,
        item: &VersionGame,
        other: Option<&VersionGame>,
        side: usize,
    ) -> Option<MergedGame> {
        let is_same = |a: &VersionGame, b: &VersionGame| a.text.trim_ascii() == b.text.trim_ascii();
        let by_side = |other| if side == 0 { [&*item.text, other] } else { [other, &*item.text] };
        let (base, other) = match (base.map(|base| &self.base[base]), other) {
            (None, Some(other)) if item.whole != other.whole => (None, other),
            (None, _) => return Some(MergedGame::copy(item)),
            (Some(base), None) if is_same(base, item) => return None,
            (Some(_), None) => {
                let ([ours, theirs], mut text) = (by_side(b""), Vec::new());
                self.markers.write(ours, theirs, &mut text);
                return Some(MergedGame { text, n_conflicts: 1, ..MergedGame::copy(item) });
            }
            (Some(base), Some(other)) if is_same(base, item) => {
                return Some(MergedGame::copy(other));
            }
            (Some(base), Some(other)) if is_same(base, other) || is_same(item, other) => {
                return Some(MergedGame::copy(item));
            }
            (Some(base), Some(other)) => (Some(base), other),
        };
        let [ours, theirs] = by_side(&other.text);
        let (text, n_conflicts) = match base {
            Some(base) => game::merged([&base.text, ours, theirs], &self.replay, self.markers),
            None => game::joined([ours, theirs], &self.replay, self.markers),
        };
        let ends_file = item.is_last || other.is_last;
        Some(MergedGame { text, ends_file, is_joined: true, n_conflicts })
    }
}

impl Merged {
    /// Adds a game after the others.
    fn push(&mut self, game: &MergedGame) {
        if (self.ends_file || game.is_joined) && !self.text.is_empty() {
            let line_end = first_line_end(&self.text).unwrap_or("\n").as_bytes();
            let separator = separator(&self.text, &game.text, line_end);
            self.text.extend(separator);
        }
        self.text.extend_from_slice(&game.text);
        self.ends_file = game.ends_file;
        self.n_games += 1;
        self.n_joined += u64::from(game.is_joined);
        self.n_conflicts += game.n_conflicts;
    }
}
