//! `pgnkit strip-comments`: which classes of annotation go.

use anyhow::{bail, ensure};
use clap::{Args as ClapArgs, ValueEnum};

use super::{
    common::{self, SelectArgs},
    outputs::{self, LineEnding, LineEndingArgs, Output, OutputArgs, Rewrite, RewriteArgs},
};
use crate::{ExitStatus, Globals, inputs::IgnoreFiles, work};

/// Remove annotation, and leave every other byte as it is
///
/// Exit status 1 if files would change (--check, --diff).
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
    #[command(flatten)]
    rewrite: RewriteArgs,

    /// The classes of annotation to remove [default: text,commands]
    #[arg(long, value_name = "CLASS", value_enum, value_delimiter = ',')]
    #[arg(help_heading = "Classes")]
    drop: Vec<Class>,

    /// Classes to keep of those that --drop says
    #[arg(long, value_name = "CLASS", value_enum, value_delimiter = ',')]
    #[arg(help_heading = "Classes")]
    keep: Vec<Class>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Class {
    /// The words of comments
    Text,
    /// Commands in comments, like [%clk 0:05:00]
    Commands,
}

#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) select: SelectArgs,
    pub(crate) output: Output,
    pub(crate) rewrite: Rewrite,
    /// `None`: as in the input.
    pub(crate) line_ending: Option<LineEnding>,
    /// The classes that go; at least one.
    pub(crate) drop: Vec<Class>,
}

impl Args {
    fn plan(&self) -> anyhow::Result<Plan> {
        let output = self.output.plan()?;
        let rewrite = self.rewrite.plan(&output)?;
        let mut drop = match self.drop.as_slice() {
            [] => vec![Class::Text, Class::Commands],
            classes => classes.to_vec(),
        };
        drop.retain(|class| !self.keep.contains(class));
        ensure!(!drop.is_empty(), "--keep leaves nothing to remove");
        Ok(Plan {
            select: self.select.clone(),
            output,
            rewrite,
            line_ending: self.line_ending.line_ending,
            drop,
        })
    }
}

pub(crate) fn run(args: &Args, globals: &Globals) -> anyhow::Result<ExitStatus> {
    if globals.reading.query.is_some() && !args.select.selects_all() {
        bail!("not available yet: --where together with --skip or --take");
    }
    let plan = args.plan()?;
    let outputs: Vec<_> = plan.output.path().into_iter().collect();
    let inputs = args.input.resolve("strip-comments", IgnoreFiles::Disregard, &outputs, globals)?;
    outputs::check_in_place(&plan.rewrite, &inputs)?;
    work::strip_comments::run(&plan, &inputs, globals)
}
