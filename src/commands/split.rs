//! `pgnkit split`: the content and the names of the parts.

use std::{
    num::NonZeroU64,
    path::{Path, PathBuf},
};

use anyhow::ensure;
use clap::{
    Args as ClapArgs, ValueHint,
    builder::{PathBufValueParser, TypedValueParser as _},
};
use pgn_query::{Grouping, grouping::fields_of_list};
use pgn_work::{
    ExitStatus, inputs,
    options::{queries::ask_for_tag, values},
    output_set::OutputSet,
    split::{Existing, NameParts, Plan, SplitBy, TARGETS, Target, Template},
};

use super::{
    common::{self, SelectArgs},
    outputs::{ForceArgs, FramesArgs, LineEndingArgs},
    values::entry_of,
};
use crate::{
    config::{Options, Refusal},
    globals::Globals,
};

const EXAMPLES: &str = "Examples:
  pgnkit split --games 1000 --dir parts games.pgn                 by number
  pgnkit split --by Date:year --dir years games.pgn.zst           by year
  pgnkit split --by player --name '{value}.pgn.gz' games.pgn      by player
  pgnkit split --by Date:month --name '{year}/{value}.pgn' a.pgn  by month
  pgnkit split --by Date:year --dir years --append new.pgn        add to parts
  pgnkit split --for lichess-study repertoire.pgn                 for import";

/// Split games into several files
#[derive(ClapArgs, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    input: common::InputArgs,
    #[command(flatten)]
    select: SelectArgs,
    #[command(flatten)]
    line_ending: LineEndingArgs,
    #[command(flatten)]
    split_by: SplitByArgs,

    /// Turn each line of a game into a game without variations, down to DEPTH: variations of the main line have depth
    /// 1, variations of those depth 2 [default: all]. If no other option says how to split, each game becomes one part
    #[arg(long, value_name = "DEPTH", num_args = 0..=1, default_missing_value = ALL_DEPTHS)]
    #[arg(value_parser = parse_depth, help_heading = "Parts")]
    variations: Option<u32>,

    /// The folder of the parts; created if it is missing
    #[arg(long, value_name = "DIR", default_value = ".", value_hint = ValueHint::DirPath)]
    #[arg(value_parser = PathBufValueParser::new().try_map(folder), help_heading = "Output")]
    dir: PathBuf,

    /// The names of the parts, with fields in braces [default: {stem}-{n:06}.pgn, with --by {value}.pgn]
    ///
    /// {stem} is the name of the first input without its endings; {n} the number of the part, {n:06} the
    /// same in six digits; {value} the value of --by. Any {field}, {Tag} or {FIELD:PART} is that of the
    /// first game of the part. A `/` ends the name of a folder, as in {year}/{value}.pgn.
    #[arg(long, value_name = "TEMPLATE", help_heading = "Output")]
    name: Option<String>,

    #[command(flatten)]
    frames: FramesArgs,

    /// With --by: append the games of a part to its file if that exists, and create the other parts
    #[arg(long, conflicts_with = "force", help_heading = "Output")]
    append: bool,

    #[command(flatten)]
    force: ForceArgs,
}

/// The value of `--variations` without a number.
pub(crate) const ALL_DEPTHS: &str = "all";

/// Returns true if the word after `--variations` is the value of the option and not an input.
pub(crate) fn is_depth(word: &str) -> bool {
    word == ALL_DEPTHS || word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Checks the value of `--dir`.
fn folder(path: PathBuf) -> Result<PathBuf, &'static str> {
    if inputs::paths::is_dash(&path) {
        Err("parts are files of a folder and cannot go to stdout")
    } else {
        Ok(path)
    }
}

/// Parses the value of `--variations`; `u32::MAX` for all depths.
fn parse_depth(text: &str) -> Result<u32, &'static str> {
    match text.parse() {
        _ if text == ALL_DEPTHS => Ok(u32::MAX),
        Ok(depth) if depth > 0 => Ok(depth),
        _ => Err("expected a number of at least 1, or `all`"),
    }
}

/// The content of a part.
#[derive(ClapArgs, Debug)]
#[group(multiple = false)]
#[command(next_help_heading = "Parts")]
struct SplitByArgs {
    /// The number of games in a part; the last one may have fewer
    #[arg(long, value_name = "N")]
    #[arg(value_parser = values::parse_count, allow_negative_numbers = true)]
    games: Option<u64>,

    /// Maximum number of bytes in a part, before compression; a larger game is a part of its own
    #[arg(long, value_name = "SIZE", value_parser = values::parse_part_size)]
    size: Option<NonZeroU64>,

    /// The number of parts, with numbers of games as equal as possible
    #[arg(long, value_name = "K")]
    #[arg(value_parser = values::parse_count, allow_negative_numbers = true)]
    chunks: Option<u64>,

    /// Make a part for each value of a field or tag, or of a piece of the value: ECO:1, Date:year,
    /// player, player:surname, opening:family, speed, variant, elo:100
    #[arg(long, value_name = "FIELD[:PART]", value_parser = parse_by)]
    by: Option<Grouping>,

    /// Make parts that a program or site accepts, by its documented limits
    #[arg(long = "for", value_name = "TARGET")]
    #[arg(value_parser = entry_of(TARGETS, |it| (it.name, it.help)))]
    target: Option<&'static Target>,
}

/// Reads the value of `--by`.
fn parse_by(text: &str) -> Result<Grouping, String> {
    let fields: Vec<&str> = fields_of_list(text).collect();
    match &fields[..] {
        [] | [_] => Grouping::parse(text),
        [.., last] => {
            // Fields in names of folders divide the games, too.
            let parts: Vec<String> = fields.iter().map(|field| format!("{{{field}}}")).collect();
            Err(format!("one field here; for more: --by {last} --name '{}.pgn'", parts.join("/")))
        }
    }
}

impl SplitByArgs {
    fn plan(&self, variations: Option<u32>) -> anyhow::Result<SplitBy> {
        Ok(match self {
            SplitByArgs { games: Some(n), .. } => SplitBy::Games(*n),
            SplitByArgs { chunks: Some(n), .. } => SplitBy::Chunks(*n),
            SplitByArgs { by: Some(by), .. } => SplitBy::By(by.clone()),
            SplitByArgs { size: Some(size), .. } => SplitBy::Size(size.get()),
            SplitByArgs { target: Some(target), .. } => SplitBy::For(target),
            _ if variations.is_some() => SplitBy::EachGame,
            _ => anyhow::bail!(
                "name a way to split: --games, --size, --chunks, --by, --for or --variations"
            ),
        })
    }
}

impl Args {
    /// Checks the options, as [`super::Command::check_options`] does.
    pub(crate) fn check_options(&self, _: Options<'_>) -> Result<(), Refusal> {
        if self.variations.is_some() && self.split_by.chunks.is_some() {
            let message = "--chunks cannot be used with --variations; use --games".to_owned();
            return Err(Refusal::contradiction(&["variations", "chunks"], message));
        }
        let ways = &self.split_by;
        let way = match ways {
            SplitByArgs { games: Some(_), .. } => "games",
            SplitByArgs { size: Some(_), .. } => "size",
            SplitByArgs { chunks: Some(_), .. } => "chunks",
            SplitByArgs { target: Some(_), .. } => "for",
            _ => return Ok(()),
        };
        Refusal::unless(!self.append, way, || {
            format!(
                "--append needs --by: parts of --{way} have no value by which an existing part is found"
            )
        })
    }

    /// Returns what is done with existing files.
    fn existing(&self, split_by: &SplitBy, name: &Template) -> anyhow::Result<Existing> {
        if !self.append {
            return Ok(if self.force.force { Existing::Replace } else { Existing::Refuse });
        }
        let SplitBy::By(by) = split_by else {
            anyhow::bail!(
                "--append needs --by: parts of --variations have no value by which an existing part is found"
            );
        };
        name.check_lasting(by)?;
        Ok(Existing::Append)
    }

    fn plan(&self) -> anyhow::Result<Plan> {
        let split_by = self.split_by.plan(self.variations)?;
        let (parts, usual) = match split_by {
            SplitBy::By(_) => (NameParts::Valued, "{value}.pgn"),
            _ => (NameParts::Numbered, "{stem}-{n:06}.pgn"),
        };
        let name = Template::parse(self.name.as_deref().unwrap_or(usual), parts)?;
        Ok(Plan {
            existing: self.existing(&split_by, &name)?,
            select: self.select.plan(),
            line_ending: self.line_ending.line_ending,
            split_by,
            variations: self.variations,
            dir: self.dir.clone(),
            name,
        })
    }
}

pub(crate) fn run(args: &Args, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let plan = args.plan()?;
    if let SplitBy::Size(size @ ..1000) = plan.split_by {
        globals.run.messages.warning(format_args!(
            "--size {size} is in bytes, less than most games have; --games {size} is in games"
        ));
    }
    if let SplitBy::By(by) = &plan.split_by {
        ask_for_tag("--by", &by.source, &globals.run);
    }
    for field in plan.name.fields() {
        ask_for_tag("--name", &field.source, &globals.run);
    }
    let outputs = OutputSet::new(args.force.force, &globals.run);
    let name = args.name.as_deref().unwrap_or(".pgn");
    let run =
        args.frames.plan(&[Path::new(name)], args.append, "--name '{n:06}.pgn.zst'", globals)?;
    let inputs = args.input.resolve("split", &outputs, globals)?;
    if let SplitBy::Chunks(_) = plan.split_by {
        ensure!(
            inputs.list.iter().all(inputs::can_be_read_twice),
            "--chunks reads its inputs twice, to count the games; name files instead of a pipe"
        );
    }
    outputs.begin(&inputs, &globals.run)?;
    pgn_work::split::run(&plan, &inputs, outputs.taken(&inputs), &run)
}
