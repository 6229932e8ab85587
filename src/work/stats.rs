//! The work of `pgnkit stats`: what each chunk comes to, added up; then the report.

mod by;
mod card;
mod clocks;
mod ledger;
mod lists;
mod markings;
mod notes;
mod observe;
mod overview;
mod plan;
mod quality;
mod sections;
mod topic;
mod totals;
mod tree;

use std::io::{self, Write as _};

use pgn_chess::ReplayOptions;
use pgn_collate::{Digester, KeyOptions, Scratch as Folder};
use pgn_lint::{EightBit, Follows};
use pgn_query::{Depth, Tally};
use pgn_stream::{ChunkView, Flow, InputInfo, Place};
use pgn_syntax::{Depth as ReadDepth, Fallback, Game, Span};

pub(crate) use plan::{Parts, Table};

use super::{
    games::Work,
    reader::{self, Reporting, Reports, Taker, name_of},
    select::{Pick, Select},
    target,
};
use pgn_report::tables::Report;

use crate::{
    ExitStatus, Globals,
    commands::{common::Inputs, stats::Plan},
};
use ledger::Ledger;
use lists::Lists;
use observe::{Found, Observer, Scratch};
use sections::Counted;
use topic::Topic;
use totals::Totals;

/// Rows that a drawing takes from a list, whatever `--top` says.
const DRAWN: usize = 500;

/// Edges of the tree of openings that are kept: those with the most games.
const EDGES: usize = 200_000;

/// What a chunk comes to.
#[derive(Default)]
pub(crate) struct Draft {
    whole: Found,
    /// Game by game, where `--skip` and `--take` have a say.
    games: Vec<Found>,
}

struct Stats<'a> {
    observer: Observer<'a>,
    /// Games must be told apart until the sink has chosen among them.
    one_by_one: bool,
}

impl Stats<'_> {
    fn unread(&self, out: &mut Draft) {
        let totals = Totals { games: 1, errors: 1, unread: 1, ..Totals::default() };
        let mut totals = totals;
        totals.results[3] = 1;
        if self.one_by_one {
            out.games.push(Found { totals, tally: Tally::default() });
        } else {
            out.whole.totals.add(&totals);
        }
    }
}

impl Work for Stats<'_> {
    type Scratch = Scratch;
    type Out = Draft;

    fn depth(&self) -> ReadDepth {
        match self.observer.parts.depth() {
            Depth::Tags => ReadDepth::Tags,
            Depth::Movetext | Depth::Opening | Depth::Moves => ReadDepth::Movetext,
        }
    }

    fn n_lines(&self, _: &Self::Out, _: &[u8]) -> Option<u64> {
        None
    }

    fn scratch(&self) -> Scratch {
        let Observer { parts, replay, encoding } = self.observer;
        if !parts.quality {
            return Scratch::new(None, None);
        }
        let eight_bit =
            if encoding == Fallback::default() { EightBit::Latin } else { EightBit::Other };
        let keys = KeyOptions {
            key: pgn_collate::Key::MovesAndPlayers,
            min_plies: 10,
            fallback: encoding,
            replay,
            judging: pgn_collate::Judging::Length,
        };
        Scratch::new(Some(quality::checker(replay, eight_bit)), Some(Digester::new(keys)))
    }

    fn begin(&self, scratch: &mut Scratch, chunk: &ChunkView<'_>) {
        scratch.file = name_of(chunk.input);
        if let Some(checker) = &mut scratch.checker {
            let follows = if chunk.is_last() { Follows::Nothing } else { Follows::More };
            checker.start_chunk(chunk.bytes, follows);
        }
    }

    fn game(
        &self,
        scratch: &mut Scratch,
        _: u64,
        game: &Game,
        chunk: &ChunkView<'_>,
        out: &mut Draft,
    ) {
        if self.one_by_one {
            let mut found = Found::default();
            self.observer.see(game, chunk, scratch, &mut found);
            out.games.push(found);
        } else {
            self.observer.see(game, chunk, scratch, &mut out.whole);
        }
    }

    fn leftover(&self, _: &[u8], _: &mut Draft) {}

    fn too_large(&self, _: u64, _: &[u8], _: Span, is_end: bool, out: &mut Draft) {
        if is_end {
            self.unread(out);
        }
    }

    fn finish(&self, _: &mut Scratch, out: Draft, _: &ChunkView<'_>, _: usize, _: &Place) -> Draft {
        out
    }

    fn fault(&self, _: u64, _: &Game, _: &ChunkView<'_>, out: &mut Draft) {
        self.unread(out);
    }
}

/// Adds up.
struct Adder {
    totals: Totals,
    ledger: Ledger,
    select: Select,
    reports: Reports,
}

impl Adder {
    fn add(&mut self, found: Found) -> io::Result<()> {
        self.totals.add(&found.totals);
        self.ledger.add(found.tally)
    }
}

impl Taker<Draft> for Adder {
    fn reports(&mut self) -> &mut Reports {
        &mut self.reports
    }

    fn take(&mut self, _: &InputInfo, draft: Draft) -> io::Result<Flow> {
        self.add(draft.whole)?;
        for found in draft.games {
            match self.select.pick() {
                Pick::Leave => (),
                Pick::Take => self.add(found)?,
                Pick::Stop => return Ok(Flow::Stop),
            }
        }
        Ok(Flow::Continue)
    }
}

pub(crate) fn run(plan: &Plan, inputs: &Inputs, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let select = Select::new(&plan.select);
    let work = Stats {
        observer: Observer {
            parts: &plan.parts,
            replay: ReplayOptions { judge_signs: false, ..globals.reading.replay_options() },
            encoding: globals.reading.encoding,
        },
        one_by_one: !select.takes_all(),
    };
    let mut out = target::open(&plan.output)?;
    let folder = Folder { dir: globals.tmp_dir.clone() };
    let mut adder = Adder {
        totals: Totals::default(),
        ledger: Ledger::new(folder),
        select,
        reports: Reports::new(inputs, globals, true),
    };
    let progress = inputs.progress(globals);
    reader::read(&work, &inputs.list, globals, Some(&progress), &mut Reporting(&mut adder))?;
    progress.finish();
    let Adder { totals, ledger, reports, .. } = adder;
    let report = report(plan, &totals, ledger, inputs)?;
    let mut text = Vec::new();
    (plan.format.write)(&report, &plan.fit, &mut text);
    out.write_all(&text)?;
    target::close(out, !reports.has_incomplete, globals)?;
    Ok(ExitStatus::Clean)
}

/// Puts the counts into sections.
fn report(plan: &Plan, totals: &Totals, ledger: Ledger, inputs: &Inputs) -> anyhow::Result<Report> {
    let parts = &plan.parts;
    let keep = |topic: Topic| match topic {
        Topic::Tree => Some(EDGES),
        // Counted only.
        Topic::Copy => Some(0),
        Topic::Rule => None,
        Topic::By => plan.top_by,
        _ => plan.top.map(|top| top.max(DRAWN)),
    };
    let mut topics = Vec::new();
    if parts.overview {
        topics.extend([
            Topic::Player,
            Topic::Event,
            Topic::Eco,
            Topic::Opening,
            Topic::TimeControl,
            Topic::Speed,
            Topic::Termination,
            Topic::Ending,
            Topic::Variant,
            Topic::Nag,
            Topic::File,
            Topic::Producer,
        ]);
    }
    if parts.quality {
        let of_card = [Topic::Rule, Topic::Copy, Topic::QualityOfProducer, Topic::QualityOfEvent];
        topics.extend(of_card);
    }
    topics.extend((!parts.by.is_empty()).then_some(Topic::By));
    topics.extend(parts.moves.map(|_| Topic::Tree));
    let lists = Lists::of(ledger, &topics, &keep)?;
    let counted = Counted { totals, lists: &lists, parts, top: plan.top, depth: parts.depth() };
    let mut report = Report { title: title(inputs), sections: Vec::new() };
    if parts.overview {
        counted.overview(&mut report);
    } else {
        report.sections.push(counted.top_facts());
    }
    if !parts.by.is_empty() {
        report.sections.push(by::section(&parts.by, lists.get(Topic::By), parts.depth()));
    }
    if let Some(depth) = parts.moves {
        report.sections.push(tree::section(lists.get(Topic::Tree), depth, plan.top));
    }
    if parts.quality {
        report.sections.extend(counted.card());
    }
    Ok(report)
}

/// What the page is called after: the inputs.
fn title(inputs: &Inputs) -> String {
    match &inputs.list[..] {
        [pgn_stream::Input::Path(path)] => crate::inputs::show(path),
        [pgn_stream::Input::Stdin] => "Games".to_owned(),
        many => format!("{} files", many.len()),
    }
}
