//! Counts the games that are selected: `filter --count`.

use std::io;

use pgn_stream::{Failure, Flow, InputEnd, InputInfo, Sink};

use crate::{
    Globals,
    commands::common::{Inputs, SelectArgs},
    work::{
        reader::Reports,
        select::{Pick, Select},
        text::Text,
    },
};

/// Counts the games that are selected: `filter --count`.
pub(crate) struct Counter<'a> {
    pub(crate) n_games: u64,
    pub(crate) reports: Reports<'a>,
    select: Select,
}

impl<'a> Counter<'a> {
    pub(crate) fn new(select: &SelectArgs, inputs: &Inputs, globals: &'a Globals) -> Counter<'a> {
        Counter {
            n_games: 0,
            reports: Reports::new(inputs, globals, true),
            select: Select::new(select),
        }
    }
}

impl Sink<Text> for Counter<'_> {
    fn begin(&mut self, input: &InputInfo) -> io::Result<()> {
        self.reports.begin(input);
        Ok(())
    }

    fn take(&mut self, _: &InputInfo, text: Text) -> io::Result<Flow> {
        for _ in text.ends {
            match self.select.pick() {
                Pick::Leave => (),
                Pick::Take => self.n_games += 1,
                Pick::Stop => return Ok(Flow::Stop),
            }
        }
        Ok(Flow::Continue)
    }

    fn failed(&mut self, failure: &Failure<'_>) -> io::Result<Flow> {
        self.reports.failed(failure);
        Ok(Flow::Continue)
    }

    fn end(&mut self, input: &InputInfo, end: &InputEnd) -> io::Result<Flow> {
        self.reports.end(input, end);
        Ok(Flow::Continue)
    }

    fn idle(&mut self) -> io::Result<()> {
        Ok(())
    }
}
