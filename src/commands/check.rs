//! `pgnkit check`: the arguments of the linter and of its reports.

mod fix;
mod report;
pub(super) mod rulings;
mod show_settings;
mod watch;

use std::path::PathBuf;

use anyhow::bail;
use clap::{
    Args as ClapArgs, ValueHint,
    builder::{PossibleValuesParser, TypedValueParser},
};
use pgn_lint::{Levels, Rule, Selection, Severity, TARGETS, Target};
use pgn_report::findings::{Board, Readers};
use pgn_work::{
    ExitStatus,
    check::{Baseline, BaselinePlan, FixMode, Plan, ReportPlan, Ruling, Rulings},
    inputs::{self, Inputs},
    options::values::{Limit, parse_limit},
    output_set::{OutputKind, OutputSet},
    outputs::Output,
};

use self::{
    fix::FixArgs,
    report::{ReportArg, ReportParser},
};
use super::{
    common::{self, SelectArgs},
    outputs::{ForceArgs, OutputArgs, REPORT_OUTPUT},
    values::{Choices, entry_of, one_of},
};

use crate::{
    config::{Options, Refusal},
    globals::Globals,
};

const EXAMPLES: &str = "Examples:
  pgnkit check games                                    a folder
  pgnkit check --statistics twic.zip                    findings per rule
  pgnkit check --diff games.pgn                         what --fix would change
  pgnkit check --ignore T,L --fail-on error games       fewer rules
  pgnkit check --output-format sarif=found.sarif games  a report file";

/// The values of `--board`.
const BOARDS: Choices<Board> = &[
    ("unicode", "Figurines", Board::Unicode),
    ("ascii", "Letters", Board::Ascii),
    ("none", "No board", Board::None),
];

/// The lowest level that makes the exit status 1; `None` for none.
#[derive(Clone, Copy, Debug)]
struct FailOn(Option<Severity>);

/// Returns the parser of `--fail-on`: the levels and `never`.
fn fail_on() -> impl TypedValueParser<Value = FailOn> {
    let names = Severity::ALL.map(Severity::name).into_iter().chain(["never"]);
    let level = |name: String| Severity::ALL.into_iter().find(|level| level.name() == name);
    PossibleValuesParser::new(names).map(move |name| FailOn(level(name)))
}

/// Find what is wrong with games, rule by rule
///
/// Findings go to stdout, a summary to stderr. Exit status 1 if any finding reaches the level of
/// --fail-on.
#[derive(ClapArgs, Debug)]
#[command(after_help = EXAMPLES, mut_arg("output", |arg| arg.help(REPORT_OUTPUT)))]
pub(crate) struct Args {
    #[command(flatten)]
    input: common::InputArgs,
    #[command(flatten)]
    select: SelectArgs,
    #[command(flatten)]
    output: OutputArgs,

    /// Run only these rules: codes, names, or beginnings of codes
    #[arg(long = "select", value_name = "RULE", value_delimiter = ',', help_heading = "Rules")]
    rules: Vec<String>,

    /// Run these rules, too
    #[arg(long, value_name = "RULE", value_delimiter = ',', help_heading = "Rules")]
    extend_select: Vec<String>,

    /// Skip these rules
    #[arg(long, value_name = "RULE", value_delimiter = ',', help_heading = "Rules")]
    ignore: Vec<String>,

    /// The lowest level to show
    #[arg(long, value_name = "LEVEL", value_parser = entry_of(&Severity::ALL, |it| (it.name(), "")))]
    #[arg(default_value = "warning", help_heading = "Rules")]
    severity: Severity,

    /// The lowest level that makes the exit status 1 [default: what is shown]
    #[arg(long, value_name = "LEVEL|never", value_parser = fail_on(), help_heading = "Rules")]
    fail_on: Option<FailOn>,

    /// Treat every warning as an error
    #[arg(long, help_heading = "Rules")]
    strict: bool,

    /// Also check whether this program or site accepts the games
    #[arg(long, value_name = "NAME", help_heading = "Rules")]
    #[arg(value_parser = entry_of(TARGETS, |it| (it.name, it.about)))]
    target: Option<&'static Target>,

    /// Exit with status 0 even if there are findings
    #[arg(long, help_heading = "Rules")]
    exit_zero: bool,

    #[command(flatten)]
    fix: FixArgs,

    /// The format of the findings, and the file they go to; may be repeated [default: full, or that of
    /// the ending of --output]
    #[arg(long, value_name = "FORMAT[=FILE]", value_parser = ReportParser, help_heading = "Output")]
    output_format: Vec<ReportArg>,

    /// Draw the board of findings that have a position, in `full`
    #[arg(long, value_name = "HOW", value_parser = one_of(BOARDS), default_value = "none")]
    #[arg(help_heading = "Output")]
    board: Board,

    /// Count the findings of each rule instead of showing them
    #[arg(long, help_heading = "Output")]
    statistics: bool,

    /// Maximum number of findings shown of one rule in one file, in `full`, `concise` and `github`; fixes, rejects
    /// and the exit status take all into account [default: 20; none in `github`]
    #[arg(long, value_name = "N|none", value_parser = parse_limit, help_heading = "Output")]
    max_diagnostics: Option<Limit>,

    /// Copy each game with an error that is shown to FILE, after a line that says what is wrong
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    #[arg(conflicts_with_all = ["fix_only", "diff", "write_baseline", "show_settings"])]
    rejects: Option<PathBuf>,

    /// Do not show or count findings that FILE lists
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Rules")]
    baseline: Option<PathBuf>,

    /// Do not show findings, but write them to FILE; the exit status is 0, however many there are
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Rules")]
    #[arg(conflicts_with_all = ["baseline", "output_format", "statistics", "show_settings", "fix", "fix_only", "diff", "output", "append"])]
    write_baseline: Option<PathBuf>,

    /// Show the settings of each input and where they come from, instead of checking
    #[arg(long, conflicts_with_all = ["output", "append", "statistics"], help_heading = "Rules")]
    show_settings: bool,

    /// Keep running, and check inputs again whenever they change, until interrupted
    #[arg(long, help_heading = "Inputs")]
    #[arg(conflicts_with_all = ["write_baseline", "statistics", "show_settings", "fix", "fix_only", "diff", "rejects", "output", "append", "manifest", "stdin_filename"])]
    watch: bool,

    /// The file name that findings give for stdin
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    stdin_filename: Option<PathBuf>,
}

impl Args {
    /// Returns the inputs that these arguments name.
    ///
    /// # Errors
    /// Returns an error if there is nothing to read, or a named input is missing.
    pub(crate) fn files(&self, globals: &Globals) -> anyhow::Result<Inputs> {
        let outputs = OutputSet::new(self.output.force.force, &globals.run);
        self.input.resolve("check", &outputs, globals)
    }

    /// Returns the ruling for the inputs that these arguments apply to.
    ///
    /// # Errors
    /// Returns an error if an argument names an unknown rule.
    pub(crate) fn ruling(&self, levels: Levels) -> anyhow::Result<Ruling> {
        let fail_on = match self.fail_on {
            _ if self.exit_zero => None,
            Some(FailOn(least)) => least,
            None => Some(self.severity),
        };
        Ok(Ruling {
            rules: Selection::new(&self.rules, &self.extend_select, &self.ignore)?,
            levels,
            strict: self.strict,
            target: self.target,
            show: self.severity,
            fail_on,
            fixable: self.fix.fixable()?,
        })
    }

    /// Returns true if the inputs are read.
    pub(crate) fn reads_games(&self) -> bool {
        !self.show_settings
    }

    /// Checks the options, as [`super::Command::check_options`] does.
    pub(crate) fn check_options(&self, _: Options<'_>) -> Result<(), Refusal> {
        let reports = match self.statistics {
            true => report::plan_statistics(&self.output_format).map(|_| Vec::new()),
            false => self.reports(),
        };
        let reports =
            reports.map_err(|err| Refusal::misplaced("output-format", format!("{err:#}")))?;
        let draws = self.board != Board::None;
        report::check_option("board", draws, |format| format.has_board, &reports)?;
        let is_limited = self.max_diagnostics.is_some_and(|Limit(n)| n < u64::MAX);
        report::check_option(
            "max-diagnostics",
            is_limited,
            |format| format.readers != Readers::Programs,
            &reports,
        )
    }

    /// Returns the plans of the reports of findings.
    fn reports(&self) -> anyhow::Result<Vec<ReportPlan>> {
        let shows_findings =
            FixMode::shows_findings(self.fix.mode()) && self.write_baseline.is_none();
        if self.statistics || !shows_findings {
            return Ok(Vec::new());
        }
        report::plan(&self.output_format, &self.output.plan()?)
    }

    fn plan(&self) -> anyhow::Result<Plan> {
        let output = self.output.plan()?;
        let fix = self.fix.mode();
        if output != Output::Stdout {
            let words =
                "rewrites the input files, or writes stdin to stdout, and takes no --output";
            match fix {
                Some(FixMode::RewriteOnly) => bail!("--fix-only {words}"),
                Some(FixMode::Rewrite) if self.statistics => bail!("--fix {words}"),
                Some(FixMode::Rewrite) => bail!(
                    "--fix {words}; --output-format full=FILE writes the findings that remain"
                ),
                Some(FixMode::Diff) | None => (),
            }
        }
        let baseline = match (&self.baseline, &self.write_baseline) {
            (None, None) => BaselinePlan::None,
            // The settings are shown without the baseline.
            (Some(_), _) if self.show_settings => BaselinePlan::None,
            (Some(path), _) => BaselinePlan::Known(Box::new(Baseline::read(path)?)),
            (None, Some(path)) => BaselinePlan::Write(Output::of(path)),
        };
        Ok(Plan {
            select: self.select.plan(),
            output,
            rulings: Rulings::default(),
            fix,
            baseline,
            reports: self.reports()?,
            board: self.board,
            statistics: (self.statistics)
                .then(|| report::plan_statistics(&self.output_format))
                .transpose()?,
            max_diagnostics: self.max_diagnostics.map_or(20, |Limit(n)| n),
            limits_annotations: self.max_diagnostics.is_some(),
            stdin_filename: self.stdin_filename.clone(),
            rejects: self.rejects.clone(),
            fails_on_changes: fix == Some(FixMode::Diff)
                && !self.exit_zero
                && !matches!(self.fail_on, Some(FailOn(None))),
        })
    }

    /// Warns of rules that were requested but whose levels are not shown.
    fn warn_of_unshown(&self, globals: &Globals) {
        for name in self.rules.iter().chain(&self.extend_select) {
            if let Some(level) = pgn_lint::named(name).map(Rule::gravest).max()
                && level < self.severity
            {
                globals.run.messages.warning(format_args!(
                    "findings of {name} are of level {level}, which is not shown: add --severity \
                     {level}"
                ));
            }
        }
    }
}

/// Returns all outputs, except the games of stdin.
fn outputs_of(plan: &Plan, force: ForceArgs, globals: &Globals) -> OutputSet {
    let mut set = OutputSet::new(force.force, &globals.run);
    for report in &plan.reports {
        let option = format!("--output-format {}=", report.format.name);
        set = if report.output == plan.output {
            set.output(&report.output, OutputKind::Findings)
        } else {
            set.output_of(&option, &report.output, OutputKind::Findings)
        };
    }
    if plan.statistics.is_some() {
        set = set.output(&plan.output, OutputKind::Findings);
    }
    if plan.fix == Some(FixMode::Diff) {
        set = set.output(&plan.output, OutputKind::Patch);
    }
    match &plan.baseline {
        BaselinePlan::None => (),
        BaselinePlan::Known(known) => set = set.reads("--baseline", Some(known.path())),
        BaselinePlan::Write(output) => {
            set = set.output_of("--write-baseline ", output, OutputKind::Baseline);
        }
    }
    set.file("--rejects ", plan.rejects.as_deref(), OutputKind::Rejects)
}

/// Sends to stderr what would go to stdout, because stdout takes the games.
fn clear_stdout(plan: &mut Plan) {
    let reports = plan.reports.iter_mut().map(|report| &mut report.output);
    for output in reports.chain([&mut plan.output]) {
        if *output == Output::Stdout {
            *output = Output::Stderr;
        }
    }
}

pub(crate) fn run(args: &Args, globals: &Globals) -> anyhow::Result<ExitStatus> {
    if args.watch {
        return watch::run(args, globals);
    }
    let plan = args.plan()?;
    let outputs = outputs_of(&plan, args.output.force, globals);
    let mut inputs = args.input.resolve("check", &outputs, globals)?;
    if let Some(mode) = plan.fix {
        let messages = &globals.run.messages;
        inputs::leave_out_found(&mut inputs, fix::option(mode), messages)?;
    }
    check(args, plan, outputs, &inputs, globals)
}

/// Checks inputs once.
fn check(
    args: &Args,
    mut plan: Plan,
    mut outputs: OutputSet,
    inputs: &Inputs,
    globals: &Globals,
) -> anyhow::Result<ExitStatus> {
    let stdin = plan.stdin_filename.as_deref();
    let (all_rulings, sources) = rulings::of_inputs(args, &inputs.list, stdin, globals)?;
    plan.rulings = all_rulings;
    if args.show_settings {
        if let Some(Err(why)) = args.baseline.as_deref().map(Baseline::read) {
            globals.run.messages.warning(format_args!("{why:#}"));
        }
        return show_settings::run(&plan.rulings, &sources, inputs, globals);
    }
    args.warn_of_unshown(globals);
    fix::check(plan.fix, inputs, &plan.select, globals)?;
    let fixes_stdin = plan.fix.is_some_and(|mode| mode != FixMode::Diff)
        && inputs.list.contains(&pgn_stream::Input::Stdin);
    if fixes_stdin {
        clear_stdout(&mut plan);
        outputs = outputs_of(&plan, args.output.force, globals)
            .output(&Output::Stdout, OutputKind::Games);
    }
    outputs.begin(inputs, &globals.run)?;
    pgn_work::check::run(&plan, inputs, &globals.run)
}
