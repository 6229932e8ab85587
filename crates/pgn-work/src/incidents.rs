//! Games that could not be worked on: noticed by the loop over the games of a chunk, and reported with their places,
//! whatever the command.

use std::io;

use pgn_stream::{Failure, Flow, InputEnd, InputInfo, Place, Sink};
use pgn_syntax::LineIndex;

use super::encodings::{self, Encodings};
use crate::{fault::Fault, inputs::name_of, messages::Messages};

/// What a command made of a chunk, and the games of it that could not be worked on.
#[derive(Debug, Default)]
pub(crate) struct Worked<O> {
    pub(crate) out: O,
    pub(crate) incidents: Vec<Incident>,
    pub(crate) encodings: Encodings,
}

/// A game that could not be worked on.
#[derive(Debug)]
pub(crate) struct Incident {
    pub(crate) kind: IncidentKind,
    /// The offset of the game in the chunk; its line in the input after `finish`.
    pub(crate) line: u64,
    /// The number of the game, in the chunk from 0; in the input from 1 after `finish`.
    pub(crate) number: u64,
}

/// Why a game could not be worked on.
#[derive(Debug)]
pub(crate) enum IncidentKind {
    Fault(Fault),
    /// It has more bytes or elements than `--max-game-size` allows.
    TooLarge,
}

impl Incident {
    /// Turns offsets and numbers of a chunk into lines and numbers of its input.
    pub(crate) fn locate_all(incidents: &mut [Incident], bytes: &[u8], place: &Place) {
        if incidents.is_empty() {
            return;
        }
        let index = LineIndex::new(bytes);
        for Incident { line, number, .. } in incidents {
            let offset = usize::try_from(*line).unwrap_or(usize::MAX);
            *line = place.first_line + index.locate(offset).0 as u64;
            *number += place.first_game;
        }
    }
}

/// A sink that reports the games of each chunk that could not be worked on, whatever the command.
pub(crate) struct Noticing<'a, O> {
    sink: &'a mut dyn Sink<O>,
    messages: &'a Messages,
    /// Games of the input at hand that are too large to be parsed.
    n_too_large: u64,
    encodings: encodings::Inputs,
}

/// What is said of a game that is not parsed for its size.
pub(super) const TOO_LARGE: &str = "larger than --max-game-size allows";

/// Games too large to be parsed that are named in each input; more of them are counted.
const MOST_NAMED: u64 = 20;

impl<'a, O> Noticing<'a, O> {
    pub(crate) fn new(sink: &'a mut dyn Sink<O>, messages: &'a Messages) -> Noticing<'a, O> {
        Noticing { sink, messages, n_too_large: 0, encodings: encodings::Inputs::default() }
    }

    /// All inputs have been read.
    pub(crate) fn finish(&self) {
        if let Some(warning) = self.encodings.warning() {
            self.messages.warning(warning);
        }
    }

    fn tell(&mut self, input: &InputInfo, incident: &Incident) {
        let Incident { kind, line, number } = incident;
        let place = format!("{}:{line}: game {number}", name_of(input));
        match kind {
            IncidentKind::Fault(fault) => self.messages.error(format_args!("{place}: {fault}")),
            IncidentKind::TooLarge => {
                self.n_too_large += 1;
                if self.n_too_large <= MOST_NAMED {
                    self.messages.warning(format_args!("{place}: {TOO_LARGE}, not parsed"));
                }
            }
        }
    }
}

impl<O> Sink<Worked<O>> for Noticing<'_, O> {
    fn begin(&mut self, input: &InputInfo) -> io::Result<()> {
        self.n_too_large = 0;
        self.encodings.begin();
        self.sink.begin(input)
    }

    fn take(&mut self, input: &InputInfo, worked: Worked<O>) -> io::Result<Flow> {
        self.encodings.add(worked.encodings, || name_of(input));
        worked.incidents.iter().for_each(|incident| self.tell(input, incident));
        self.sink.take(input, worked.out)
    }

    fn failed(&mut self, failure: &Failure<'_>) -> io::Result<Flow> {
        self.sink.failed(failure)
    }

    fn end(&mut self, input: &InputInfo, end: &InputEnd) -> io::Result<Flow> {
        if let Some(n) = self.n_too_large.checked_sub(MOST_NAMED).filter(|n| *n > 0) {
            self.messages.warning(format_args!(
                "{}: {n} more games {TOO_LARGE}, not parsed",
                name_of(input)
            ));
        }
        self.sink.end(input, end)
    }

    fn idle(&mut self) -> io::Result<()> {
        self.sink.idle()
    }
}
