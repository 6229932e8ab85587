//! `pgnkit export`: canonical PGN, and conversions.

mod applicable;
mod format;
mod tags;
mod text;

use std::{
    io::{self, IsTerminal as _},
    path::PathBuf,
};

use anyhow::ensure;
use clap::{Args as ClapArgs, ValueHint};

use format::FormatArgs;
use pgn_query::Source;
use pgn_syntax::write::LineBreaks;
use pgn_tags::Add;
use pgn_work::{
    ExitStatus,
    export::{Distinct, Format, LeftOutText, OnError, Plan},
    follow::LinesAs,
    inputs::Inputs,
    options::queries::ask_for_tag,
    output_set::{OutputKind, OutputSet},
    outputs::{LineEnding, Output, Rewrite, RunPosition, UsedFiles, check_in_place},
};
use tags::TagArgs;
pub(crate) use text::STANDARD_LAYOUT;
use text::TextArgs;

use super::{
    common::{self, SelectArgs},
    following::{FollowArgs, follow},
    outputs::{FramesArgs, LineEndingArgs, NAMED_BY_OUTPUT, OutputArgs, RewriteArgs, with_output},
    values::{Choices, one_of},
};
use crate::{
    config::{Options, Refusal},
    globals::Globals,
};

const EXAMPLES: &str = "Examples:
  pgnkit export -o clean.pgn games.pgn                       in export format
  pgnkit export --in-place games.pgn                         rewrite the file
  pgnkit export --check games                                what would change
  pgnkit export -o games.csv games.pgn                       a table
  pgnkit export --on-error drop --rejects bad.pgn games.pgn  bad games in a file";

/// Write games in the export format of PGN, or in another one
///
/// Exit status 1 if files would change (--check, --diff), or at a bad game under --on-error fail.
/// `pgnkit help formats` says which options go with which format.
#[derive(ClapArgs, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    input: common::InputArgs,
    #[command(flatten)]
    follow: FollowArgs,
    #[command(flatten)]
    select: SelectArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    frames: FramesArgs,
    #[command(flatten)]
    line_ending: LineEndingArgs,
    #[command(flatten)]
    rewrite: RewriteArgs,

    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    text: TextArgs,
    #[command(flatten)]
    tags: TagArgs,

    /// Read the output back and compare it with the input before the file is put in place [default
    /// with --in-place]
    #[arg(long, help_heading = "Output")]
    verify: bool,

    /// What to do with a game that has an unreadable or illegal move
    #[arg(long, value_name = "POLICY", value_parser = one_of(POLICIES), default_value = "raw")]
    #[arg(help_heading = "Errors")]
    on_error: OnError,

    /// Copy games with an unreadable or illegal move to FILE, each after a line that says what is wrong; with --append,
    /// append
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Errors")]
    #[arg(conflicts_with = "follow")]
    rejects: Option<PathBuf>,
}

/// The values of `--on-error`.
const POLICIES: Choices<OnError> = &[
    ("raw", "Copy its bytes unchanged; like comment if they leave a comment open", OnError::Raw),
    ("comment", "Write its legal moves, and the rest of its text as comments", OnError::Comment),
    ("truncate", "Write only its legal moves", OnError::Truncate),
    ("drop", "Leave the game out", OnError::Drop),
    ("fail", "Stop, with exit status 1", OnError::Fail),
];

impl Args {
    /// Returns true if dates that can be read in two ways are rewritten.
    pub(crate) fn uses_date_order(&self) -> bool {
        self.tags.normalize
    }

    /// Checks the options, as [`super::Command::check_options`] does.
    pub(crate) fn check_options(&self, options: Options<'_>) -> Result<(), Refusal> {
        let format = self.format.format(self.output.path());
        let format = format.map_err(|err| Refusal::misplaced("format", err.to_string()))?;
        self.check_rewrite(format)?;
        Refusal::unless(format != Format::Parquet || !self.output.append, "format", || {
            "--append cannot add to a Parquet file, whose footer describes its content".to_owned()
        })?;
        applicable::check_options(format, self.format.rows, self.on_error, options)?;
        let is_width_used = !options.is_set("width") || self.text.layout == LineBreaks::Width;
        let message = || format!("--width is for --layout {STANDARD_LAYOUT}");
        Refusal::unless(is_width_used, "width", message)
            .map_err(|refusal| refusal.also("layout"))?;
        let is_folder_named = !self.format.is_partitioned() || self.output.folder().is_some();
        Refusal::unless(is_folder_named, "partition-by", || {
            "--partition-by writes a folder: name it with -o, without --append".to_owned()
        })?;
        let (letters, charset) = (self.format.notation.non_ascii_letters(), self.text.charset);
        if let Some(missing) = letters.chars().find(|&c| !charset.has(c)) {
            let set = charset.name();
            let message =
                format!("{set} has no `{missing}`: this notation needs another character set");
            return Err(Refusal::contradiction(&["notation", "output-encoding"], message));
        }
        let is_eco_used = self.tags.eco_file.is_none() || self.tags.add.contains(&Add::Eco);
        Refusal::unless(is_eco_used, "eco-file", || "--eco-file needs --add eco".to_owned())?;
        if self.follow.follow.is_some() {
            Refusal::unless(format != Format::Parquet, "format", || {
                "--follow cannot write Parquet, whose footer describes all of it".to_owned()
            })?;
            Refusal::unless(self.format.distinct() == Distinct::No, "distinct", not_following)?;
        }
        Ok(())
    }

    /// Checks the options that `--in-place`, `--check` and `--diff` exclude.
    fn check_rewrite(&self, format: Format) -> Result<(), Refusal> {
        let is_text = matches!(format, Format::Pgn | Format::Reduced);
        let [format, on_error] = match &self.rewrite {
            RewriteArgs { in_place: Some(_), .. } => {
                ["--in-place needs", "--in-place keeps every game and"]
            }
            RewriteArgs { check: true, .. } | RewriteArgs { diff: true, .. } => [
                "--check and --diff compare PGN: they need",
                "--check and --diff, like --in-place, keep every game and",
            ],
            RewriteArgs { .. } => return Ok(()),
        };
        Refusal::unless(is_text, "format", || format!("{format} --format pgn or reduced"))?;
        let keeps_all = !matches!(self.on_error, OnError::Drop | OnError::Truncate);
        Refusal::unless(keeps_all, "on-error", || {
            format!("{on_error} cannot be used with --on-error drop or truncate")
        })
    }

    pub(super) fn plan(&self, globals: &Globals) -> anyhow::Result<Plan> {
        let output = match self.output.folder() {
            Some(folder) if self.format.is_partitioned() => Output::File(folder.to_owned()),
            _ => self.output.plan()?,
        };
        let format = self.format.format(output.path())?;
        let rewrite = self.rewrite.plan(&output, self.output.force)?;
        ensure!(
            !matches!(rewrite, Rewrite::InPlace { .. })
                || self.select.plan().takes_whole_files(&globals.run.reading),
            "--in-place rewrites whole files and cannot be used with --where, --skip, --take or --bytes"
        );
        ensure!(
            matches!(rewrite, Rewrite::Stream) || globals.run.reading.bytes.is_none(),
            "--bytes reads a part of a file; --check and --diff need the whole"
        );
        ensure!(
            format != Format::Parquet || output.path().is_some() || !io::stdout().is_terminal(),
            "--format parquet is not for a terminal: name a file with -o, or use a pipe"
        );
        let tags = self.tags.plan(format.is_of_games())?;
        let (table, partition) = self.format.table(format, !tags.is_empty(), self.output.force)?;
        let text = self.text.plan()?;
        let verify = self.verify || matches!(rewrite, Rewrite::InPlace { .. });
        Ok(Plan {
            select: self.select.plan(),
            output,
            rewrite,
            line_ending: self.line_ending.line_ending.unwrap_or(LineEnding::Lf),
            format,
            notation: self.format.notation,
            at: self.format.at,
            distinct: self.format.distinct(),
            table,
            partition,
            text,
            tags,
            width: Some(self.format.width).filter(|&width| width > 0),
            nag_numbers: self.format.nag_numbers,
            on_error: self.on_error,
            rejects: self.rejects.clone(),
            left_out: LeftOutText::Reported,
            verify,
            run_position: RunPosition::Only,
        })
    }

    fn outputs(&self, plan: &Plan, globals: &Globals) -> OutputSet {
        let of_stream = match plan.format {
            format if format.is_of_games() => OutputKind::Games,
            _ if plan.has_same_columns() => OutputKind::SameTable,
            _ => OutputKind::Conversion,
        };
        let set = OutputSet::new(self.output.force.force, &globals.run);
        let set = match plan.partition {
            // The output is a folder with many files.
            Some(_) => set,
            None => with_output(set, &plan.output, &plan.rewrite, of_stream),
        };
        let set = set.file("--rejects ", plan.rejects.as_deref(), OutputKind::Rejects);
        self.tags.side_files().fold(set, |set, (option, path)| set.reads(option, Some(path)))
    }
}

/// Returns the message that options cannot be used with `--follow`.
fn not_following() -> String {
    "--follow writes games as they come: not with --in-place, --check, --diff or --distinct"
        .to_owned()
}

pub(crate) fn run(args: &Args, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let mut plan = args.plan(globals)?;
    args.tags.request_names(&globals.run.reading.requested);
    for (_, by) in plan.partition.iter().flat_map(|partition| &partition.by) {
        ask_for_tag("--partition-by", &by.source, &globals.run);
    }
    // Edits may add the tags that the games lack.
    let tags = plan.table.columns.tags().iter().filter(|_| plan.tags.is_empty());
    for name in tags {
        ask_for_tag("--columns", &Source::tag(name), &globals.run);
    }
    let outputs = args.outputs(&plan, globals);
    let run = args.frames.plan(&outputs.paths(), args.output.append, NAMED_BY_OUTPUT, globals)?;
    ensure!(args.follow.follow.is_none() || plan.rewrite == Rewrite::Stream, not_following());
    if let Some(follower) = args.follow.follower(&plan.output, LinesAs::Games)? {
        let work = |inputs: &Inputs, position, run: &pgn_work::Globals| {
            plan.run_position = position;
            pgn_work::export::run(&plan, inputs, UsedFiles::default(), run)
        };
        return follow(follower, "export", &args.input, &outputs, globals, &run, work);
    }
    let mut inputs = args.input.resolve("export", &outputs, globals)?;
    check_in_place(&plan.rewrite, &mut inputs, &globals.run.messages)?;
    if outputs.stays_without_inputs(&inputs, &run.messages) {
        return Ok(ExitStatus::Clean);
    }
    outputs.begin(&inputs, &globals.run)?;
    pgn_work::export::run(&plan, &inputs, outputs.taken(&inputs), &run)
}
