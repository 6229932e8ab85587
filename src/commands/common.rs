//! Argument groups that commands share, and their conversion to plans.

use std::{
    ffi::OsString,
    io::{self, IsTerminal as _},
    num::NonZeroUsize,
    ops::Range,
    path::PathBuf,
    sync::Arc,
};

use anyhow::{bail, ensure};
use clap::{ArgAction, ArgMatches, Args, ValueEnum, ValueHint};
use pgn_chess::Lang;
use pgn_collate::TempFiles;
use pgn_report::{paint::Paint, text::escape};
use pgn_stream::Workers;
use pgn_syntax::date::{DateEvidence, DateOrder};
use pgn_work::{
    Encoding, ReadingOptions, SelectPlan,
    inputs::{self, IfNone, IgnoreFiles, Inputs, Request, Source, Truncation},
    manifest::Manifest,
    messages::{Messages, Verbosity},
    options::{
        queries,
        values::{
            parse_bytes, parse_encoding, parse_game_size, parse_lang, parse_number, parse_threads,
        },
    },
    output_set::OutputSet,
    paths,
};

use super::{
    given,
    selecting::WhereArgs,
    values::{Choices, one_of},
};
use crate::{
    config::{Config, Origin},
    globals::Globals,
    inputs::Sources,
    messages::Stderr,
    progress::ProgressWhen,
};

/// `--color`: when output is colored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorWhen {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    Always,
    Never,
}

impl ColorWhen {
    fn is_on(self, is_terminal: bool) -> bool {
        let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let is_dumb = || std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        match self {
            ColorWhen::Always => true,
            ColorWhen::Never => false,
            ColorWhen::Auto => is_terminal && !is_set("NO_COLOR") && !is_dumb(),
        }
    }
}

/// The options that every command takes, before or after its name.
#[derive(Args, Debug)]
#[command(next_help_heading = "Global options")]
pub(crate) struct GlobalArgs {
    /// Number of worker threads [0: one per core]
    #[arg(short = 'j', long, value_name = "N", global = true, default_value_t = 0)]
    #[arg(hide_default_value = true, value_parser = parse_threads, allow_negative_numbers = true)]
    threads: u16,

    /// When to use colors
    #[arg(long, value_name = "WHEN", global = true, value_enum, default_value_t)]
    color: ColorWhen,

    /// Print no warnings and no summary; twice: nothing on stderr
    #[arg(short, long, action = ArgAction::Count, global = true)]
    quiet: u8,

    /// Also list what was skipped, dropped or repaired, each with its place; excludes -q
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    verbose: bool,

    /// When to show the progress of a run
    #[arg(long, value_name = "WHEN", global = true, value_enum, default_value_t)]
    progress: ProgressWhen,

    /// A settings file to use instead of the nearest pgnkit.toml, or a single setting; may be
    /// repeated
    #[arg(long, value_name = "FILE|KEY=VALUE", global = true, value_hint = ValueHint::FilePath)]
    config: Vec<String>,

    /// Read no pgnkit.toml
    #[arg(long, global = true)]
    isolated: bool,

    /// Folder for large intermediate files
    #[arg(long, value_name = "DIR", global = true, value_hint = ValueHint::DirPath)]
    tmp_dir: Option<PathBuf>,

    /// The 8-bit character set of text that is not UTF-8 [default: windows-1252]
    ///
    /// LABEL is a label of the WHATWG encoding standard, such as windows-1251, koi8-r or ibm866, or
    /// a code page of DOS or the Macintosh, such as cp850 or x-mac-ce. With `auto` the set of each
    /// input is detected by its first 4 MiB and reported.
    #[arg(long, value_name = "LABEL|auto", global = true, value_parser = parse_encoding)]
    #[arg(help_heading = "Reading")]
    encoding: Option<Encoding>,

    /// The order of day and month in dates such as 04.11.1992 [default: such dates are not read]
    ///
    /// `export --normalize`, `check --unsafe-fixes`, `merge --dedup` and `diff --account` use it.
    /// `--where`, `--by` and `--sort` do not: run `export --normalize` first. A date that can be read in
    /// one way only needs no order. With `auto`, such dates in the first 4 MiB of a file decide for the
    /// others. If there are none, or some of each order, only the year of the others is compared and
    /// written to tables, and `export --normalize` leaves them in PGN as they are. `ymd` always reads
    /// only the year: 1992.??.??. Without this option, copies are compared by the year of such dates only.
    #[arg(long, value_name = "ORDER", global = true, value_parser = one_of(DATE_ORDERS))]
    #[arg(help_heading = "Reading")]
    date_order: Option<DateOrder>,

    /// Read large files instead of mapping them
    #[arg(long, global = true, help_heading = "Reading")]
    no_mmap: bool,

    /// Do not parse games of more bytes than this
    ///
    /// A game is not parsed either if a line has more than SIZE/16 bytes (16 MiB by default) or if it has more than
    /// SIZE/512 elements (524,288 by default). A smaller SIZE does not lower these two limits. Elements are moves,
    /// unexpected move numbers, NAGs, comments, parentheses and the marker. Errors and tag pairs count twice.
    #[arg(long, value_name = "SIZE", global = true, default_value = "256MiB")]
    #[arg(value_parser = parse_game_size, help_heading = "Reading")]
    max_game_size: usize,

    /// Read only the games that start in this byte range of the text of each input
    #[arg(long, value_name = "START-END", global = true, value_parser = parse_bytes)]
    #[arg(help_heading = "Reading")]
    bytes: Option<Range<u64>>,

    /// Accept a null move in the main line
    #[arg(long, global = true, help_heading = "Reading")]
    allow_null: bool,

    /// Read a promotion without a piece as a promotion to a queen
    #[arg(long, global = true, help_heading = "Reading")]
    assume_queen: bool,

    /// Allow brace comments inside brace comments
    #[arg(long, global = true, help_heading = "Reading")]
    nested_comments: bool,

    /// The language of the piece letters, as in: de, ru; auto: detected for each game [default: en]
    #[arg(long, value_name = "LANG", global = true, value_parser = parse_lang)]
    #[arg(help_heading = "Reading")]
    lang: Option<Lang>,

    #[command(flatten)]
    selecting: WhereArgs,

    /// Write a manifest to FILE: the options, the inputs and outputs with size and SHA-256, and the
    /// numbers of games kept, dropped and changed. The format is JSON; `-` is stdout, if no other output goes there
    #[arg(long, value_name = "FILE", global = true, value_hint = ValueHint::FilePath)]
    #[arg(help_heading = "Output")]
    manifest: Option<PathBuf>,
}

/// The values of `--date-order`.
const DATE_ORDERS: Choices<DateOrder> = &[
    ("dmy", "The day comes first", DateOrder::DayFirst),
    ("mdy", "The month comes first", DateOrder::MonthFirst),
    ("ymd", "Only the year is read", DateOrder::YearOnly),
    (
        "auto",
        "The order of the other dates of the file",
        DateOrder::Detected(DateEvidence { day_first: 0, month_first: 0 }),
    ),
];

impl GlobalArgs {
    pub(crate) fn messages(&self) -> Messages {
        let verbosity = match (self.quiet, self.verbose) {
            (0, true) => Verbosity::Verbose,
            (0, false) => Verbosity::Normal,
            (1, _) => Verbosity::Quiet,
            _ => Verbosity::Silent,
        };
        Stderr::messages(verbosity, self.color.is_on(io::stderr().is_terminal()), self.progress)
    }

    /// Returns the settings files that apply to this run. `parsed`: the parser of the command line, and its result.
    ///
    /// # Errors
    /// Returns an error if a `--config` value cannot be read.
    pub(crate) fn config(
        &self,
        args: &[OsString],
        parsed: (&clap::Command, &ArgMatches),
        program: fn() -> clap::Command,
    ) -> anyhow::Result<Config> {
        let origin = if self.isolated { Origin::Nowhere } else { Origin::Nearest };
        Config::new(args, parsed, &self.config, origin, program)
    }

    /// Returns the options and state of the run.
    ///
    /// # Errors
    /// Returns an error if `--tmp-dir` is not a folder, or `--where` is not a valid expression.
    pub(crate) fn resolve(
        &self,
        messages: Arc<Messages>,
        config: Arc<Config>,
        matches: &ArgMatches,
        program: fn() -> clap::Command,
    ) -> anyhow::Result<Globals> {
        if let Some(dir) = &self.tmp_dir {
            ensure!(dir.is_dir(), "--tmp-dir {}: no such folder", paths::show(dir));
        }
        let (query, files) = queries::parse_all(&self.selecting.exprs, &messages)?;
        let of_query = files.iter().map(|name| {
            (format!("repertoire(\"{}\") in --where", escape(name)), PathBuf::from(name))
        });
        let named = |path: PathBuf| (format!("the settings {}", paths::show(&path)), path);
        let of_settings = config.files_of_working_dir().into_iter().map(named);
        let side_files = of_query.chain(of_settings).collect();
        let manifest = self.manifest.as_deref().map(|path| {
            let command = matches.subcommand_name().unwrap_or_default();
            Arc::new(Manifest::new(path, command, given::options(program(), matches)))
        });
        let is_terminal = io::stdout().is_terminal();
        let run = pgn_work::Globals {
            messages,
            workers: Arc::new(match NonZeroUsize::new(usize::from(self.threads)) {
                Some(n_threads) => Workers::new(n_threads),
                None => Workers::default(),
            }),
            stdout: match self.color.is_on(is_terminal) {
                true => Paint::Colors,
                false if is_terminal => Paint::Inert,
                false => Paint::Plain,
            },
            reading: ReadingOptions {
                encoding: self.encoding.unwrap_or_default(),
                encodings_of_files: config.encodings_of_files()?,
                dates: self.date_order.unwrap_or_default(),
                mmap: !self.no_mmap,
                max_game_size: self.max_game_size,
                bytes: self.bytes.clone(),
                allow_null: self.allow_null,
                assume_queen: self.assume_queen,
                nested_comments: self.nested_comments,
                lang: self.lang.unwrap_or_default(),
                query,
                fresh: None,
                requested: Arc::default(),
            },
            temp_files: TempFiles { dir: self.tmp_dir.clone() },
            zstd_frames: None,
            manifest,
            side_files,
            to_write: Arc::default(),
        };
        if let Some(query) = &run.reading.query {
            queries::ask_for_tags(query, &run.reading);
        }
        let WhereArgs { exprs, explain_where } = &self.selecting;
        Ok(Globals { run, config, program, exprs: exprs.clone(), explain_where: *explain_where })
    }
}

/// The inputs of a command.
#[derive(Args, Debug, Default)]
pub(crate) struct InputArgs {
    #[command(flatten)]
    sources: Sources,

    /// Names in --files-from end with NUL
    #[arg(short = '0', requires = "files_from", help_heading = "Inputs")]
    nul: bool,

    /// Skip files of folders and globs that match GLOB; may be repeated
    #[arg(long, value_name = "GLOB", help_heading = "Inputs")]
    exclude: Vec<String>,

    /// Apply --exclude to named files, too
    #[arg(long, help_heading = "Inputs")]
    force_exclude: bool,

    /// In folders, skip hidden files and those that .ignore and, in a repository, .gitignore list; the default of check
    #[arg(long, overrides_with = "no_ignore_files", help_heading = "Inputs")]
    ignore_files: bool,

    /// In folders, read hidden and ignored files, too; the default of all commands but check
    #[arg(long, overrides_with = "ignore_files", help_heading = "Inputs")]
    no_ignore_files: bool,

    /// Accept an input that ends too early
    #[arg(long, help_heading = "Inputs")]
    allow_truncated: bool,

    /// Files that folders and globs skip, as they skip outputs.
    #[arg(skip)]
    skipped: Vec<PathBuf>,
}

impl InputArgs {
    /// Returns the arguments that name the inputs, without options. Folders and globs skip the files of `skipped`.
    pub(crate) fn of_names(names: &[PathBuf], skipped: Vec<PathBuf>) -> InputArgs {
        let sources = Sources(names.iter().cloned().map(Source::Name).collect());
        InputArgs { sources, skipped, ..InputArgs::default() }
    }

    /// Returns the names, globs and lists that name the inputs, in the given order.
    pub(crate) fn sources(&self) -> &[Source] {
        &self.sources.0
    }

    /// Returns the inputs, in order. `name`: the name of the command; `outputs`: the files that the command will write.
    ///
    /// # Errors
    /// Returns an error if there is nothing to read, or a named input is missing.
    pub(crate) fn resolve(
        &self,
        name: &str,
        outputs: &OutputSet,
        globals: &Globals,
    ) -> anyhow::Result<Inputs> {
        self.resolve_or(IfNone::Fails, name, outputs, globals)
    }

    /// Returns the inputs as [`InputArgs::resolve`] does; `if_none` says what a folder or a glob without a PGN file
    /// means.
    ///
    /// # Errors
    /// Returns an error if there is nothing to read, or a named input is missing.
    pub(crate) fn resolve_or(
        &self,
        if_none: IfNone,
        name: &str,
        outputs: &OutputSet,
        globals: &Globals,
    ) -> anyhow::Result<Inputs> {
        if self.sources.0.is_empty() && io::stdin().is_terminal() {
            bail!("no INPUT, and stdin is a terminal; usage: {}", usage_line(name, globals));
        }
        let mut outputs_and_skipped = outputs.paths();
        outputs_and_skipped.extend(self.skipped.iter().map(PathBuf::as_path));
        let request = Request {
            sources: &self.sources.0,
            nul: self.nul,
            exclude: &self.exclude,
            force_exclude: self.force_exclude,
            ignore_files: if self.ignore_files || name == "check" && !self.no_ignore_files {
                IgnoreFiles::Honor
            } else {
                IgnoreFiles::Disregard
            },
            if_none,
            outputs: &outputs_and_skipped,
            on_skipped: match (name, if_none) {
                ("check", IfNone::Waits) => &|_| (),
                _ => &|paths| report_skipped(paths, globals),
            },
            is_excluded: &|path| globals.config.is_excluded(name, path),
        };
        let inputs::Resolved { list, found, unread_outputs, unread } =
            inputs::resolve(&request, &globals.run.messages)?;
        outputs.warn_of_unread(&unread_outputs, &globals.run.messages);
        let truncation = if self.allow_truncated { Truncation::Warns } else { Truncation::Fails };
        let list_files = self.sources.0.iter().filter_map(|source| match source {
            Source::List(path) => Some(path.clone()),
            Source::Name(_) => None,
        });
        if let Some(manifest) = &globals.run.manifest {
            manifest.add_unread(&unread);
        }
        let is_partial = !unread.is_empty();
        Ok(Inputs { list, truncation, list_files: list_files.collect(), found, is_partial })
    }
}

/// Reports files of folders that are skipped because of their names, because users take the result for that of the whole
/// folder, and records them in the manifest. Not called for `check --watch`, which resolves its inputs at each change.
fn report_skipped(paths: &[PathBuf], globals: &Globals) {
    let messages = &globals.run.messages;
    if messages.is_verbose() {
        for path in paths {
            messages.detail(format_args!("skipped: {}: not PGN by name", paths::show(path)));
        }
    } else {
        let (files, are, them) = match paths.len() {
            1 => ("file", "is", "it"),
            _ => ("files", "are", "them"),
        };
        messages.summary(format_args!(
            "skipped {} {files} that {are} not PGN by name; -v lists {them}",
            paths.len()
        ));
    }
    if let Some(manifest) = &globals.run.manifest {
        manifest.add_skipped(paths);
    }
}

/// Returns the usage line of a command: `pgnkit check [OPTIONS] [INPUT]...`.
fn usage_line(name: &str, globals: &Globals) -> String {
    let mut cli = (globals.program)();
    cli.build();
    let usage = cli.find_subcommand_mut(name).map(|command| command.render_usage().to_string());
    usage.unwrap_or_default().trim_start_matches("Usage: ").to_owned()
}

/// Returns the width of the terminal on stdout in columns; `None` if stdout is not a terminal.
pub(crate) fn terminal_width() -> Option<usize> {
    let size = terminal_size::terminal_size_of(io::stdout());
    size.map(|(width, _)| usize::from(width.0)).filter(|&width| width > 0)
}

/// The part of the games that a command works on.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Selecting")]
pub(crate) struct SelectArgs {
    /// Skip the first N of the games that match
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    #[arg(value_parser = parse_number::<u64>, allow_negative_numbers = true)]
    skip: u64,

    /// Take at most N of the games that match; reading stops after the last
    #[arg(long, value_name = "N")]
    #[arg(value_parser = parse_number::<u64>, allow_negative_numbers = true)]
    take: Option<u64>,
}

impl SelectArgs {
    pub(crate) fn plan(&self) -> SelectPlan {
        SelectPlan { skip: self.skip, take: self.take }
    }
}
