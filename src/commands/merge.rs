//! `pgnkit merge`: writes one file from many.

use std::path::{Path, PathBuf};

use anyhow::{bail, ensure};
use clap::{Args as ClapArgs, ValueHint};
use pgn_collate::{By, Keep, Key};
use pgn_report::{
    copies::{Cells, Format},
    paint::Paint,
};
use pgn_syntax::encoding::Charset;
use pgn_table::csv::Formulas;
use pgn_work::{
    ExitStatus,
    merge::{
        BARE_DEDUP, Dedup, DedupKey, Plan, SortList, WrittenGames, check_master, check_twice,
        keys_of, parse_dedup, parse_sort,
    },
    options::{queries::ask_for_tag, values},
    output_set::{OutputKind, OutputSet},
    outputs::Output,
    paths,
};

use super::{
    common::{self, SelectArgs},
    outputs::{ForceArgs, FramesArgs, LineEndingArgs, NAMED_BY_OUTPUT, OutputArgs},
    values::{Choices, one_of},
};

use crate::{
    config::{Options, Refusal},
    globals::Globals,
};

const EXAMPLES: &str = "Examples:
  pgnkit merge -o all.pgn january.pgn february.pgn       one after the other
  pgnkit merge --dedup --sort standard -o all.pgn games  no duplicates, sorted
  pgnkit merge --against all.pgn -o new.pgn twic.zip     only new games
  pgnkit merge --tree -o tree.pgn lines.pgn              games as variations";

/// Merge games into one file, byte for byte
#[derive(ClapArgs, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    input: common::InputArgs,
    #[command(flatten)]
    select: SelectArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    frames: FramesArgs,
    #[command(flatten)]
    line_ending: LineEndingArgs,

    /// Drop duplicates: none, exact, moves, moves+players, game-id, position:PLY or position:end (position:PLY+date+round compares
    /// these, too) or prefix; without KEY: moves+players
    #[arg(long, value_name = "KEY", num_args = 0..=1, default_missing_value = BARE_DEDUP)]
    #[arg(value_parser = parse_dedup, help_heading = "Duplicates")]
    dedup: Option<DedupKey>,

    /// Games with fewer half-moves can only be exact duplicates
    #[arg(long, value_name = "N", default_value_t = 10, help_heading = "Duplicates")]
    #[arg(value_parser = values::parse_number::<u32>, allow_negative_numbers = true)]
    dedup_min_plies: u32,

    /// Which duplicate is kept
    #[arg(long, value_name = "WHICH", value_parser = one_of(KEEPS), default_value = "first")]
    #[arg(help_heading = "Duplicates")]
    keep: Keep,

    /// Write the dropped duplicates to FILE
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Duplicates")]
    duplicates: Option<PathBuf>,

    /// Write the duplicates instead of the games that are kept
    #[arg(long, conflicts_with = "duplicates", help_heading = "Duplicates")]
    only_duplicates: bool,

    /// Drop games that FILE contains, too. FILE is not changed; its keys are kept in
    /// FILE.pgnkit-keys. Can be given several times
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Duplicates")]
    against: Vec<PathBuf>,

    /// Write a report to FILE: for each duplicate its place, the game that is kept, and why; .tsv
    /// or .jsonl, `-` is stdout
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Duplicates")]
    report: Option<PathBuf>,

    /// Put an apostrophe before text that a spreadsheet would run as a formula, in a --report of
    /// .tsv
    #[arg(long, requires = "report", help_heading = "Duplicates")]
    csv_safe: bool,

    /// Write no games; only report what would be dropped
    #[arg(long, help_heading = "Duplicates")]
    dry_run: bool,

    /// Find each game of the inputs again in what was written, and list those that are lost; exit
    /// status 1 if there are any. Reads the inputs a second time
    #[arg(long, requires = "output", help_heading = "Output")]
    #[arg(conflicts_with_all = ["requeue", "only_duplicates", "dry_run"])]
    account: bool,

    /// Join games with the same start position and variant into one game with variations; a comment
    /// at the end of each line names its game
    #[arg(long, conflicts_with = "only_duplicates", help_heading = "Joining")]
    tree: bool,

    /// Put the games of FILE, which --rejects wrote, back in their places
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Joining")]
    requeue: Option<PathBuf>,

    /// The character set of the output; characters that it lacks become `?` [default: bytes
    /// unchanged]
    #[arg(long, value_name = "LABEL", value_parser = values::parse_charset)]
    #[arg(help_heading = "Output")]
    output_encoding: Option<Charset>,

    /// The order of the games: none, standard (by Date, Event, Site, Round, White, Black, Result and
    /// moves, as in section 12 of the standard), or fields and tags, as in date:desc,White
    ///
    /// Games without a value come last, except in `standard`, where they come first (section 12). Rounds that
    /// are no numbers, such as SF, follow those that are. Texts are compared by bytes: `Zeta` comes before
    /// `de Firmian` and `Öst`.
    #[arg(long, value_name = "ORDER", value_parser = parse_sort, help_heading = "Order")]
    sort: Option<SortList>,

    /// Maximum memory for data that grows with the number of games, at least 4MiB; more goes to temporary files
    #[arg(long, value_name = "SIZE", default_value = "256MiB", value_parser = values::parse_memory)]
    #[arg(help_heading = "Order")]
    memory: usize,
}

/// The values of `--keep`.
const KEEPS: Choices<Keep> = &[
    ("first", "The first", Keep::First),
    ("last", "The last", Keep::Last),
    ("longest", "The one with the most half-moves", Keep::Longest),
    (
        "most-annotated",
        "The one with the most comments, NAGs and moves in variations",
        Keep::MostAnnotated,
    ),
    ("most-tags", "The one with the most tags that have a known value", Keep::MostTags),
    ("union", "The first, with the tags, comments, NAGs and variations of the others", Keep::Union),
];

impl Args {
    /// Returns true if dates that can be read in two ways are compared.
    pub(crate) fn uses_date_order(&self) -> bool {
        self.dedup.is_some() || !self.against.is_empty() || self.account
    }

    /// Returns the key of duplicates; `None` if every game is kept.
    fn key(&self) -> Option<Key> {
        match self.dedup {
            None if !self.against.is_empty() => Some(Key::MovesAndPlayers),
            None | Some(DedupKey::None) => None,
            Some(DedupKey::By(key)) => Some(key),
        }
    }

    /// Checks the options, as [`super::Command::check_options`] does.
    pub(crate) fn check_options(&self, options: Options<'_>) -> Result<(), Refusal> {
        if self.key().is_none() {
            let needing = [
                (self.duplicates.is_some(), "duplicates"),
                (self.only_duplicates, "only-duplicates"),
                (self.report.is_some(), "report"),
                (self.keep != Keep::First, "keep"),
                (!self.against.is_empty(), "against"),
                // The option has a default, which changes nothing.
                (options.is_typed("dedup-min-plies"), "dedup-min-plies"),
            ];
            if let Some((_, name)) = needing.iter().find(|(is_given, _)| *is_given) {
                let message = format!("--{name} needs --dedup: without it every game is kept");
                return Err(Refusal::misplaced(name, message).also("dedup"));
            }
        }
        if self.tree && self.keep == Keep::Union {
            let message = "--tree already joins the annotation of all games and cannot be used with --keep union";
            return Err(Refusal::misplaced("keep", message.to_owned()).also("tree"));
        }
        Ok(())
    }

    fn plan(&self, globals: &Globals) -> anyhow::Result<Plan> {
        let key = self.key();
        let sort = self.sort.clone().map_or(Vec::new(), |list| list.0);
        for by in &sort {
            if let By::Source { source, .. } = by {
                ask_for_tag("--sort", source, &globals.run);
            }
        }
        let output = self.output.plan_games()?;
        let dedup = key.map(|key| self.dedup(key, globals)).transpose()?;
        if let Some(dedup) = &dedup {
            let to_stdout = matches!(&dedup.report, Some((Output::Stdout, _)));
            ensure!(
                !to_stdout || output != Output::Stdout || self.dry_run,
                "--report -: the games go to stdout, too; name a file with -o"
            );
        }
        if let Some(file) = &self.requeue {
            ensure!(file.is_file(), "--requeue {}: no such file", paths::show(file));
            ensure!(
                self.select.plan().takes_whole_files(&globals.run.reading),
                "--requeue counts all games and cannot be used with --where, --skip, --take or --bytes"
            );
        }
        if self.account {
            let is_file = output.path().is_some();
            ensure!(is_file, "--account reads the output again: name a file with -o");
            ensure!(
                self.select.plan().selects_all(),
                "--account counts all games and cannot be used with --skip or --take"
            );
            let to_stdout = self.report.as_deref().is_some_and(paths::is_dash);
            ensure!(!to_stdout, "--report -: the account goes to stdout, too; name a file");
        }
        for (i, master) in self.against.iter().enumerate() {
            check_master(master, &self.against[..i], &output)?;
        }
        Ok(Plan {
            select: self.select.plan(),
            output,
            line_ending: self.line_ending.line_ending,
            dedup,
            sort,
            memory: self.memory,
            dry_run: self.dry_run,
            tree: self.tree,
            requeue: self.requeue.clone(),
            charset: self.output_encoding,
            account: self.account,
        })
    }

    fn dedup(&self, key: Key, globals: &Globals) -> anyhow::Result<Dedup> {
        let report = self.report.as_deref();
        let formulas = Formulas::of(self.csv_safe);
        let report = report.map(|path| plan_report(path, formulas, globals)).transpose()?;
        Ok(Dedup {
            key,
            min_plies: self.dedup_min_plies,
            keep: self.keep,
            written: if self.only_duplicates {
                WrittenGames::Duplicates
            } else {
                WrittenGames::Kept
            },
            duplicates: self.duplicates.clone(),
            report,
            against: self.against.clone(),
        })
    }
}

/// Returns all outputs. A dry run is refused if the run itself would be refused.
fn outputs(plan: &Plan, force: ForceArgs, globals: &Globals) -> OutputSet {
    let set = OutputSet::new(force.force, &globals.run);
    // A dry run leaves stdout to the report.
    let is_written = !plan.dry_run || plan.output.path().is_some();
    let set = if is_written { set.output(&plan.output, OutputKind::Games) } else { set };
    let set = set.reads("--requeue", plan.requeue.as_deref());
    let Some(dedup) = &plan.dedup else { return set };
    let set = set.file("--duplicates ", dedup.duplicates.as_deref(), OutputKind::OtherGames);
    let set = match &dedup.report {
        Some((report, _)) => set.output_of("--report ", report, OutputKind::MergeReport),
        None => set,
    };
    dedup.against.iter().fold(set, |set, master| {
        let set = set.reads_games("--against", Some(master));
        set.file("--against, keys in ", Some(&keys_of(master)), OutputKind::Keys)
    })
}

fn plan_report(
    path: &Path,
    formulas: Formulas,
    globals: &Globals,
) -> anyhow::Result<(Output, Format)> {
    if paths::is_dash(path) {
        let paint = Output::Stdout.paint(globals.run.stdout);
        return Ok((Output::Stdout, Format::Tsv(Cells { formulas, paint })));
    }
    let format = match path.extension().and_then(|ending| ending.to_str()) {
        Some("tsv") => Format::Tsv(Cells { formulas, paint: Paint::Plain }),
        Some("jsonl") if formulas == Formulas::Guarded => {
            bail!("--csv-safe is for a --report of .tsv, not {}", paths::show(path))
        }
        Some("jsonl") => Format::Jsonl,
        _ => bail!("--report {}: its name must end in .tsv or .jsonl", paths::show(path)),
    };
    Ok((Output::File(path.to_owned()), format))
}

pub(crate) fn run(args: &Args, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let plan = args.plan(globals)?;
    let outputs = outputs(&plan, args.output.force, globals);
    let run = args.frames.plan(&outputs.paths(), args.output.append, NAMED_BY_OUTPUT, globals)?;
    let inputs = args.input.resolve("merge", &outputs, globals)?;
    if outputs.stays_without_inputs(&inputs, &run.messages) {
        return Ok(ExitStatus::Clean);
    }
    if plan.account {
        check_twice(&inputs, &plan)?;
    }
    outputs.begin(&inputs, &globals.run)?;
    pgn_work::merge::run(&plan, &inputs, &run)
}
