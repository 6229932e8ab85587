//! `pgnkit filter`: which games pass, as they are.

use clap::Args as ClapArgs;

use super::{
    common::{self, SelectArgs},
    outputs::{LineEnding, LineEndingArgs, Output, OutputArgs},
    selecting,
};
use crate::{ExitStatus, Globals, inputs::IgnoreFiles, work};

/// Pass games on, byte for byte
#[derive(ClapArgs, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    input: common::InputArgs,
    #[command(flatten)]
    select: SelectArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    line_ending: LineEndingArgs,

    /// Only write how many games pass
    #[arg(long, help_heading = "Output")]
    count: bool,
}

#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) select: SelectArgs,
    pub(crate) output: Output,
    /// `None`: as in the input.
    pub(crate) line_ending: Option<LineEnding>,
    pub(crate) show: Show,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Show {
    Games,
    /// One integer.
    Count,
}

impl Args {
    fn plan(&self) -> anyhow::Result<Plan> {
        Ok(Plan {
            select: self.select.clone(),
            output: self.output.plan()?,
            line_ending: self.line_ending.line_ending,
            show: if self.count { Show::Count } else { Show::Games },
        })
    }
}

pub(crate) fn run(args: &Args, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let plan = args.plan()?;
    if globals.explain_where {
        selecting::explain(globals.reading.query.as_deref())?;
        return Ok(ExitStatus::Clean);
    }
    let outputs: Vec<_> = plan.output.path().into_iter().collect();
    let inputs = args.input.resolve("filter", IgnoreFiles::Disregard, &outputs, globals)?;
    work::filter::run(&plan, &inputs, globals)
}
