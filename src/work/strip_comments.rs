//! The work of `pgnkit strip-comments`: games without some of their comments.

use pgn_stream::{ChunkView, Place};
use pgn_syntax::{
    Game, LineIndex, Span,
    strip::{Classes, Stripper},
};

use super::{
    games::Work,
    reader,
    text::{Text, set_line_ends},
    writer::{Joint, OnBad, Setup, Writer},
};
use crate::{
    ExitStatus, Globals,
    commands::{
        common::Inputs,
        outputs::{LineEnding, Rewrite},
        strip_comments::{Class, Plan},
    },
};

struct Strip {
    classes: Classes,
    line_ending: Option<LineEnding>,
    keeps_old: bool,
}

impl Work for Strip {
    type Scratch = Stripper;
    type Out = Text;

    fn scratch(&self) -> Stripper {
        Stripper::new(self.classes)
    }

    fn game(
        &self,
        stripper: &mut Stripper,
        _: u64,
        game: &Game,
        chunk: &ChunkView<'_>,
        out: &mut Text,
    ) {
        let from = out.bytes.len();
        stripper.strip_into(game, chunk.bytes, &mut out.bytes);
        self.end(game.span.of(chunk.bytes), from, out);
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

    fn finish(
        &self,
        _: &mut Stripper,
        mut out: Text,
        chunk: &ChunkView<'_>,
        _: usize,
        place: &Place,
    ) -> Text {
        if !out.faults.is_empty() {
            let index = LineIndex::new(chunk.bytes);
            for fault in &mut out.faults {
                let offset = usize::try_from(*fault).unwrap_or(0);
                *fault = place.first_line + index.locate(offset).0 as u64;
            }
        }
        out
    }

    fn fault(&self, game: &Game, chunk: &ChunkView<'_>, out: &mut Text) {
        out.faults.push(u64::from(game.start));
        self.copy(game.span.of(chunk.bytes), out);
        out.end_game();
    }
}

impl Strip {
    fn copy(&self, bytes: &[u8], out: &mut Text) {
        let from = out.bytes.len();
        out.bytes.extend_from_slice(bytes);
        self.end(bytes, from, out);
    }

    /// `old` has become `out.bytes[from..]`.
    fn end(&self, old: &[u8], from: usize, out: &mut Text) {
        if let Some(line_ending) = self.line_ending {
            set_line_ends(&mut out.bytes, from, line_ending == LineEnding::Crlf);
        }
        out.is_changed |= out.bytes[from..] != *old;
        if self.keeps_old {
            out.old.extend_from_slice(old);
        }
    }
}

pub(crate) fn run(plan: &Plan, inputs: &Inputs, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let work = Strip {
        classes: Classes {
            text: plan.drop.contains(&Class::Text),
            commands: plan.drop.contains(&Class::Commands),
        },
        line_ending: plan.line_ending,
        keeps_old: plan.rewrite == Rewrite::Diff,
    };
    let setup = Setup {
        output: &plan.output,
        rewrite: &plan.rewrite,
        rejects: None,
        joint: Joint::EmptyLine,
        on_bad: OnBad::GoOn,
        select: &plan.select,
    };
    let progress = inputs.progress(globals);
    let mut writer = Writer::new(&setup, inputs, globals, &progress)?;
    reader::read(&work, &inputs.list, globals, Some(&progress), &mut writer)?;
    progress.finish();
    writer.finish("")
}
