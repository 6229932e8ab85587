//! The collector of commands that write games: to one stream, to each file separately, or only the names or patches of
//! files that would change.

mod checks;
mod one_by_one;
pub(crate) mod partitions;
pub(crate) mod position_counts;
mod writing;

use std::{
    collections::VecDeque,
    io::{self, Write as _},
    path::PathBuf,
};

use pgn_report::games::columns::Columns;
use pgn_stream::{
    Flow, FrameContents, GameNumber, InputEnd, InputInfo, Located, Output, STDIN, WrittenHash,
};

use self::{
    checks::{check, check_backup},
    partitions::Partitions,
    position_counts::PositionCounts,
};
use super::{
    appender::{Extent, Joining, OutputEnd},
    output_files::{close, close_all, open_for_games, open_for_lines},
    rejects::Rejects,
    replaced::{Replaced, why_kept},
    rewritten::{Patches, Rewriting, commit, in_place},
    run_inputs::Collector,
    select::Select,
    stream::Stream,
    summary::{BadGames, Summary, selected},
    text::{Note, Written},
};

use crate::{
    ExitStatus, Globals,
    game_writer::UnwrittenPart,
    inputs::{Inputs, name_of},
    outputs::{self, Backup, LineEnding, Rewrite, open},
    paths,
    progress::{Progress, SuspendingWriter},
    select::SelectPlan,
};

/// What is done at the first game with errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OnBad {
    GoOn,
    /// The run stops with exit status 1, and no output file is created.
    Stop,
}

/// The destination of the text.
enum Target {
    Stream(Stream),
    /// A table in many files, and the folder of rows without values.
    Partitions(Box<Partitions>, String),
    InPlace {
        backup: Option<Backup>,
        file: Option<Rewriting>,
    },
    Check(SuspendingWriter<Output>),
    Diff(Patches),
}

/// The collector of a command that writes games.
pub(crate) struct Writer<'a> {
    target: Target,
    rejects: Option<Rejects<'a>>,
    /// The positions so far, if they are counted before they are written.
    counts: Option<PositionCounts>,
    /// The separators of games; `None` if the texts are not games, or each file is written separately.
    joining: Option<Joining<'a>>,
    on_bad: OnBad,
    select: Select,
    /// Selects the games that are changed, of which the others are written as they were read; `None`: all are changed.
    changing: Option<Select>,
    /// True if the text of the current input changes.
    is_changed: bool,
    /// The games of inputs that the output replaces.
    replaced: Replaced,
    globals: &'a Globals,
    end: OutputEnd,
    /// Number of the next game of the input.
    number: GameNumber,
    /// Long games of the current chunk of which its text has only the beginning.
    unwritten: VecDeque<UnwrittenPart>,
    n_changed: u64,
    summary: Summary,
    /// True if the output reads differently from the input, so that it is not renamed into place.
    differs: bool,
    /// The hash of what was written to the current file; `None` unless it is read back before it is renamed into
    /// place.
    written: Option<WrittenHash>,
    stopped_at: Option<String>,
    change: &'static str,
    /// Number of games in the inputs, selected or not.
    n_read: u64,
}

/// The arguments of [`Writer::new`].
pub(crate) struct Setup<'a> {
    pub(crate) output: &'a outputs::Output,
    pub(crate) rewrite: &'a Rewrite,
    pub(crate) rejects: Option<&'a PathBuf>,
    /// The kind of text that is written. Between games, the text that must separate them is inserted.
    pub(crate) contents: FrameContents,
    /// Line ends of the output; `None`: unchanged.
    pub(crate) line_ending: Option<LineEnding>,
    pub(crate) on_bad: OnBad,
    pub(crate) select: &'a SelectPlan,
    /// Name of a change to a game in the manifest.
    pub(crate) change: &'static str,
}

impl<'a> Writer<'a> {
    /// Opens the outputs.
    pub(crate) fn new(
        setup: &Setup<'_>,
        inputs: &Inputs,
        globals: &'a Globals,
        progress: &Progress,
    ) -> anyhow::Result<Writer<'a>> {
        let mut end = OutputEnd::default();
        let target = match setup.rewrite {
            Rewrite::Stream => {
                let out;
                (out, end) = match setup.contents {
                    FrameContents::Games => open_for_games(setup.output, globals)?,
                    FrameContents::Lines => {
                        (open_for_lines(setup.output, globals)?, OutputEnd::default())
                    }
                };
                Target::Stream(Stream::Text(Box::new(progress.suspending(out))))
            }
            Rewrite::InPlace { backup } => Target::InPlace { backup: backup.clone(), file: None },
            Rewrite::Check => Target::Check(progress.suspending(open(setup.output)?)),
            Rewrite::Diff => Target::Diff(Patches::open(setup.output, globals, progress)?),
        };
        let takes_all = setup.select.selects_all()
            && globals.reading.query.is_none()
            && globals.reading.fresh.is_none();
        let joining = match (setup.contents, setup.rewrite) {
            (FrameContents::Games, Rewrite::Stream) => {
                Some(Joining::new(setup.line_ending, Extent::of(inputs, takes_all), globals))
            }
            _ => None,
        };
        let replaced = match setup.rewrite {
            Rewrite::Stream => Replaced::new(setup.output, inputs, &globals.reading),
            _ => Replaced::default(),
        };
        let extent = match setup.rewrite {
            Rewrite::Stream if globals.reading.bytes.is_none() => Extent::of(inputs, takes_all),
            Rewrite::Stream => Extent::of(inputs, false),
            Rewrite::InPlace { .. } | Rewrite::Check | Rewrite::Diff => Extent::Whole,
        };
        let writer = Writer::of(setup, (target, extent), joining, globals)?;
        Ok(Writer { end, replaced, ..writer })
    }

    /// Returns the writer with a Parquet file as its output.
    pub(crate) fn with_parquet(mut self, columns: Columns) -> anyhow::Result<Writer<'a>> {
        if let Target::Stream(Stream::Text(out)) = self.target {
            let workers = &self.globals.workers;
            self.target = Target::Stream(Stream::parquet(*out, columns, workers)?);
        }
        Ok(self)
    }

    /// Returns the writer of a table in many files. `unknown`: the folder of rows without values.
    pub(crate) fn partitioned(
        setup: &Setup<'_>,
        (partitions, unknown): (Partitions, String),
        globals: &'a Globals,
    ) -> anyhow::Result<Writer<'a>> {
        let target = Target::Partitions(Box::new(partitions), unknown);
        Writer::of(setup, (target, Extent::Several), None, globals)
    }

    /// Opens the file of rejects and returns the writer. `extent` is the games that are written to one output.
    fn of(
        setup: &Setup<'_>,
        (target, extent): (Target, Extent),
        joining: Option<Joining<'a>>,
        globals: &'a Globals,
    ) -> anyhow::Result<Writer<'a>> {
        let open = |path: &PathBuf| Rejects::open_with(path, (setup.output, extent), globals);
        let rejects = setup.rejects.map(open).transpose()?;
        Ok(Writer {
            target,
            rejects,
            counts: None,
            joining,
            on_bad: setup.on_bad,
            select: Select::new(setup.select),
            changing: None,
            is_changed: false,
            replaced: Replaced::default(),
            globals,
            end: OutputEnd::default(),
            number: GameNumber(0),
            unwritten: VecDeque::new(),
            n_changed: 0,
            summary: Summary::default(),
            differs: false,
            written: None,
            stopped_at: None,
            change: setup.change,
            n_read: 0,
        })
    }

    /// Returns the writer with a counter, which counts positions instead of writing them.
    pub(crate) fn with_counts(self, counts: PositionCounts) -> Writer<'a> {
        Writer { counts: Some(counts), ..self }
    }

    /// Returns the writer that selects the games to be changed, and writes all others as they were read.
    pub(crate) fn changing_only(self, plan: &SelectPlan) -> Writer<'a> {
        Writer { changing: Some(Select::new(plan)), ..self }
    }

    /// Returns the writer with a check: files are read back before they are renamed into place.
    pub(crate) fn with_read_back(mut self) -> Writer<'a> {
        self.written = Some(WrittenHash::default());
        self
    }

    /// Writes a header before all games.
    pub(crate) fn with_header(mut self, header: &[u8]) -> anyhow::Result<Writer<'a>> {
        self.write(header)?;
        Ok(self)
    }

    /// Ends the run: renames the outputs into place and prints the summary, with what was done with games with errors.
    /// `is_complete` is true if every input was read to its end.
    pub(crate) fn finish(
        mut self,
        bad_games: BadGames,
        is_complete: bool,
    ) -> anyhow::Result<ExitStatus> {
        let globals = self.globals;
        if let Some(message) = &self.stopped_at {
            globals.messages.summary(message);
            globals.withdraw_manifest();
            return Ok(ExitStatus::Findings);
        }
        let mut status = ExitStatus::Clean;
        if let Some(counts) = self.counts.take() {
            counts.finish(|bytes| self.write(bytes))?;
        }
        self.with_out(|end, out| end.flush(out))?;
        let mut outputs: Vec<Output> =
            self.rejects.take().map(Rejects::into_inner).transpose()?.into_iter().collect();
        let is_question = matches!(self.target, Target::Check(_) | Target::Diff(_));
        match self.target {
            Target::Stream(out) if self.differs => {
                globals.withdraw_manifest();
                drop(out.finish()?);
            }
            Target::Stream(out) => {
                let mut out = out.finish()?;
                if let Some(written) = &self.written {
                    check(&mut out, written)?;
                }
                outputs.insert(0, out);
            }
            Target::Partitions(partitions, _) => partitions.finish(is_complete, globals)?,
            Target::InPlace { .. } => (),
            Target::Check(out) => close(out.into_inner(), true, globals)?,
            Target::Diff(patches) => close(patches.into_inner(), true, globals)?,
        }
        self.replaced.check(is_complete)?;
        if self.replaced.would_empty(is_complete, globals) {
            return Ok(status);
        }
        if is_question && self.n_changed > 0 {
            status = ExitStatus::Findings;
        }
        close_all(outputs, is_complete, globals)?;
        if is_complete && !self.differs {
            self.replaced.report(&globals.messages);
        }
        let counts = self.summary.counts(self.change, self.select.n_skipped);
        let n_games = self.summary.n_games;
        let is_done = self.select.is_done();
        let reading = &globals.reading;
        let is_whole = self.select.reads_whole_inputs(reading) && reading.fresh.is_none();
        let n_read = if reading.query.is_some() && is_whole {
            self.n_read
        } else {
            n_games + self.select.n_skipped
        };
        if n_read != n_games || is_done {
            globals.messages.summary(selected(n_games, n_read, is_done));
        }
        match &self.joining {
            Some(joining) => joining.end(counts),
            None => globals.count(|| counts),
        }
        self.summary.report(bad_games, globals);
        Ok(status)
    }

    fn differ(&mut self, input: &InputInfo, Located { value, position }: &Located<String>) {
        self.differs = true;
        self.failed();
        let name = name_of(input);
        self.globals.messages.error(format_args!(
            "{name}:{position}: differs from what was read: {value}; nothing is replaced"
        ));
    }

    fn report(&self, input: &InputInfo, Located { value, position }: &Located<Note>) {
        let name = name_of(input);
        self.globals.messages.detail(format_args!("{name}:{position}: {}", value.what));
    }
}

impl Collector<Written> for Writer<'_> {
    fn begin(&mut self, input: &InputInfo) -> io::Result<()> {
        self.number = GameNumber(1);
        self.select.begin_input();
        self.replaced.begin(input);
        if let Some(joining) = &mut self.joining {
            joining.begin_input(input);
        }
        self.is_changed = false;
        match &mut self.target {
            Target::Stream(_) | Target::Partitions(..) | Target::Check(_) => (),
            Target::InPlace { backup, file } => {
                if let Some(written) = &mut self.written {
                    *written = WrittenHash::default();
                }
                let mut out = in_place(input, "--in-place rewrites plain files only", self.globals);
                if let (Some(out), Some(backup), Some(path)) = (&mut out, backup, input.path()) {
                    out.keep_old(backup.path_of(path));
                }
                *file = out;
            }
            Target::Diff(patches) => patches.begin(input),
        }
        Ok(())
    }

    fn take(&mut self, input: &InputInfo, written: Written) -> io::Result<Flow> {
        let Written { mut text, reports } = written;
        if let Some(changing) = &mut self.changing {
            one_by_one::restore(&mut text, changing);
        }
        self.summary.merge(&mut text);
        self.unwritten = std::mem::take(&mut text.unwritten).into();
        for differ in &reports.differ {
            self.differ(input, differ);
        }
        self.is_changed |= text.is_changed;
        // A file that is not PGN is not rewritten, so it has no changes.
        if let Target::Diff(patches) = &mut self.target
            && input.foreign.is_none()
        {
            patches.push((&text.old, &text.bytes), text.ends_in_both())?;
        }
        if self.select.takes_all() && (self.on_bad == OnBad::GoOn || reports.bad.is_empty()) {
            if let Some(rejects) = &mut self.rejects {
                rejects.take_all(input, &reports, self.summary.n_games)?;
            }
            self.summary.all(&text, &reports);
            for note in &reports.notes {
                self.report(input, note);
            }
            self.write_games(input, &text, 0..text.ends.len())?;
            self.write_rest(input, &text)?;
            return Ok(Flow::Continue);
        }
        self.take_some(input, &text, &reports)
    }

    fn failed(&mut self) {
        if let Target::InPlace { file, .. } = &mut self.target {
            // The new file would lack the missing bytes.
            *file = None;
        }
    }

    fn end(&mut self, input: &InputInfo, end: &InputEnd) -> io::Result<()> {
        self.replaced.end(input, end);
        self.n_read += end.n_games - input.start.n_games;
        let path = input.path();
        let mut is_written = true;
        let kept = why_kept(input, end);
        match &mut self.target {
            Target::Stream(_) | Target::Partitions(..) => (),
            Target::InPlace { backup, file } => {
                is_written = false;
                // A file that has a read error or no changes is not rewritten.
                let file = file.take().filter(|_| end.error.is_none());
                if let (Some(_), Some(why)) = (&file, &kept) {
                    let name = name_of(input);
                    self.globals.messages.error(format_args!("{name}: {why}; left as it is"));
                } else if let Some(out) = file.filter(|_| self.is_changed) {
                    let check = |out: &mut Output| {
                        check_backup(backup.as_ref(), path)?;
                        self.written.as_ref().map_or(Ok(()), |written| check(out, written))
                    };
                    is_written = commit(out, input, self.globals, check);
                    self.n_changed += u64::from(is_written);
                }
            }
            Target::Check(out) => {
                if self.is_changed && kept.is_none() {
                    self.n_changed += 1;
                    writeln!(out, "{}", path.map_or(STDIN.into(), paths::show))?;
                }
            }
            Target::Diff(patches) => {
                patches.end(kept.is_none())?;
                self.n_changed += u64::from(self.is_changed && kept.is_none());
            }
        }
        self.summary.end_input(is_written);
        Ok(())
    }

    fn idle(&mut self) -> io::Result<()> {
        if matches!(self.target, Target::Stream(_)) {
            self.with_out(|end, out| {
                end.idle(out)?;
                out.flush()
            })?;
        }
        Ok(())
    }
}
