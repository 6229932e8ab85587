//! Settings of `pgnkit.toml`: found, merged, and passed to clap as command-line arguments.
//!
//! A section is a command, a key is a long option of it; `[global]` has the options of all
//! commands. So each option is declared once, and its argument parser checks the values. The
//! command line overrides `--config KEY=VALUE`, which overrides the file, which overrides the file
//! that it extends.

mod effective;
mod encodings;
mod file;
pub(crate) mod keys;
mod refusal;
mod schema;
mod settings;

use std::{
    collections::HashMap,
    env,
    ffi::OsString,
    path::{Path, PathBuf},
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

use anyhow::{anyhow, bail, ensure};
use clap::{ArgMatches, error::ErrorKind, parser::ValueSource};
use pgn_work::{
    EncodingsOfFiles,
    inputs::{Exclude, FolderGlobs},
    paths::{self, plain},
};

use self::encodings::FileEncodings;

pub(crate) use refusal::{Options, Refusal};
pub(crate) use schema::schema;
pub(crate) use settings::{Settings, Value};

/// The name of the settings file.
const FILE_NAME: &str = "pgnkit.toml";

/// Upper bound on the length of a chain of `extend`.
const MAX_EXTENDS: usize = 32;

/// The settings that apply in one folder: those of a file, of the files it extends, and of
/// `--config`.
#[derive(Debug)]
pub(crate) struct Layer {
    /// The files, nearest first; empty if there is none.
    pub(crate) files: Vec<PathBuf>,
    pub(crate) settings: Settings,
    /// Globs of files that folders and globs skip, each with the section it belongs to.
    excluded: Vec<(String, FolderGlobs)>,
    /// Globs of `per-file-ignores`, each with the index of its first entry in `ignored_rules`.
    ignored: Vec<(FolderGlobs, usize)>,
    /// The rules of each entry of `per-file-ignores`.
    ignored_rules: Vec<Vec<String>>,
    /// The rows of `per-file-encodings`.
    encodings: Option<Arc<FileEncodings>>,
}

impl Layer {
    /// Returns a layer, after a check of its settings.
    ///
    /// # Errors
    /// Returns an error if a value is invalid; the error names its place.
    fn new(
        files: Vec<PathBuf>,
        settings: Settings,
        program: &Program,
    ) -> anyhow::Result<Arc<Layer>> {
        if !settings.is_empty() {
            settings.check(program)?;
        }
        let (mut excluded, mut ignored, mut ignored_rules) = (Vec::new(), Vec::new(), Vec::new());
        for setting in settings.iter() {
            match &setting.value {
                Value::List(globs) if setting.name.key == keys::EXCLUDE => {
                    // Each glob is compiled separately, so that an error can name its place.
                    for (glob, place) in globs {
                        let glob = std::slice::from_ref(glob);
                        FolderGlobs::new(&setting.folder, glob).map_err(at(place))?;
                    }
                    let globs: Vec<String> = globs.iter().map(|(glob, _)| glob.clone()).collect();
                    let below = FolderGlobs::sets(&setting.folder, &globs)?;
                    let section = &setting.name.section;
                    excluded.extend(below.into_iter().map(|below| (section.clone(), below)));
                }
                Value::Table(rows) if setting.name.key == keys::PER_FILE_IGNORES => {
                    for (glob, place, _) in rows {
                        Exclude::new(std::slice::from_ref(glob)).map_err(at(place))?;
                    }
                    // As few sets as possible, so that each of many files is matched once.
                    let globs: Vec<String> = rows.iter().map(|(glob, ..)| glob.clone()).collect();
                    let mut first = ignored_rules.len();
                    for below in FolderGlobs::sets(&setting.folder, &globs)? {
                        let n_globs = below.n_globs();
                        ignored.push((below, first));
                        first += n_globs;
                    }
                    ignored_rules.extend(rows.iter().map(|(_, _, rules)| {
                        rules.iter().map(|(rule, _)| rule.clone()).collect::<Vec<String>>()
                    }));
                }
                _ => (),
            }
        }
        let encodings = FileEncodings::new(&settings, program)?.map(Arc::new);
        Ok(Arc::new(Layer { files, settings, excluded, ignored, ignored_rules, encodings }))
    }

    /// Returns the indices of the entries of `per-file-ignores` that match the file at `path`.
    pub(crate) fn ignores(&self, path: &Path) -> Vec<usize> {
        let matches = |(below, first): &(FolderGlobs, usize)| {
            let first = *first;
            below.matches(path).into_iter().map(move |place| first + place)
        };
        self.ignored.iter().flat_map(matches).collect()
    }

    /// Returns the rules of the entries of `per-file-ignores` at the indices `matching`.
    pub(crate) fn ignored_rules(&self, matching: &[usize]) -> Vec<&str> {
        let rules = matching.iter().filter_map(|place| self.ignored_rules.get(*place));
        rules.flatten().map(String::as_str).collect()
    }

    /// Returns pairs of rule and level, the nearest file last.
    pub(crate) fn severities(&self) -> Vec<(&str, &str)> {
        let settings = self.settings.of("check", keys::SEVERITIES).iter().rev();
        settings
            .filter_map(|setting| match &setting.value {
                Value::Table(rows) => Some(rows),
                _ => None,
            })
            .flatten()
            .filter_map(|(rule, _, levels)| Some((rule.as_str(), levels.first()?.0.as_str())))
            .collect()
    }
}

/// Finds and caches the settings for this run.
#[derive(Debug)]
pub(crate) struct Config {
    /// The command line as typed.
    args: Vec<OsString>,
    /// The name of the command.
    command: String,
    /// The long options of the command line.
    typed: Vec<String>,
    /// The long options of the command line and of settings; `None`: no settings have been merged.
    merged: Option<Vec<String>>,
    /// Keys of the command's section that have no effect in this run.
    left_out: Vec<&'static str>,
    origin: Origin,
    /// The settings of `--config KEY=VALUE`, last one first.
    inline: Vec<settings::Setting>,
    /// Layers by folder.
    layers: Mutex<HashMap<PathBuf, Arc<Layer>>>,
    /// The layer where there is no file.
    without_file: Arc<Layer>,
    program: Program,
}

/// The source of settings files.
#[derive(Debug)]
pub(crate) enum Origin {
    /// The nearest file, searched upward.
    Nearest,
    /// `--config FILE`: this file for every input.
    File(Arc<Layer>),
    /// `--isolated`: no file.
    Nowhere,
}

/// The parser with all commands and options, built only if a setting names one.
type Program = LazyLock<clap::Command, fn() -> clap::Command>;

impl Config {
    /// Returns the configuration of a command line, with the file and the settings of `--config`. Other files are read
    /// when they are needed. `parser`: the parser of the command line, with its result; `origin`: the source of files if
    /// `--config` names none; `program`: the parser of all commands.
    ///
    /// # Errors
    /// Returns an error if a `--config` value is neither a file nor a setting, or cannot be read.
    pub(crate) fn new(
        args: &[OsString],
        (parser, matches): (&clap::Command, &ArgMatches),
        configs: &[String],
        origin: Origin,
        program: fn() -> clap::Command,
    ) -> anyhow::Result<Config> {
        let program = Program::new(program);
        let command = matches.subcommand_name().unwrap_or_default();
        let mut inline = Vec::new();
        let mut file: Option<&Path> = None;
        for text in configs {
            if Path::new(text).is_file() {
                let twice = file.replace(Path::new(text));
                ensure!(twice.is_none(), "--config names two files; one can `extend` the other");
            } else if text.contains('=') {
                let mut settings = file::read_inline(text, &program)?;
                settings.append(&mut inline);
                inline = settings;
            } else {
                bail!("--config {text}: neither an existing file nor KEY=VALUE");
            }
        }
        let mut settings = Settings::default();
        settings.add(inline.iter().cloned());
        let without_file = Layer::new(Vec::new(), settings, &program)?;
        let mut config = Config {
            command: command.to_owned(),
            typed: set_options(parser, matches),
            merged: None,
            left_out: Vec::new(),
            args: args.to_vec(),
            origin,
            inline,
            layers: Mutex::default(),
            without_file,
            program,
        };
        if let Some(file) = file {
            let is_isolated = matches!(config.origin, Origin::Nowhere);
            ensure!(!is_isolated, "--isolated and --config FILE exclude each other");
            config.origin = Origin::File(config.load(file)?);
        }
        Ok(config)
    }

    /// Returns the settings for the working directory.
    ///
    /// # Errors
    /// Returns the errors of [`Config::for_file`].
    pub(crate) fn in_working_dir(&self) -> anyhow::Result<Arc<Layer>> {
        match (&self.origin, env::current_dir()) {
            (Origin::File(layer), _) => Ok(Arc::clone(layer)),
            (Origin::Nearest, Ok(folder)) => self.in_folder(&folder),
            (Origin::Nearest, Err(_)) | (Origin::Nowhere, _) => Ok(Arc::clone(&self.without_file)),
        }
    }

    /// Returns the settings for the file at `path`.
    ///
    /// # Errors
    /// Returns an error if the settings file cannot be read or is invalid.
    pub(crate) fn for_file(&self, path: &Path) -> anyhow::Result<Arc<Layer>> {
        let Origin::Nearest = self.origin else { return self.in_working_dir() };
        let absolute = std::path::absolute(path).ok();
        match absolute.as_deref().and_then(Path::parent) {
            Some(folder) => self.in_folder(folder),
            None => self.in_working_dir(),
        }
    }

    fn in_folder(&self, folder: &Path) -> anyhow::Result<Arc<Layer>> {
        let known = || self.layers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(layer) = known().get(folder) {
            return Ok(Arc::clone(layer));
        }
        let file = folder.join(FILE_NAME);
        let layer = if file.is_file() {
            self.load(&file)?
        } else {
            match folder.parent() {
                Some(outer) => self.in_folder(outer)?,
                None => Arc::clone(&self.without_file),
            }
        };
        known().insert(folder.to_path_buf(), Arc::clone(&layer));
        Ok(layer)
    }

    /// Loads the settings of `file`, of the files it extends, and of `--config`.
    fn load(&self, file: &Path) -> anyhow::Result<Arc<Layer>> {
        let (mut files, mut settings) = (Vec::new(), Settings::default());
        settings.add(self.inline.iter().cloned());
        let mut next = Some((from_here(file), None));
        let mut seen = Vec::new();
        while let Some((path, named)) = next.take() {
            let place = |err: anyhow::Error| match &named {
                Some(place) => anyhow!("{place}: extends {err:#}"),
                None => err,
            };
            let real = path.canonicalize();
            let real = real.map_err(|err| place(anyhow!("{}: {err}", paths::show(&path))))?;
            if settings::is_special(&path) {
                return Err(place(anyhow!("{}: not a regular file", paths::show(&path))));
            }
            if seen.contains(&real) {
                return Err(place(anyhow!("{}: `extend` leads in a circle", paths::show(&path))));
            }
            if seen.len() == MAX_EXTENDS {
                let path = paths::show(&path);
                return Err(place(anyhow!(
                    "{path}: more than {MAX_EXTENDS} files extend each other"
                )));
            }
            seen.push(real);
            let document = file::read(&path, &self.program)?;
            settings.add(document.settings);
            if let Some((text, place)) = document.extend {
                let folder = path.parent().unwrap_or(Path::new("."));
                next = Some((plain(&settings::resolved(folder, &text)), Some(place)));
            }
            files.push(path);
        }
        Layer::new(files, settings, &self.program)
    }

    /// Returns the command line merged with settings: those of `input` for the keys that apply to each input, those of
    /// `run` for the other keys of the command's section and for `[global]`.
    ///
    /// # Errors
    /// Returns an error if the settings contradict each other.
    pub(crate) fn parse(&self, input: &Layer, run: &Layer) -> anyhow::Result<ArgMatches> {
        let Config { command, left_out, .. } = self;
        // A command that is not built lacks the options of all commands, with which its own options may conflict.
        let mut cli = self.program.clone();
        cli.build();
        let (cli, given) = (&cli, &self.typed);
        let applies = |key: &str| !left_out.contains(&key);
        let mut args = run.settings.args(cli, keys::GLOBAL, given, |_| true);
        let of_run = |key: &str| applies(key) && !keys::BY_INPUT.contains(&key);
        args.extend(run.settings.args(cli, command, given, of_run));
        let of_input = |key: &str| applies(key) && keys::BY_INPUT.contains(&key);
        args.extend(input.settings.args(cli, command, given, of_input));
        self.parse_with(args).map_err(|err| {
            let text = err.to_string();
            let first = text.lines().next().unwrap_or_default();
            let files: Vec<_> = run.files.iter().map(|file| paths::show(file)).collect();
            let of = if files.is_empty() { "--config".to_owned() } else { files.join(", ") };
            anyhow!("with the settings of {of}: {}", first.trim_start_matches("error: "))
        })
    }

    /// Parses the command line with the arguments of settings, except those of options that require an option which is
    /// missing.
    fn parse_with(&self, settings: Vec<Vec<OsString>>) -> Result<ArgMatches, clap::Error> {
        let parse = |settings: &[Vec<OsString>]| {
            // Arguments after a lone `--` are inputs.
            let at = self.args.iter().position(|arg| arg == "--").unwrap_or(self.args.len());
            let mut line = self.args.clone();
            line.splice(at..at, settings.iter().flatten().cloned());
            self.program.clone().try_get_matches_from(line)
        };
        let lacks_option = |settings: &[Vec<OsString>]| {
            parse(settings).is_err_and(|err| err.kind() == ErrorKind::MissingRequiredArgument)
        };
        let whole = parse(&settings);
        match &whole {
            Err(err) if err.kind() == ErrorKind::MissingRequiredArgument => (),
            _ => return whole,
        }
        let is_dependent = |setting: &Vec<OsString>| lacks_option(std::slice::from_ref(setting));
        let (mut dependent, mut used): (Vec<_>, Vec<_>) =
            settings.into_iter().partition(is_dependent);
        // A setting may provide what another one requires.
        loop {
            let n = used.len();
            for setting in std::mem::take(&mut dependent) {
                used.push(setting);
                if lacks_option(&used) {
                    dependent.extend(used.pop());
                }
            }
            if used.len() == n {
                return parse(&used);
            }
        }
    }

    /// Returns the command line merged with the settings of `layer`, as arguments and as matches. Settings that cannot
    /// be used in this run are left out, also from later results of [`Config::parse`]. `read`: returns the arguments;
    /// `check`: checks the options of the arguments. A refusal that no setting causes is left to the caller's own check.
    ///
    /// # Errors
    /// Returns an error if the settings contradict each other.
    pub(crate) fn parse_applicable<T>(
        &mut self,
        layer: &Layer,
        read: impl Fn(&ArgMatches) -> Result<T, clap::Error>,
        check: impl Fn(&T, Options<'_>) -> Result<(), Refusal>,
    ) -> anyhow::Result<(T, ArgMatches)> {
        loop {
            let matches = self.parse(layer, layer)?;
            let args = read(&matches)?;
            self.merged = Some(set_options(&self.program, &matches));
            let options = self.options();
            let refusal = check(&args, options).err();
            match refusal.and_then(|refusal| refusal.setting_to_drop(options)) {
                Some(key) => self.left_out.push(key),
                None => return Ok((args, matches)),
            }
        }
    }

    /// Returns the long options of the run.
    pub(crate) fn options(&self) -> Options<'_> {
        let typed = &self.typed;
        Options { typed, all: self.merged.as_ref().unwrap_or(typed) }
    }

    /// Returns true if the long option `name` was typed.
    pub(crate) fn is_given(&self, name: &str) -> bool {
        self.typed.iter().any(|typed| typed == name)
    }

    /// Returns the error of a run with the place of the setting that it is about: that of the option with which the
    /// message begins, as in `--plies x: not A..B`, unless it was typed.
    pub(crate) fn with_place(&self, err: anyhow::Error) -> anyhow::Error {
        let message = format!("{err:#}");
        let option = message.strip_prefix("--").and_then(|rest| rest.split([' ', ':', '=']).next());
        let Some(option) = option.filter(|name| !self.is_given(name)) else { return err };
        let Ok(layer) = self.in_working_dir() else { return err };
        let sections = [self.command.as_str(), keys::GLOBAL];
        let set = sections.iter().find_map(|section| layer.settings.of(section, option).first());
        match set {
            Some(setting) => err.context(setting.place.to_string()),
            None => err,
        }
    }

    /// Returns the character sets that the settings name for single files, unless the command line names that of all.
    ///
    /// # Errors
    /// Returns the errors of [`Config::for_file`].
    pub(crate) fn encodings_of_files(&self) -> anyhow::Result<Option<Arc<dyn EncodingsOfFiles>>> {
        if !self.applies() || self.is_given("encoding") {
            return Ok(None);
        }
        let layer = self.in_working_dir()?;
        Ok(layer.encodings.clone().map(|encodings| encodings as Arc<dyn EncodingsOfFiles>))
    }

    /// Returns the settings files that apply in the working directory; none if they cannot be read.
    pub(crate) fn files_of_working_dir(&self) -> Vec<PathBuf> {
        if !self.applies() {
            return Vec::new();
        }
        self.in_working_dir().map_or_else(|_| Vec::new(), |layer| layer.files.clone())
    }

    /// Returns the command line as typed.
    pub(crate) fn line(&self) -> &[OsString] {
        &self.args
    }

    /// Returns true if the command takes settings: commands that read no games do not.
    pub(crate) fn applies(&self) -> bool {
        !keys::WITHOUT_SETTINGS.contains(&self.command.as_str())
    }

    /// Returns true if the settings exclude `path` from the files of folders and globs.
    ///
    /// # Errors
    /// Returns the errors of [`Config::for_file`].
    pub(crate) fn is_excluded(&self, section: &str, path: &Path) -> anyhow::Result<bool> {
        let layer = if section == "check" { self.for_file(path)? } else { self.in_working_dir()? };
        let mut globs = layer.excluded.iter().filter(|(of, _)| of == section);
        Ok(globs.any(|(_, below)| below.is_match(path)))
    }
}

/// Returns the long options of `matches`, a result of `program`, that do not have their defaults.
fn set_options(program: &clap::Command, matches: &ArgMatches) -> Vec<String> {
    let (command, sub) = matches.subcommand().unzip();
    let of_command = command.and_then(|name| program.find_subcommand(name));
    let of_command = of_command.into_iter().flat_map(|command| command.get_arguments());
    let is_set = |matches: &ArgMatches, id: &str| {
        matches!(matches.try_contains_id(id), Ok(true))
            && matches.value_source(id) == Some(ValueSource::CommandLine)
    };
    program
        .get_arguments()
        .chain(of_command)
        .filter(|arg| {
            let id = arg.get_id().as_str();
            is_set(matches, id) || sub.is_some_and(|sub| is_set(sub, id))
        })
        .filter_map(|arg| arg.get_long().map(str::to_owned))
        .collect()
}

/// Returns a function that prefixes an error with `place`.
fn at(place: &settings::SettingPlace) -> impl Fn(anyhow::Error) -> anyhow::Error {
    move |err| anyhow!("{place}: {err:#}")
}

/// Returns a path in or below the working directory as a relative path.
fn from_here(path: &Path) -> PathBuf {
    let Ok(here) = env::current_dir() else { return path.to_path_buf() };
    path.strip_prefix(here).unwrap_or(path).to_path_buf()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Returns the configuration of a command line, with `files` in a temporary folder.
    fn config(line: &str, files: &[(&str, &str)]) -> (tempfile::TempDir, Config) {
        let dir = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = dir.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let args: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let mut parser = crate::command();
        let matches = parser.try_get_matches_from_mut(&args).unwrap();
        let parsed = (&parser, &matches);
        (dir, Config::new(&args, parsed, &[], Origin::Nearest, crate::command).unwrap())
    }

    /// Returns the arguments that the settings near `name` add to the command line.
    fn args(line: &str, files: &[(&str, &str)], name: &str) -> String {
        let (dir, config) = config(line, files);
        let layer = config.for_file(&dir.path().join(name)).unwrap();
        let args = layer.settings.args(&config.program, &config.command, &config.typed, |_| true);
        args.iter().flatten().map(|arg| arg.to_string_lossy()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_nearest_file_applies() {
        let files = [
            ("pgnkit.toml", "[check]\nstrict = true"),
            ("a/pgnkit.toml", "[check]\nseverity = 'info'"),
            ("a/b/c/x.pgn", ""),
        ];
        assert_eq!(args("pgnkit check", &files, "x.pgn"), "--strict");
        assert_eq!(args("pgnkit check", &files, "a/b/c/x.pgn"), "--severity=info");
        assert_eq!(args("pgnkit check", &files, "a/not/there.pgn"), "--severity=info");
        assert_eq!(args("pgnkit export", &files, "x.pgn"), "");
    }

    #[test]
    fn nearer_settings_win_and_lists_are_joined() {
        let files = [
            ("base.toml", "[check]\nignore = ['crlf']\nseverity = 'style'\nstrict = true"),
            (
                "pgnkit.toml",
                "extend = 'base.toml'\n[check]\nignore = 'bom'\nseverity = 'info'\nselect = ['T', 'M']",
            ),
        ];
        assert_eq!(
            args("pgnkit check", &files, "x.pgn"),
            "--select=T --select=M --ignore=bom --ignore=crlf --severity=info --strict"
        );
        assert_eq!(
            args("pgnkit check --severity error --ignore M", &files, "x.pgn"),
            "--select=T --select=M --ignore=bom --ignore=crlf --strict"
        );
        assert_eq!(args("pgnkit check --select P", &files, "x.pgn"), "--severity=info --strict");
    }

    #[test]
    fn lists_of_unfixable_rules_are_joined() {
        let files = [
            ("base.toml", "[check]\nunfixable = ['crlf']\nfixable = ['F']"),
            ("pgnkit.toml", "extend = 'base.toml'\n[check]\nunfixable = ['T']"),
        ];
        assert_eq!(
            args("pgnkit check --unfixable M", &files, "x.pgn"),
            "--fixable=F --unfixable=T --unfixable=crlf"
        );
        assert_eq!(args("pgnkit check --fixable M", &files, "x.pgn"), "");
        assert_eq!(
            args("pgnkit check --select M", &files, "x.pgn"),
            "--fixable=F --unfixable=T --unfixable=crlf"
        );
    }

    #[test]
    fn the_command_line_overrides_switches() {
        let files = [("pgnkit.toml", "[export]\nignore-files = true")];
        assert_eq!(args("pgnkit export", &files, "x.pgn"), "--ignore-files");
        assert_eq!(args("pgnkit export --no-ignore-files", &files, "x.pgn"), "");
        let files = [("pgnkit.toml", "[check]\nignore-files = false")];
        assert_eq!(args("pgnkit check", &files, "x.pgn"), "--no-ignore-files");
    }

    #[test]
    fn globs_are_relative_to_their_file() {
        let files = [
            ("base/base.toml", "[check]\nexclude = ['old/**']"),
            ("a/pgnkit.toml", "extend = '../base/base.toml'\n[check]\nexclude = ['b/x*', 'y.pgn']"),
        ];
        let (dir, config) = config("pgnkit check", &files);
        let is_excluded = |name: &str| config.is_excluded("check", &dir.path().join(name)).unwrap();
        assert!(is_excluded("a/b/x1.pgn") && is_excluded("a/c/d/y.pgn"));
        assert!(
            !is_excluded("a/x1.pgn") && !is_excluded("a/old/z.pgn") && !is_excluded("b/x1.pgn")
        );
    }

    /// Building the options of all commands is most of the start time.
    #[test]
    fn a_run_without_settings_builds_no_other_commands() {
        let args = ["pgnkit", "check", "--strict"].map(OsString::from);
        let mut parser = crate::cli::program_for(&args).unwrap();
        let matches = parser.try_get_matches_from_mut(&args).unwrap();
        let program = || -> clap::Command { panic!("the parser of all commands") };
        let config =
            Config::new(&args, (&parser, &matches), &[], Origin::Nowhere, program).unwrap();
        assert!(config.is_given("strict") && !config.is_given("date-order"));
        assert!(config.in_working_dir().unwrap().settings.is_empty());
        assert!(config.encodings_of_files().unwrap().is_none());
    }

    #[test]
    fn paths_are_shown_without_detours() {
        assert_eq!(plain(Path::new("a/../b/./c")), Path::new("b/c"));
        assert_eq!(plain(Path::new("../a/../../b")), Path::new("../../b"));
        assert_eq!(plain(Path::new("/a/../b")), Path::new("/b"));
    }
}
