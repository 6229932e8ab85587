//! The work of `pgnkit stats`: games, plies, results, errors.

use std::io::{self, Write as _};

use pgn_chess::{Ply, Replay, ReplayOptions, Visitor, export::result, start};
use pgn_stream::{ChunkView, Failure, Flow, InputEnd, InputInfo, Place, Sink};
use pgn_syntax::{Game, Marker, Span};

use super::{
    games::Work,
    reader::{self, Reports},
    select::{Pick, Select},
    target,
};
use crate::{
    ExitStatus, Globals,
    commands::{
        common::Inputs,
        stats::{Format, Plan},
    },
};

/// What is counted of one game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counted {
    n_plies: u32,
    result: Marker,
    has_errors: bool,
}

struct Stats {
    options: ReplayOptions,
}

struct Silent;

impl Visitor for Silent {
    fn ply(&mut self, _: &Ply<'_>) {}
}

impl Work for Stats {
    type Scratch = Replay;
    type Out = Vec<Counted>;

    fn scratch(&self) -> Replay {
        Replay::new()
    }

    fn game(
        &self,
        replay: &mut Replay,
        _: u64,
        game: &Game,
        chunk: &ChunkView<'_>,
        out: &mut Vec<Counted>,
    ) {
        let start = start(game, chunk.bytes);
        let reading = replay.options_for(game, chunk.bytes, &start, &self.options);
        let end = replay.walk(game, chunk.bytes, &start, &reading, &mut Silent);
        out.push(Counted {
            n_plies: if end.failed { end.n_plies } else { game.n_plies },
            result: result(game, chunk.bytes, &end),
            has_errors: end.failed,
        });
    }

    fn leftover(&self, _: &[u8], _: &mut Vec<Counted>) {}

    fn too_large(&self, _: &[u8], _: Span, is_end: bool, out: &mut Vec<Counted>) {
        if is_end {
            out.push(Counted { n_plies: 0, result: Marker::Unknown, has_errors: true });
        }
    }

    fn finish(
        &self,
        _: &mut Replay,
        out: Vec<Counted>,
        _: &ChunkView<'_>,
        _: usize,
        _: &Place,
    ) -> Vec<Counted> {
        out
    }

    fn fault(&self, _: &Game, _: &ChunkView<'_>, out: &mut Vec<Counted>) {
        out.push(Counted { n_plies: 0, result: Marker::Unknown, has_errors: true });
    }
}

/// Adds up.
#[derive(Debug, Default, PartialEq, Eq, serde::Serialize)]
struct Totals {
    games: u64,
    plies: u64,
    results: Results,
    errors: u64,
}

#[derive(Debug, Default, PartialEq, Eq, serde::Serialize)]
struct Results {
    #[serde(rename = "1-0")]
    white_wins: u64,
    #[serde(rename = "0-1")]
    black_wins: u64,
    #[serde(rename = "1/2-1/2")]
    draws: u64,
    #[serde(rename = "*")]
    unknown: u64,
}

struct Adder<'a> {
    totals: Totals,
    select: Select,
    reports: Reports<'a>,
}

impl Sink<Vec<Counted>> for Adder<'_> {
    fn begin(&mut self, input: &InputInfo) -> io::Result<()> {
        self.reports.begin(input);
        Ok(())
    }

    fn take(&mut self, _: &InputInfo, counted: Vec<Counted>) -> io::Result<Flow> {
        for game in counted {
            match self.select.pick() {
                Pick::Leave => continue,
                Pick::Stop => return Ok(Flow::Stop),
                Pick::Take => (),
            }
            self.totals.games += 1;
            self.totals.plies += u64::from(game.n_plies);
            self.totals.errors += u64::from(game.has_errors);
            let results = &mut self.totals.results;
            *match game.result {
                Marker::WhiteWins => &mut results.white_wins,
                Marker::BlackWins => &mut results.black_wins,
                Marker::Draw => &mut results.draws,
                Marker::Unknown => &mut results.unknown,
            } += 1;
        }
        Ok(Flow::Continue)
    }

    fn failed(&mut self, failure: &Failure<'_>) -> io::Result<Flow> {
        self.reports.failed(failure);
        Ok(Flow::Continue)
    }

    fn end(&mut self, input: &InputInfo, end: &InputEnd) -> io::Result<Flow> {
        self.reports.end(input, end);
        Ok(Flow::Continue)
    }

    fn idle(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(crate) fn run(plan: &Plan, inputs: &Inputs, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let work =
        Stats { options: ReplayOptions { judge_signs: false, ..globals.reading.replay_options() } };
    let mut out = target::open(&plan.output)?;
    let mut adder = Adder {
        totals: Totals::default(),
        select: Select::new(&plan.select),
        reports: Reports::new(inputs, globals, true),
    };
    let progress = inputs.progress(globals);
    reader::read(&work, &inputs.list, globals, Some(&progress), &mut adder)?;
    progress.finish();
    let totals = &adder.totals;
    match plan.format {
        Format::Json => {
            serde_json::to_writer_pretty(&mut out, totals).map_err(io::Error::from)?;
            writeln!(out)?;
        }
        Format::Text => {
            let results = &totals.results;
            writeln!(out, "games    {}", totals.games)?;
            writeln!(out, "plies    {}", totals.plies)?;
            writeln!(out, "1-0      {}", results.white_wins)?;
            writeln!(out, "0-1      {}", results.black_wins)?;
            writeln!(out, "1/2-1/2  {}", results.draws)?;
            writeln!(out, "*        {}", results.unknown)?;
            writeln!(out, "errors   {}", totals.errors)?;
        }
    }
    target::close(out, !adder.reports.has_incomplete, globals)?;
    Ok(ExitStatus::Clean)
}
