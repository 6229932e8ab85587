//! The work of `pgnkit check`: findings of games in parallel, caps and counts in order.

mod across;
mod findings;
mod fix;
mod fixing;
mod known;
mod looking;
mod noted;
mod plan;
mod rendering;
mod rulings;
mod scratch;
mod summary;
mod taking;
mod tally;

use std::{
    collections::BTreeMap,
    io,
    path::{Path, PathBuf},
};

use pgn_chess::replay::ReplayOptions;
use pgn_lint::{EightBit, FileFacts, Rule};
use pgn_query::{PRODUCERS, Producer};
use pgn_stream::{ChunkView, Failure, Flags, Flow, InputEnd, InputInfo, Place, Sink};
use pgn_syntax::{Fallback, Game, LineIndex, ReadOptions, Span};

pub use plan::{Baseline, BaselinePlan, FixMode, FixPlan, Fixable, Limit, Plan, ReportPlan};
pub use rulings::{Ruling, Rulings};

use across::{Across, Taken};
use findings::Reports as Shown;
use fix::{Changes, Files};
use known::{Coverage, Known};
use looking::with_wanted_fix;
use pgn_report::findings::{Base, Located, Look, NamePairs, Statistics};
use rendering::{ByRule, Draft, Finding, Full};
use scratch::Scratch;
use summary::Summary;
use tally::Tally;

use super::{
    games::Work,
    incidents::IncidentKind,
    reader::{self, Reports},
    rejects::Rejects,
    select::Select,
    target,
};

use crate::{
    ExitStatus, Globals, Reading,
    games::PieceKind,
    inputs::Inputs,
    manifest::Counts,
    outputs,
    progress::{Beside, Progress},
};

struct Check<'a> {
    plan: &'a Plan,
    replay: ReplayOptions,
    eight_bit: EightBit,
    /// For each ruling, one a report.
    looks: Vec<Vec<Look>>,
    stdin_name: &'a Path,
    fallback: Fallback,
    read: ReadOptions,
    reading: &'a Reading,
    /// Every game of the inputs is looked at.
    sees_all: bool,
    full: Full,
    /// Rules whose faults some producer is known for.
    known_faults: Vec<&'static Rule>,
}

/// The findings of a chunk.
#[derive(Default)]
pub(crate) struct Found {
    /// Games with findings, until `finish`.
    drafts: Vec<Draft>,
    /// Who wrote each game that was looked at; only for `--statistics`.
    producers: Vec<Option<&'static Producer>>,
    findings: Vec<Finding>,
    /// Those that are counted and no more.
    unseen: Tally,
    /// All of them that may be shown, by rule.
    n_found: ByRule,
    n_games: u64,
    facts: FileFacts,
    /// The work on a game has ended with a panic.
    has_fault: bool,
    n_left_out: u64,
    /// Fixes of the games, until `finish`.
    changes: Changes,
    /// Of rules across games.
    notes: Vec<Taken>,
    /// The text with its fixes; the drafts are of this one.
    text: Option<fix::Text>,
}

impl Work for Check<'_> {
    type Scratch = Scratch;
    type Out = Found;

    fn scratch(&self) -> Scratch {
        Scratch::new(self)
    }

    fn begin(&self, scratch: &mut Scratch, chunk: &ChunkView<'_>) {
        scratch.begin(self, chunk);
    }

    fn take_flags(&self, scratch: &mut Scratch, flags: u64) {
        scratch.take_flags(flags);
    }

    fn flags(&self, scratch: &mut Scratch) -> Flags {
        scratch.flags()
    }

    fn counted(&self, scratch: &mut Scratch, game: &Game, src: &[u8]) {
        scratch.pass_bytes(game.span.of(src));
    }

    fn end(&self, scratch: &mut Scratch, bytes: &[u8], out: &mut Found) {
        let n_before = scratch.n_left_out;
        let checker = scratch.current(self);
        out.facts = checker.finish_chunk(bytes);
        out.n_left_out = checker.n_left_out() - n_before;
    }

    fn n_lines(&self, out: &Found, bytes: &[u8]) -> Option<u64> {
        (self.tells(out) || out.facts.knows_lines_of(bytes)).then(|| out.facts.n_lines_of(bytes))
    }

    fn game(
        &self,
        scratch: &mut Scratch,
        index: u64,
        game: &Game,
        chunk: &ChunkView<'_>,
        out: &mut Found,
    ) {
        let standing = scratch.standing(game, chunk, chunk.bytes);
        let mode = self.plan.fix.mode;
        let before_next = mode.and_then(|_| self.change(scratch, game, chunk, standing, out));
        self.look(scratch, (index, game, standing), chunk.bytes, fix::is_fixable(chunk), out);
        scratch.pass(game, before_next);
    }

    fn passed_over(
        &self,
        scratch: &mut Scratch,
        _: u64,
        game: &Game,
        chunk: &ChunkView<'_>,
        out: &mut Found,
    ) {
        out.changes.pass_over(game.span);
        scratch.pass_bytes(game.span.of(chunk.bytes));
    }

    fn passed_over_bytes(&self, bytes: &[u8], place: Span, what: PieceKind, out: &mut Found) {
        if what != PieceKind::NoGame {
            out.changes.pass_over(place);
            // Of a chunk that holds other games too, `end` knows all bytes.
            out.facts = FileFacts::unread(bytes);
        }
    }

    fn leftover(&self, _: &[u8], _: &mut Found) {}

    fn too_large_begins(
        &self,
        scratch: &mut Scratch,
        index: u64,
        at: u32,
        chunk: &ChunkView<'_>,
        out: &mut Found,
    ) -> Option<IncidentKind> {
        scratch.pass_bytes(b"{");
        let checker = scratch.checker(self, chunk.input);
        let found = checker.oversized(Span { start: at, end: at });
        // A finding says so.
        let kind = found.is_empty().then_some(IncidentKind::TooLarge);
        if kind.is_none() {
            out.drafts.push(Draft {
                game: out.n_games,
                number: index,
                names: NamePairs::default(),
                identity: None,
                known: (at, Vec::new()),
                producer: None,
                found,
                bytes: Span::default(),
            });
        }
        self.note_producer(None, out);
        out.n_games += 1;
        kind
    }

    fn too_large(&self, _: u64, bytes: &[u8], place: Span, _: bool, out: &mut Found) {
        out.changes.push(place, None);
        // Of a chunk that holds other games too, `end` knows all bytes.
        out.facts = FileFacts::unread(bytes);
    }

    fn finish(
        &self,
        scratch: &mut Scratch,
        mut out: Found,
        chunk: &ChunkView<'_>,
        rest: usize,
        place: &Place,
    ) -> Found {
        if self.plan.fix.mode.is_some() {
            self.make_changes(scratch, &mut out, chunk, (rest, place.flags));
        }
        for draft in &mut out.drafts {
            draft.number += place.first_game;
        }
        for note in &mut out.notes {
            note.number += place.first_game;
        }
        let index = LineIndex::new(chunk.bytes);
        let base = Base { offset: chunk.offset, lines: place.first_line.saturating_sub(1) };
        if out.text.is_none() {
            out.notes.iter_mut().for_each(|note| note.locate(&index, base));
            let drafts = std::mem::take(&mut out.drafts);
            let whole = (chunk.bytes, &index, base);
            out.findings = self.render_all(drafts, chunk.input, whole, &mut out.unseen);
        }
        out
    }

    fn fault(&self, _: u64, game: &Game, _: &ChunkView<'_>, out: &mut Found) {
        out.changes.push(game.span, None);
        out.has_fault = true;
        self.note_producer(None, out);
        out.n_games += 1;
    }
}

/// Takes findings in order: caps them, counts them, writes them.
struct Findings<'a> {
    check: &'a Check<'a>,
    /// Checkers of whole files.
    scratch: Scratch,
    shown: Shown,
    select: Select,
    reports: Reports,
    /// Findings of each rule in the file at hand.
    in_file: BTreeMap<&'static str, u64>,
    statistics: Statistics,
    known: Known<'a>,
    facts: FileFacts,
    across: Across,
    summary: Summary,
    has_failing: bool,
    /// Copies of games with errors.
    rejects: Option<Rejects<'a>>,
    /// Files with fixes.
    files: Option<Files<'a>>,
    /// Where the text at hand begins in the file with its fixes.
    base: Base,
}

impl Sink<Found> for Findings<'_> {
    fn begin(&mut self, input: &InputInfo) -> io::Result<()> {
        self.reports.begin(input);
        self.known.begin(input);
        self.facts = FileFacts::default();
        self.check.full.begin(input.index);
        self.summary.n_files += 1;
        self.base = Base::default();
        if let Some(files) = &mut self.files {
            files.begin(input)?;
        }
        self.shown.begin_file(&self.name(input))
    }

    fn take(&mut self, input: &InputInfo, mut found: Found) -> io::Result<Flow> {
        self.take_text(input, &mut found)?;
        self.facts = std::mem::take(&mut self.facts).then(&found.facts);
        if found.n_left_out > 0 {
            self.check_left_out(input, found.n_left_out);
        }
        let games = self.select.picks(found.n_games);
        self.summary.n_games += games.end - games.start;
        for (game, producer) in (0..).zip(found.producers) {
            if games.contains(&game) {
                self.statistics.add_game(producer);
            }
        }
        for note in found.notes.iter().filter(|note| games.contains(&note.game)) {
            self.across.add(input, note)?;
        }
        for finding in found.findings.iter().filter(|finding| games.contains(&finding.game)) {
            self.take_one(input, finding)?;
        }
        for (kind, n) in found.unseen.iter() {
            self.count(input, kind, n);
        }
        Ok(if games.end < found.n_games { Flow::Stop } else { Flow::Continue })
    }

    fn failed(&mut self, failure: &Failure<'_>) -> io::Result<Flow> {
        self.reports.failed(failure);
        if let Some(files) = &mut self.files {
            files.give_up();
        }
        Ok(Flow::Continue)
    }

    fn end(&mut self, input: &InputInfo, end: &InputEnd) -> io::Result<Flow> {
        self.reports.end(input, end);
        self.summary.end_file(end);
        if let Some(files) = &mut self.files {
            files.end(input, end)?;
        }
        if end.error.is_none() && self.check.plan.fix.shows_findings() {
            let mut facts = std::mem::take(&mut self.facts);
            facts.was_utf16 = input.transcoded.is_some();
            // The source knows the pattern of UTF-16; zero bytes alone are those of any binary file.
            facts.has_nul = input.utf16;
            // Those that were not asked for, too.
            facts.n_games = end.n_games;
            if facts.n_games == 0 {
                // What is no PGN has no line ends to be judged.
                (facts.lf, facts.crlf, facts.cr, facts.unended) = (None, None, None, None);
            }
            let path = input.path().unwrap_or(self.check.stdin_name).to_owned();
            let ruling = self.check.plan.rulings.of(input);
            let found = self.scratch.checker(self.check, input).check_file(&facts);
            for mut found in found {
                if self.known.takes_of_file(found.diagnostic.rule) {
                    continue;
                }
                with_wanted_fix(ruling, &mut found.diagnostic);
                found.diagnostic.fix.take_if(|_| !fix::is_input_fixable(input));
                let located = Located::in_file(&path, input.member.as_deref(), &found);
                let texts = self.check.render(input, &located, 1);
                self.take_one(input, &Finding::apart(&found.diagnostic, texts))?;
            }
        }
        let is_whole = end.error.is_none() && self.check.sees_all;
        self.known.end(input, if is_whole { Coverage::Whole } else { Coverage::Part });
        self.close_file(input).map(|()| Flow::Continue)
    }

    fn idle(&mut self) -> io::Result<()> {
        if let Some(files) = &mut self.files {
            files.flush()?;
        }
        self.shown.flush()
    }
}

impl Findings<'_> {
    fn check_left_out(&self, input: &InputInfo, n: u64) {
        self.reports
            .warn(format_args!("{}: {n} findings of one game are left out", self.name(input)));
    }
}

/// Does what the plan says.
///
/// # Errors
/// An output cannot be written, or an intermediate file.
pub fn run(plan: &Plan, inputs: &Inputs, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let stdin_name = plan.stdin_filename.clone().unwrap_or_else(|| PathBuf::from("<stdin>"));
    let check = Check {
        plan,
        replay: globals.reading.replay_options(),
        eight_bit: match globals.reading.encoding == Fallback::default() {
            true => EightBit::Latin,
            false => EightBit::Other,
        },
        looks: plan.rulings.all().iter().map(|ruling| plan.looks(ruling, globals)).collect(),
        stdin_name: &stdin_name,
        fallback: globals.reading.encoding,
        read: globals.reading.read_options(),
        reading: &globals.reading,
        sees_all: plan.select.selects_all()
            && globals.reading.bytes.is_none()
            && globals.reading.query.is_none(),
        full: Full::default(),
        known_faults: PRODUCERS
            .iter()
            .flat_map(|it| it.faults)
            .filter_map(|name| pgn_lint::find(name).ok())
            .collect(),
    };
    let progress: Progress = inputs.progress(&globals.messages);
    let mut sink = Findings {
        check: &check,
        scratch: check.scratch(),
        shown: Shown::open(&plan.reports, &progress)?,
        select: Select::new(&plan.select),
        reports: Reports::new(inputs, globals, true),
        in_file: BTreeMap::new(),
        statistics: Statistics::default(),
        known: Known::open(&check)?,
        facts: FileFacts::default(),
        across: Across::new(pgn_collate::Scratch { dir: globals.tmp_dir.clone() }),
        summary: Summary::default(),
        has_failing: false,
        rejects: plan.rejects.as_deref().map(|path| Rejects::open(path, globals)).transpose()?,
        files: (plan.fix.mode)
            .map(|mode| Files::open(mode, &plan.output, globals, &progress))
            .transpose()?,
        base: Base::default(),
    };
    let statistics = plan.statistics.map(|_| outputs::open(&plan.output)).transpose()?;
    let mut statistics = statistics.map(|out| progress.beside(out));
    sink.shown.begin().map_err(|error| outputs::unwritable(None, error))?;
    match reader::read(&check, &inputs.list, globals, Some(&progress), &mut sink) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
            // What was found so far decides the status; no report is whole.
            globals.withdraw_manifest();
            let has_failing = sink.has_failing;
            return Ok(if has_failing { ExitStatus::Findings } else { ExitStatus::Clean });
        }
        result => result?,
    };
    progress.finish();
    sink.judge_across()?;
    let Findings { mut shown, reports, summary, has_failing, rejects, .. } = sink;
    let (counts, mut files) = (sink.statistics, sink.files);
    if let (Some(format), Some(out)) = (plan.statistics, &mut statistics) {
        counts.write(format, out)?;
    }
    for (format, n) in shown.end()? {
        reports.warn(format_args!("the {format} report has no room for {n} more findings"));
    }
    let (known, baseline) = sink.known.finish()?;
    let mut outputs = shown.into_outputs();
    outputs.extend(statistics.map(Beside::into_inner));
    outputs.extend(rejects.map(Rejects::into_inner).transpose()?);
    outputs.extend(baseline);
    outputs.extend(files.as_mut().and_then(Files::take_patches));
    target::close_all(outputs, !reports.has_incomplete, globals)?;
    let is_changed = files.as_ref().is_some_and(|files| files.n_fixed > 0);
    if let Some(files) = &files {
        globals.count(|| {
            let mut counts = Counts::default();
            counts.add_changed("fixed", files.n_games);
            counts
        });
    }
    let words = summary.words(plan.fix.mode.zip(files.as_ref()));
    globals.messages.summary(format_args!("{words}{known}"));
    let fails = has_failing || is_changed && plan.fix.mode == Some(FixMode::Diff);
    Ok(if fails { ExitStatus::Findings } else { ExitStatus::Clean })
}
