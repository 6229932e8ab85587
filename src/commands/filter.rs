//! `pgnkit filter`: copies the games that match.

use std::{path::PathBuf, sync::Arc};

use anyhow::ensure;
use clap::{Args as ClapArgs, ValueHint};
use pgn_query::{Query, Scope};
use pgn_work::{
    ExitStatus, ReadingOptions,
    filter::{Keep, Mark, Plan, Sense, Show},
    follow::LinesAs,
    inputs::Inputs,
    options::{queries, values::parse_number},
    output_set::{OutputKind, OutputSet},
    outputs::RunPosition,
};

use super::{
    common::{self, SelectArgs},
    following::{FollowArgs, follow},
    outputs::{FramesArgs, LineEndingArgs, NAMED_BY_OUTPUT, OutputArgs, format_of_ending},
    selecting,
    short_forms::ShortForms,
    values::{Choices, one_of},
};
use crate::globals::Globals;

const EXAMPLES: &str = "Examples:
  pgnkit filter --player Tal --date 1960 games.pgn                short forms
  pgnkit filter -w 'elo >= 2500 and ends(checkmate)' games.pgn    expressions
  pgnkit filter --count --line '1. e4 c5' --result 1-0 games.pgn  the number
  pgnkit filter --material KRPvKR --mark games.pgn                mark positions
  pgnkit filter --sample 100 --seed 7 games.pgn                   at random";

/// The values of `--in`.
const LINES: Choices<Scope> = &[
    ("mainline", "", Scope::Mainline),
    ("variations", "In the main line and in all variations", Scope::Variations),
];

/// Select games, and copy them byte for byte
///
/// With --exit-status, the status is 1 if no game is selected.
#[derive(ClapArgs, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    input: common::InputArgs,
    #[command(flatten)]
    follow: FollowArgs,
    #[command(flatten)]
    short_forms: ShortForms,

    /// The lines in which positions are searched
    #[arg(long = "in", value_name = "LINES", value_parser = one_of(LINES), default_value = "mainline")]
    #[arg(help_heading = "Selecting")]
    scope: Scope,

    /// Select the games that do not match
    #[arg(long, help_heading = "Selecting")]
    not: bool,

    #[command(flatten)]
    select: SelectArgs,

    /// Select only the last N of the games
    ///
    /// With --skip or --take, of the games that these select.
    #[arg(long, value_name = "N", conflicts_with_all = ["sample", "rest", "follow"])]
    #[arg(value_parser = parse_number::<usize>, allow_negative_numbers = true)]
    #[arg(help_heading = "Selecting")]
    last: Option<usize>,

    /// Select N of the games at random; they stay in order
    ///
    /// With --skip or --take, of the games that these select.
    #[arg(long, value_name = "N", conflicts_with_all = ["rest", "follow"], help_heading = "Selecting")]
    #[arg(value_parser = parse_number::<usize>, allow_negative_numbers = true)]
    sample: Option<usize>,

    /// The seed of the random selection; the same seed selects the same games [default: 0]
    #[arg(long, value_name = "S", requires = "sample", help_heading = "Selecting")]
    #[arg(conflicts_with_all = ["last", "rest", "follow"])]
    #[arg(value_parser = parse_number::<u64>, allow_negative_numbers = true)]
    seed: Option<u64>,

    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    frames: FramesArgs,
    #[command(flatten)]
    line_ending: LineEndingArgs,

    /// Write the games that are not selected to FILE
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    #[arg(conflicts_with = "follow")]
    rest: Option<PathBuf>,

    /// Write only the number of selected games
    #[arg(long, conflicts_with_all = ["mark", "follow"], help_heading = "Output")]
    count: bool,

    /// Add TEXT as a comment after the half-move where a position matched, or a NAG if TEXT is $N
    /// [default: match; with --repertoire, the side that leaves it and the moves of the repertoire]
    #[arg(long, value_name = "TEXT", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = DEFAULT_MARK, conflicts_with = "not", help_heading = "Output")]
    mark: Option<String>,

    /// Exit with status 1 if no game is selected
    #[arg(long, conflicts_with = "follow", help_heading = "Output")]
    exit_status: bool,
}

impl Args {
    /// Returns the plan, and the queries of the short forms.
    fn plan(&self, globals: &Globals) -> anyhow::Result<(Plan, Vec<Query>)> {
        let writes_games = !self.count || self.rest.is_some();
        ensure!(
            self.line_ending.line_ending.is_none() || writes_games,
            "--line-ending needs games to write: --count writes their number"
        );
        let output = if self.count { self.output.plan()? } else { self.output.plan_games()? };
        if self.count {
            format_of_ending(output.path(), "the output", Some("a number"), &[])?;
        }
        let mut queries = self.short_forms.queries()?;
        let short_forms = queries.clone();
        queries.extend(globals.run.reading.query.iter().map(|query| Query::clone(query)));
        let mark = self.mark.as_deref().map(mark).transpose()?;
        ensure!(
            !self.not || !queries.is_empty(),
            "--not needs a condition, as -w or --white: without one every game matches, and none is left"
        );
        let query = Query::all(queries).map(|query| {
            let query = query.in_lines(self.scope);
            Arc::new(if mark.is_some() { query.noting() } else { query })
        });
        if !query.as_ref().is_some_and(|query| query.has_positions()) {
            let options = [("--mark", mark.is_some()), ("--in", self.scope == Scope::Variations)];
            for (option, _) in options.iter().filter(|(_, is_set)| *is_set) {
                globals.run.messages.warning(format_args!(
                    "{option} has no effect: no condition is about positions, as --line, --position \
                     and --material are"
                ));
            }
        }
        let plan = Plan {
            query,
            sense: if self.not { Sense::Others } else { Sense::Matches },
            select: self.select.plan(),
            keep: match (self.last, self.sample) {
                (Some(n), _) => Keep::Last(n),
                (None, Some(n)) => Keep::Sample(n, self.seed.unwrap_or(0)),
                (None, None) => Keep::All,
            },
            output,
            rest: self.rest.clone(),
            line_ending: self.line_ending.line_ending,
            show: if self.count { Show::Count } else { Show::Games },
            mark,
            fails_without_match: self.exit_status,
            run_position: RunPosition::Only,
        };
        Ok((plan, short_forms))
    }
}

/// The text of `--mark` without a value.
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
    let (mut plan, short_forms) = args.plan(globals)?;
    if globals.explain_where {
        selecting::explain(plan.query.as_deref())?;
        return Ok(ExitStatus::Clean);
    }
    let kind = if plan.show == Show::Count { OutputKind::Count } else { OutputKind::Games };
    let outputs = OutputSet::new(args.output.force.force, &globals.run)
        .output(&plan.output, kind)
        .file("--rest ", plan.rest.as_deref(), OutputKind::OtherGames)
        .reads("--repertoire", args.short_forms.repertoire());
    let run = args.frames.plan(&outputs.paths(), args.output.append, NAMED_BY_OUTPUT, globals)?;
    let reading = ReadingOptions { query: plan.query.clone(), ..run.reading.clone() };
    let run = pgn_work::Globals { reading, ..run };
    if let Some(follower) = args.follow.follower(&plan.output, LinesAs::Text)? {
        let work = |inputs: &Inputs, position, run: &pgn_work::Globals| {
            plan.run_position = position;
            pgn_work::filter::run(&plan, inputs, run)
        };
        return follow(follower, "filter", &args.input, &outputs, globals, &run, work);
    }
    let inputs = args.input.resolve("filter", &outputs, globals)?;
    if outputs.stays_without_inputs(&inputs, &run.messages) {
        return Ok(ExitStatus::Clean);
    }
    outputs.begin(&inputs, &globals.run)?;
    let status = pgn_work::filter::run(&plan, &inputs, &run)?;
    short_forms.iter().for_each(|query| queries::report_query(query, &run));
    Ok(status)
}
