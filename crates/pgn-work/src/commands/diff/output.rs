//! The list of changed games, as `diff` and the account of a run write it.

use std::io::{self, Write as _};

use pgn_report::{
    changes::{ChangedGame, Format},
    paint::Paint,
};
use pgn_stream::Flow;

use crate::{
    Globals,
    outputs::{self, Output, unwritable},
    writing::output_files,
};

/// An output of changed games in a format.
pub(crate) struct ChangesOutput<'a> {
    plan: &'a Output,
    format: &'static Format,
    globals: &'a Globals,
    out: pgn_stream::Output,
    paint: Paint,
    /// Text that is not written yet.
    text: Vec<u8>,
}

impl<'a> ChangesOutput<'a> {
    pub(crate) fn open(
        plan: &'a Output,
        format: &'static Format,
        globals: &'a Globals,
    ) -> anyhow::Result<ChangesOutput<'a>> {
        let (out, paint) = (outputs::open(plan)?, plan.paint(globals.stdout));
        let text = format.header.map_or_else(String::new, |header| header()).into_bytes();
        Ok(ChangesOutput { plan, format, globals, out, paint, text })
    }

    /// Writes a game. Returns [`Flow::Stop`] if the reader of the output has closed the pipe.
    pub(crate) fn push(&mut self, game: &ChangedGame<'_>) -> anyhow::Result<Flow> {
        (self.format.game)(game, self.paint, &mut self.text);
        match self.out.write_all(&self.text) {
            Err(error)
                if error.kind() == io::ErrorKind::BrokenPipe
                    && self.globals.files_to_write().is_empty() =>
            {
                return Ok(Flow::Stop);
            }
            written => written.map_err(|error| unwritable(self.plan.path(), error))?,
        }
        self.text.clear();
        Ok(Flow::Continue)
    }

    /// Ends the list with `summary` and closes the output. `is_complete`: true if all games were compared.
    pub(crate) fn finish(mut self, summary: &str, is_complete: bool) -> anyhow::Result<()> {
        self.text.extend_from_slice((self.format.footer)(summary).as_bytes());
        self.out.write_all(&self.text).map_err(|error| unwritable(self.plan.path(), error))?;
        output_files::close(self.out, is_complete, self.globals)
    }
}
