//! `pgnkit merge`: one file from many.

use clap::{Args as ClapArgs, ValueEnum};

use super::{
    common::{self, SelectArgs},
    outputs::{LineEnding, LineEndingArgs, Output, OutputArgs},
};
use crate::{ExitStatus, Globals, inputs::IgnoreFiles, work};

/// Write one file from many, the games as they are
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

    /// Which games count as the same
    #[arg(long, value_name = "KEY", value_enum, default_value_t, help_heading = "Duplicates")]
    dedup: Dedup,

    /// The order of the games
    #[arg(long, value_name = "ORDER", value_enum, default_value_t, help_heading = "Order")]
    sort: Sort,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Dedup {
    /// None: every game stays
    #[default]
    None,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Sort {
    /// That of the inputs
    #[default]
    None,
}

#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) select: SelectArgs,
    pub(crate) output: Output,
    /// `None`: as in the input.
    pub(crate) line_ending: Option<LineEnding>,
}

impl Args {
    fn plan(&self) -> anyhow::Result<Plan> {
        // The only answers yet: a second one is a field of the plan.
        let (Dedup::None, Sort::None) = (self.dedup, self.sort);
        Ok(Plan {
            select: self.select.clone(),
            output: self.output.plan()?,
            line_ending: self.line_ending.line_ending,
        })
    }
}

pub(crate) fn run(args: &Args, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let plan = args.plan()?;
    let outputs: Vec<_> = plan.output.path().into_iter().collect();
    let inputs = args.input.resolve("merge", IgnoreFiles::Disregard, &outputs, globals)?;
    work::merge::run(&plan, &inputs, globals)
}
