//! `pgnkit diff`: the games that differ between two inputs, and the account of a run.

use std::{
    path::{Path, PathBuf},
    slice,
};

use anyhow::ensure;
use clap::{Args as ClapArgs, ValueHint};
use pgn_work::{
    ExitStatus, account,
    diff::{FORMATS, Format, Plan, Spelling},
    inputs::Inputs,
    options::values,
    output_set::{OutputKind, OutputSet},
    outputs::Output,
    paths::is_dash,
};

use super::{
    common::{InputArgs, SelectArgs},
    outputs::{OutputArgs, REPORT_OUTPUT, format_of_output},
    values::entry_of,
};
use crate::globals::Globals;

const EXAMPLES: &str = "Examples:
  pgnkit diff old.pgn new.pgn                             as text
  pgnkit diff -o changes.html old.pgn new.pgn             a page with boards
  pgnkit diff --output-format markdown old.pgn new.pgn    for a pull request
  pgnkit diff --account archive all.pgn                   is every game in it?";

/// Compare two inputs: games added, lost and changed
///
/// Games are matched by their content, then by tags and moves; layout does not matter. Exit status
/// 1 if anything was added, lost or changed.
#[derive(ClapArgs, Debug)]
#[command(after_help = EXAMPLES, mut_arg("output", |arg| arg.help(REPORT_OUTPUT)))]
pub(crate) struct Args {
    /// The old games: a file, a folder, a glob, or - for stdin
    #[arg(value_name = "A", value_hint = ValueHint::AnyPath)]
    old: PathBuf,

    /// The new games. With --account, further inputs and, as the last name, the result
    #[arg(value_name = "B", value_hint = ValueHint::AnyPath, required = true)]
    new: Vec<PathBuf>,

    #[command(flatten)]
    account: AccountArgs,

    #[command(flatten)]
    select: SelectArgs,
    #[command(flatten)]
    output: OutputArgs,

    /// The format of the changes [default: text, or that of the ending of --output]
    #[arg(long, value_name = "FORMAT", help_heading = "Output")]
    #[arg(value_parser = entry_of(FORMATS, |it| (it.name, it.about)))]
    output_format: Option<&'static Format>,

    /// Exit status 1 also if games differ only in the spelling of moves, or in move numbers. The summary still counts
    /// them as in other spelling
    #[arg(long, help_heading = "Output")]
    spelling: bool,

    /// Maximum memory for keys and copied games, at least 4MiB; what does not fit goes to --tmp-dir.
    /// Games of plain files are not copied
    #[arg(long, value_name = "SIZE", default_value = "256MiB", value_parser = values::parse_memory)]
    #[arg(help_heading = "Output")]
    memory: usize,
}

/// The account of a run, and what the run has set aside.
#[derive(ClapArgs, Debug)]
#[command(next_help_heading = "Account")]
struct AccountArgs {
    /// Find each game of the inputs in the result (the last B), and list the games that are lost; exit status 1
    /// if there are any
    #[arg(long)]
    account: bool,

    /// A file of copies that were set aside, as merge --duplicates writes it; may be repeated
    #[arg(long, value_name = "FILE", requires = "account", value_hint = ValueHint::FilePath)]
    duplicates: Vec<PathBuf>,

    /// A file of games that the commands set aside for another reason, as --rejects and filter --rest write it; may
    /// be repeated
    #[arg(long, value_name = "FILE", requires = "account", value_hint = ValueHint::FilePath)]
    rejects: Vec<PathBuf>,
}

impl Args {
    fn plan(&self) -> anyhow::Result<Plan> {
        let output = self.output.plan()?;
        let (formats, asked) = (FORMATS.iter().copied(), self.output_format);
        let format =
            format_of_output(output.path(), "--output-format", asked, formats, |it| it.name)?;
        let format = format.unwrap_or(FORMATS[0]);
        ensure!(
            !matches!(output, Output::Append(_)) || !format.is_document(),
            "--append cannot add to a report in {}: it is one document",
            format.name
        );
        let spelling = if self.spelling { Spelling::Counts } else { Spelling::Shown };
        Ok(Plan { select: self.select.plan(), output, format, spelling, memory: self.memory })
    }
}

pub(crate) fn run(args: &Args, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let plan = args.plan()?;
    let AccountArgs { account, duplicates, rejects } = &args.account;
    let names = || args.new.iter().chain([&args.old]).chain(duplicates).chain(rejects);
    let n_stdin = names().filter(|path| is_dash(path)).count();
    ensure!(n_stdin < 2, "only one of the inputs can be stdin");
    let outputs = OutputSet::new(args.output.force.force, &globals.run)
        .output(&plan.output, OutputKind::Changes);
    let resolve_without = |names: &[PathBuf], skipped| {
        InputArgs::of_names(names, skipped).resolve("diff", &outputs, globals)
    };
    let resolve = |names: &[PathBuf]| resolve_without(names, Vec::new());
    let Some((last, others)) = args.new.split_last().filter(|_| *account) else {
        let [new] = &args.new[..] else {
            anyhow::bail!(
                "more than two inputs; --account finds the games of all but the last in the last"
            )
        };
        let sides = [resolve(slice::from_ref(&args.old))?, resolve(slice::from_ref(new))?];
        outputs.begin(&together(&sides), &globals.run)?;
        return pgn_work::diff::run(&plan, &sides, &globals.run);
    };
    ensure!(plan.select.selects_all(), "--account counts all games and takes no --skip or --take");
    let result = resolve(slice::from_ref(last))?;
    let aside = |files: &[PathBuf]| (!files.is_empty()).then(|| resolve(files)).transpose();
    let [duplicates, rejects] = [aside(duplicates)?, aside(rejects)?];
    // A result in the folder of its inputs is not an input.
    let known = [Some(&result), duplicates.as_ref(), rejects.as_ref()]
        .into_iter()
        .flatten()
        .flat_map(|inputs| &inputs.list)
        .filter_map(|input| input.path().map(Path::to_path_buf))
        .collect();
    let old = slice::from_ref(&args.old);
    let inputs = resolve_without(&[old, others].concat(), known)?;
    let sides = account::Sides {
        inputs,
        result,
        n_earlier: 0,
        masters: None,
        duplicates,
        rejects,
        result_encoding: None,
    };
    outputs.begin(&together(sides.all()), &globals.run)?;
    let Plan { output, format, memory, .. } = plan;
    let plan = account::Plan { output, format, memory };
    account::run(&plan, &sides, &globals.run, &globals.run.messages)
}

/// Returns all files that are read.
fn together<'a>(sides: impl IntoIterator<Item = &'a Inputs>) -> Inputs {
    let list = sides.into_iter().flat_map(|side| side.list.iter().cloned()).collect();
    Inputs { list, ..Inputs::default() }
}
