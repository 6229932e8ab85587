//! `pgnkit check`: what is asked of the linter, and how its findings are shown.

mod fix;
mod report;
mod rulings;
mod show_settings;

use std::path::PathBuf;

use anyhow::ensure;
use clap::{
    Args as ClapArgs, ValueEnum, ValueHint,
    builder::{PossibleValue, PossibleValuesParser},
};
use pgn_lint::{Levels, Rule, Selection, Severity, TARGETS, Target};
use pgn_report::findings::Board;
use pgn_work::{
    ExitStatus,
    check::{Baseline, BaselinePlan, FixMode, Limit, Plan, Ruling, Rulings},
    inputs::Inputs,
    outputs::Output,
};

use self::{
    fix::FixArgs,
    report::{ReportArg, ReportParser},
};
use super::{
    common::{self, SelectArgs},
    outputs::{ForceArgs, Kind, OutputArgs, OutputSet},
    values::{self, Choices, one_of},
};

use crate::{globals::Globals, inputs::IgnoreFiles};

/// What is typed most.
const EXAMPLES: &str = "Examples:
  pgnkit check games                                    a folder
  pgnkit check --statistics twic.zip                    how often each rule
  pgnkit check --diff games.pgn                         what --fix would change
  pgnkit check --ignore T,L --fail-on error games       what counts
  pgnkit check --output-format sarif=found.sarif games  a report, too";

/// What may be typed behind `--board`.
const BOARDS: Choices<Board> = &[
    ("unicode", "Figurines", Board::Unicode),
    ("ascii", "Letters", Board::Ascii),
    ("none", "Not at all", Board::None),
];

/// Find what is wrong with games, rule by rule
///
/// Findings go to stdout, a summary to stderr. Exit status 1 if there are findings that fail (--fail-on).
#[derive(ClapArgs, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    input: common::InputArgs,
    #[command(flatten)]
    select: SelectArgs,
    #[command(flatten)]
    output: OutputArgs,

    /// Only these rules: codes, names, or beginnings of codes
    #[arg(long = "select", value_name = "RULE", value_delimiter = ',', help_heading = "Rules")]
    rules: Vec<String>,

    /// These rules too
    #[arg(long, value_name = "RULE", value_delimiter = ',', help_heading = "Rules")]
    extend_select: Vec<String>,

    /// Not these rules
    #[arg(long, value_name = "RULE", value_delimiter = ',', help_heading = "Rules")]
    ignore: Vec<String>,

    /// The lowest level to show
    #[arg(long, value_name = "LEVEL", value_enum, default_value_t, help_heading = "Rules")]
    severity: Level,

    /// The lowest level that makes the exit status 1 [default: what is shown]
    #[arg(long, value_name = "LEVEL|never", value_enum, help_heading = "Rules")]
    fail_on: Option<FailOn>,

    /// Every warning is an error
    #[arg(long, help_heading = "Rules")]
    strict: bool,

    /// Also ask whether this program or site takes the games
    #[arg(long, value_name = "NAME", help_heading = "Rules")]
    #[arg(value_parser = PossibleValuesParser::new(TARGETS.iter().map(target_value)))]
    target: Option<String>,

    /// Exit status 0 whatever is found
    #[arg(long, help_heading = "Rules")]
    exit_zero: bool,

    #[command(flatten)]
    fix: FixArgs,

    /// How findings are shown, and in which file; may be given several times [default: full]
    #[arg(long, value_name = "FORMAT[=FILE]", value_parser = ReportParser, help_heading = "Output")]
    output_format: Vec<ReportArg>,

    /// Draw the board of findings that have a position, in `full`
    #[arg(long, value_name = "HOW", value_parser = one_of(BOARDS), default_value = "none")]
    #[arg(help_heading = "Output")]
    board: Board,

    /// Count the findings of each rule instead of showing them
    #[arg(long, help_heading = "Output")]
    statistics: bool,

    /// Findings shown of one rule in one file, in `full` and `concise`
    #[arg(long, value_name = "N|none", default_value = "20", value_parser = values::parse_limit)]
    #[arg(help_heading = "Output")]
    max_diagnostics: Limit,

    /// Copy games with errors that are shown to FILE, each behind a line that says what is wrong
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    rejects: Option<PathBuf>,

    /// Neither show nor count the findings that FILE holds
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Rules")]
    baseline: Option<PathBuf>,

    /// Write all findings into FILE instead of showing them
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Rules")]
    #[arg(conflicts_with_all = ["baseline", "output_format", "statistics", "show_settings", "fix", "fix_only", "diff", "output"])]
    write_baseline: Option<PathBuf>,

    /// Show what holds for each input, and where it was said, instead of checking
    #[arg(long, conflicts_with = "output", help_heading = "Rules")]
    show_settings: bool,

    /// What findings call stdin
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    stdin_filename: Option<PathBuf>,
}

fn target_value(target: &Target) -> PossibleValue {
    PossibleValue::new(target.name).help(target.about)
}

/// Levels of findings, the gravest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Level {
    Error,
    #[default]
    Warning,
    Info,
    Style,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FailOn {
    Error,
    Warning,
    Info,
    Style,
    Never,
}

impl Level {
    fn severity(self) -> Severity {
        match self {
            Level::Error => Severity::Error,
            Level::Warning => Severity::Warning,
            Level::Info => Severity::Info,
            Level::Style => Severity::Style,
        }
    }
}

impl FailOn {
    fn severity(self) -> Option<Severity> {
        match self {
            FailOn::Error => Some(Severity::Error),
            FailOn::Warning => Some(Severity::Warning),
            FailOn::Info => Some(Severity::Info),
            FailOn::Style => Some(Severity::Style),
            FailOn::Never => None,
        }
    }
}

impl Args {
    /// What these arguments say of an input that they hold for.
    ///
    /// # Errors
    /// A rule that is not there.
    pub(crate) fn ruling(&self, levels: Levels) -> anyhow::Result<Ruling> {
        let fail_on = match self.fail_on {
            _ if self.exit_zero => None,
            Some(fail_on) => fail_on.severity(),
            None => Some(self.severity.severity()),
        };
        Ok(Ruling {
            rules: Selection::new(&self.rules, &self.extend_select, &self.ignore)?,
            levels,
            strict: self.strict,
            target: self.target.as_deref().and_then(Target::find),
            show: self.severity.severity(),
            fail_on,
            fixable: self.fix.fixable()?,
        })
    }

    /// Whether the inputs are read at all.
    pub(crate) fn reads_games(&self) -> bool {
        !self.show_settings
    }

    fn plan(&self) -> anyhow::Result<Plan> {
        let output = self.output.plan()?;
        let fix = self.fix.plan();
        ensure!(
            output == Output::Stdout
                || !matches!(fix.mode, Some(FixMode::Rewrite | FixMode::RewriteOnly)),
            "--fix rewrites the files themselves, and stdin goes to stdout: no --output with it; \
             --output-format full=FILE writes the findings that remain"
        );
        let baseline = match (&self.baseline, &self.write_baseline) {
            (None, None) => BaselinePlan::None,
            (Some(path), _) => BaselinePlan::Known(Box::new(Baseline::read(path)?), path.clone()),
            (None, Some(path)) => BaselinePlan::Write(Output::File(path.clone())),
        };
        let shows_findings = fix.shows_findings() && self.write_baseline.is_none();
        let reports = match self.statistics || !shows_findings {
            true => Vec::new(),
            false => report::plan(&self.output_format, &output)?,
        };
        Ok(Plan {
            select: self.select.plan(),
            output,
            rulings: Rulings::default(),
            fix,
            baseline,
            reports,
            board: self.board,
            statistics: match self.statistics {
                true => Some(report::plan_statistics(&self.output_format)?),
                false => None,
            },
            max_diagnostics: self.max_diagnostics,
            stdin_filename: self.stdin_filename.clone(),
            rejects: self.rejects.clone(),
        })
    }

    /// Says which rules were asked for, but are of levels that are not shown.
    fn warn_of_unshown(&self, globals: &Globals) {
        for name in self.rules.iter().chain(&self.extend_select) {
            if let Some(level) = pgn_lint::named(name).map(Rule::gravest).max()
                && level < self.severity.severity()
            {
                globals.run.messages.warning(format_args!(
                    "findings of {name} are of level {level}, which is not shown: add --severity \
                     {level}"
                ));
            }
        }
    }
}

/// All that is written, but for games of stdin.
fn outputs_of(plan: &Plan, force: ForceArgs, globals: &Globals) -> OutputSet {
    let mut set = OutputSet::new(force, globals);
    for report in &plan.reports {
        let option = format!("--output-format {}=", report.format.name);
        set = match report.output == plan.output {
            true => set.output(&report.output, Kind::Findings),
            false => set.output_of(&option, &report.output, Kind::Findings),
        };
    }
    if plan.statistics.is_some() {
        set = set.output(&plan.output, Kind::Findings);
    }
    if plan.fix.mode == Some(FixMode::Diff) {
        set = set.output(&plan.output, Kind::Patch);
    }
    match &plan.baseline {
        BaselinePlan::None => (),
        BaselinePlan::Known(_, path) => set = set.reads("--baseline", Some(path)),
        BaselinePlan::Write(output) => {
            set = set.output_of("--write-baseline ", output, Kind::Baseline);
        }
    }
    set.file("--rejects ", plan.rejects.as_deref(), Kind::Rejects)
}

/// What would go to stdout goes to stderr: games go there.
fn clear_stdout(plan: &mut Plan) {
    let reports = plan.reports.iter_mut().map(|report| &mut report.output);
    for output in reports.chain([&mut plan.output]) {
        if *output == Output::Stdout {
            *output = Output::Stderr;
        }
    }
}

pub(crate) fn run(args: &Args, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let mut plan = args.plan()?;
    let mut outputs = outputs_of(&plan, args.output.force, globals);
    let inputs: Inputs = args.input.resolve("check", IgnoreFiles::Honor, &outputs, globals)?;
    let stdin = plan.stdin_filename.as_deref();
    let (all_rulings, sources) = rulings::of_inputs(args, &inputs.list, stdin, globals)?;
    plan.rulings = all_rulings;
    if args.show_settings {
        return show_settings::run(&plan.rulings, &sources, &inputs, globals);
    }
    args.warn_of_unshown(globals);
    fix::check(&plan.fix, &inputs, &plan.select, globals)?;
    let fixes_stdin = plan.fix.mode.is_some_and(|mode| mode != FixMode::Diff)
        && inputs.list.contains(&pgn_stream::Input::Stdin);
    if fixes_stdin {
        clear_stdout(&mut plan);
        outputs = outputs_of(&plan, args.output.force, globals);
        outputs.take_stdout();
    }
    outputs.begin(&inputs, globals)?;
    pgn_work::check::run(&plan, &inputs, &globals.run)
}
