//! `pgnkit ranges`: divides inputs into tasks for several machines.

use std::num::NonZeroU64;

use clap::Args as ClapArgs;
use pgn_work::{ExitStatus, options::values::parse_part_size, output_set::OutputSet, ranges::Plan};

use super::common;
use crate::globals::Globals;

const EXAMPLES: &str = "Examples:
  pgnkit ranges games                       each file of a folder
  pgnkit ranges --size 1GB large.pgn.zst    larger tasks";

/// The help of the inputs, which must have names to be read from elsewhere.
const INPUTS: &str = "Files, folders with all their subfolders (files by name: .pgn, .zip, and .pgn with .zst, .gz, .bz2 or .xz), \
     or globs; stdin has no ranges";

/// Divide files into ranges that several machines can read
///
/// Each range is a JSON object on a line of its own. A plain file, and a zstd file with a seek table,
/// is divided by offsets in its text: the values of --bytes. An archive is divided into its members.
/// Any other file is one range. Each game is in one range.
#[derive(ClapArgs, Debug)]
#[command(after_help = EXAMPLES, mut_arg("inputs", |arg| arg.help(INPUTS)))]
pub(crate) struct Args {
    #[command(flatten)]
    input: common::InputArgs,

    /// Maximum number of bytes of text in a range; a frame of a zstd file is not divided
    #[arg(long, value_name = "SIZE", default_value = "256MB", value_parser = parse_part_size)]
    #[arg(help_heading = "Ranges")]
    size: NonZeroU64,
}

pub(crate) fn run(args: &Args, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let outputs = OutputSet::new(false, &globals.run);
    let inputs = args.input.resolve("ranges", &outputs, globals)?;
    pgn_work::ranges::run(&Plan { size: args.size }, &inputs, &globals.run)
}
