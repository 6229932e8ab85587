//! One run over the inputs: the options of the stream, and the sink that all commands share. The sink makes the reports
//! of inputs and of games that could not be worked on, and passes the outputs of chunks to the command's collector.

use std::{
    collections::HashMap,
    io,
    path::{Path, PathBuf},
};

use pgn_report::text::escape;
use pgn_stream::{
    BoundaryFinders, Failure, Flow, Format, InputEnd, InputInfo, NoProgress, Progress, STDIN, Sink,
    format_of_name,
};
use pgn_syntax::cut_points;

use crate::{
    Globals,
    games::{
        Games, Work,
        incidents::{Incidents, Worked},
    },
    inputs::{FoundFile, Inputs, Truncation, encodings, game_lines, name_of, paths},
    manifest::InputRecorder,
    reports::{
        fault::Fault,
        messages::{Messages, counted},
        progress::ShownProgress,
    },
};

/// Receives the outputs of chunks, in the order of the inputs, after the sink has made its reports.
pub(crate) trait Collector<O> {
    /// Begins an input.
    fn begin(&mut self, _input: &InputInfo) -> io::Result<()> {
        Ok(())
    }

    /// Receives the output of a chunk of the input.
    fn take(&mut self, input: &InputInfo, output: O) -> io::Result<Flow>;

    /// Returns true if the collector itself reports that the input, whose text is of another format, is not PGN.
    fn reports_foreign(&self, _input: &InputInfo) -> bool {
        false
    }

    /// Called if a part of the input is missing because of an internal fault.
    fn failed(&mut self) {}

    /// Ends an input.
    fn end(&mut self, _input: &InputInfo, _end: &InputEnd) -> io::Result<()> {
        Ok(())
    }

    /// Flushes the outputs. Called before a wait for input.
    fn idle(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Runs `work` over `inputs` and passes the outputs to `collector`. Returns true if all inputs were read to their ends,
/// and no folder of inputs was unreadable.
///
/// # Errors
/// Returns the first error of the collector. Its kind is [`io::ErrorKind::BrokenPipe`] if the reader of an output has
/// closed the pipe. The caller must then write nothing more, and rename no output into place.
pub(crate) fn run<W: Work>(
    work: &W,
    inputs: &Inputs,
    globals: &Globals,
    progress: Option<&ShownProgress>,
    collector: &mut dyn Collector<W::Out>,
) -> io::Result<bool> {
    let mut options = globals.stream_options(BoundaryFinders {
        boundary: cut_points::find_boundary,
        pause: cut_points::find_pause,
    });
    options.chunk_size /= work.growth();
    options.cuts_at_pauses = work.is_read_at_once();
    options.game_lines = work.reads_lines().then_some(game_lines::GAME_LINES);
    let list = &inputs.list;
    let games = Games::new(work, &globals.reading, list.len());
    let manifest = globals.manifest.as_ref();
    let record =
        manifest.map(|manifest| InputRecorder::new(manifest, list, &globals.reading, progress));
    let mut sink = Reporting {
        collector,
        globals,
        record: record.as_ref(),
        truncation: inputs.truncation,
        found: &inputs.found,
        has_incomplete: inputs.is_partial,
        incidents: Incidents::default(),
        encodings: encodings::InputsByEncoding::default(),
        doubts: encodings::Doubts::default(),
    };
    let shown = match (&record, progress) {
        (Some(record), _) => record as &dyn Progress,
        (None, Some(progress)) => progress,
        (None, None) => &NoProgress,
    };
    let result = pgn_stream::run(list.iter().cloned(), &options, &games, &mut sink, shown);
    let Reporting { has_incomplete, encodings, doubts, .. } = sink;
    doubts.end(&globals.messages);
    encodings.report(&globals.messages);
    let summary = result?;
    if let Some(record) = record {
        record.finish(&summary);
    }
    if let Some(progress) = progress {
        progress.finish();
    }
    Ok(!has_incomplete)
}

/// The sink of every run: makes the reports of inputs and of games that could not be worked on.
struct Reporting<'a, O> {
    collector: &'a mut dyn Collector<O>,
    globals: &'a Globals,
    record: Option<&'a InputRecorder<'a>>,
    truncation: Truncation,
    found: &'a HashMap<PathBuf, FoundFile>,
    /// True if an input could not be read to its end.
    has_incomplete: bool,
    incidents: Incidents,
    encodings: encodings::InputsByEncoding,
    doubts: encodings::Doubts,
}

impl<O> Sink<Worked<O>> for Reporting<'_, O> {
    fn begin(&mut self, input: &InputInfo) -> io::Result<()> {
        if let Some(record) = self.record {
            record.begin(input);
        }
        self.encodings.begin();
        self.doubts.begin();
        let (messages, name) = (&self.globals.messages, name_of(input));
        report_skipped_members(input, messages);
        if let Some(utf) = input.transcoded {
            messages.warning(format_args!("{name}: converted from {utf} to UTF-8"));
        }
        if let Some(guess) = input.charset {
            encodings::report(&name, &guess, input.charset_sample.as_ref(), messages);
        }
        if input.in_lines {
            messages.note(format_args!("{name}: read as --format lines, a game a line"));
        }
        self.collector.begin(input)
    }

    fn take(&mut self, input: &InputInfo, worked: Worked<O>) -> io::Result<Flow> {
        let set = encodings::InputCharset::of(input, &self.globals.reading);
        self.encodings.add(worked.encodings, set, || name_of(input));
        let is_text = !input.binary && !input.undecoded_utf16;
        if let Some(assumed) = worked.assumed.as_ref().filter(|_| is_text) {
            let messages = &self.globals.messages;
            self.doubts.add(assumed, set.read_as, messages, || name_of(input));
        }
        for incident in &worked.incidents {
            self.incidents.report(input, incident, &self.globals.messages);
        }
        self.collector.take(input, worked.out)
    }

    fn failed(&mut self, failure: &Failure<'_>) -> io::Result<Flow> {
        self.has_incomplete = true;
        let Failure { input, place, bytes, message } = failure;
        self.globals.messages.error(format_args!(
            "{}:{}: from game {} on {} bytes skipped: {}",
            name_of(input),
            place.first_line.unwrap_or_default(),
            place.first_game,
            bytes.len(),
            Fault { message: (*message).to_owned() }
        ));
        self.collector.failed();
        Ok(Flow::Continue)
    }

    fn end(&mut self, input: &InputInfo, end: &InputEnd) -> io::Result<Flow> {
        if let Some(record) = self.record {
            record.end(input, end);
        }
        self.globals.reading.requested.record_input(end.n_games);
        let messages = &self.globals.messages;
        self.incidents.end_input(input, messages);
        let name = name_of(input);
        if let Some(error) = &end.error {
            let is_truncated = error.kind() == pgn_stream::ErrorKind::Truncated;
            let is_found = || input.path().is_some_and(|path| self.found.contains_key(path));
            if is_truncated && self.truncation == Truncation::Warns {
                messages.warning(format_args!("{name}: {error}"));
            } else if error.kind() == pgn_stream::ErrorKind::NoMembers && is_found() {
                messages.note(format_args!("{name}: {error}"));
            } else {
                self.has_incomplete = true;
                messages.error(format_args!("{name}: {error}"));
            }
        } else if end.n_games == 0 && is_damaged(input) {
            self.has_incomplete = true;
            messages.error(format_args!("{name}: binary data, not compressed as its name says"));
        } else if end.n_games == 0 {
            let foreign = input.foreign.map(|kind| format!("no games: {kind}"));
            let why = match (input.undecoded_utf16, input.binary) {
                (true, _) => {
                    "UTF-16 without a byte order mark, no games read; --encoding auto reads it"
                }
                (false, true) => "binary data, no games read",
                (false, false) => foreign.as_deref().unwrap_or("no games"),
            };
            messages.warning(format_args!("{name}: {why}"));
        } else if let Some(kind) = input.foreign
            && self.globals.reading.fresh.is_none()
            && !self.collector.reports_foreign(input)
        {
            messages.warning(games_in_foreign(&name, kind, end.n_games));
        }
        self.collector.end(input, end).map(|()| Flow::Continue)
    }

    fn idle(&mut self) -> io::Result<()> {
        self.collector.idle()
    }
}

/// Returns the warning of games in a text of another format.
pub(crate) fn games_in_foreign(name: &str, kind: &str, n_games: u64) -> String {
    format!("{name}: {kind}, not PGN; {} found in it", counted(n_games, "game"))
}

/// Returns true for binary data in a file with the name of a compressed one: its first bytes are damaged.
fn is_damaged(input: &InputInfo) -> bool {
    let is_named_so = |path: &Path| format_of_name(path) != Format::Plain;
    input.binary && input.format == Format::Plain && input.path().is_some_and(is_named_so)
}

/// Reports the members of an archive that are not read. `input`: the first member of the archive that is read.
fn report_skipped_members(input: &InputInfo, messages: &Messages) {
    let skipped = &input.skipped_members;
    if skipped.is_empty() {
        return;
    }
    let archive = input.path().map_or_else(|| STDIN.to_owned(), paths::show);
    if !messages.is_verbose() {
        let n = counted(skipped.len() as u64, "member");
        return messages
            .summary(format_args!("skipped {n} of {archive}, not PGN by name; -v lists them"));
    }
    messages.detail(format_args!("skipped ({} not PGN by name in {archive})", skipped.len()));
    for member in skipped {
        let member = escape(member);
        messages.detail(format_args!("skipped: {archive}!{member}: not PGN by name"));
    }
}
