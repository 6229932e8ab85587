//! One run over the inputs: options for the stream, and what is said of each input.

use std::{io, sync::Arc};

use pgn_stream::{
    Failure, Flow, InputEnd, InputInfo, NoProgress, Progress, Seams, Sink, Summary, run,
};
use pgn_syntax::split;

use super::{
    games::{Games, Work},
    incidents::Noticing,
    lines,
    texts::Unread,
};
use crate::{
    Globals,
    fault::Fault,
    inputs::{Inputs, Truncation, name_of},
    manifest::{Reading, Recorded},
    messages::Messages,
    paths,
};

/// Runs `work` over `inputs` into `sink`.
///
/// # Errors
/// The first error of the sink. It is of kind [`io::ErrorKind::BrokenPipe`] if the reader of an output has
/// gone: nothing more is to be written then, and no file takes its name.
pub(crate) fn read<W: Work>(
    work: &W,
    inputs: &[pgn_stream::Input],
    globals: &Globals,
    progress: Option<&crate::progress::Progress>,
    sink: &mut dyn Sink<W::Out>,
) -> io::Result<Summary> {
    let mut options =
        globals.stream_options(Seams { seam: split::find_seam, pause: split::find_pause });
    options.chunk_size /= work.growth();
    options.game_lines = W::READS_LINES.then_some(lines::GAME_LINES);
    let games = Games::new(work, &globals.reading, inputs.len());
    let mut noticing = Noticing::new(sink, &globals.messages);
    let sink = &mut noticing;
    if let Some(manifest) = &globals.manifest {
        let reading = Reading::new(manifest, inputs, &globals.reading, progress);
        let sink = &mut Recorded { sink, reading: &reading };
        let summary = run(inputs.iter().cloned(), &options, &games, sink, &reading)?;
        reading.finish(&summary);
        noticing.finish();
        return whole(summary);
    }
    let progress = progress.map_or(&NoProgress as &dyn Progress, |it| it);
    let summary = run(inputs.iter().cloned(), &options, &games, sink, progress)?;
    noticing.finish();
    whole(summary)
}

/// Makes an error of a run whose output nobody reads any more.
fn whole(summary: Summary) -> io::Result<Summary> {
    if summary.is_pipe_closed { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(summary) }
}

/// Says what there is to say of inputs, and keeps whether one failed.
pub(crate) struct Reports {
    messages: Arc<Messages>,
    truncation: Truncation,
    /// An input could not be read, or not to its end.
    pub(crate) has_incomplete: bool,
    /// Whether an input without games is worth a warning.
    warns_of_no_games: bool,
}

impl Reports {
    pub(crate) fn new(inputs: &Inputs, globals: &Globals, warns_of_no_games: bool) -> Reports {
        Reports {
            messages: Arc::clone(&globals.messages),
            truncation: inputs.truncation,
            has_incomplete: false,
            warns_of_no_games,
        }
    }

    pub(crate) fn begin(&self, input: &InputInfo) {
        if let Some(utf) = input.transcoded {
            self.messages.warning(format_args!("{}: {utf}, read as UTF-8", name_of(input)));
        }
        if input.in_lines {
            let name = name_of(input);
            self.messages.note(format_args!("{name}: read as --format lines, a game a line"));
        }
    }

    pub(crate) fn end(&mut self, input: &InputInfo, end: &InputEnd) {
        let name = name_of(input);
        if let Some(error) = &end.error {
            let is_truncated = error.kind() == pgn_stream::ErrorKind::Truncated;
            if is_truncated && self.truncation == Truncation::Warns {
                self.messages.warning(format_args!("{name}: {error}"));
            } else {
                self.has_incomplete = true;
                self.messages.error(format_args!("{name}: {error}"));
            }
        } else if end.n_games == 0 && self.warns_of_no_games {
            if input.utf16 {
                self.messages.warning(format_args!(
                    "{name}: UTF-16 without a byte order mark, no games read"
                ));
            } else if input.binary {
                self.messages.warning(format_args!("{name}: binary data, no games read"));
            } else {
                self.messages.warning(format_args!("{name}: no games"));
            }
        }
    }

    pub(crate) fn warn(&self, message: impl std::fmt::Display) {
        self.messages.warning(message);
    }

    pub(crate) fn failed(&mut self, failure: &Failure<'_>) {
        self.has_incomplete = true;
        let Failure { input, place, bytes, message } = failure;
        self.messages.error(format_args!(
            "{}:{}: from game {} on {} bytes skipped: {}",
            name_of(input),
            place.first_line,
            place.first_game,
            bytes.len(),
            Fault::of_words(message)
        ));
    }
}

/// Takes what comes of inputs, and leaves it to its reports to say how they begin and end.
pub(crate) trait Taker<O> {
    fn reports(&mut self) -> &mut Reports;

    /// An input begins.
    fn begin(&mut self, _input: &InputInfo) -> io::Result<()> {
        Ok(())
    }

    fn take(&mut self, input: &InputInfo, output: O) -> io::Result<Flow>;

    /// An input has come to its end.
    fn end(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Reading would block: the time to flush.
    fn idle(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The sink that a taker makes with its reports.
pub(crate) struct Reporting<'a, T>(pub(crate) &'a mut T);

impl<O, T: Taker<O>> Sink<O> for Reporting<'_, T> {
    fn begin(&mut self, input: &InputInfo) -> io::Result<()> {
        self.0.reports().begin(input);
        self.0.begin(input)
    }

    fn take(&mut self, input: &InputInfo, output: O) -> io::Result<Flow> {
        self.0.take(input, output)
    }

    fn failed(&mut self, failure: &Failure<'_>) -> io::Result<Flow> {
        self.0.reports().failed(failure);
        Ok(Flow::Continue)
    }

    fn end(&mut self, input: &InputInfo, end: &InputEnd) -> io::Result<Flow> {
        self.0.reports().end(input, end);
        self.0.end()?;
        Ok(Flow::Continue)
    }

    fn idle(&mut self) -> io::Result<()> {
        self.0.idle()
    }
}

/// An error of an intermediate file, with what can be done about it.
pub(crate) fn intermediate(error: io::Error, globals: &Globals) -> anyhow::Error {
    // An input or an output has an error of its own.
    let is_other =
        error.get_ref().is_some_and(|it| it.is::<Unread>() || it.is::<pgn_stream::Error>());
    if is_other || error.kind() == io::ErrorKind::BrokenPipe {
        return error.into();
    }
    let dir = globals.tmp_dir.clone().unwrap_or_else(std::env::temp_dir);
    anyhow::anyhow!(
        "intermediate files in {}: {error}; --tmp-dir names another folder",
        paths::show(&dir)
    )
}
