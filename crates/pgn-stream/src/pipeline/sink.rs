//! The receiver of the outputs, in the order of the inputs.

use std::io;

use crate::{inputs::input::InputInfo, position::Place, system::error::Error};

/// Whether a run continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// The run continues.
    Continue,
    /// The run stops: nothing more is read, and the sink is not called again.
    Stop,
}

/// Counts and outcome of an input.
#[derive(Debug, Default)]
pub struct InputEnd {
    /// The error that ended the reading; `None` if the input was read to its end. The text before an error was
    /// delivered.
    pub error: Option<Error>,
    /// Number of games in the input.
    pub n_games: u64,
    /// Number of bytes of text read from the input.
    pub n_bytes: u64,
}

/// A part of an input that the job could not process even in careful mode, because of an internal fault.
#[derive(Debug)]
pub struct Failure<'a> {
    /// The input.
    pub input: &'a InputInfo,
    /// Place of the part.
    pub place: Place,
    /// The bytes of the part, so that the sink can preserve them.
    pub bytes: &'a [u8],
    /// The panic message.
    pub message: &'a str,
}

/// Receives the outputs of a run, on the calling thread.
pub trait Sink<O> {
    /// Begins an input, which may turn out to be unreadable.
    fn begin(&mut self, _input: &InputInfo) -> io::Result<()> {
        Ok(())
    }

    /// Receives the next output.
    fn take(&mut self, input: &InputInfo, output: O) -> io::Result<Flow>;

    /// Receives a part that failed because of an internal fault.
    fn failed(&mut self, failure: &Failure<'_>) -> io::Result<Flow>;

    /// Ends an input.
    fn end(&mut self, input: &InputInfo, end: &InputEnd) -> io::Result<Flow>;

    /// Flushes the output. Called when all text that was read has been delivered and reading would block.
    fn idle(&mut self) -> io::Result<()> {
        Ok(())
    }
}
