//! `pgnkit merge`: one file from many.

use std::path::{Path, PathBuf};

use anyhow::{bail, ensure};
use clap::{Args as ClapArgs, ValueEnum, ValueHint};
use pgn_collate::{By, Keep, Key};
use pgn_query::Source;
use pgn_report::{
    copies::{Cells, Format},
    paint::Paint,
};
use pgn_syntax::encoding::Charset;
use pgn_table::csv::Formulas;
use pgn_work::{
    ExitStatus,
    merge::{Dedup, Plan, Written, keys_of},
    outputs::Output,
    paths,
};

use super::{
    common::{self, SelectArgs},
    outputs::{ForceArgs, Kind, LineEndingArgs, OutputArgs, OutputSet},
    values,
};

use crate::{config::keys::nearest, globals::Globals, inputs::IgnoreFiles};

/// What is typed most.
const EXAMPLES: &str = "Examples:
  pgnkit merge -o all.pgn january.pgn february.pgn       one after the other
  pgnkit merge --dedup --sort standard -o all.pgn games  each once, in order
  pgnkit merge --against all.pgn -o new.pgn twic.zip     what is new
  pgnkit merge --tree -o tree.pgn lines.pgn              as variations";

/// Write one file from many, the games as they are
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
    line_ending: LineEndingArgs,

    /// Leave out copies: none, exact, moves, moves+players, game-id, position:PLY or prefix; without
    /// KEY moves+players
    #[arg(long, value_name = "KEY", num_args = 0..=1, default_missing_value = BARE_DEDUP)]
    #[arg(value_parser = parse_dedup, help_heading = "Duplicates")]
    dedup: Option<DedupKey>,

    /// Games of fewer half-moves are only ever exact duplicates
    #[arg(long, value_name = "N", default_value_t = 10, help_heading = "Duplicates")]
    #[arg(value_parser = values::parse_number::<u32>, allow_negative_numbers = true)]
    dedup_min_plies: u32,

    /// Which copy is kept
    #[arg(long, value_name = "WHICH", value_enum, default_value_t, help_heading = "Duplicates")]
    keep: KeepArg,

    /// Write the copies that are left out to FILE
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(help_heading = "Duplicates")]
    duplicates: Option<PathBuf>,

    /// Write the copies instead of the games that are kept
    #[arg(long, conflicts_with = "duplicates", help_heading = "Duplicates")]
    only_duplicates: bool,

    /// Leave out what FILE has, too. FILE stays as it is; its keys are kept in FILE.pgnkit-keys
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(help_heading = "Duplicates")]
    against: Option<PathBuf>,

    /// For each copy: where it was, which game is kept and why; .tsv or .jsonl, `-` is stdout
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(help_heading = "Duplicates")]
    report: Option<PathBuf>,

    /// Keep text that a spreadsheet would run as a formula from it, in a --report of .tsv
    #[arg(long, requires = "report", help_heading = "Duplicates")]
    csv_safe: bool,

    /// Write no games; only say what would be left out
    #[arg(long, help_heading = "Duplicates")]
    dry_run: bool,

    /// Join games of one start and variant into one game with variations; at the end of each line a
    /// comment says whose game it is
    #[arg(long, conflicts_with = "only_duplicates", help_heading = "Joining")]
    tree: bool,

    /// Put the games of FILE, which --rejects has written, back in their places
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(help_heading = "Joining")]
    requeue: Option<PathBuf>,

    /// The character set to write; `?` for what it does not have [default: bytes as they are]
    #[arg(long, value_name = "LABEL", value_parser = values::parse_charset)]
    #[arg(help_heading = "Output")]
    output_encoding: Option<Charset>,

    /// The order of the games: none, standard (the collating sequence), or fields and tags, as in
    /// date:desc,White
    #[arg(long, value_name = "ORDER", value_parser = parse_sort, help_heading = "Order")]
    sort: Option<SortList>,

    /// Memory for what grows with the number of games; more goes to intermediate files
    #[arg(long, value_name = "SIZE", default_value = "256MiB", value_parser = values::parse_memory)]
    #[arg(help_heading = "Order")]
    memory: usize,
}

/// What `--dedup` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DedupKey {
    None,
    By(Key),
}

/// The keys by name, but `position:PLY`.
const KEYS: [(&str, DedupKey); 6] = [
    ("none", DedupKey::None),
    ("exact", DedupKey::By(Key::Exact)),
    ("moves", DedupKey::By(Key::Moves)),
    ("moves+players", DedupKey::By(Key::MovesAndPlayers)),
    ("game-id", DedupKey::By(Key::GameId)),
    ("prefix", DedupKey::By(Key::Prefix)),
];

/// What the report calls a key.
fn name_of(key: Key) -> &'static str {
    if let Key::Position(_) = key {
        return "position";
    }
    KEYS.iter().find(|(_, known)| *known == DedupKey::By(key)).map_or("", |(name, _)| name)
}

fn parse_dedup(text: &str) -> Result<DedupKey, String> {
    if let Some((_, key)) = KEYS.iter().find(|(name, _)| *name == text) {
        return Ok(*key);
    }
    if let Some(ply) = text.strip_prefix("position:") {
        let ply = ply.parse().map_err(|_| "PLY is a number of half-moves, as in position:20")?;
        return Ok(DedupKey::By(Key::Position(ply)));
    }
    let names: Vec<&str> = KEYS.iter().map(|(name, _)| *name).collect();
    Err(format!("there are {}, position:PLY", names.join(", ")))
}

/// What `--dedup` without a key means.
pub(crate) const BARE_DEDUP: &str = "moves+players";

/// Whether a word that follows `--dedup` is its value, and no input.
pub(crate) fn is_dedup_value(word: &str) -> bool {
    parse_dedup(word).is_ok() || (is_like_key(word) && !Path::new(word).exists())
}

/// Whether a word may be a slip in a key.
fn is_like_key(word: &str) -> bool {
    let is_plain = word.bytes().all(|b| b.is_ascii_alphanumeric() || b"+-:_".contains(&b));
    let names = KEYS.iter().map(|(name, _)| *name);
    is_plain && (word.starts_with("position") || nearest(word, names).is_some())
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum KeepArg {
    /// The first
    #[default]
    First,
    /// The last
    Last,
    /// The one with the most half-moves
    Longest,
    /// The one with the most comments, NAGs and moves in variations
    MostAnnotated,
    /// The one with the most tags that say something
    MostTags,
    /// The first, with the tags, comments, NAGs and variations of the others
    Union,
}

/// What `--sort` says; empty: none.
#[derive(Clone, Debug)]
struct SortList(Vec<By>);

fn parse_sort(text: &str) -> Result<SortList, String> {
    if text == "none" {
        return Ok(SortList(Vec::new()));
    }
    text.split(',').map(parse_by).collect::<Result<_, _>>().map(SortList)
}

fn parse_by(text: &str) -> Result<By, String> {
    let (name, descending) = match text.rsplit_once(':') {
        Some((name, "desc")) => (name, true),
        Some((name, "asc")) => (name, false),
        Some((_, other)) => return Err(format!("`:{other}` is no direction; there is `:desc`")),
        None => (text, false),
    };
    match name {
        "standard" if descending => return Err("the standard's order has one direction".to_owned()),
        "standard" => return Ok(By::Standard),
        "game" => return Err("the order in the file is that of `--sort none`".to_owned()),
        _ => (),
    }
    Source::parse(name).map(|source| By::Source { source, descending })
}

impl Args {
    fn plan(&self, globals: &Globals) -> anyhow::Result<Plan> {
        let key = match self.dedup {
            None if self.against.is_some() => Some(Key::MovesAndPlayers),
            None | Some(DedupKey::None) => None,
            Some(DedupKey::By(key)) => Some(key),
        };
        if key.is_none() {
            let needing = [
                (self.duplicates.is_some(), "--duplicates"),
                (self.only_duplicates, "--only-duplicates"),
                (self.report.is_some(), "--report"),
                (self.keep != KeepArg::First, "--keep"),
                (self.against.is_some(), "--against"),
            ];
            if let Some((_, name)) = needing.iter().find(|(is_given, _)| *is_given) {
                bail!("{name} needs --dedup: without it every game stays");
            }
        }
        let output = self.output.plan()?;
        let dedup = key.map(|key| self.dedup(key, globals)).transpose()?;
        if let Some(dedup) = &dedup {
            let to_stdout = matches!(&dedup.report, Some((Output::Stdout, _)));
            ensure!(
                !to_stdout || output != Output::Stdout || self.dry_run,
                "--report -: the games go to stdout, too; name a file with -o"
            );
        }
        ensure!(
            !self.tree || self.keep != KeepArg::Union,
            "--tree joins what is said of the moves of all games: leave out --keep union"
        );
        if let Some(file) = &self.requeue {
            let reading = &globals.run.reading;
            ensure!(file.is_file(), "--requeue {}: no such file", paths::show(file));
            ensure!(
                self.select.plan().selects_all()
                    && reading.bytes.is_none()
                    && reading.query.is_none(),
                "--requeue counts all games: no --where, --skip, --take or --bytes with it"
            );
        }
        if let Some(master) = &self.against {
            check_master(master, &output)?;
        }
        Ok(Plan {
            select: self.select.plan(),
            output,
            line_ending: self.line_ending.line_ending,
            dedup,
            sort: self.sort.clone().map_or(Vec::new(), |list| list.0),
            memory: self.memory,
            dry_run: self.dry_run,
            tree: self.tree,
            requeue: self.requeue.clone(),
            charset: self.output_encoding,
        })
    }

    fn dedup(&self, key: Key, globals: &Globals) -> anyhow::Result<Dedup> {
        let report = self.report.as_deref();
        let formulas = Formulas::of(self.csv_safe);
        let report = report.map(|path| plan_report(path, formulas, globals)).transpose()?;
        Ok(Dedup {
            key,
            name: name_of(key),
            min_plies: self.dedup_min_plies,
            keep: match self.keep {
                KeepArg::First => Keep::First,
                KeepArg::Last => Keep::Last,
                KeepArg::Longest => Keep::Longest,
                KeepArg::MostAnnotated => Keep::MostAnnotated,
                KeepArg::MostTags => Keep::MostTags,
                KeepArg::Union => Keep::Union,
            },
            written: if self.only_duplicates { Written::Duplicates } else { Written::Kept },
            duplicates: self.duplicates.clone(),
            report,
            against: self.against.clone(),
        })
    }
}

/// All that is written; a dry run is refused what the run itself is refused.
fn outputs(plan: &Plan, force: ForceArgs, globals: &Globals) -> OutputSet {
    let set = OutputSet::new(force, globals);
    // A dry run leaves stdout to the report.
    let is_written = !plan.dry_run || plan.output.path().is_some();
    let set = if is_written { set.output(&plan.output, Kind::Games) } else { set };
    let set = set.reads_games("--requeue", plan.requeue.as_deref());
    let Some(dedup) = &plan.dedup else { return set };
    let set = set.file("--duplicates ", dedup.duplicates.as_deref(), Kind::Apart);
    let set = match &dedup.report {
        Some((report, _)) => set.output_of("--report ", report, Kind::Copies),
        None => set,
    };
    match &dedup.against {
        Some(master) => set.reads_games("--against", Some(master)).file(
            "--against, keys in ",
            Some(&keys_of(master)),
            Kind::Keys,
        ),
        None => set,
    }
}

/// # Errors
/// The master is not there, or would be overwritten with what it does not have.
fn check_master(master: &Path, output: &Output) -> anyhow::Result<()> {
    let name = paths::show(master);
    ensure!(master.exists(), "--against {name}: no such file");
    ensure!(
        master.is_file(),
        "--against {name}: not a file; its games are read once and found again by their keys"
    );
    let is_replaced =
        matches!(output, Output::File(path) if pgn_stream::is_same_file(path, master));
    ensure!(
        !is_replaced,
        "{name} would be replaced by the games that it does not have; --append adds them"
    );
    Ok(())
}

fn plan_report(
    path: &Path,
    formulas: Formulas,
    globals: &Globals,
) -> anyhow::Result<(Output, Format)> {
    if path.as_os_str() == "-" {
        let paint = Output::Stdout.paint(globals.run.stdout);
        return Ok((Output::Stdout, Format::Tsv(Cells { formulas, paint })));
    }
    let format = match path.extension().and_then(|ending| ending.to_str()) {
        Some("tsv") => Format::Tsv(Cells { formulas, paint: Paint::Plain }),
        Some("jsonl") if formulas == Formulas::Quoted => {
            bail!("--csv-safe is for a --report of .tsv, not {}", paths::show(path))
        }
        Some("jsonl") => Format::Jsonl,
        _ => bail!("--report {}: its name must end in .tsv or .jsonl", path.display()),
    };
    Ok((Output::File(path.to_owned()), format))
}

pub(crate) fn run(args: &Args, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let plan = args.plan(globals)?;
    let outputs = outputs(&plan, args.output.force, globals);
    let inputs = args.input.resolve("merge", IgnoreFiles::Disregard, &outputs, globals)?;
    outputs.begin(&inputs, globals)?;
    pgn_work::merge::run(&plan, &inputs, &globals.run)
}
