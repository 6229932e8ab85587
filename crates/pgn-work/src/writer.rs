//! Where the text of games goes: one stream, each file by itself, or only the names and patches of
//! what would change. The one sink of the commands that write games.

mod checks;
mod writing;

use std::{
    collections::VecDeque,
    io::{self, Write as _},
    path::PathBuf,
};

use pgn_report::{games::rows::RowKind, paint::Paint, patch::Patch};
use pgn_stream::{Failure, Fingerprint, Flow, InputEnd, InputInfo, Output, Sink};

use self::checks::{check, check_backup};
use super::{
    appender::{Extent, Joining, OutputEnd},
    reader::Reports,
    rejects::{Reject, Rejects},
    select::{Pick, Select},
    stream::Stream,
    target::{self, close, close_all},
    text::{Bad, Note, Text},
    told::Told,
};

use crate::{
    ExitStatus, Globals,
    game_writer::Rest,
    inputs::{Inputs, name_of},
    outputs::{self, Backup, LineEnding, Rewrite, open},
    paths,
    progress::{Beside, Progress},
    select::SelectPlan,
};

/// What is written, as far as it matters how one text follows another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Joint {
    /// Games in PGN: what must stand between two of them is added.
    Games,
    /// Lines or rows: each text ends as it must.
    Lines,
}

/// What happens at the first game with errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OnBad {
    GoOn,
    /// The run stops; a file output does not appear; exit status 1.
    Stop,
}

/// Where the text goes.
enum Target {
    Stream(Stream),
    InPlace { backup: Option<Backup>, file: Option<(Output, bool)> },
    Check { is_changed: bool, out: Beside<Output> },
    Diff { patch: Option<Box<Patch>>, paint: Paint, out: Beside<Output> },
}

/// The sink of a command that writes games.
pub(crate) struct Writer<'a> {
    target: Target,
    rejects: Option<Rejects<'a>>,
    /// How games are kept apart; `None`: no games are written, or each file by itself.
    joining: Option<Joining<'a>>,
    on_bad: OnBad,
    select: Select,
    reports: Reports,
    globals: &'a Globals,
    end: OutputEnd,
    /// The number of the next game of the input.
    number: u64,
    /// The bytes that come are further ones of the same game.
    is_within: bool,
    /// Long games of the chunk at hand of which its text has only the beginning.
    rests: VecDeque<Rest>,
    n_changed: u64,
    told: Told,
    /// What was written reads differently: the output does not take its name.
    differs: bool,
    /// What was written to the file at hand, if it is to be read there before the file takes its name.
    written: Option<Fingerprint>,
    stopped_at: Option<String>,
    change: &'static str,
}

/// How a command that writes games is set up.
pub(crate) struct Setup<'a> {
    pub(crate) output: &'a outputs::Output,
    pub(crate) rewrite: &'a Rewrite,
    pub(crate) rejects: Option<&'a PathBuf>,
    pub(crate) joint: Joint,
    /// What line ends become.
    pub(crate) line_ending: Option<LineEnding>,
    /// How the output is opened.
    pub(crate) open: fn(&outputs::Output, &Globals) -> anyhow::Result<(Output, OutputEnd)>,
    pub(crate) on_bad: OnBad,
    pub(crate) select: &'a SelectPlan,
    /// What the manifest calls it when a game changes.
    pub(crate) change: &'static str,
}

impl<'a> Writer<'a> {
    /// # Errors
    /// An output cannot be written.
    pub(crate) fn new(
        setup: &Setup<'_>,
        inputs: &Inputs,
        globals: &'a Globals,
        progress: &Progress,
    ) -> anyhow::Result<Writer<'a>> {
        let mut end = OutputEnd::default();
        let target = match setup.rewrite {
            Rewrite::Stream => {
                let (out, is_behind) = (setup.open)(setup.output, globals)?;
                end = is_behind;
                Target::Stream(Stream::Text(Box::new(progress.beside(out))))
            }
            Rewrite::InPlace { backup } => Target::InPlace { backup: backup.clone(), file: None },
            Rewrite::Check => {
                Target::Check { is_changed: false, out: progress.beside(open(setup.output)?) }
            }
            Rewrite::Diff => {
                let out = progress.beside(open(setup.output)?);
                Target::Diff { patch: None, paint: setup.output.paint(globals.stdout), out }
            }
        };
        let rejects = setup.rejects.map(|path| Rejects::open(path, globals)).transpose()?;
        let select = Select::new(setup.select);
        let takes_all = select.takes_all() && globals.reading.query.is_none();
        let joining = match (setup.joint, setup.rewrite) {
            (Joint::Games, Rewrite::Stream) => {
                Some(Joining::new(setup.line_ending, Extent::of(inputs, takes_all), globals))
            }
            _ => None,
        };
        Ok(Writer {
            target,
            rejects,
            joining,
            on_bad: setup.on_bad,
            select,
            reports: Reports::new(inputs, globals, true),
            globals,
            end,
            number: 0,
            is_within: false,
            rests: VecDeque::new(),
            n_changed: 0,
            told: Told::default(),
            differs: false,
            written: None,
            stopped_at: None,
            change: setup.change,
        })
    }

    /// From now on rows are taken, which become a Parquet file.
    ///
    /// # Errors
    /// The output cannot be written.
    pub(crate) fn with_parquet(mut self, kind: RowKind) -> anyhow::Result<Writer<'a>> {
        if let Target::Stream(Stream::Text(out)) = self.target {
            self.target = Target::Stream(Stream::parquet(*out, kind)?);
        }
        Ok(self)
    }

    /// Files are read back before they take their names.
    pub(crate) fn with_read_back(mut self) -> Writer<'a> {
        self.written = Some(Fingerprint::default());
        self
    }

    /// Writes what stands before all games.
    ///
    /// # Errors
    /// The output cannot be written.
    pub(crate) fn with_header(mut self, header: &[u8]) -> anyhow::Result<Writer<'a>> {
        self.write(header)?;
        Ok(self)
    }

    /// Ends the run: outputs take their names, and what is to be told is told. `words`: what was done
    /// to games with errors.
    ///
    /// # Errors
    /// An output cannot be written.
    pub(crate) fn finish(mut self, words: &str) -> anyhow::Result<ExitStatus> {
        let globals = self.globals;
        if let Some(message) = &self.stopped_at {
            globals.messages.summary(message);
            globals.withdraw_manifest();
            return Ok(ExitStatus::Findings);
        }
        let is_complete = !self.reports.has_incomplete;
        let mut status = ExitStatus::Clean;
        self.with_out(|end, out| end.flush(out))?;
        let mut outputs: Vec<Output> =
            self.rejects.take().map(Rejects::into_inner).transpose()?.into_iter().collect();
        match self.target {
            Target::Stream(out) if self.differs => {
                globals.withdraw_manifest();
                out.finish()?.abandon();
            }
            Target::Stream(out) => {
                let mut out = out.finish()?;
                if let Some(written) = &self.written {
                    check(&mut out, written)?;
                }
                outputs.insert(0, out);
            }
            Target::InPlace { .. } => (),
            Target::Check { out, .. } | Target::Diff { out, .. } => {
                close(out.into_inner(), true, globals)?;
                if self.n_changed > 0 {
                    status = ExitStatus::Findings;
                }
            }
        }
        close_all(outputs, is_complete, globals)?;
        globals.count(|| {
            let mut counts = self.told.counts(self.change, self.select.n_skipped);
            if let Some(joining) = &self.joining {
                joining.count(&mut counts);
            }
            counts
        });
        if let Some(joining) = &self.joining {
            joining.tell();
        }
        self.told.tell(words, globals);
        Ok(status)
    }

    fn differ(&mut self, input: &InputInfo, note: &Note) {
        self.differs = true;
        if let Target::InPlace { file, .. } = &mut self.target {
            *file = None;
        }
        let name = name_of(input);
        self.globals.messages.error(format_args!(
            "{name}:{}: game {}: not as it was read: {}; nothing is replaced",
            note.line, note.number, note.what
        ));
    }

    fn tell(&self, input: &InputInfo, note: &Note) {
        self.globals.messages.detail(note.in_file(&name_of(input)));
    }

    fn reject(&mut self, input: &InputInfo, bad: &Bad) -> io::Result<()> {
        let Bad { line, number, what, bytes, .. } = bad;
        match &mut self.rejects {
            Some(rejects) => {
                rejects.take(input, &Reject { line: *line, number: *number, what, bytes })
            }
            None => Ok(()),
        }
    }
}

impl Sink<Text> for Writer<'_> {
    fn begin(&mut self, input: &InputInfo) -> io::Result<()> {
        self.reports.begin(input);
        self.number = 1;
        self.is_within = false;
        match &mut self.target {
            Target::Stream(_) => (),
            Target::InPlace { backup, file } => {
                if let Some(written) = &mut self.written {
                    *written = Fingerprint::default();
                }
                *file = None;
                match input.path() {
                    Some(path) if input.is_plain_file() => {
                        match Output::in_place(path, input.opened.as_ref()) {
                            Ok(mut out) => {
                                if let Some(backup) = backup {
                                    out.keep_old(&backup.suffix);
                                }
                                *file = Some((out, false));
                            }
                            Err(error) => {
                                self.globals
                                    .messages
                                    .error(format_args!("{}: {error}", paths::show(path)));
                            }
                        }
                    }
                    _ => self.globals.messages.error(format_args!(
                        "{}: --in-place rewrites plain files only",
                        name_of(input)
                    )),
                }
            }
            Target::Check { is_changed, .. } => *is_changed = false,
            Target::Diff { patch, paint, .. } => {
                let path = input.path().unwrap_or("stdin".as_ref());
                *patch = Some(Box::new(Patch::new(path, *paint)));
            }
        }
        Ok(())
    }

    fn take(&mut self, input: &InputInfo, mut text: Text) -> io::Result<Flow> {
        self.told.merge(&mut text);
        self.rests = std::mem::take(&mut text.rests).into();
        for note in std::mem::take(&mut text.differ) {
            self.differ(input, &note);
        }
        match &mut self.target {
            Target::InPlace { file: Some((_, is_changed)), .. }
            | Target::Check { is_changed, .. } => {
                *is_changed |= text.is_changed;
            }
            Target::Diff { patch: Some(patch), out, .. } => {
                let mut lines = Vec::new();
                patch.push_games((&text.old, &text.bytes), text.ends_in_both(), &mut lines);
                if text.is_changed {
                    self.n_changed += 1;
                }
                out.write_all(&lines)?;
            }
            _ => (),
        }
        if self.select.takes_all() && (self.on_bad == OnBad::GoOn || text.bad.is_empty()) {
            self.told.all(&text);
            for bad in &text.bad {
                self.reject(input, bad)?;
            }
            for note in &text.notes {
                self.tell(input, note);
            }
            self.write_games(input, &text, 0..text.ends.len())?;
            self.write_rest(input, &text)?;
            return Ok(Flow::Continue);
        }
        let mut from = 0;
        let mut bad = std::mem::take(&mut text.bad).into_iter().peekable();
        let mut changed = std::mem::take(&mut text.changed).into_iter().peekable();
        let mut notes = std::mem::take(&mut text.notes).into_iter().peekable();
        let left_out = std::mem::take(&mut text.left_out);
        let mut left = left_out.chunk_by(|a, b| a.index == b.index).peekable();
        for (index, &end) in text.ends.iter().enumerate() {
            let this_bad = bad.next_if(|bad| bad.index == index);
            let is_changed = changed.next_if_eq(&index).is_some();
            let pick = self.select.pick();
            let left_here = left.next_if(|left| left[0].index == index).unwrap_or_default();
            while let Some(note) = notes.next_if(|note| note.index == index) {
                if pick == Pick::Take {
                    self.tell(input, &note);
                }
            }
            match pick {
                Pick::Leave => self.number += 1,
                Pick::Stop => return Ok(Flow::Stop),
                Pick::Take => {
                    if let Some(bad) = &this_bad {
                        if self.on_bad == OnBad::Stop {
                            let name = name_of(input);
                            self.stopped_at = Some(format!(
                                "{name}:{}: game {}: {}",
                                bad.line, bad.number, bad.what
                            ));
                            return Ok(Flow::Stop);
                        }
                        self.reject(input, bad)?;
                    }
                    self.told.game(&text.bytes[from..end], this_bad.as_ref(), is_changed);
                    self.told.left_out(left_here.iter());
                    self.write_games(input, &text, index..index + 1)?;
                    if self.select.is_done() {
                        return Ok(Flow::Stop);
                    }
                }
            }
            from = end;
        }
        if self.select.takes_all() {
            self.write_rest(input, &text)?;
        }
        Ok(Flow::Continue)
    }

    fn failed(&mut self, failure: &Failure<'_>) -> io::Result<Flow> {
        self.reports.failed(failure);
        if let Target::InPlace { file, .. } = &mut self.target {
            // Without these bytes the file would be less than it was.
            *file = None;
        }
        Ok(Flow::Continue)
    }

    fn end(&mut self, input: &InputInfo, end: &InputEnd) -> io::Result<Flow> {
        self.reports.end(input, end);
        let path = input.path();
        let mut is_written = true;
        match &mut self.target {
            Target::Stream(_) => (),
            Target::InPlace { backup, file } => {
                is_written = false;
                // A file that could not be read to its end, and one that stays as it is, are left alone.
                if let Some((mut out, is_changed)) = file.take()
                    && is_changed
                    && end.error.is_none()
                {
                    let checked = check_backup(backup.as_ref(), path).and_then(|()| {
                        self.written.as_ref().map_or(Ok(()), |written| check(&mut out, written))
                    });
                    match checked.and_then(|()| Ok(out.commit()?)) {
                        Ok(()) => {
                            self.n_changed += 1;
                            is_written = true;
                            target::note(path, self.globals);
                        }
                        Err(error) => {
                            self.globals.messages.error(format_args!("{}: {error}", name_of(input)))
                        }
                    }
                }
            }
            Target::Check { is_changed, out } => {
                if *is_changed {
                    self.n_changed += 1;
                    writeln!(out, "{}", path.map_or("<stdin>".into(), paths::show))?;
                }
            }
            Target::Diff { patch, out, .. } => {
                if let Some(patch) = patch.take() {
                    let mut lines = Vec::new();
                    patch.finish(&mut lines);
                    out.write_all(&lines)?;
                }
            }
        }
        self.told.end_input(is_written);
        Ok(Flow::Continue)
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
