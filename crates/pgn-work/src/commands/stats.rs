//! The work of `pgnkit stats`: counts each chunk, adds the counts up, and writes the report.

use std::{
    io::{self, IsTerminal as _, Write as _},
    path::Path,
};

use pgn_chess::ReplayOptions;
use pgn_lint::Follows;
use pgn_report::{
    paint::InertText,
    tables::{Audience, Fit, Format, Report},
};
use pgn_stats::{Counter, Observer, ObserverState, PartialCounts};
use pgn_stream::{ChunkView, Flow, InputInfo, STDIN};
use pgn_syntax::{Fallback, ReadDepth};

use crate::{
    ExitStatus, Globals,
    games::{
        PlacedChunk, ReadGame, UnreadGame, Work,
        select::{Pick, Select, SelectPlan},
    },
    inputs::{Inputs, name_of, paths::show},
    outputs::{self, Output},
    run_inputs::{self, Collector},
    writing::{added_to::check_table, output_files},
};

/// The plan of a run of `stats`.
#[derive(Debug)]
pub struct Plan {
    /// The options that select the games, as a page shows them; empty if there are none.
    pub selection: String,
    /// Selects the games that are counted.
    pub select: SelectPlan,
    /// Destination of the report.
    pub output: Output,
    /// Format of the report.
    pub format: &'static Format,
    /// The space that the report must fit into.
    pub fit: Fit,
    /// The counts and their presentation.
    pub counts: pgn_stats::Plan,
    /// True if the user has given the number of rows.
    pub has_top: bool,
}

/// The counts of a chunk.
#[derive(Default)]
pub(crate) struct Draft {
    whole: PartialCounts,
    /// The counts of each game, if `--skip` or `--take` select games later; otherwise empty.
    games: Vec<PartialCounts>,
}

struct StatsWork<'a> {
    observer: Observer<'a>,
    /// True if games are counted separately, because the collector selects among them.
    one_by_one: bool,
}

impl StatsWork<'_> {
    /// Returns the counts to which the next game is added.
    fn next<'d>(&self, draft: &'d mut Draft) -> &'d mut PartialCounts {
        if self.one_by_one {
            draft.games.push(PartialCounts::default());
        }
        draft.games.last_mut().unwrap_or(&mut draft.whole)
    }
}

impl Work for StatsWork<'_> {
    type Scratch = ObserverState;
    type Draft = Draft;
    type Out = Draft;

    fn depth(&self) -> ReadDepth {
        self.observer.depth()
    }

    // The counts of the opening tree take several times as much memory as the games.
    fn growth(&self) -> usize {
        if self.observer.parts.tree_plies.is_some() { 8 } else { 1 }
    }

    fn decodes(&self) -> bool {
        true
    }

    fn scratch(&self, fallback: Fallback) -> ObserverState {
        self.observer.new_state(fallback)
    }

    fn begin(&self, scratch: &mut ObserverState, chunk: &ChunkView<'_>, _: u64) {
        let follows = if chunk.is_last() { Follows::Nothing } else { Follows::More };
        self.observer.begin(scratch, name_of(chunk.input), chunk.bytes, follows);
    }

    fn game(&self, scratch: &mut ObserverState, read: &ReadGame<'_>, draft: &mut Draft) {
        self.observer.count(read.game, read.src(), scratch, self.next(draft));
    }

    fn unread(&self, _: &mut ObserverState, unread: &UnreadGame<'_>, draft: &mut Draft) {
        if unread.ends_game() {
            self.next(draft).add_unread();
        }
    }

    fn finish(&self, _: &mut ObserverState, draft: Draft, _: &PlacedChunk<'_>) -> Draft {
        draft
    }
}

/// The collector of `stats`: adds up the counts of chunks.
struct StatsSink {
    counter: Counter,
    select: Select,
}

impl Collector<Draft> for StatsSink {
    fn take(&mut self, _: &InputInfo, draft: Draft) -> io::Result<Flow> {
        self.counter.add(draft.whole)?;
        for found in draft.games {
            match self.select.pick() {
                Pick::Leave => (),
                Pick::Take => self.counter.add(found)?,
                Pick::Stop => return Ok(Flow::Stop),
            }
        }
        Ok(Flow::Continue)
    }
}

/// Counts the games of `inputs` as `plan` says, and returns the exit status.
///
/// # Errors
/// Returns an error if an output or an intermediate file cannot be written.
pub fn run(plan: &Plan, inputs: &Inputs, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let select = Select::new(&plan.select);
    let work = StatsWork {
        observer: Observer {
            parts: &plan.counts.parts,
            replay: ReplayOptions { judge_signs: false, ..globals.reading.replay_options() },
        },
        one_by_one: !select.takes_all(),
    };
    let folder = globals.temp_files.clone();
    let is_text = matches!(plan.format.name, "csv" | "tsv");
    let added_to = plan.output.path().filter(|_| is_text && plan.output.is_added_to());
    if let Some(path) = added_to.filter(|_| plan.counts.parts.has_only_by_table()) {
        // The columns do not depend on the games, so that others are refused before these are counted.
        let counter = Counter::new(&plan.counts.parts, folder.clone());
        let mut table = Vec::new();
        plan.format.append(counter.report(&plan.counts, String::new())?, &plan.fit, &mut table);
        rows_to_add(path, &table)?;
    }
    let mut out = outputs::open(&plan.output)?;
    let mut sink = StatsSink { counter: Counter::new(&plan.counts.parts, folder), select };
    let progress = inputs.progress(&globals.messages);
    let is_complete = run_inputs::run(&work, inputs, globals, Some(&progress), &mut sink)?;
    let report = sink.counter.report(&plan.counts, title(inputs))?;
    let report = Report { scope: scope(inputs, &plan.selection), ..report };
    if plan.format.audience == Audience::Programs && !plan.has_top {
        report.left_out().into_iter().for_each(|note| globals.messages.note(note));
    }
    report.without_rows().chain(report.notices()).for_each(|it| globals.messages.note(it));
    let mut text = Vec::new();
    plan.format.append(report, &plan.fit, &mut text);
    let is_shown = plan.output == Output::Stdout && io::stdout().is_terminal();
    if is_shown && plan.format.audience == Audience::Programs {
        text = InertText::default().piece(&text);
    }
    out.write_all(added_to.map_or(Ok(&text[..]), |path| rows_to_add(path, &text))?)?;
    output_files::close(out, is_complete, globals)?;
    Ok(ExitStatus::Clean)
}

/// Returns the rows of a table in CSV or TSV, without the header, which the file at `path` has already.
fn rows_to_add<'a>(path: &Path, table: &'a [u8]) -> anyhow::Result<&'a [u8]> {
    let len = table.iter().position(|byte| *byte == b'\n').map_or(table.len(), |at| at + 1);
    let (header, rows) = table.split_at(len);
    check_table(path, header)?;
    Ok(rows)
}

/// Maximum number of inputs that a page names.
const MAX_NAMES: usize = 3;

/// Returns what was counted: the names of several inputs, and the options that selected the games.
fn scope(inputs: &Inputs, selection: &str) -> Vec<String> {
    let mut scope = Vec::new();
    if let [_, _, ..] = &inputs.list[..] {
        let named = inputs.list.iter().take(MAX_NAMES);
        let mut names: Vec<String> =
            named.map(|input| input.path().map_or_else(|| STDIN.to_owned(), show)).collect();
        if let n @ 1.. = inputs.list.len().saturating_sub(MAX_NAMES) {
            names.push(format!("{n} more"));
        }
        scope.push(format!("Files: {}", names.join(", ")));
    }
    if !selection.is_empty() {
        scope.push(format!("Selected games: {selection}"));
    }
    scope
}

/// Returns the title of the report, made of the names of the inputs.
fn title(inputs: &Inputs) -> String {
    match &inputs.list[..] {
        [pgn_stream::Input::Path(path)] => show(path),
        [pgn_stream::Input::Stdin] => "Games".to_owned(),
        many => format!("{} files", many.len()),
    }
}
