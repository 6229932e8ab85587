//! The encodings of the games that `merge` writes.

use pgn_stream::InputInfo;

use super::store::{Meta, Store};
use crate::{
    ReadingOptions,
    inputs::encodings::{InputCharset, InputsByEncoding},
    reports::messages::Messages,
};

/// The encodings of the games that are written.
#[derive(Debug, Default)]
pub(super) struct WrittenEncodings {
    /// False if the games are not copied from several inputs as they are, so that there is nothing to report.
    is_examined: bool,
    found: InputsByEncoding,
    /// Index of the input of the last game that was written; `None` before the first game.
    input: Option<u32>,
    /// The character sets of the inputs so far, in order.
    sets: Vec<InputCharset>,
}

impl WrittenEncodings {
    /// Returns the encodings of no games. Nothing will be reported if `is_examined` is false.
    pub(super) fn new(is_examined: bool) -> WrittenEncodings {
        WrittenEncodings { is_examined, ..WrittenEncodings::default() }
    }

    /// Begins an input.
    pub(super) fn begin(&mut self, input: &InputInfo, reading: &ReadingOptions) {
        self.sets.push(InputCharset::of(input, reading));
    }

    /// Adds a game that is written. Must be called in the order of the games of the store.
    pub(super) fn add(&mut self, meta: &Meta, store: &Store) {
        if !self.is_examined {
            return;
        }
        if self.input.replace(meta.input) != Some(meta.input) {
            self.found.begin();
        }
        if let Some(&set) = self.sets.get(meta.input as usize) {
            self.found.add(meta.encodings, set, || store.texts.name(meta.input).to_owned());
        }
    }

    /// Reports several encodings, and several line ends, in the output.
    pub(super) fn report(&self, messages: &Messages) {
        self.found.report(messages);
    }
}
