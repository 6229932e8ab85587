//! INPUT and `--files-from`, in the order of the command line.

use std::{
    fs,
    io::{self, Read as _},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail, ensure};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, ValueHint, value_parser};

use pgn_stream::platform;
use pgn_work::paths::show;

/// An argument that names inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// INPUT: a file, a folder, a glob, or `-`.
    Name(PathBuf),
    /// `--files-from FILE`: a file of names, or `-`.
    List(PathBuf),
}

/// The arguments that name inputs, in order. Not derived: clap's derive keeps no order across
/// arguments.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sources(pub(crate) Vec<Source>);

const NAME: &str = "inputs";
const LIST: &str = "files_from";

impl Args for Sources {
    fn augment_args(cmd: Command) -> Command {
        cmd.arg(
            Arg::new(NAME)
                .value_name("INPUT")
                .help("Files, folders, globs, or `-` for stdin [default: stdin]")
                .value_parser(value_parser!(PathBuf))
                .value_hint(ValueHint::AnyPath)
                .action(ArgAction::Append)
                .num_args(0..),
        )
        .arg(
            Arg::new(LIST)
                .long("files-from")
                .value_name("FILE")
                .help("Also read the files that FILE lists, one per line; `-` for stdin")
                .help_heading("Inputs")
                .value_parser(value_parser!(PathBuf))
                .value_hint(ValueHint::FilePath)
                .action(ArgAction::Append),
        )
    }

    fn augment_args_for_update(cmd: Command) -> Command {
        Sources::augment_args(cmd)
    }
}

impl FromArgMatches for Sources {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Sources, clap::Error> {
        let mut all: Vec<(usize, Source)> = Vec::new();
        for (id, source) in [(NAME, Source::Name as fn(PathBuf) -> Source), (LIST, Source::List)] {
            let indices = matches.indices_of(id).into_iter().flatten();
            let values = matches.get_many::<PathBuf>(id).into_iter().flatten();
            all.extend(indices.zip(values.cloned().map(source)));
        }
        all.sort_by_key(|(index, _)| *index);
        Ok(Sources(all.into_iter().map(|(_, source)| source).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Sources::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Returns the names in a list, separated by line ends or, if `nul`, by NUL; empty names are
/// skipped.
pub(super) fn read_list(list: &Path, nul: bool) -> anyhow::Result<Vec<PathBuf>> {
    let mut bytes = Vec::new();
    let read = if list.as_os_str() == "-" {
        io::stdin().lock().read_to_end(&mut bytes).map(drop)
    } else {
        fs::read(list).map(|content| bytes = content)
    };
    match read {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            bail!("no such list: {}", list_name(list))
        }
        read => read.with_context(|| format!("cannot read the list {}", list_name(list)))?,
    }
    ensure!(
        nul || !bytes.contains(&0),
        "the list {}: its names are separated by NUL; add -0",
        list_name(list)
    );
    let mut names = Vec::new();
    for name in bytes.split(|&b| b == if nul { 0 } else { b'\n' }) {
        let name = if nul { name } else { name.strip_suffix(b"\r").unwrap_or(name) };
        if !name.is_empty() {
            let name = platform::os_string(name)
                .with_context(|| format!("a name in the list {} is not UTF-8", list_name(list)))?;
            names.push(PathBuf::from(name));
        }
    }
    Ok(names)
}

/// Returns the name of a list for messages.
pub(super) fn list_name(list: &Path) -> String {
    if list.as_os_str() == "-" { "on stdin".to_owned() } else { show(list) }
}
