//! The work of `pgnkit check`: findings of games in parallel, caps and counts in order.

mod scratch;
mod statistics;

use std::{
    collections::BTreeMap,
    io,
    path::{Path, PathBuf},
};

use pgn_chess::replay::ReplayOptions;
use pgn_lint::{Diagnostic, EightBit, FileFacts, Follows, Rule, Severity};
use pgn_stream::{ChunkView, Failure, Flow, InputEnd, InputInfo, Place, Sink};
use pgn_syntax::{Fallback, Game, LineIndex, Span};

use scratch::Scratch;
use statistics::Statistics;

use super::{
    findings::Reports as Shown,
    games::Work,
    reader::{self, Reports},
    select::{Pick, Select},
    target,
};
use crate::{
    ExitStatus, Globals,
    commands::{
        check::{Plan, ReportPlan},
        common::Inputs,
        values::Limit,
    },
    output::findings::{Base, Format, GameInfo, Located, Look},
    progress::Progress,
};

struct Check<'a> {
    plan: &'a Plan,
    replay: ReplayOptions,
    eight_bit: EightBit,
    /// One a report.
    looks: Vec<Look>,
    stdin_name: &'a Path,
    fallback: Fallback,
}

/// The findings of a chunk.
#[derive(Default)]
pub(crate) struct Found {
    /// Games with findings, until `finish`.
    drafts: Vec<(u64, GameInfo, Vec<Diagnostic>)>,
    findings: Vec<Finding>,
    n_games: u64,
    facts: FileFacts,
    /// Lines of games with an internal fault.
    faults: Vec<u64>,
    n_left_out: u64,
    /// Games that were not parsed.
    n_too_large: u64,
}

/// A finding that is ready to be shown.
struct Finding {
    /// Which of the games of the chunk that were looked at.
    game: u64,
    rule: &'static Rule,
    severity: Severity,
    is_fixable: bool,
    /// In the format of each report; empty: beyond its limit.
    texts: Vec<Vec<u8>>,
}

impl Work for Check<'_> {
    type Scratch = Scratch;
    type Out = Found;

    fn scratch(&self) -> Scratch {
        Scratch::new(self)
    }

    fn begin(&self, scratch: &mut Scratch, chunk: &ChunkView<'_>) {
        let follows = if chunk.is_last() { Follows::Nothing } else { Follows::More };
        let checker = scratch.checker(self, chunk.input);
        checker.start_chunk(chunk.bytes, follows);
        scratch.n_left_out = checker.n_left_out();
    }

    fn end(&self, scratch: &mut Scratch, bytes: &[u8], out: &mut Found) {
        let n_before = scratch.n_left_out;
        let checker = scratch.current(self);
        out.facts = checker.finish_chunk(bytes);
        out.n_left_out = checker.n_left_out() - n_before;
    }

    fn game(
        &self,
        scratch: &mut Scratch,
        index: u64,
        game: &Game,
        chunk: &ChunkView<'_>,
        out: &mut Found,
    ) {
        let found = scratch.checker(self, chunk.input).check(chunk.bytes, game);
        if !found.is_empty() {
            let info = GameInfo::of(index, chunk.bytes, game, self.fallback);
            out.drafts.push((out.n_games, info, found.to_vec()));
        }
        out.n_games += 1;
    }

    fn leftover(&self, _: &[u8], _: &mut Found) {}

    fn too_large(&self, _: &[u8], _: Span, is_end: bool, out: &mut Found) {
        if is_end {
            out.n_too_large += 1;
            out.n_games += 1;
        }
    }

    fn finish(
        &self,
        _: &mut Scratch,
        mut out: Found,
        chunk: &ChunkView<'_>,
        _: usize,
        place: &Place,
    ) -> Found {
        if out.drafts.is_empty() && out.faults.is_empty() {
            return out;
        }
        let index = LineIndex::new(chunk.bytes);
        let base = Base { offset: chunk.offset, lines: place.first_line - 1 };
        let path = chunk.input.path().unwrap_or(self.stdin_name);
        let member = chunk.input.member.as_deref();
        for fault in &mut out.faults {
            *fault = place.first_line + index.locate(usize::try_from(*fault).unwrap_or(0)).0 as u64;
        }
        let show = self.plan.rulings.of(chunk.input).show;
        let mut shown: BTreeMap<&str, u64> = BTreeMap::new();
        for (game, mut info, diagnostics) in std::mem::take(&mut out.drafts) {
            info.number += place.first_game;
            for diagnostic in &diagnostics {
                let mut texts = Vec::new();
                if diagnostic.severity >= show {
                    let n = shown.entry(diagnostic.rule.code).or_default();
                    *n += 1;
                    let whole = (chunk.bytes, &index, base);
                    let located = Located::in_game(path, member, &info, whole, diagnostic);
                    texts = self.render(&located, *n);
                }
                out.findings.push(Finding::new(game, diagnostic, texts));
            }
        }
        out
    }

    fn fault(&self, game: &Game, _: &ChunkView<'_>, out: &mut Found) {
        out.faults.push(u64::from(game.start));
        out.n_games += 1;
    }
}

impl Check<'_> {
    /// A finding in every format that has room for it; `n`: so many of its rule, with it.
    fn render(&self, located: &Located<'_>, n: u64) -> Vec<Vec<u8>> {
        let render = |(report, look): (&ReportPlan, &Look)| {
            let mut text = Vec::new();
            if n <= self.limit(report.format) {
                (report.format.finding)(located, *look, &mut text);
            }
            text
        };
        self.plan.reports.iter().zip(&self.looks).map(render).collect()
    }

    /// Findings of one rule in a file that a format shows at most.
    fn limit(&self, format: &Format) -> u64 {
        match self.plan.max_diagnostics {
            Limit::At(n) if format.is_text => n,
            _ => u64::MAX,
        }
    }
}

impl Finding {
    fn new(game: u64, diagnostic: &Diagnostic, texts: Vec<Vec<u8>>) -> Finding {
        Finding {
            game,
            rule: diagnostic.rule,
            severity: diagnostic.severity,
            is_fixable: diagnostic.fix.is_some(),
            texts,
        }
    }
}

/// Takes findings in order: caps them, counts them, writes them.
struct Findings<'a> {
    check: &'a Check<'a>,
    /// Checkers of whole files.
    scratch: Scratch,
    shown: Shown,
    select: Select,
    reports: Reports<'a>,
    /// Findings of each rule in the file at hand.
    in_file: BTreeMap<&'static str, u64>,
    statistics: Statistics,
    facts: FileFacts,
    n_games: u64,
    n_files: u64,
    n_errors: u64,
    n_warnings: u64,
    n_fixable: u64,
    has_failing: bool,
}

impl Findings<'_> {
    fn take_one(&mut self, input: &InputInfo, finding: &Finding) -> io::Result<()> {
        let ruling = self.check.plan.rulings.of(input);
        self.has_failing |= ruling.fail_on.is_some_and(|least| finding.severity >= least);
        if finding.severity < ruling.show {
            return Ok(());
        }
        match finding.severity {
            Severity::Error => self.n_errors += 1,
            Severity::Warning => self.n_warnings += 1,
            _ => (),
        }
        self.n_fixable += u64::from(finding.is_fixable);
        self.statistics.add(finding.rule, finding.severity);
        let n = self.in_file.entry(finding.rule.name).or_default();
        *n += 1;
        self.shown.finding(&finding.texts)
    }

    /// Says what the limit has hidden.
    fn close_file(&mut self, input: &InputInfo) -> io::Result<()> {
        let name = self.name(input);
        let in_file = std::mem::take(&mut self.in_file);
        self.shown.end_file(|format, out| {
            let limit = self.check.limit(format);
            for (rule, n) in in_file.iter().filter(|(_, n)| **n > limit) {
                writeln!(
                    out,
                    "{name}: and {} more of {rule} (--max-diagnostics none shows all)",
                    n - limit
                )?;
            }
            Ok(())
        })
    }

    fn name(&self, input: &InputInfo) -> String {
        match (&input.path, self.check.plan.stdin_filename.as_deref()) {
            (None, Some(name)) => crate::inputs::show(name),
            _ => reader::name_of(input),
        }
    }
}

impl Sink<Found> for Findings<'_> {
    fn begin(&mut self, input: &InputInfo) -> io::Result<()> {
        self.reports.begin(input);
        self.facts = FileFacts::default();
        self.n_files += 1;
        self.shown.begin_file(&self.name(input))
    }

    fn take(&mut self, input: &InputInfo, found: Found) -> io::Result<Flow> {
        for &line in &found.faults {
            self.reports.fault(input, line);
        }
        self.facts = std::mem::take(&mut self.facts).then(&found.facts);
        if found.n_left_out > 0 {
            self.check_left_out(input, found.n_left_out);
        }
        self.reports.too_large(input, found.n_too_large);
        let mut findings = found.findings.iter().peekable();
        for game in 0..found.n_games {
            let pick = self.select.pick();
            if pick == Pick::Stop {
                return Ok(Flow::Stop);
            }
            self.n_games += u64::from(pick == Pick::Take);
            while let Some(finding) = findings.next_if(|finding| finding.game == game) {
                if pick == Pick::Take {
                    self.take_one(input, finding)?;
                }
            }
        }
        Ok(Flow::Continue)
    }

    fn failed(&mut self, failure: &Failure<'_>) -> io::Result<Flow> {
        self.reports.failed(failure);
        Ok(Flow::Continue)
    }

    fn end(&mut self, input: &InputInfo, end: &InputEnd) -> io::Result<Flow> {
        self.reports.end(input, end);
        if end.error.is_none() {
            let mut facts = std::mem::take(&mut self.facts);
            facts.was_utf16 = input.transcoded.is_some();
            // The source knows the pattern of UTF-16; zero bytes alone are those of any binary file.
            facts.has_nul = input.utf16;
            if facts.n_games == 0 {
                // What is no PGN has no line ends to be judged.
                (facts.lf, facts.crlf, facts.cr, facts.unended) = (None, None, None, None);
            }
            let path = input.path().unwrap_or(self.check.stdin_name).to_owned();
            let found = self.scratch.checker(self.check, input).check_file(&facts);
            for found in found {
                let located = Located::in_file(&path, input.member.as_deref(), &found);
                let texts = self.check.render(&located, 1);
                self.take_one(input, &Finding::new(0, &found.diagnostic, texts))?;
            }
        }
        self.close_file(input)?;
        Ok(Flow::Continue)
    }

    fn idle(&mut self) -> io::Result<()> {
        self.shown.flush()
    }
}

impl Findings<'_> {
    fn check_left_out(&self, input: &InputInfo, n: u64) {
        self.reports
            .warn(format_args!("{}: {n} findings of one game are left out", self.name(input)));
    }
}

pub(crate) fn run(plan: &Plan, inputs: &Inputs, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let stdin_name = plan.stdin_filename.clone().unwrap_or_else(|| PathBuf::from("<stdin>"));
    let check = Check {
        plan,
        replay: globals.reading.replay_options(),
        eight_bit: match globals.reading.encoding == Fallback::default() {
            true => EightBit::Latin,
            false => EightBit::Other,
        },
        looks: plan.reports.iter().map(|report| report.look(plan.board, globals)).collect(),
        stdin_name: &stdin_name,
        fallback: globals.reading.encoding,
    };
    let progress: Progress = inputs.progress(globals);
    let mut sink = Findings {
        check: &check,
        scratch: check.scratch(),
        shown: Shown::open(&plan.reports, &progress)?,
        select: Select::new(&plan.select),
        reports: Reports::new(inputs, globals, true),
        in_file: BTreeMap::new(),
        statistics: Statistics::default(),
        facts: FileFacts::default(),
        n_games: 0,
        n_files: 0,
        n_errors: 0,
        n_warnings: 0,
        n_fixable: 0,
        has_failing: false,
    };
    let mut statistics = match plan.statistics {
        Some(_) => Some(progress.beside(target::open(&plan.output)?)),
        None => None,
    };
    sink.shown.begin().map_err(|error| reader::unwritable(None, error))?;
    let summary = reader::read(&check, &inputs.list, globals, Some(&progress), &mut sink)?;
    progress.finish();
    let Findings { mut shown, reports, n_games, n_files, n_errors, n_warnings, .. } = sink;
    let (n_fixable, has_failing, counts) = (sink.n_fixable, sink.has_failing, sink.statistics);
    if !summary.is_pipe_closed {
        if let (Some(format), Some(out)) = (plan.statistics, &mut statistics) {
            counts.write(format, out)?;
        }
        for (format, n) in shown.end()? {
            reports.warn(format_args!("the {format} report has no room for {n} more findings"));
        }
    }
    if let Some(out) = statistics {
        target::close(out.into_inner(), !reports.has_incomplete, globals)?;
    }
    shown.close(!reports.has_incomplete && !summary.is_pipe_closed, globals)?;
    let n_other = counts.n_found() - n_errors - n_warnings;
    let other = if n_other > 0 { format!(", {n_other} of lower levels") } else { String::new() };
    globals.messages.summary(format_args!(
        "checked {} in {}: {}, {}{other} ({n_fixable} fixable)",
        count(n_games, "game"),
        count(n_files, "file"),
        count(n_errors, "error"),
        count(n_warnings, "warning")
    ));
    Ok(if has_failing { ExitStatus::Findings } else { ExitStatus::Clean })
}

fn count(n: u64, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}
