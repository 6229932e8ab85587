//! The work of `pgnkit diff`: stores the games of both sides, finds pairs of versions, and compares the versions of
//! each pair.

mod compare;
mod details;
mod gather;
mod identify;
mod move_tree;
mod output;

use std::io;

use anyhow::ensure;
use pgn_collate::{
    Spool,
    versions::{Match, Pairing, Side, Version},
};
use pgn_report::changes::{Change, ChangeKind, ChangedGame, VersionPlace};
use pgn_stream::Flow;
use pgn_syntax::{Game, Games, ReadOptions};

use self::{
    compare::Comparer,
    gather::{DiffSink, DiffWork},
    identify::Identification,
};
use crate::{
    ExitStatus, Globals,
    games::select::{Select, SelectPlan},
    inputs::{Inputs, texts::Texts},
    outputs::Output,
    reports::{
        fault::{self, Step, plant},
        messages::counted,
    },
    run_inputs,
    writing::recode,
};

pub(crate) use self::output::ChangesOutput;
pub use pgn_report::changes::{FORMATS, Format};

/// The effect on the exit status of games that differ only in the spelling of moves, or in move numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// They count as the same. The differences are shown.
    Shown,
    /// They count as changed.
    Counts,
}

/// The plan of a run of `diff`.
#[derive(Debug)]
pub struct Plan {
    /// Selects the games of each side that are compared.
    pub select: SelectPlan,
    /// The effect of differences in spelling on the exit status.
    pub spelling: Spelling,
    /// Destination of the changes.
    pub output: Output,
    /// Format of the changes.
    pub format: &'static Format,
    /// Maximum number of bytes in memory for data that grows with the number of games.
    pub memory: usize,
}

/// Numbers of games by the result of the comparison.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    same: u64,
    changed: u64,
    spelling: u64,
    lost: u64,
    added: u64,
}

impl Counts {
    fn add(&mut self, change: &Change) {
        *match change.kind {
            ChangeKind::Changed if change.is_spelling() => &mut self.spelling,
            ChangeKind::Changed | ChangeKind::Poorer => &mut self.changed,
            ChangeKind::Lost => &mut self.lost,
            ChangeKind::Added => &mut self.added,
        } += 1;
    }
}

/// Compares the games of two sides as `plan` says, and returns the exit status.
///
/// # Errors
/// Returns an error if an output or an intermediate file cannot be written, or if nothing of a side could be read.
pub fn run(plan: &Plan, sides: &[Inputs; 2], globals: &Globals) -> anyhow::Result<ExitStatus> {
    let temp_files = &globals.temp_files;
    let failed = |error| globals.temp_file_error(error);
    let mut out = ChangesOutput::open(&plan.output, plan.format, globals)?;
    let reading = &globals.reading;
    let work = DiffWork { read: reading.read_options(), replay: reading.replay_options() };
    let mut texts = Texts::new(Spool::new(plan.memory / 2, temp_files));
    let mut pairing = Pairing::new(plan.memory / 4, temp_files);
    let read = read_sides(plan, sides, &work, &mut texts, &mut pairing, globals)?;
    let mut games = Identification { work: &work, texts: &mut texts, globals, has_fault: false };
    let matches = pairing.finish(&mut |versions| games.identify(versions));
    let mut matches = matches.map_err(failed)?;
    let has_unidentified = games.has_fault;
    let mut counts = Counts { same: matches.n_same, ..Counts::default() };
    let mut comparison = Comparison::new(&work, &mut texts, globals);
    while let Some(found) = matches.next_match().map_err(failed)? {
        let change = comparison.compare(&found)?;
        counts.add(&change);
        let [old, new] = [found.before(), found.now()].map(|it| Some(comparison.place(it?)));
        if out.push(&ChangedGame { old, new, change })? == Flow::Stop {
            return Ok(ExitStatus::Findings);
        }
    }
    let summary = summary(&counts, &read);
    let is_complete = !read.has_unread && !has_unidentified && !comparison.has_fault;
    out.finish(&summary, is_complete)?;
    globals.messages.summary(format_args!("{summary}"));
    let Counts { changed, spelling, lost, added, .. } = counts;
    let n_spelled = if plan.spelling == Spelling::Counts { spelling } else { 0 };
    let is_same = changed + lost + added + n_spelled == 0;
    Ok(if is_same { ExitStatus::Clean } else { ExitStatus::Findings })
}

/// Compares the two versions of each game.
struct Comparison<'a> {
    work: &'a DiffWork,
    texts: &'a mut Texts,
    globals: &'a Globals,
    comparer: Comparer,
    /// The bytes of both versions, in UTF-8.
    bytes: [Vec<u8>; 2],
    /// True if a game could not be compared because of an internal fault.
    has_fault: bool,
}

impl<'a> Comparison<'a> {
    fn new(work: &'a DiffWork, texts: &'a mut Texts, globals: &'a Globals) -> Comparison<'a> {
        let comparer = Comparer::new(work.clone());
        Comparison { work, texts, globals, comparer, bytes: Default::default(), has_fault: false }
    }

    /// Returns the differences of a game, which are empty after an internal fault.
    fn compare(&mut self, found: &Match) -> io::Result<Change> {
        for (version, bytes) in [found.before(), found.now()].into_iter().zip(&mut self.bytes) {
            bytes.clear();
            if let Some(version) = version {
                bytes.extend_from_slice(gather::read(version, self.texts)?);
                let fallback = self.texts.fallback(version.input);
                recode::to_utf8(bytes, self.work.read, fallback);
            }
        }
        let kind = match found {
            Match::Changed(..) => ChangeKind::Changed,
            Match::Lost(_) => ChangeKind::Lost,
            Match::Added(_) => ChangeKind::Added,
        };
        let compared = fault::catch(|| {
            self.bytes.iter().for_each(|bytes| plant(Step::Compare, bytes));
            self.comparer.compare([&self.bytes[0], &self.bytes[1]], kind)
        });
        Ok(compared.unwrap_or_else(|fault| {
            let version = found.now().or(found.before());
            let place = version
                .map(|it| self.place(it))
                .map(|it| format!("{}:{}: game {}", it.input, it.line, it.game));
            self.globals.messages.error(format_args!("{}: {fault}", place.unwrap_or_default()));
            self.has_fault = true;
            self.comparer = Comparer::new(self.work.clone());
            Change { kind, ..Change::default() }
        }))
    }

    fn place(&self, version: &Version) -> VersionPlace<'_> {
        let Version { input, number: game, line, .. } = *version;
        VersionPlace { input: self.texts.name(input), game, line }
    }
}

/// Returns the summary line.
fn summary(counts: &Counts, read: &ReadSides) -> String {
    let Counts { same, changed, spelling, lost, added } = *counts;
    let spelled = match spelling {
        0 => String::new(),
        n => format!(", {n} in other spelling"),
    };
    let cut = match read.is_cut {
        [false, false] => "",
        [true, false] => "; A was not read to its end",
        [false, true] => "; B was not read to its end",
        [true, true] => "; A and B were not read to their ends",
    };
    let [n_old, n_new] = read.n_games;
    format!(
        "compared {} with {n_new}: {same} the same{spelled}, {changed} changed, {lost} lost, {added} added{cut}",
        counted(n_old, "game")
    )
}

/// What was read of the two sides.
#[derive(Debug, Default)]
struct ReadSides {
    /// Number of games of each side that are compared.
    n_games: [u64; 2],
    /// True for a side whose inputs could not all be read to their ends.
    is_cut: [bool; 2],
    /// True if a game could not be read or compared.
    has_unread: bool,
}

/// Reads the games of both sides.
///
/// # Errors
/// Returns an error if an input of a side could not be read and no game of that side was.
fn read_sides(
    plan: &Plan,
    sides: &[Inputs; 2],
    work: &DiffWork,
    texts: &mut Texts,
    pairing: &mut Pairing,
    globals: &Globals,
) -> anyhow::Result<ReadSides> {
    let mut read = ReadSides::default();
    for (side, inputs) in [Side::Old, Side::New].into_iter().zip(sides) {
        let progress = inputs.progress(&globals.messages);
        let mut sink = DiffSink {
            reading: &globals.reading,
            side,
            texts,
            pairing,
            n_games: 0,
            select: Select::new(&plan.select),
            has_unread: false,
            has_games: false,
        };
        let is_complete = run_inputs::run(work, inputs, globals, Some(&progress), &mut sink)
            .map_err(|error| globals.temp_file_error(error))?;
        let name = if side == Side::Old { "A" } else { "B" };
        ensure!(is_complete || sink.has_games, "no game of {name} was read; nothing is compared");
        read.n_games[side as usize] = sink.n_games;
        read.is_cut[side as usize] = !is_complete;
        // A side with games that cannot be compared cannot be called the same.
        read.has_unread |= !is_complete || sink.has_unread;
    }
    Ok(read)
}

/// Returns the names and the date of a game that only one side has. `bytes`: the game, in UTF-8.
pub(crate) fn title(bytes: &[u8], read: ReadOptions, kind: ChangeKind) -> Change {
    match read_game(bytes, read) {
        Some(game) => compare::title(&game, bytes, kind),
        None => Change { kind, ..Change::default() },
    }
}

/// Returns the first game in `bytes`; `None` if there is none.
fn read_game(bytes: &[u8], read: ReadOptions) -> Option<Game> {
    Games::with_options(bytes, read).next().cloned()
}

/// Returns bytes of a game as text, in which invalid UTF-8 is replaced.
fn decode(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_game_is_none() {
        let read_game = |bytes| read_game(bytes, ReadOptions::default());
        assert!(read_game(b"").is_none());
        assert_eq!(read_game(b"1. e4 *").map(|game| game.n_plies), Some(1));
    }
}
