//! `pgnkit split`: what goes into a part, and what the parts are called.

mod by;
mod targets;
mod template;

use std::path::PathBuf;

use anyhow::ensure;
use clap::{Args as ClapArgs, ValueHint, builder::PossibleValuesParser};

use super::{
    common::{self, SelectArgs},
    outputs::{LineEnding, LineEndingArgs},
    values,
};
use crate::{
    ExitStatus, Globals,
    inputs::{self, IgnoreFiles},
    work,
};

pub(crate) use by::By;
use targets::TARGETS;
pub(crate) use targets::Target;
use template::Parts;
pub(crate) use template::{Given, Template};

/// Write many files from one stream of games
#[derive(ClapArgs, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    input: common::InputArgs,
    #[command(flatten)]
    select: SelectArgs,
    #[command(flatten)]
    line_ending: LineEndingArgs,
    #[command(flatten)]
    how: HowArgs,

    /// The folder of the parts; made if it is not there
    #[arg(long, value_name = "DIR", default_value = ".", value_hint = ValueHint::DirPath)]
    #[arg(help_heading = "Output")]
    dir: PathBuf,

    /// The names of the parts: {stem} of the input, {n} counts from 1, {n:06} in six digits, {value} of
    /// --by, any {field} or {Tag} of the first game [default: {stem}-{n:06}.pgn, with --by {value}.pgn]
    #[arg(long, value_name = "TEMPLATE", help_heading = "Output")]
    name: Option<String>,

    /// Replace files of these names
    #[arg(long, help_heading = "Output")]
    force: bool,
}

/// What goes into a part.
#[derive(ClapArgs, Debug)]
#[group(required = true, multiple = false)]
struct HowArgs {
    /// Games in a part; the last one may have fewer
    #[arg(long, value_name = "N", help_heading = "Parts")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,

    /// Bytes in a part, at most, before compression; a game that is larger is a part of its own
    #[arg(long, value_name = "SIZE", value_parser = values::parse_size, help_heading = "Parts")]
    size: Option<u64>,

    /// Number of parts, with as many games each as can be
    #[arg(long, value_name = "K", help_heading = "Parts")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    chunks: Option<u64>,

    /// A part for each value of a field or tag, or of a part of it: ECO:1, Date:year, player,
    /// player:surname, speed, variant, elo:100
    #[arg(long, value_name = "FIELD[:PART]", value_parser = By::parse, help_heading = "Parts")]
    by: Option<By>,

    /// Parts that a program takes, by its documented limits
    #[arg(long = "for", value_name = "TARGET", help_heading = "Parts")]
    #[arg(value_parser = PossibleValuesParser::new(TARGETS.iter().map(Target::possible_value)))]
    target: Option<String>,
}

#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) select: SelectArgs,
    /// `None`: as in the input.
    pub(crate) line_ending: Option<LineEnding>,
    pub(crate) how: How,
    pub(crate) dir: PathBuf,
    pub(crate) name: Template,
    pub(crate) existing: Existing,
}

/// What goes into a part.
#[derive(Debug)]
pub(crate) enum How {
    /// So many games, at least 1.
    Games(u64),
    /// So many bytes, at least 1.
    Size(u64),
    /// So many parts of equal numbers of games, at least 1.
    Chunks(u64),
    By(By),
    For(&'static Target),
}

/// What happens to a file that has the name of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Existing {
    Refuse,
    /// `--force`.
    Replace,
}

impl HowArgs {
    fn plan(&self) -> anyhow::Result<How> {
        let target = self.target.as_deref();
        let target = target.and_then(|name| TARGETS.iter().find(|target| target.name == name));
        Ok(match self {
            HowArgs { games: Some(n), .. } => How::Games(*n),
            HowArgs { chunks: Some(n), .. } => How::Chunks(*n),
            HowArgs { by: Some(by), .. } => How::By(by.clone()),
            HowArgs { size: Some(size), .. } => {
                ensure!(*size > 0, "--size 0: no game is that small");
                How::Size(*size)
            }
            _ => match target {
                Some(target) => How::For(target),
                None => anyhow::bail!("none of --games, --size, --chunks, --by and --for is given"),
            },
        })
    }
}

impl Args {
    fn plan(&self) -> anyhow::Result<Plan> {
        let how = self.how.plan()?;
        let (parts, usual) = match how {
            How::By(_) => (Parts::Valued, "{value}.pgn"),
            _ => (Parts::Numbered, "{stem}-{n:06}.pgn"),
        };
        Ok(Plan {
            select: self.select.clone(),
            line_ending: self.line_ending.line_ending,
            how,
            dir: self.dir.clone(),
            name: Template::parse(self.name.as_deref().unwrap_or(usual), parts)?,
            existing: if self.force { Existing::Replace } else { Existing::Refuse },
        })
    }
}

pub(crate) fn run(args: &Args, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let plan = args.plan()?;
    let inputs = args.input.resolve("split", IgnoreFiles::Disregard, &[], globals)?;
    if let How::Chunks(_) = plan.how {
        ensure!(
            inputs.list.iter().all(inputs::can_be_read_twice),
            "--chunks reads its inputs twice, to count the games: give files, not a pipe"
        );
    }
    work::split::run(&plan, &inputs, globals)
}
