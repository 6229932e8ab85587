//! INPUT and `--files-from`, in the order of the command line.

use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, ValueHint, value_parser};

use pgn_work::inputs::Source;

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
                .help(
                    "Files, folders with all their subfolders (files by name: .pgn, .zip, and .pgn with .zst, .gz, .bz2 \
                     or .xz), globs, or `-` for stdin [default: stdin]",
                )
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
        all.sort_unstable_by_key(|(index, _)| *index);
        Ok(Sources(all.into_iter().map(|(_, source)| source).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Sources::from_arg_matches(matches)?;
        Ok(())
    }
}
