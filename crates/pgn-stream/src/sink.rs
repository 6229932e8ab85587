//! Where the outputs go, in the order of the inputs.

use std::io;

use crate::{error::Error, input::InputInfo, position::Place};

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Yes.
    Continue,
    /// No: nothing more is read, and the sink is not called again.
    Stop,
}

/// How an input ended.
#[derive(Debug, Default)]
pub struct InputEnd {
    /// Why it could not be read, or not to its end. What came before was handed over.
    pub error: Option<Error>,
    /// Games found in it.
    pub n_games: u64,
    /// Bytes of text read from it.
    pub n_bytes: u64,
}

/// A part of an input that the job could not do, not even carefully: a fault of the program.
#[derive(Debug)]
pub struct Failure<'a> {
    /// The input.
    pub input: &'a InputInfo,
    /// Where the part begins.
    pub place: Place,
    /// The part, so that it is not lost.
    pub bytes: &'a [u8],
    /// The words of the panic.
    pub message: &'a str,
}

/// Takes the outputs. Runs on the calling thread.
pub trait Sink<O> {
    /// Begins an input; also one that turns out to be unreadable.
    fn begin(&mut self, _input: &InputInfo) -> io::Result<()> {
        Ok(())
    }

    /// Takes the next output.
    fn take(&mut self, input: &InputInfo, output: O) -> io::Result<Flow>;

    /// Takes note of a part that failed for an internal fault.
    fn failed(&mut self, failure: &Failure<'_>) -> io::Result<Flow>;

    /// Ends an input.
    fn end(&mut self, input: &InputInfo, end: &InputEnd) -> io::Result<Flow>;

    /// Flushes: all that was read has been handed over, and reading would block.
    fn idle(&mut self) -> io::Result<()> {
        Ok(())
    }
}
