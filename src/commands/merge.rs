//! `pgnkit merge`: writes one file from many.

use std::path::{Path, PathBuf};

use anyhow::{bail, ensure};
use clap::{Args as ClapArgs, ValueHint};
use pgn_collate::{By, ExtraFacts, Keep, Key};
use pgn_query::{Source, grouping::fields_of_list};
use pgn_report::{
    copies::{Cells, Format},
    paint::Paint,
};
use pgn_stream::Input;
use pgn_syntax::encoding::Charset;
use pgn_table::csv::Formulas;
use pgn_work::{
    ExitStatus,
    inputs::{Inputs, can_be_read_twice},
    merge::{Dedup, Plan, WrittenGames, keys_of},
    output_set::{OutputKind, OutputSet},
    outputs::Output,
    paths,
};

use super::{
    common::{self, SelectArgs},
    outputs::{ForceArgs, FramesArgs, LineEndingArgs, NAMED_BY_OUTPUT, OutputArgs},
    selecting::ask_for_tag,
    values::{self, Choices, one_of},
};

use crate::{
    config::{Refusal, keys::nearest},
    globals::Globals,
};

/// Examples at the end of the help.
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

    /// Drop duplicates: none, exact, moves, moves+players, game-id, position:PLY (position:PLY+date+round compares
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
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(help_heading = "Duplicates")]
    duplicates: Option<PathBuf>,

    /// Write the duplicates instead of the games that are kept
    #[arg(long, conflicts_with = "duplicates", help_heading = "Duplicates")]
    only_duplicates: bool,

    /// Drop games that FILE contains, too. FILE is not changed; its keys are kept in
    /// FILE.pgnkit-keys
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(help_heading = "Duplicates")]
    against: Option<PathBuf>,

    /// Write a report to FILE: for each duplicate its place, the game that is kept, and why; .tsv
    /// or .jsonl, `-` is stdout
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(help_heading = "Duplicates")]
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
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(help_heading = "Joining")]
    requeue: Option<PathBuf>,

    /// The character set of the output; characters that it lacks become `?` [default: bytes
    /// unchanged]
    #[arg(long, value_name = "LABEL", value_parser = values::parse_charset)]
    #[arg(help_heading = "Output")]
    output_encoding: Option<Charset>,

    /// The order of the games: none, standard (by Date, Event, Site, Round, White, Black, Result and
    /// moves, as in section 12 of the standard), or fields and tags, as in date:desc,White
    #[arg(long, value_name = "ORDER", value_parser = parse_sort, help_heading = "Order")]
    sort: Option<SortList>,

    /// Maximum memory for data that grows with the number of games, at least 4MiB; more goes to temporary files
    #[arg(long, value_name = "SIZE", default_value = "256MiB", value_parser = values::parse_memory)]
    #[arg(help_heading = "Order")]
    memory: usize,
}

/// The value of `--dedup`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DedupKey {
    None,
    By(Key),
}

/// The keys by name, except `position:PLY`.
const KEYS: [(&str, DedupKey); 6] = [
    ("none", DedupKey::None),
    ("exact", DedupKey::By(Key::Exact)),
    ("moves", DedupKey::By(Key::Moves)),
    ("moves+players", DedupKey::By(Key::MovesAndPlayers)),
    ("game-id", DedupKey::By(Key::GameId)),
    ("prefix", DedupKey::By(Key::Prefix)),
];

/// Returns the name of a key in the report.
fn name_of(key: Key) -> &'static str {
    if let Key::Position(..) = key {
        return "position";
    }
    KEYS.iter().find(|(_, known)| *known == DedupKey::By(key)).map_or("", |(name, _)| name)
}

fn parse_dedup(text: &str) -> Result<DedupKey, String> {
    if let Some((_, key)) = KEYS.iter().find(|(name, _)| *name == text) {
        return Ok(*key);
    }
    if let Some(ply) = text.strip_prefix("position:") {
        let mut also = ExtraFacts::default();
        let (ply, facts) = ply.split_once('+').map_or((ply, None), |(ply, it)| (ply, Some(it)));
        for fact in facts.iter().flat_map(|facts| facts.split('+')) {
            match fact {
                "date" => also.date = true,
                "round" => also.round = true,
                _ => {
                    return Err(format!(
                        "`{fact}` is neither date nor round, as in position:20+date"
                    ));
                }
            }
        }
        let ply = ply.parse().map_err(|_| "PLY is a number of half-moves, as in position:20")?;
        return Ok(DedupKey::By(Key::Position(ply, also)));
    }
    let names: Vec<&str> = KEYS.iter().map(|(name, _)| *name).collect();
    Err(format!("not one of {}, position:PLY", names.join(", ")))
}

/// The value of `--dedup` without a key.
pub(crate) const BARE_DEDUP: &str = "moves+players";

/// Returns true if the word after `--dedup` is the value of the option and not an input.
pub(crate) fn is_dedup_value(word: &str) -> bool {
    parse_dedup(word).is_ok() || (is_like_key(word) && !Path::new(word).exists())
}

/// Returns true if a word may be a misspelled key.
fn is_like_key(word: &str) -> bool {
    // Several keys in a list are one word, too.
    let word = word.split(',').next().unwrap_or_default();
    let is_plain = word.bytes().all(|b| b.is_ascii_alphanumeric() || b"+-:_".contains(&b));
    let names = KEYS.iter().map(|(name, _)| *name);
    is_plain && (word.starts_with("position") || nearest(word, names).is_some())
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

/// The value of `--sort`; empty for `none`.
#[derive(Clone, Debug)]
struct SortList(Vec<By>);

fn parse_sort(text: &str) -> Result<SortList, String> {
    if text == "none" {
        return Ok(SortList(Vec::new()));
    }
    fields_of_list(text).map(parse_by).collect::<Result<_, _>>().map(SortList)
}

fn parse_by(text: &str) -> Result<By, String> {
    let (name, descending) = match text.rsplit_once(':').filter(|_| !text.ends_with(')')) {
        Some((name, "desc")) => (name, true),
        Some((name, "asc")) => (name, false),
        Some((_, other)) => {
            return Err(format!("`:{other}` is not a direction; use `:asc` or `:desc`"));
        }
        None => (text, false),
    };
    match name {
        "standard" if descending => return Err("`standard` has no direction".to_owned()),
        "standard" => return Ok(By::Standard),
        "game" => return Err("use `--sort none` for the order of the input".to_owned()),
        _ => (),
    }
    if name.contains(':') && !name.ends_with(')') {
        return Err(format!(
            "`{name}`: games are sorted by whole values; a tag of this name is tag(\"{name}\")"
        ));
    }
    Source::parse(name).map(|source| By::Source { source, descending })
}

impl Args {
    /// Returns true if dates that can be read in two ways are compared.
    pub(crate) fn uses_date_order(&self) -> bool {
        self.dedup.is_some() || self.against.is_some() || self.account
    }

    /// Returns the key of duplicates; `None` if every game is kept.
    fn key(&self) -> Option<Key> {
        match self.dedup {
            None if self.against.is_some() => Some(Key::MovesAndPlayers),
            None | Some(DedupKey::None) => None,
            Some(DedupKey::By(key)) => Some(key),
        }
    }

    /// Checks that each option has an effect in the run and does not contradict another one. `typed`: the long options
    /// of the command line, without those of settings.
    ///
    /// # Errors
    /// Returns the refusal of an option that the others exclude.
    pub(crate) fn check_options(&self, typed: &[String]) -> Result<(), Refusal> {
        if self.key().is_none() {
            let is_typed = |name: &str| typed.iter().any(|known| known == name);
            let needing = [
                (self.duplicates.is_some(), "duplicates"),
                (self.only_duplicates, "only-duplicates"),
                (self.report.is_some(), "report"),
                (self.keep != Keep::First, "keep"),
                (self.against.is_some(), "against"),
                // The option has a default, which changes nothing.
                (is_typed("dedup-min-plies"), "dedup-min-plies"),
            ];
            if let Some((_, name)) = needing.iter().find(|(is_given, _)| *is_given) {
                let message = format!("--{name} needs --dedup: without it every game is kept");
                return Err(Refusal::of(name, message).or("dedup"));
            }
        }
        if self.tree && self.keep == Keep::Union {
            let message = "--tree already joins the annotation of all games and cannot be used with --keep union";
            return Err(Refusal::of("keep", message.to_owned()).or("tree"));
        }
        Ok(())
    }

    fn plan(&self, globals: &Globals) -> anyhow::Result<Plan> {
        self.check_options(globals.config.given())?;
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
            self.check_account(&output)?;
        }
        if let Some(master) = &self.against {
            check_master(master, &output)?;
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

    /// Checks that `--account` can be used with the other options.
    ///
    /// # Errors
    /// Returns an error if the output cannot be read again, not all games are selected, or the report goes to stdout.
    fn check_account(&self, output: &Output) -> anyhow::Result<()> {
        ensure!(output.path().is_some(), "--account reads the output again: name a file with -o");
        ensure!(
            self.select.plan().selects_all(),
            "--account counts all games and cannot be used with --skip or --take"
        );
        let to_stdout = self.report.as_deref().is_some_and(paths::is_dash);
        ensure!(!to_stdout, "--report -: the account goes to stdout, too; name a file");
        Ok(())
    }

    fn dedup(&self, key: Key, globals: &Globals) -> anyhow::Result<Dedup> {
        let report = self.report.as_deref();
        let formulas = Formulas::of(self.csv_safe);
        let report = report.map(|path| plan_report(path, formulas, globals)).transpose()?;
        Ok(Dedup {
            key,
            name: name_of(key),
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
    match &dedup.against {
        Some(master) => set.reads_games("--against", Some(master)).file(
            "--against, keys in ",
            Some(&keys_of(master)),
            OutputKind::Keys,
        ),
        None => set,
    }
}

/// Checks the master of `--against`.
///
/// # Errors
/// Returns an error if the master does not exist, or the games that it does not contain would replace it.
fn check_master(master: &Path, output: &Output) -> anyhow::Result<()> {
    let name = paths::show(master);
    ensure!(master.exists(), "--against {name}: no such file");
    ensure!(master.is_file(), "--against {name}: not a regular file");
    let is_replaced =
        matches!(output, Output::File(path) if pgn_stream::is_same_file(path, master));
    ensure!(
        !is_replaced,
        "{name} would be replaced by the games that it does not have; use --append to add them"
    );
    Ok(())
}

/// Checks that the inputs can be read again after the output has been written.
///
/// # Errors
/// Returns an error if an input can be read only once, or the output replaces it.
fn check_twice(inputs: &Inputs, plan: &Plan) -> anyhow::Result<()> {
    for input in &inputs.list {
        let Input::Path(path) = input else {
            bail!("--account reads the inputs twice, and stdin can be read only once")
        };
        ensure!(
            can_be_read_twice(input),
            "--account reads the inputs twice, and {} can be read only once",
            paths::show(path)
        );
        let is_replaced = plan.output.path().is_some_and(|it| pgn_stream::is_same_file(it, path));
        ensure!(
            !is_replaced,
            "--account reads {} again, which the output replaces: write to another file",
            paths::show(path)
        );
    }
    Ok(())
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
