//! `pgnkit stats`: counts of games.

use clap::{Args as ClapArgs, ValueEnum};

use super::{
    common::{self, SelectArgs},
    outputs::{Output, OutputArgs},
};
use crate::{ExitStatus, Globals, inputs::IgnoreFiles, work};

/// Count games, moves, results and errors
#[derive(ClapArgs, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    input: common::InputArgs,
    #[command(flatten)]
    select: SelectArgs,
    #[command(flatten)]
    output: OutputArgs,

    /// How the counts are shown
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    format: Format,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    #[default]
    Text,
    /// One JSON object
    Json,
}

#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) select: SelectArgs,
    pub(crate) output: Output,
    pub(crate) format: Format,
}

impl Args {
    fn plan(&self) -> anyhow::Result<Plan> {
        let output = self.output.plan()?;
        Ok(Plan { select: self.select.clone(), output, format: self.format })
    }
}

pub(crate) fn run(args: &Args, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let plan = args.plan()?;
    let outputs: Vec<_> = plan.output.path().into_iter().collect();
    let inputs = args.input.resolve("stats", IgnoreFiles::Disregard, &outputs, globals)?;
    work::stats::run(&plan, &inputs, globals)
}
