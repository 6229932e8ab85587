//! `pgnkit strip-comments`: the classes of annotation to remove.

use clap::{Args as ClapArgs, ValueEnum};
use pgn_syntax::strip::{Classes, Commands};
use pgn_work::{
    ExitStatus,
    output_set::{OutputKind, OutputSet},
    outputs::check_in_place,
    strip_comments::{Layout, Plan},
};

use super::{
    common::{self, SelectArgs},
    outputs::{FramesArgs, LineEndingArgs, NAMED_BY_OUTPUT, OutputArgs, RewriteArgs, with_output},
};
use crate::{
    config::{Options, Refusal},
    globals::Globals,
};

const EXAMPLES: &str = "Examples:
  pgnkit strip-comments games.pgn                         text and commands
  pgnkit strip-comments --preset engine games.pgn         engine output
  pgnkit strip-comments --keep-commands clk games.pgn     all but clock times
  pgnkit strip-comments --drop nags,variations games.pgn  only these";

/// The help of `--skip`, which can leave games unedited instead.
const SKIP: &str = "Leave out the first N games; with --where (of those that match), --in-place, --check or \
    --diff, keep them unedited";

/// The help of `--take`, which can leave games unedited instead.
const TAKE: &str = "Take at most N games; with --where (of those that match), --in-place, --check or --diff, \
    edit at most N and keep the others unedited";

/// Remove annotation, and leave every other byte unchanged
///
/// Blanks around the removed text go with it, and so does a number of Black that only this text made
/// necessary: `1. e4 {c} 1... e5` becomes `1. e4 e5`.
///
/// Games that --where does not select are copied unchanged. --skip and --take leave games out of
/// the output; with --where, --in-place, --check or --diff, they choose which of the games are
/// edited instead, and all games stay. Exit status 1 if files would change (--check, --diff).
#[derive(ClapArgs, Debug)]
#[command(after_help = EXAMPLES, mut_arg("skip", |arg| arg.help(SKIP)), mut_arg("take", |arg| arg.help(TAKE)))]
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
    #[command(flatten)]
    rewrite: RewriteArgs,

    /// The classes of annotation to remove [default: text,commands]
    #[arg(long, value_name = "CLASS", value_enum, value_delimiter = ',', help_heading = "Classes")]
    drop: Vec<Class>,

    /// Classes to keep, out of those that --drop, --preset all or the default would remove. `text` includes
    /// the text of `engine` and the [#] of `diagrams`; `commands` includes the commands of `engine`, and `nags`
    /// those of `diagrams`
    #[arg(long, value_name = "CLASS", value_enum, value_delimiter = ',', help_heading = "Classes")]
    keep: Vec<Class>,

    /// Names of commands to keep, as in clk,emt
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = parse_command)]
    #[arg(help_heading = "Classes")]
    keep_commands: Vec<String>,

    /// Names of commands to remove, as in eval,depth. With --drop or --preset they are removed in addition to
    /// the named classes; without these options, nothing else is removed
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = parse_command)]
    #[arg(help_heading = "Classes")]
    drop_commands: Vec<String>,

    /// A named set of annotation to remove, instead of --drop; only one. --drop-commands adds commands
    /// to it, --keep-commands takes some out
    #[arg(long, value_enum, conflicts_with = "drop", help_heading = "Classes")]
    preset: Option<Preset>,

    /// Reflow the lines of movetext in games from which something is removed
    #[arg(long, help_heading = "Output")]
    reflow: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Class {
    /// Text and commands
    Comments,
    /// The text of comments
    Text,
    /// Commands in comments, like [%clk 0:05:00]
    Commands,
    /// NAGs, like $1
    Nags,
    /// Variations, with all that is in them
    Variations,
    /// Symbols, like ! and +-
    Glyphs,
    /// What engines and analysis servers write: text with scores, judgments and lines, and commands
    /// such as eval
    Engine,
    /// [#] in comments, comments of the word "diagram" alone, $220, $221, and $201 or the letter D
    Diagrams,
    /// Lines that begin with %
    Escapes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Preset {
    /// Removes all annotation: comments with all in them, NAGs, symbols, variations, escape lines
    All,
    /// Removes the same as --drop engine: text of engines, and the commands eval, evp, wdl, depth,
    /// nodes, nps, acd, ce, engine, pv, score. Text by people, clocks and NAGs stay
    Engine,
    /// Removes times: the commands clk, emt, egt, mct, timestamp
    Clocks,
    /// Removes text by people, and their drawings: the commands csl, cal, draw, mark, arrow, c_effect,
    /// c_arrow, c_highlight. Text of engines, [#] and other commands stay
    Human,
}

/// Commands with engine evaluations and statistics.
const OF_ENGINES: &[&str] =
    &["eval", "evp", "wdl", "depth", "nodes", "nps", "acd", "ce", "engine", "pv", "score"];
/// Commands with times.
const OF_CLOCKS: &[&str] = &["clk", "emt", "egt", "mct", "timestamp"];
/// Commands that draw on the board.
const DRAWINGS: &[&str] =
    &["csl", "cal", "draw", "mark", "arrow", "c_effect", "c_arrow", "c_highlight"];

fn parse_command(name: &str) -> Result<String, String> {
    let name = name.strip_prefix('%').unwrap_or(name);
    if !name.is_empty() && name.as_bytes().iter().all(pgn_syntax::is_name_byte) {
        Ok(name.to_ascii_lowercase())
    } else {
        Err("the name of a command has letters, digits and `_`, like clk".to_owned())
    }
}

impl Args {
    fn classes(&self) -> Classes {
        self.classes_without(&self.keep, &self.keep_commands)
    }

    /// Returns what is removed if the classes of `kept` and the commands of `kept_commands` are kept.
    fn classes_without(&self, kept: &[Class], kept_commands: &[String]) -> Classes {
        let is_default =
            self.drop.is_empty() && self.drop_commands.is_empty() && self.preset.is_none();
        let dropped: &[Class] = match self.preset {
            Some(Preset::All) => Class::value_variants(),
            Some(Preset::Engine) => &[Class::Engine],
            Some(Preset::Clocks | Preset::Human) => &[],
            None if is_default => &[Class::Text, Class::Commands],
            None => &self.drop,
        };
        let has = |classes: &[Class], class| {
            let is_of_comments = matches!(class, Class::Text | Class::Commands);
            classes.contains(&class) || is_of_comments && classes.contains(&Class::Comments)
        };
        let is_kept = |class| has(kept, class);
        let goes = |class| has(dropped, class) && !is_kept(class);
        let is_human = self.preset == Some(Preset::Human);
        let has_text = goes(Class::Text);

        let mut names: Vec<&str> = self.drop_commands.iter().map(String::as_str).collect();
        if goes(Class::Engine) {
            names.extend(OF_ENGINES);
        }
        match self.preset {
            Some(Preset::Clocks) => names.extend(OF_CLOCKS),
            Some(Preset::Human) => names.extend(DRAWINGS),
            Some(Preset::All | Preset::Engine) | None => (),
        }
        let mut kept: Vec<&str> = kept_commands.iter().map(String::as_str).collect();
        if is_kept(Class::Engine) {
            kept.extend(OF_ENGINES);
        }
        let owned = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
        let commands = if goes(Class::Commands) {
            Commands::AllBut(owned(kept))
        } else {
            names.retain(|name| !is_kept(Class::Commands) && !kept.contains(name));
            if names.is_empty() { Commands::None } else { Commands::Only(owned(names)) }
        };
        Classes {
            text: has_text || is_human,
            engine: (has_text && !is_kept(Class::Engine)) || goes(Class::Engine),
            commands,
            diagrams: (has_text && !is_kept(Class::Diagrams)) || goes(Class::Diagrams),
            diagram_nags: goes(Class::Diagrams) && !is_kept(Class::Nags),
            nags: goes(Class::Nags),
            glyphs: goes(Class::Glyphs),
            variations: goes(Class::Variations),
            escapes: goes(Class::Escapes),
        }
    }

    /// Checks the options, as [`super::Command::check_options`] does.
    pub(crate) fn check_options(&self, options: Options<'_>) -> Result<(), Refusal> {
        // A typed `--drop` overrides a `keep` of settings. If both are typed, `--keep` takes classes out of `--drop`.
        let is_dropped = |class| options.is_typed("drop") && self.drop.contains(class);
        if !options.is_typed("keep") && self.keep.iter().any(is_dropped) {
            let message = "--drop and --keep name the same class".to_owned();
            return Err(Refusal::misplaced("keep", message));
        }
        let classes = self.classes();
        if classes == Classes::default() {
            let message = "nothing to remove: every class is kept".to_owned();
            let all = ["keep", "keep-commands", "drop", "drop-commands", "preset"];
            return Err(Refusal::contradiction(&all, message));
        }
        let is_used = self.classes_without(&[], &self.keep_commands) != classes;
        Refusal::unless(self.keep.is_empty() || is_used, "keep", || {
            "--keep has no effect: the other options remove nothing of these classes".to_owned()
        })?;
        let is_used = self.classes_without(&self.keep, &[]) != classes;
        Refusal::unless(self.keep_commands.is_empty() || is_used, "keep-commands", || {
            "--keep-commands has no effect: the other options remove none of these commands"
                .to_owned()
        })
    }

    fn plan(&self) -> anyhow::Result<Plan> {
        let output = self.output.plan_games()?;
        let rewrite = self.rewrite.plan(&output, self.output.force)?;
        let classes = self.classes();
        Ok(Plan {
            select: self.select.plan(),
            output,
            rewrite,
            line_ending: self.line_ending.line_ending,
            classes,
            layout: if self.reflow { Layout::Reflowed } else { Layout::Kept },
        })
    }
}

pub(crate) fn run(args: &Args, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let plan = args.plan()?;
    let named =
        [("--keep-commands", &args.keep_commands), ("--drop-commands", &args.drop_commands)];
    for (option, names) in named {
        names.iter().for_each(|name| globals.run.reading.requested.request_command(option, name));
    }
    let outputs = OutputSet::new(args.output.force.force, &globals.run);
    let outputs = with_output(outputs, &plan.output, &plan.rewrite, OutputKind::Games);
    let run = args.frames.plan(&outputs.paths(), args.output.append, NAMED_BY_OUTPUT, globals)?;
    let mut inputs = args.input.resolve("strip-comments", &outputs, globals)?;
    check_in_place(&plan.rewrite, &mut inputs, &globals.run.messages)?;
    if outputs.stays_without_inputs(&inputs, &run.messages) {
        return Ok(ExitStatus::Clean);
    }
    outputs.begin(&inputs, &globals.run)?;
    pgn_work::strip_comments::run(&plan, &inputs, &run)
}
