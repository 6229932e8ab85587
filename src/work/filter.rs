//! The work of `pgnkit filter`: games as they are.

use pgn_stream::{ChunkView, Place};
use pgn_syntax::{Game, Span};

use super::{
    games::Work,
    reader,
    text::{Text, set_line_ends},
    writer::{Joint, OnBad, Setup, Writer},
};
use crate::{
    ExitStatus, Globals,
    commands::{
        common::{Inputs, SelectArgs},
        filter::{Plan, Show},
        outputs::{LineEnding, Output, Rewrite},
    },
};

/// Copies games byte for byte.
pub(crate) struct Copy {
    pub(crate) line_ending: Option<LineEnding>,
    /// The bytes are not asked for: only how many games there are.
    pub(crate) is_count: bool,
}

impl Work for Copy {
    type Scratch = ();
    type Out = Text;

    fn scratch(&self) {}

    fn game(&self, (): &mut (), _: u64, game: &Game, chunk: &ChunkView<'_>, out: &mut Text) {
        self.copy(game.span.of(chunk.bytes), out);
        out.end_game();
    }

    fn leftover(&self, bytes: &[u8], out: &mut Text) {
        self.copy(bytes, out);
    }

    fn too_large(&self, bytes: &[u8], _: Span, is_end: bool, out: &mut Text) {
        self.copy(bytes, out);
        if is_end {
            out.end_game();
        }
    }

    fn finish(&self, (): &mut (), out: Text, _: &ChunkView<'_>, _: usize, _: &Place) -> Text {
        out
    }

    fn fault(&self, game: &Game, chunk: &ChunkView<'_>, out: &mut Text) {
        self.game(&mut (), 0, game, chunk, out);
    }
}

impl Copy {
    fn copy(&self, bytes: &[u8], out: &mut Text) {
        if self.is_count {
            return;
        }
        let from = out.bytes.len();
        out.bytes.extend_from_slice(bytes);
        if let Some(line_ending) = self.line_ending {
            set_line_ends(&mut out.bytes, from, line_ending == LineEnding::Crlf);
        }
    }
}

pub(crate) fn run(plan: &Plan, inputs: &Inputs, globals: &Globals) -> anyhow::Result<ExitStatus> {
    match plan.show {
        Show::Games => copy_games(&plan.select, &plan.output, plan.line_ending, inputs, globals),
        Show::Count => count_games(plan, inputs, globals),
    }
}

/// Copies the games of all inputs into one output: `filter` without a condition, and `merge`.
pub(crate) fn copy_games(
    select: &SelectArgs,
    output: &Output,
    line_ending: Option<LineEnding>,
    inputs: &Inputs,
    globals: &Globals,
) -> anyhow::Result<ExitStatus> {
    let work = Copy { line_ending, is_count: false };
    let setup = Setup {
        output,
        rewrite: &Rewrite::Stream,
        rejects: None,
        joint: Joint::EmptyLine,
        on_bad: OnBad::GoOn,
        select,
    };
    let progress = inputs.progress(globals);
    let mut writer = Writer::new(&setup, inputs, globals, &progress)?;
    reader::read(&work, &inputs.list, globals, Some(&progress), &mut writer)?;
    progress.finish();
    writer.finish("")
}

fn count_games(plan: &Plan, inputs: &Inputs, globals: &Globals) -> anyhow::Result<ExitStatus> {
    use std::io::Write as _;
    let work = Copy { line_ending: None, is_count: true };
    let mut out = super::target::open(&plan.output)?;
    let mut counter = super::stats::Counter::new(&plan.select, inputs, globals);
    let progress = inputs.progress(globals);
    reader::read(&work, &inputs.list, globals, Some(&progress), &mut counter)?;
    progress.finish();
    writeln!(out, "{}", counter.n_games)?;
    super::target::close(out, !counter.reports.has_incomplete, globals)?;
    Ok(ExitStatus::Clean)
}
