//! The collector of commands that write games: to one stream, to each file separately, or only the names or patches of
//! files that would change.

mod checks;
mod games_stream;
mod in_place;
mod lines_stream;
pub(crate) mod partitions;
pub(crate) mod position_counts;
mod restoring;
mod writing;

use std::{
    io::{self, Write as _},
    path::PathBuf,
};

use pgn_report::games::columns::Columns;
use pgn_stream::{Flow, InputEnd, InputInfo, Located, Output, STDIN};
use pgn_syntax::Parser;

use self::{
    checks::ReadBack, games_stream::GamesStream, in_place::InPlace, lines_stream::LinesStream,
    partitions::Partitions, position_counts::PositionCounts,
};
use crate::{
    ExitStatus, Globals,
    games::{
        batch::PieceKind,
        select::{Pick, Select, SelectPlan},
    },
    inputs::{Inputs, name_of, paths},
    outputs::{self, LineEnding, Rewrite, open},
    reports::{
        left_out::Omission,
        progress::{ShownProgress, SuspendingWriter},
    },
    run_inputs::Collector,
    writing::{
        appender::{Joining, Neighbors},
        output_files::{close, close_all, open_for_games, open_for_lines},
        rejects::Rejects,
        replaced::{Replaced, why_kept},
        rewritten::Patches,
        stream::{Stream, parquet_writer},
        summary::{BadGames, Summary, selected},
        text::{TextPiece, WrittenChunk},
    },
};

/// What is done at the first game with errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OnBad {
    GoOn,
    /// The run stops with exit status 1, and no output file is created.
    Stop,
}

/// The destination of the text.
enum Target<'a> {
    Games(Box<GamesStream<'a>>),
    Lines(LinesStream),
    /// A table in many files, and the folder of rows without values.
    Partitions(Box<Partitions>, String),
    InPlace(InPlace),
    Check(SuspendingWriter<Output>),
    Diff(Patches),
}

/// The collector of a command that writes games.
pub(crate) struct Writer<'a> {
    target: Target<'a>,
    rejects: Option<Rejects<'a>>,
    on_bad: OnBad,
    select: Select,
    /// Selects the games that are changed, of which the others are written as they were read, with a parser for these;
    /// `None`: all are changed.
    changing: Option<(Select, Parser)>,
    /// The games of inputs that the output replaces.
    replaced: Replaced,
    globals: &'a Globals,
    change: &'static str,
    so_far: SoFar,
}

/// What a run has done so far.
#[derive(Default)]
struct SoFar {
    summary: Summary,
    /// True if the text of the current input changes.
    is_changed: bool,
    /// Number of inputs that were changed, or would be.
    n_changed: u64,
    /// Number of games in the inputs, selected or not.
    n_read: u64,
    /// True if the output reads differently from the input, so that it is not renamed into place.
    differs: bool,
    /// Place and first error of the game at which the run stopped.
    stopped_at: Option<String>,
}

/// What a stream has.
pub(crate) enum Contents {
    /// Games. Between them, the text that must separate them is inserted.
    Games,
    /// Lines in another format.
    Lines,
    /// The rows of a Parquet file.
    Parquet(Columns),
    /// Lines of positions, which are counted before they are written.
    Counted(PositionCounts),
}

/// The arguments of [`Writer::new`].
pub(crate) struct Setup<'a> {
    pub(crate) output: &'a outputs::Output,
    pub(crate) rewrite: &'a Rewrite,
    pub(crate) rejects: Option<&'a PathBuf>,
    /// True if files are read back before they are renamed into place.
    pub(crate) reads_back: bool,
    /// Line ends of the output; `None`: unchanged.
    pub(crate) line_ending: Option<LineEnding>,
    pub(crate) on_bad: OnBad,
    pub(crate) select: &'a SelectPlan,
    /// Name of a change to a game in the manifest.
    pub(crate) change: &'static str,
}

impl<'a> Target<'a> {
    /// Writes what is held back, and closes the outputs, except that of a stream. Returns this output, and how its games
    /// were joined.
    fn finish(
        self,
        is_complete: bool,
        globals: &Globals,
    ) -> anyhow::Result<(Option<ReadBack<Output>>, Option<Joining<'a>>)> {
        match self {
            Target::Games(games) => {
                let (stream, joining) = games.finish()?;
                return Ok((Some(stream), Some(joining)));
            }
            Target::Lines(lines) => return Ok((Some(lines.finish()?), None)),
            Target::Partitions(partitions, _) => partitions.finish(is_complete, globals)?,
            Target::InPlace(_) => (),
            Target::Check(out) => close(out.into_inner(), true, globals)?,
            Target::Diff(patches) => close(patches.into_inner(), true, globals)?,
        }
        Ok((None, None))
    }
}

impl<'a> Writer<'a> {
    /// Opens the outputs.
    pub(crate) fn new(
        setup: &Setup<'_>,
        contents: Contents,
        inputs: &Inputs,
        globals: &'a Globals,
        progress: &ShownProgress,
    ) -> anyhow::Result<Writer<'a>> {
        let takes_all = setup.select.selects_all()
            && globals.reading.query.is_none()
            && globals.reading.fresh.is_none();
        let mut replaced = Replaced::default();
        let target = match setup.rewrite {
            Rewrite::Stream => {
                replaced = Replaced::new(setup.output, inputs, &globals.reading);
                let lines = || {
                    let out = open_for_lines(setup.output, globals)?;
                    anyhow::Ok(progress.suspending_games(out))
                };
                let stream = |stream, counts| {
                    Target::Lines(LinesStream::new(stream, counts, setup.reads_back))
                };
                match contents {
                    Contents::Games => Target::Games(Box::new(GamesStream {
                        out: open_for_games(setup.output, globals)?.map(|out| {
                            ReadBack::new(progress.suspending_games(out), setup.reads_back)
                        }),
                        joining: Joining::new(
                            setup.line_ending,
                            Neighbors::of(inputs, takes_all),
                            globals,
                        ),
                    })),
                    Contents::Lines => stream(Stream::Text(Box::new(lines()?)), None),
                    Contents::Counted(counts) => {
                        stream(Stream::Text(Box::new(lines()?)), Some(counts))
                    }
                    Contents::Parquet(columns) => {
                        let rows = parquet_writer(lines()?, columns, &globals.workers)?;
                        stream(Stream::Parquet(Box::new(rows)), None)
                    }
                }
            }
            Rewrite::InPlace { backup } => {
                Target::InPlace(InPlace::new(backup.clone(), setup.reads_back))
            }
            Rewrite::Check => Target::Check(progress.suspending(open(setup.output)?)),
            Rewrite::Diff => Target::Diff(Patches::open(setup.output, globals, progress)?),
        };
        let neighbors = match setup.rewrite {
            Rewrite::Stream => Neighbors::of(inputs, takes_all && globals.reading.bytes.is_none()),
            Rewrite::InPlace { .. } | Rewrite::Check | Rewrite::Diff => Neighbors::AsRead,
        };
        Ok(Writer { replaced, ..Writer::of(setup, target, neighbors, globals)? })
    }

    /// Returns the writer of a table in many files. `unknown`: the folder of rows without values.
    pub(crate) fn partitioned(
        setup: &Setup<'_>,
        partitions: Partitions,
        unknown: String,
        globals: &'a Globals,
    ) -> anyhow::Result<Writer<'a>> {
        let target = Target::Partitions(Box::new(partitions), unknown);
        Writer::of(setup, target, Neighbors::FromSeveral, globals)
    }

    /// Opens the file of rejects and returns the writer. `neighbors`: those of games in one output.
    fn of(
        setup: &Setup<'_>,
        target: Target<'a>,
        neighbors: Neighbors,
        globals: &'a Globals,
    ) -> anyhow::Result<Writer<'a>> {
        let open = |path: &PathBuf| Rejects::open(path, setup.output, neighbors, globals);
        let rejects = setup.rejects.map(open).transpose()?;
        Ok(Writer {
            target,
            rejects,
            on_bad: setup.on_bad,
            select: Select::new(setup.select),
            changing: None,
            replaced: Replaced::default(),
            globals,
            change: setup.change,
            so_far: SoFar::default(),
        })
    }

    /// Returns the writer that selects the games to be changed, and writes all others as they were read.
    pub(crate) fn changing_only(self, plan: &SelectPlan) -> Writer<'a> {
        let parser = Parser::new(self.globals.reading.read_options());
        Writer { changing: Some((Select::new(plan), parser)), ..self }
    }

    /// Ends the run: renames the outputs into place and prints the summary, with what was done with games with errors.
    /// `is_complete` is true if every input was read to its end.
    pub(crate) fn finish(
        mut self,
        bad_games: BadGames,
        is_complete: bool,
    ) -> anyhow::Result<ExitStatus> {
        let globals = self.globals;
        if let Some(message) = &self.so_far.stopped_at {
            globals.messages.summary(message);
            globals.withdraw_manifest();
            return Ok(ExitStatus::Findings);
        }
        let mut status = ExitStatus::Clean;
        let rejects = self.rejects.take().map(Rejects::into_inner).transpose()?;
        let is_question = matches!(self.target, Target::Check(_) | Target::Diff(_));
        let (mut stream, joining) = self.target.finish(is_complete, globals)?;
        if self.so_far.differs && stream.take().is_some() {
            globals.withdraw_manifest();
        }
        let stream = stream.map(ReadBack::checked).transpose()?;
        let outputs = stream.into_iter().chain(rejects).collect();
        self.replaced.check(is_complete)?;
        if self.replaced.would_empty(is_complete, globals) {
            return Ok(status);
        }
        if is_question && self.so_far.n_changed > 0 {
            status = ExitStatus::Findings;
        }
        close_all(outputs, is_complete, globals)?;
        if is_complete && !self.so_far.differs {
            self.replaced.report(&globals.messages);
        }
        let counts = self.so_far.summary.counts(self.change, self.select.n_skipped);
        let n_games = self.so_far.summary.n_games;
        let is_done = self.select.is_done();
        let reading = &globals.reading;
        let is_whole = self.select.reads_whole_inputs(reading) && reading.fresh.is_none();
        let n_read = if reading.query.is_some() && is_whole {
            self.so_far.n_read
        } else {
            n_games + self.select.n_skipped
        };
        if n_read != n_games || is_done {
            globals.messages.summary(selected(n_games, n_read, is_done));
        }
        match joining {
            Some(joining) => joining.end(counts),
            None => globals.count(|| counts),
        }
        self.so_far.summary.report(bad_games, globals);
        Ok(status)
    }

    fn differ(&mut self, input: &InputInfo, Located { value, position }: &Located<String>) {
        self.so_far.differs = true;
        self.failed();
        let name = name_of(input);
        self.globals.messages.error(format_args!(
            "{name}:{position}: differs from what was read: {value}; nothing is replaced"
        ));
    }

    /// Returns whether the run continues when no further game is taken: it does only to count the games of an input
    /// that the output replaces.
    fn stop(&self) -> Flow {
        if self.replaced.is_some() { Flow::Continue } else { Flow::Stop }
    }

    /// Returns true if each input is rewritten, or would be.
    fn rewrites_inputs(&self) -> bool {
        !matches!(self.target, Target::Games(_) | Target::Lines(_) | Target::Partitions(..))
    }

    /// Makes the reports on a text of `len` bytes that is taken, counts it, and writes it to the rejects if it has errors.
    /// Returns false if the run stops before it.
    fn take_text(&mut self, input: &InputInfo, piece: &TextPiece, len: usize) -> io::Result<bool> {
        if input.foreign.is_some() && self.rewrites_inputs() {
            // The input stays as it is.
            return Ok(true);
        }
        let mut is_kept = piece.kind == PieceKind::Game;
        if let Some(extras) = &piece.value.extras {
            let name = name_of(input);
            for Located { value, position } in &extras.notes {
                self.globals.messages.detail(format_args!("{name}:{position}: {value}"));
            }
            if let (OnBad::Stop, Some(Located { value, position })) = (self.on_bad, &extras.bad) {
                self.so_far.stopped_at = Some(format!("{name}:{position}: {}", value.what));
                return Ok(false);
            }
            // Games with errors are in the file of rejects, if there is one.
            match &mut self.rejects {
                Some(rejects) => rejects.take_all(input, extras, self.so_far.summary.n_games)?,
                None => is_kept &= !extras.left_out.contains(&Omission::GAME),
            }
        }
        self.so_far.summary.add(piece, len);
        self.replaced.keep(is_kept.into());
        Ok(true)
    }
}

impl Collector<WrittenChunk> for Writer<'_> {
    fn begin(&mut self, input: &InputInfo) -> io::Result<()> {
        self.select.begin_input();
        self.replaced.begin(input);
        self.so_far.is_changed = false;
        match &mut self.target {
            Target::Games(games) => games.joining.begin_input(input),
            Target::Lines(_) | Target::Partitions(..) | Target::Check(_) => (),
            Target::InPlace(files) => files.begin(input, self.globals),
            Target::Diff(patches) => patches.begin(input),
        }
        Ok(())
    }

    fn take(&mut self, input: &InputInfo, mut written: WrittenChunk) -> io::Result<Flow> {
        if let Some((select, parser)) = &mut self.changing {
            restoring::restore(&mut written, select, parser);
        }
        self.so_far.summary.merge(&mut written);
        for differ in &written.differ {
            self.differ(input, differ);
        }
        self.so_far.is_changed |= written.is_changed;
        // A file that is not PGN is not rewritten, so it has no changes.
        if let Target::Diff(patches) = &mut self.target
            && input.foreign.is_none()
        {
            patches.push(&written.old, &written.texts.bytes, written.ends_in_both())?;
        }
        let texts = &mut written.texts;
        // The texts that are taken and not yet written begin at `from`.
        let (mut from, mut end, mut flow) = (0, texts.pieces.len(), Flow::Continue);
        for at in 0..texts.pieces.len() {
            let piece = &texts.pieces[at];
            match self.select.pick_piece(piece.kind) {
                Pick::Take => {
                    if !self.take_text(input, piece, piece.end - texts.start_of(at))? {
                        (end, flow) = (at, Flow::Stop);
                        break;
                    }
                    if piece.kind == PieceKind::Game && self.select.is_done() {
                        (end, flow) = (at + 1, self.stop());
                        break;
                    }
                }
                Pick::Leave => {
                    self.write_texts(input, texts, from..at)?;
                    from = at + 1;
                }
                Pick::Stop => {
                    (end, flow) = (at, self.stop());
                    break;
                }
            }
        }
        self.write_texts(input, texts, from..end)?;
        Ok(flow)
    }

    fn failed(&mut self) {
        if let Target::InPlace(files) = &mut self.target {
            // The new file would lack the missing bytes.
            files.file = None;
        }
    }

    fn end(&mut self, input: &InputInfo, end: &InputEnd) -> io::Result<()> {
        self.replaced.end(input, end);
        self.so_far.n_read += end.n_games - input.start.n_games;
        let why_kept = why_kept(input, end);
        let is_rewritten = self.rewrites_inputs();
        if let Some(why) = why_kept.as_ref().filter(|_| is_rewritten && end.error.is_none()) {
            let name = name_of(input);
            self.globals.messages.error(format_args!("{name}: {why}; left as it is"));
        }
        let is_changed = self.so_far.is_changed && why_kept.is_none();
        let mut is_written = true;
        match &mut self.target {
            Target::Games(_) | Target::Lines(_) | Target::Partitions(..) => (),
            Target::InPlace(files) => {
                is_written = files.end(input, end, is_changed, self.globals);
                self.so_far.n_changed += u64::from(is_written);
            }
            Target::Check(out) => {
                if is_changed {
                    self.so_far.n_changed += 1;
                    writeln!(out, "{}", input.path().map_or(STDIN.into(), paths::show))?;
                }
            }
            Target::Diff(patches) => {
                patches.end(why_kept.is_none())?;
                self.so_far.n_changed += u64::from(is_changed);
            }
        }
        self.so_far.summary.end_input(is_written);
        Ok(())
    }

    fn idle(&mut self) -> io::Result<()> {
        match &mut self.target {
            Target::Games(games) => games.out.idle(),
            Target::Lines(lines) => lines.flush(),
            Target::Partitions(..) | Target::InPlace(_) | Target::Check(_) | Target::Diff(_) => {
                Ok(())
            }
        }
    }
}
