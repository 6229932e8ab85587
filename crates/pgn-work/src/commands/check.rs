//! The work of `pgnkit check`: workers check games in parallel; the collector counts, limits and writes their findings
//! in order.

mod across;
mod baseline;
mod counting;
mod fixed_text;
mod fixing;
mod game;
mod note_place;
mod plan;
mod rendering;
mod reports;
mod rulings;
mod scratch;
mod summary;
mod tally;

use std::{collections::BTreeMap, io, path::Path};

use pgn_chess::replay::ReplayOptions;
use pgn_lint::{FileFacts, Rule};
use pgn_query::{PRODUCERS, Producer};
use pgn_stream::{ChunkView, Flags, Flow, GameIndex, GameNumber, InputEnd, InputInfo, Place};
use pgn_syntax::{Fallback, Game, ReadOptions, Span, count_line_ends};

pub use plan::{Baseline, BaselinePlan, FixMode, Plan, ReportPlan};
pub use rulings::{Fixable, Ruling, Rulings};

use across::{Across, PlacedNote, UnplacedNote};
use baseline::Known;
use fixed_text::{Changes, Files, Unwritable};
use game::{PlacedGame, with_wanted_fix};
use pgn_report::findings::{Appearance, Located, Statistics};
use rendering::{ByRule, Draft, Finding, Full};
use reports::{OnClosed, Reports as Shown};
use scratch::Scratch;
use summary::Summary;
use tally::Tally;

use crate::{
    ExitStatus, Globals, ReadingOptions,
    games::{PlacedChunk, ReadGame, UnreadGame, UnreadKind, Work, select::Select},
    inputs::Inputs,
    manifest::Counts,
    outputs,
    reports::progress::{ShownProgress, SuspendingWriter},
    run_inputs::{self, Collector},
    writing::{appender::Neighbors, output_files, rejects::Rejects, rewritten::Patches},
};

struct Check<'a> {
    plan: &'a Plan,
    replay: ReplayOptions,
    /// For each ruling, the appearance of each report.
    appearances: Vec<Vec<Appearance>>,
    stdin_name: &'a Path,
    read: ReadOptions,
    reading: &'a ReadingOptions,
    /// True if every game of the inputs is checked, as no option excludes any.
    sees_all: bool,
    full: Full,
    /// Rules that the games of some producer are known to violate.
    known_faults: Vec<&'static Rule>,
    unwritable: Unwritable,
}

impl<'a> Check<'a> {
    fn new(plan: &'a Plan, stdin_name: &'a Path, globals: &'a Globals) -> Check<'a> {
        let reading = &globals.reading;
        let faults = PRODUCERS.iter().flat_map(|it| it.faults);
        let appearances = |ruling| plan.appearances(ruling, globals);
        Check {
            plan,
            replay: reading.replay_options(),
            appearances: plan.rulings.all.iter().map(appearances).collect(),
            stdin_name,
            read: reading.read_options(),
            reading,
            sees_all: plan.select.takes_whole_files(reading),
            full: Full::default(),
            known_faults: faults.filter_map(|name| pgn_lint::find(name).ok()).collect(),
            unwritable: Unwritable::default(),
        }
    }
}

/// The findings of the games of a chunk whose place is not known yet.
#[derive(Default)]
pub(crate) struct ChunkFindings {
    seen: ChunkCounts,
    /// The findings of each game that has any.
    drafts: Vec<Draft>,
    /// The notes for rules across games.
    notes: Vec<UnplacedNote>,
    /// Number of findings at a shown level so far, by rule.
    n_found: ByRule,
    /// True if the work on a game ended with a panic.
    has_fault: bool,
    /// The games with their fixes.
    changes: Changes,
}

/// The counts and facts of the games of a chunk.
#[derive(Default)]
struct ChunkCounts {
    n_games: u64,
    /// The producer of each game that was checked, `None` if unknown. Empty unless the plan requests statistics.
    producers: Vec<Option<&'static Producer>>,
    /// Findings that are counted but not shown.
    unseen: Tally,
    n_left_out: u64,
    facts: FileFacts,
}

/// The results for a chunk whose place is known.
pub(crate) struct Checked {
    seen: ChunkCounts,
    findings: Findings,
}

/// The findings of a chunk.
enum Findings {
    /// Findings that are ready to be shown.
    Rendered(Vec<Finding>, Vec<PlacedNote>),
    /// Findings in a text with fixes, whose place is known when the texts before it have been written.
    Fixed(Box<FixedChunk>),
}

/// A chunk with its fixes, and the findings in the text with fixes.
struct FixedChunk {
    text: fixed_text::Text,
    drafts: Vec<Draft>,
    notes: Vec<UnplacedNote>,
    first_game: GameNumber,
}

/// Maximum number of findings of a rule in a file that reports show without a use of memory that matters.
const MAX_KEPT: u64 = 1000;

impl Work for Check<'_> {
    type Scratch = Scratch;
    type Draft = ChunkFindings;
    type Out = Checked;
    const TAKES_UNSELECTED: bool = true;
    const NOTES_RESTARTS: bool = false;

    fn is_read_at_once(&self) -> bool {
        self.plan.is_read_at_once()
    }

    fn scratch(&self, fallback: Fallback) -> Scratch {
        Scratch::new(fallback)
    }

    fn begin(&self, scratch: &mut Scratch, chunk: &ChunkView<'_>, flags: u64) {
        scratch.begin(self, chunk, flags);
    }

    // All findings that a report or a baseline can have are kept until the chunks before theirs are done. They can take
    // ten times as much memory as the games.
    fn growth(&self) -> usize {
        let has_baseline = !matches!(self.plan.baseline, BaselinePlan::None);
        if has_baseline || !self.is_past_limits(MAX_KEPT) { 16 } else { 1 }
    }

    fn flags(&self, scratch: &mut Scratch) -> Flags {
        scratch.flags()
    }

    fn skip_game(&self, scratch: &mut Scratch, game: &Game, src: &[u8]) {
        match self.reading.query {
            None if self.reading.is_too_large(game, src) => scratch.pass_large(),
            None => scratch.pass(game, None),
            // Perhaps only the tags of the game were read.
            Some(_) => scratch.pass_bytes(game.span.of(src)),
        }
    }

    fn end(&self, scratch: &mut Scratch, bytes: &[u8], out: &mut ChunkFindings) -> Option<u64> {
        let n_before = scratch.n_left_out;
        let checker = scratch.current(self);
        out.seen.facts = checker.finish_chunk(bytes);
        out.seen.n_left_out = checker.n_left_out() - n_before;
        let is_clean = out.drafts.is_empty() && out.notes.is_empty();
        let asks_line = !is_clean || self.plan.fix.is_some();
        let facts = &out.seen.facts;
        facts.n_lines_of(bytes).or_else(|| asks_line.then(|| count_line_ends(bytes)))
    }

    fn game(&self, scratch: &mut Scratch, read: &ReadGame<'_>, out: &mut ChunkFindings) {
        let ReadGame { index, game, chunk, .. } = *read;
        // A file that is not PGN gets a single finding. What is parsed as a game in it is only counted.
        if !read.is_selected() || chunk.input.foreign.is_some() {
            if read.is_selected() {
                self.count_only(game.span, out)
            } else {
                out.changes.pass_over(game.span)
            }
            return scratch.pass_bytes(read.bytes());
        }
        let place = scratch.placement(game, chunk, chunk.bytes);
        let mode = scratch.mode;
        let before_next = mode.and_then(|_| self.change(scratch, game, chunk, place, out));
        let (src, is_fixable) = (chunk.bytes, fixed_text::is_fixable(chunk));
        self.check_game(scratch, PlacedGame { index, game, src, place, is_fixable }, out);
        scratch.pass(game, before_next);
    }

    fn unread(&self, scratch: &mut Scratch, unread: &UnreadGame<'_>, out: &mut ChunkFindings) {
        match unread.kind {
            UnreadKind::NoGame => (),
            UnreadKind::Fault => {
                out.has_fault = true;
                self.count_only(unread.span, out);
            }
            UnreadKind::TooLarge(piece) => {
                if unread.is_selected {
                    if piece.is_first {
                        let start = unread.span.start;
                        self.note_large(scratch, unread.index, start, unread.chunk, out);
                    }
                    out.changes.push(unread.span, None);
                } else {
                    out.changes.pass_over(unread.span);
                }
                // In a chunk that also has other games, `end` replaces these facts by those of all bytes.
                out.seen.facts = FileFacts::unread(unread.bytes());
            }
        }
    }

    fn reports_large(&self, scratch: &mut Scratch, chunk: &ChunkView<'_>) -> bool {
        !scratch.checker(self, chunk.input).oversized(Span::default()).is_empty()
    }

    fn finish(
        &self,
        scratch: &mut Scratch,
        mut out: ChunkFindings,
        chunk: &PlacedChunk<'_>,
    ) -> Checked {
        if self.mode(chunk.view.input).is_some() {
            let text = self.make_changes(scratch, &mut out, chunk);
            let ChunkFindings { seen, drafts, notes, .. } = out;
            let first_game = chunk.text.place().first_game;
            let fixed = FixedChunk { text, drafts, notes, first_game };
            return Checked { seen, findings: Findings::Fixed(Box::new(fixed)) };
        }
        let ChunkFindings { mut seen, drafts, notes, .. } = out;
        let findings = self.render_drafts(drafts, chunk.view.input, &chunk.text, &mut seen.unseen);
        let notes = notes.into_iter().map(|note| note.locate(&chunk.text)).collect();
        Checked { seen, findings: Findings::Rendered(findings, notes) }
    }
}

impl Check<'_> {
    /// Adds a finding for a game that is too large to be parsed, if the rule runs, and counts the game. `start`: the
    /// offset of the game in the chunk.
    fn note_large(
        &self,
        scratch: &mut Scratch,
        index: GameIndex,
        start: u32,
        chunk: &ChunkView<'_>,
        out: &mut ChunkFindings,
    ) {
        scratch.pass_large();
        let found = scratch.checker(self, chunk.input).oversized(Span { start, end: start });
        if !found.is_empty() {
            let game = out.seen.n_games;
            out.drafts.push(Draft { game, index, start, found, ..Draft::default() });
        }
        self.note_producer(None, out);
        out.seen.n_games += 1;
    }
}

/// The collector of `check`: counts findings, applies limits, and writes reports and fixes.
struct CheckSink<'a> {
    check: &'a Check<'a>,
    /// The checkers for facts of whole files and for levels of rules across games.
    scratch: Scratch,
    shown: Shown,
    select: Select,
    globals: &'a Globals,
    /// Number of findings of each rule in the current file.
    in_file: BTreeMap<&'static str, u64>,
    statistics: Statistics,
    known: Known<'a>,
    facts: FileFacts,
    across: Across,
    summary: Summary,
    has_failing: bool,
    /// The output for copies of games with errors; `None` if they are not copied.
    rejects: Option<Rejects<'a>>,
    /// The output of files with fixes; `None` if fixes are only counted.
    files: Option<Files<'a>>,
    /// The place in the current file after the text with fixes that has been written so far.
    fixed_end: Place,
}

impl Collector<Checked> for CheckSink<'_> {
    fn begin(&mut self, input: &InputInfo) -> io::Result<()> {
        self.known.begin(input);
        self.facts = FileFacts::default();
        self.check.full.begin(input.index);
        self.summary.n_files += 1;
        self.fixed_end = Place::START;
        if let Some(files) = &mut self.files {
            files.begin(input)?;
        }
        self.shown.begin_file(&self.name(input))
    }

    fn take(&mut self, input: &InputInfo, checked: Checked) -> io::Result<Flow> {
        let Checked { mut seen, findings } = checked;
        let (findings, notes) = match findings {
            Findings::Rendered(findings, notes) => (findings, notes),
            Findings::Fixed(fixed) => self.take_fixed(input, *fixed, &mut seen.unseen)?,
        };
        self.facts = std::mem::take(&mut self.facts).then(&seen.facts);
        if seen.n_left_out > 0 {
            self.globals.messages.warning(format_args!(
                "{}: a game has more findings than are kept: the others are not shown",
                self.name(input)
            ));
        }
        let games = self.select.picks(seen.n_games);
        self.summary.n_games += games.end - games.start;
        let producers = (0..).zip(seen.producers);
        for (_, producer) in producers.filter(|(game, _)| games.contains(game)) {
            self.statistics.add_game(producer);
        }
        for note in notes.iter().filter(|note| games.contains(&note.game)) {
            self.across.add(input, note)?;
        }
        for finding in findings.iter().filter(|finding| games.contains(&finding.game)) {
            self.write_finding(input, finding)?;
        }
        for (kind, n) in seen.unseen.iter() {
            self.count(input, kind, n);
        }
        Ok(if games.end < seen.n_games { Flow::Stop } else { Flow::Continue })
    }

    fn reports_foreign(&self, input: &InputInfo) -> bool {
        self.check.reports_foreign(input)
    }

    fn failed(&mut self) {
        self.files.iter_mut().for_each(Files::give_up);
    }

    fn end(&mut self, input: &InputInfo, end: &InputEnd) -> io::Result<()> {
        self.summary.end_file(end);
        if end.error.is_none() && FixMode::shows_findings(self.check.plan.fix) {
            let mut facts = std::mem::take(&mut self.facts);
            if input.foreign.is_some() {
                facts = FileFacts { foreign: input.foreign, ..FileFacts::default() };
            }
            facts.was_utf16 = input.transcoded.is_some();
            facts.has_named_charset = self.check.reading.has_named_charset(input);
            // Only the source can recognize UTF-16: zero bytes occur in any binary file.
            facts.has_nul = input.undecoded_utf16;
            // Games that are not selected count, too.
            facts.n_games = end.n_games;
            if facts.n_games == 0 {
                // The line ends of a file without games are not judged.
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
                // Fixes in games have been made already.
                let is_fixed =
                    self.check.mode(input).is_some() && found.diagnostic.rule.is_of_games();
                found.diagnostic.fix.take_if(|_| is_fixed || !fixed_text::is_input_fixable(input));
                let located = Located::in_file(&path, input.member.as_deref(), &found);
                let texts = self.check.render(input, &located, 1);
                self.write_finding(input, &Finding::apart(&found.diagnostic, texts))?;
            }
        }
        if let Some(files) = &mut self.files {
            files.end(input, end)?;
        }
        if end.error.is_none() && self.check.sees_all {
            self.known.end_whole(input);
        }
        self.close_file(input)
    }

    fn idle(&mut self) -> io::Result<()> {
        if let Some(files) = &mut self.files {
            files.flush()?;
        }
        self.shown.flush()
    }
}

/// Checks the games of `inputs` as `plan` says, and returns the exit status.
///
/// # Errors
/// Returns an error if an output or an intermediate file cannot be written.
pub fn run(plan: &Plan, inputs: &Inputs, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let stdin_name = plan.stdin_filename.as_deref().unwrap_or(Path::new(pgn_stream::STDIN));
    let mut check = Check::new(plan, stdin_name, globals);
    check.unwritable = Unwritable::of(inputs, plan.fix);
    let progress: ShownProgress = inputs.progress(&globals.messages);
    let open_files = |mode| Files::open(mode, &plan.output, globals, &progress);
    let open_rejects = |path| Rejects::open(path, &plan.output, Neighbors::AsRead, globals);
    let mut sink = CheckSink {
        check: &check,
        scratch: check.scratch(globals.reading.encoding.general()),
        shown: Shown::open(&plan.reports, OnClosed::of(plan.fix), &progress)?,
        select: Select::new(&plan.select),
        globals,
        in_file: BTreeMap::new(),
        statistics: Statistics::default(),
        known: Known::open(&check, globals)?,
        facts: FileFacts::default(),
        across: Across::new(globals.temp_files.clone()),
        summary: Summary::default(),
        has_failing: false,
        rejects: plan.rejects.as_deref().map(open_rejects).transpose()?,
        files: plan.fix.map(open_files).transpose()?,
        fixed_end: Place::START,
    };
    let statistics = plan.statistics.map(|_| outputs::open(&plan.output)).transpose()?;
    let mut statistics = statistics.map(|out| progress.suspending(out));
    sink.shown.begin()?;
    let is_complete = match run_inputs::run(&check, inputs, globals, Some(&progress), &mut sink) {
        Err(error)
            if error.kind() == io::ErrorKind::BrokenPipe && globals.files_to_write().is_empty() =>
        {
            // The findings so far determine the exit status; no report is complete.
            return Ok(if sink.has_failing { ExitStatus::Findings } else { ExitStatus::Clean });
        }
        result => result?,
    };
    sink.judge_across()?;
    let CheckSink { mut shown, summary, has_failing, rejects, .. } = sink;
    let (counts, mut files) = (sink.statistics, sink.files);
    if let (Some(format), Some(out)) = (plan.statistics, &mut statistics) {
        counts.write(format, out)?;
    }
    for (format, n) in shown.end(is_complete)? {
        globals
            .messages
            .warning(format_args!("the {format} report has no room for {n} more findings"));
    }
    let (known, baseline) = sink.known.finish()?;
    let mut outputs = shown.into_outputs();
    outputs.extend(statistics.map(SuspendingWriter::into_inner));
    outputs.extend(rejects.map(Rejects::into_inner).transpose()?);
    outputs.extend(baseline);
    let patches = files.as_mut().and_then(|files| files.patches.take());
    outputs.extend(patches.map(Patches::into_inner));
    output_files::close_all(outputs, is_complete, globals)?;
    let is_changed = files.as_ref().is_some_and(|files| files.n_fixed > 0);
    if let Some(files) = &files {
        globals.count(|| {
            let mut counts = Counts::default();
            counts.add_changed("fixed", files.n_games);
            counts
        });
    }
    let words = summary.words(plan.fix.zip(files.as_ref()));
    globals.messages.summary(format_args!("{words}{known}"));
    let fails = has_failing || is_changed && plan.fails_on_changes;
    Ok(if fails { ExitStatus::Findings } else { ExitStatus::Clean })
}
