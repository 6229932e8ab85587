//! `pgnkit filter`: which games pass, as they are.

use std::{path::PathBuf, sync::Arc};

use anyhow::ensure;
use clap::{Args as ClapArgs, ValueEnum, ValueHint};
use pgn_query::{Query, Scope};
use pgn_work::{
    ExitStatus, Reading,
    filter::{Keep, Mark, Plan, Sense, Show},
};

use super::{
    common::{self, SelectArgs},
    outputs::{Kind, LineEndingArgs, OutputArgs, OutputSet},
    selecting,
    short_forms::ShortForms,
    values::parse_number,
};
use crate::{globals::Globals, inputs::IgnoreFiles};

/// What is typed most.
const EXAMPLES: &str = "Examples:
  pgnkit filter --player Tal --date 1960 games.pgn                short forms
  pgnkit filter -w 'elo >= 2500 and ends(checkmate)' games.pgn    expressions
  pgnkit filter --count --line '1. e4 c5' --result 1-0 games.pgn  a number
  pgnkit filter --material KRPvKR --mark games.pgn                marked
  pgnkit filter --sample 100 --seed 7 games.pgn                   at random";

/// Pass games on, byte for byte
///
/// Exit status 1 if no game passes (--exit-status).
#[derive(ClapArgs, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    input: common::InputArgs,
    #[command(flatten)]
    short_forms: ShortForms,

    /// Where positions are looked for
    #[arg(long = "in", value_name = "LINES", value_enum, default_value_t)]
    #[arg(help_heading = "Selecting")]
    lines: Lines,

    /// Pass the games on for which it does not hold
    #[arg(long, help_heading = "Selecting")]
    not: bool,

    #[command(flatten)]
    select: SelectArgs,

    /// Only the last N of the games
    #[arg(long, value_name = "N", conflicts_with_all = ["sample", "rest"])]
    #[arg(value_parser = parse_number::<usize>, allow_negative_numbers = true)]
    #[arg(help_heading = "Selecting")]
    last: Option<usize>,

    /// N of the games, drawn at random; they stay in order
    #[arg(long, value_name = "N", conflicts_with = "rest", help_heading = "Selecting")]
    #[arg(value_parser = parse_number::<usize>, allow_negative_numbers = true)]
    sample: Option<usize>,

    /// What the draw begins with; the same games for the same seed
    #[arg(long, value_name = "S", default_value_t = 0, requires = "sample")]
    #[arg(help_heading = "Selecting")]
    #[arg(value_parser = parse_number::<u64>, allow_negative_numbers = true)]
    seed: u64,

    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    line_ending: LineEndingArgs,

    /// Write the games that do not pass to FILE
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    rest: Option<PathBuf>,

    /// Only write how many games pass
    #[arg(long, conflicts_with = "mark", help_heading = "Output")]
    count: bool,

    /// Put a comment at the ply where a position decided [default: match, or who leaves --repertoire
    /// and what it has]; $N puts a NAG
    #[arg(long, value_name = "TEXT", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = DEFAULT_MARK, conflicts_with = "not", help_heading = "Output")]
    mark: Option<String>,

    /// Exit status 1 if no game passes
    #[arg(long, help_heading = "Output")]
    exit_status: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Lines {
    #[default]
    Mainline,
    /// In the main line and in all variations
    Variations,
}

impl Args {
    fn plan(&self, globals: &Globals) -> anyhow::Result<Plan> {
        let output = self.output.plan()?;
        let scope = match self.lines {
            Lines::Mainline => Scope::Mainline,
            Lines::Variations => Scope::Variations,
        };
        let mut queries = self.short_forms.queries()?;
        queries.extend(globals.run.reading.query.iter().map(|query| Query::clone(query)));
        let mark = self.mark.as_deref().map(mark).transpose()?;
        let query = Query::all(queries).map(|query| {
            let query = query.in_lines(scope);
            Arc::new(if mark.is_some() { query.noting() } else { query })
        });
        Ok(Plan {
            query,
            sense: if self.not { Sense::Others } else { Sense::Matches },
            select: self.select.plan(),
            keep: match (self.last, self.sample) {
                (Some(n), _) => Keep::Last(n),
                (None, Some(n)) => Keep::Sample(n, self.seed),
                (None, None) => Keep::All,
            },
            output,
            rest: self.rest.clone(),
            line_ending: self.line_ending.line_ending,
            show: if self.count { Show::Count } else { Show::Games },
            mark,
            fails_without_match: self.exit_status,
        })
    }
}

/// What `--mark` without a value says.
const DEFAULT_MARK: &str = "match";

fn mark(text: &str) -> anyhow::Result<Mark> {
    if let Some(number) = text.strip_prefix('$') {
        ensure!(number.parse::<u8>().is_ok(), "--mark {text}: a NAG is $0 to $255");
        return Ok(Mark { text: text.to_owned(), is_default: false });
    }
    let is_plain = !text.contains(|c: char| c == '}' || c == '{' || c.is_control());
    ensure!(is_plain, "--mark: a comment cannot hold braces or line ends");
    Ok(Mark { text: format!("{{{text}}}"), is_default: text == DEFAULT_MARK })
}

pub(crate) fn run(args: &Args, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let plan = args.plan(globals)?;
    if globals.explain_where {
        selecting::explain(plan.query.as_deref())?;
        return Ok(ExitStatus::Clean);
    }
    let kind = if plan.show == Show::Count { Kind::Count } else { Kind::Games };
    let outputs = OutputSet::new(args.output.force, globals)
        .output(&plan.output, kind)
        .file("--rest ", plan.rest.as_deref(), Kind::Apart)
        .reads("--repertoire", args.short_forms.repertoire());
    let inputs = args.input.resolve("filter", IgnoreFiles::Disregard, &outputs, globals)?;
    outputs.begin(&inputs, globals)?;
    let reading = Reading { query: plan.query.clone(), ..globals.run.reading.clone() };
    let run = pgn_work::Globals { reading, ..globals.run.clone() };
    pgn_work::filter::run(&plan, &inputs, &run)
}
