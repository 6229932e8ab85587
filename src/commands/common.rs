//! Argument groups that commands share, and what they mean.

use std::{
    ffi::OsStr,
    io::{self, IsTerminal as _},
    num::NonZeroUsize,
    ops::Range,
    path::{Path, PathBuf},
    sync::Arc,
    thread,
};

use anyhow::{bail, ensure};
use clap::{ArgAction, Args, CommandFactory as _, ValueEnum, ValueHint};

use crate::{
    Cli, Globals, Mmap, Reading,
    inputs::{self, IgnoreFiles, Input, Request, Sources},
    messages::{Messages, Verbosity},
    progress::ProgressWhen,
};

/// `--color`.
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
pub(crate) struct GlobalArgs {
    /// Worker threads [0: one a core]
    #[arg(
        short = 'j',
        long,
        value_name = "N",
        global = true,
        default_value_t = 0,
        hide_default_value = true
    )]
    #[arg(value_parser = clap::value_parser!(u16).range(0..=1024), help_heading = "Global options")]
    threads: u16,

    /// When to use colors
    #[arg(long, value_name = "WHEN", global = true, value_enum, default_value_t)]
    #[arg(help_heading = "Global options")]
    color: ColorWhen,

    /// No warnings and no summary; twice: nothing on stderr
    #[arg(short, long, action = ArgAction::Count, global = true, help_heading = "Global options")]
    quiet: u8,

    /// Also say what was skipped, dropped or repaired, by kind
    #[arg(short, long, global = true, conflicts_with = "quiet", help_heading = "Global options")]
    verbose: bool,

    /// When to show how far a run has come
    #[arg(long, value_name = "WHEN", global = true, value_enum, default_value_t)]
    #[arg(help_heading = "Global options")]
    progress: ProgressWhen,

    /// Folder for large intermediate files
    #[arg(long, value_name = "DIR", global = true, value_hint = ValueHint::DirPath)]
    #[arg(help_heading = "Global options")]
    tmp_dir: Option<PathBuf>,

    /// The 8-bit character set of text that is no UTF-8 [default: windows-1252]
    #[arg(long, value_name = "LABEL|auto", global = true, help_heading = "Reading")]
    encoding: Option<String>,

    /// Read large files instead of mapping them
    #[arg(long, global = true, help_heading = "Reading")]
    no_mmap: bool,

    /// A game of more bytes than this is not parsed
    #[arg(long, value_name = "SIZE", global = true, default_value = "256MiB")]
    #[arg(value_parser = parse_game_size, help_heading = "Reading")]
    max_game_size: u32,

    /// Only games that start in these bytes of each plain file
    #[arg(long, value_name = "START-END", global = true, value_parser = parse_bytes)]
    #[arg(help_heading = "Reading")]
    bytes: Option<Range<u64>>,

    /// A null move in the main line is no error
    #[arg(long, global = true, help_heading = "Reading")]
    allow_null: bool,

    /// A promotion without a piece is to a queen
    #[arg(long, global = true, help_heading = "Reading")]
    assume_queen: bool,

    /// Comments in braces may hold comments in braces
    #[arg(long, global = true, help_heading = "Reading")]
    nested_comments: bool,

    /// The language of the piece letters
    #[arg(long, value_name = "LANG|auto", global = true, help_heading = "Reading")]
    lang: Option<String>,
}

impl GlobalArgs {
    pub(crate) fn messages(&self) -> Messages {
        let verbosity = match (self.quiet, self.verbose) {
            (0, true) => Verbosity::Verbose,
            (0, false) => Verbosity::Normal,
            (1, _) => Verbosity::Quiet,
            _ => Verbosity::Silent,
        };
        Messages::new(verbosity, self.color.is_on(io::stderr().is_terminal()))
    }

    /// # Errors
    /// A folder that does not exist.
    pub(crate) fn resolve(&self, messages: Arc<Messages>) -> anyhow::Result<Globals> {
        if let Some(dir) = &self.tmp_dir {
            ensure!(dir.is_dir(), "--tmp-dir {}: no such folder", inputs::show(dir));
        }
        let unless_auto = |value: &Option<String>| {
            value.clone().filter(|value| !value.eq_ignore_ascii_case("auto"))
        };
        Ok(Globals {
            messages,
            n_threads: match usize::from(self.threads) {
                0 => thread::available_parallelism().map_or(1, NonZeroUsize::get),
                n => n,
            },
            color_stdout: self.color.is_on(io::stdout().is_terminal()),
            progress: self.progress,
            reading: Reading {
                encoding: unless_auto(&self.encoding),
                mmap: if self.no_mmap { Mmap::Never } else { Mmap::Allowed },
                max_game_size: self.max_game_size,
                bytes: self.bytes.clone(),
                allow_null: self.allow_null,
                assume_queen: self.assume_queen,
                nested_comments: self.nested_comments,
                lang: unless_auto(&self.lang),
            },
            tmp_dir: self.tmp_dir.clone(),
        })
    }
}

/// What is read.
#[derive(Args, Debug)]
pub(crate) struct InputArgs {
    #[command(flatten)]
    sources: Sources,

    /// The names of --files-from end with NUL
    #[arg(short = '0', requires = "files_from", help_heading = "Inputs")]
    nul: bool,

    /// Leave out what a folder or glob finds here; again for more
    #[arg(long, value_name = "GLOB", help_heading = "Inputs")]
    exclude: Vec<String>,

    /// --exclude holds for named files, too
    #[arg(long, help_heading = "Inputs")]
    force_exclude: bool,

    /// In folders, pass over hidden files and what .gitignore and .ignore name
    #[arg(long, overrides_with = "no_ignore_files", help_heading = "Inputs")]
    ignore_files: bool,

    /// In folders, take hidden and ignored files, too
    #[arg(long, overrides_with = "ignore_files", help_heading = "Inputs")]
    no_ignore_files: bool,

    /// An input that ends too early is no failure
    #[arg(long, help_heading = "Inputs")]
    allow_truncated: bool,
}

/// The inputs of a run.
#[derive(Debug)]
pub(crate) struct Inputs {
    pub(crate) list: Vec<Input>,
    pub(crate) truncation: Truncation,
}

/// What a compressed input that ends too early does to the exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Truncation {
    Fails,
    /// `--allow-truncated`.
    Warns,
}

impl InputArgs {
    /// The inputs, in order. `name` is the command's; `outputs` will be written by it.
    ///
    /// # Errors
    /// Nothing to read, or something that is not there.
    pub(crate) fn resolve(
        &self,
        name: &str,
        ignore_files: IgnoreFiles,
        outputs: &[&Path],
        globals: &Globals,
    ) -> anyhow::Result<Inputs> {
        if self.sources.0.is_empty() && io::stdin().is_terminal() {
            bail!("no INPUT, and stdin is a terminal; usage: {}", usage_line(name));
        }
        let request = Request {
            sources: &self.sources.0,
            nul: self.nul,
            exclude: &self.exclude,
            force_exclude: self.force_exclude,
            ignore_files: match (self.ignore_files, self.no_ignore_files) {
                (true, _) => IgnoreFiles::Honor,
                (_, true) => IgnoreFiles::Disregard,
                (false, false) => ignore_files,
            },
            outputs,
        };
        let list = inputs::resolve(&request, &globals.messages)?;
        let truncation = if self.allow_truncated { Truncation::Warns } else { Truncation::Fails };
        Ok(Inputs { list, truncation })
    }
}

/// `pgnkit check [OPTIONS] [INPUT]...`
fn usage_line(name: &str) -> String {
    let mut cli = Cli::command();
    cli.build();
    let usage = cli.find_subcommand_mut(name).map(|command| command.render_usage().to_string());
    usage.unwrap_or_default().trim_start_matches("Usage: ").to_owned()
}

/// Which of the games a command works on.
#[derive(Args, Clone, Debug)]
pub(crate) struct SelectArgs {
    /// Leave out the first N games
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    #[arg(help_heading = "Selecting")]
    pub(crate) skip: u64,

    /// At most N games; reading stops after the last
    #[arg(long, value_name = "N", help_heading = "Selecting")]
    pub(crate) take: Option<u64>,
}

impl SelectArgs {
    pub(crate) fn selects_all(&self) -> bool {
        self.skip == 0 && self.take.is_none()
    }
}

/// Where the result goes.
#[derive(Args, Clone, Debug)]
pub(crate) struct OutputArgs {
    /// Write to FILE, whole or not at all; .zst, .gz, .bz2 and .xz are compressed
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,

    /// Add to the end of FILE
    #[arg(long, requires = "output", help_heading = "Output")]
    pub(crate) append: bool,
}

/// How the lines of games end.
#[derive(Args, Clone, Debug)]
pub(crate) struct LineEndingArgs {
    /// The line ends to write [default: lf in export, else those of the input]
    #[arg(long, value_enum, help_heading = "Output")]
    pub(crate) line_ending: Option<LineEnding>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LineEnding {
    Lf,
    Crlf,
}

/// An output as the plan knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Output {
    Stdout,
    /// Written beside the target and renamed over it.
    File(PathBuf),
    /// `--append`.
    Append(PathBuf),
}

impl Output {
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Output::Stdout => None,
            Output::File(path) | Output::Append(path) => Some(path),
        }
    }
}

impl OutputArgs {
    /// # Errors
    /// The folder of the output is not there.
    pub(crate) fn plan(&self) -> anyhow::Result<Output> {
        match &self.output {
            None => Ok(Output::Stdout),
            Some(path) if path.as_os_str() == "-" => {
                ensure!(!self.append, "--append needs a file, not stdout");
                Ok(Output::Stdout)
            }
            Some(path) => {
                check_output(path)?;
                let path = path.clone();
                Ok(if self.append { Output::Append(path) } else { Output::File(path) })
            }
        }
    }
}

/// # Errors
/// `path` is a folder, or would be in a folder that is not there.
pub(crate) fn check_output(path: &Path) -> anyhow::Result<()> {
    ensure!(!path.is_dir(), "cannot write {}: it is a folder", inputs::show(path));
    if let Some(folder) = path.parent().filter(|folder| *folder != Path::new("")) {
        ensure!(
            folder.is_dir(),
            "cannot write {}: no such folder: {}",
            inputs::show(path),
            inputs::show(folder)
        );
    }
    Ok(())
}

/// # Errors
/// Two of `outputs` are one file. Devices may be named twice.
pub(crate) fn check_distinct(outputs: &[&Path]) -> anyhow::Result<()> {
    let mut seen = Vec::new();
    for path in outputs {
        let real = real_path(path);
        if seen.contains(&real) && (real.is_file() || !real.exists()) {
            bail!("two outputs of one name: {}", inputs::show(path));
        }
        seen.push(real);
    }
    Ok(())
}

/// The path without links and detours, also if its file is not there yet.
fn real_path(path: &Path) -> PathBuf {
    if let Ok(real) = path.canonicalize() {
        return real;
    }
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let folder = folder.unwrap_or(Path::new(".")).canonicalize();
    match (folder, path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.to_path_buf(),
    }
}

/// Where a command that can rewrite files leaves its result.
#[derive(Args, Clone, Debug)]
#[group(id = "rewrite", multiple = false)]
pub(crate) struct RewriteArgs {
    /// Rewrite each input file; with SUFFIX keep the old one under that ending
    #[arg(long, value_name = "SUFFIX", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "", help_heading = "Output")]
    in_place: Option<String>,

    /// Only name the files that would change; exit status 1 if there are any
    #[arg(long, help_heading = "Output")]
    check: bool,

    /// Only show what would change, as a patch; exit status 1 if it is not empty
    #[arg(long, help_heading = "Output")]
    diff: bool,
}

/// What becomes of the text that a rewriting command makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Rewrite {
    /// One stream of all inputs.
    Stream,
    /// Each file by itself; `backup` is the ending of the copy that stays.
    InPlace { backup: Option<String> },
    /// The names of the files that would change.
    Check,
    /// A patch for each file that would change.
    Diff,
}

impl RewriteArgs {
    /// # Errors
    /// Options that contradict each other.
    pub(crate) fn plan(&self, output: &Output) -> anyhow::Result<Rewrite> {
        if self.check {
            return Ok(Rewrite::Check);
        }
        if self.diff {
            return Ok(Rewrite::Diff);
        }
        let Some(suffix) = &self.in_place else { return Ok(Rewrite::Stream) };
        ensure!(output.path().is_none(), "--in-place and --output exclude each other");
        ensure!(
            !suffix.contains(std::path::is_separator),
            "--in-place={suffix}: a suffix has no folder in it"
        );
        Ok(Rewrite::InPlace { backup: Some(suffix.clone()).filter(|suffix| !suffix.is_empty()) })
    }
}

/// # Errors
/// An input that cannot be rewritten in place. Whether a file is compressed is told by its content, when it is opened.
pub(crate) fn check_in_place(rewrite: &Rewrite, inputs: &Inputs) -> anyhow::Result<()> {
    if let Rewrite::InPlace { .. } = rewrite {
        inputs::plain_files(&inputs.list)?;
    }
    Ok(())
}

/// A number of bytes: `4096`, `64KiB`, `50MB`, `1G`. One letter means powers of 1024.
pub(crate) fn parse_size(text: &str) -> Result<u64, String> {
    let n_digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at(n_digits);
    let factor: u64 = match unit.trim_start().to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kib" => 1 << 10,
        "m" | "mib" => 1 << 20,
        "g" | "gib" => 1 << 30,
        "kb" => 1_000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        _ => return Err("not a size like 4096, 64KiB, 50MB or 1G".to_owned()),
    };
    let number: u64 = number.parse().map_err(|_| "not a size like 4096, 64KiB, 50MB or 1G")?;
    number.checked_mul(factor).ok_or_else(|| "too large".to_owned())
}

/// Places in a game are 32 bits wide.
fn parse_game_size(text: &str) -> Result<u32, String> {
    let size = parse_size(text)?;
    match u32::try_from(size) {
        Ok(0) => Err("no game is that small".to_owned()),
        Ok(size) if size <= MAX_GAME_SIZE => Ok(size),
        _ => Err("at most 2GiB".to_owned()),
    }
}

/// Half of what a span can hold, so that a game and what is read with it fits one.
const MAX_GAME_SIZE: u32 = 1 << 31;

fn parse_bytes(text: &str) -> Result<Range<u64>, String> {
    let (start, end) = text.split_once('-').ok_or("not START-END, as in 0-1000000")?;
    let (start, end) = (parse_size(start)?, parse_size(end)?);
    if start > end {
        return Err("the end is before the start".to_owned());
    }
    Ok(start..end)
}

/// `N` or `none`.
pub(crate) fn parse_limit(text: &str) -> Result<Limit, String> {
    if text == "none" {
        return Ok(Limit::None);
    }
    text.parse().map(Limit::At).map_err(|_| "not a number, nor `none`".to_owned())
}

/// How many of a thing are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    None,
    At(u64),
}

/// Whether `name` can be the name of a file in a folder, and nothing else.
pub(crate) fn is_plain_name(name: &OsStr) -> bool {
    let mut parts = Path::new(name).components();
    matches!((parts.next(), parts.next()), (Some(std::path::Component::Normal(part)), None) if part == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(parse_size("4096"), Ok(4096));
        assert_eq!(parse_size("64KiB"), Ok(65536));
        assert_eq!(parse_size("50MB"), Ok(50_000_000));
        assert_eq!(parse_size("1g"), Ok(1 << 30));
        for bad in ["", "MB", "-1", "1.5M", "5 apples", "99999999999G"] {
            assert!(parse_size(bad).is_err(), "{bad}");
        }
        assert!(parse_game_size("3GiB").is_err());
        assert!(parse_game_size("0").is_err());
    }

    #[test]
    fn byte_ranges() {
        assert_eq!(parse_bytes("0-10"), Ok(0..10));
        assert_eq!(parse_bytes("1k-1M"), Ok(1024..1 << 20));
        for bad in ["10", "10-5", "-", "a-b", "5-"] {
            assert!(parse_bytes(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn outputs_must_differ() {
        let dir = tempfile::tempdir().unwrap();
        let (a, b) = (dir.path().join("a.pgn"), dir.path().join("b.pgn"));
        assert!(check_distinct(&[&a, &b]).is_ok());
        assert!(check_distinct(&[&a, &dir.path().join(".").join("a.pgn")]).is_err());
        assert!(check_output(&dir.path().join("no").join("a.pgn")).is_err());
        assert!(check_output(dir.path()).is_err());
        #[cfg(unix)]
        assert!(check_distinct(&[Path::new("/dev/null"), Path::new("/dev/null")]).is_ok());
    }
}
