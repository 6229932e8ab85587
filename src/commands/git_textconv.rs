//! `pgnkit git-textconv`: the text of a file in the form in which git compares it.

use std::{fs, path::PathBuf, sync::Arc};

use anyhow::Context as _;
use clap::{Args as ClapArgs, FromArgMatches as _, ValueHint};
use pgn_stream::Input;
use pgn_work::{ExitStatus, inputs::Inputs, messages::Verbosity, outputs::UsedFiles, paths};

use super::{export, generate};
use crate::{globals::Globals, messages::Stderr, progress::ProgressWhen};

/// Write a file as git compares it: in export format, one move a line
///
/// A diff driver of git: `pgnkit generate gitattributes` shows how git comes to run it. The layout is
/// that of `export --layout moves`, whatever the layout of the file. A file without games is written
/// as it is.
#[derive(ClapArgs, Debug)]
pub(crate) struct Args {
    /// The file to convert
    #[arg(value_hint = ValueHint::FilePath)]
    file: PathBuf,
}

pub(crate) fn run(args: &Args, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let bytes = fs::read(&args.file)
        .with_context(|| format!("{}: cannot be read", paths::show(&args.file)))?;
    let mut games = pgn_syntax::Games::new(&bytes);
    if games.next().is_none() && pgn_stream::is_text(&bytes) {
        generate::to_stdout(&bytes)?;
        return Ok(ExitStatus::Clean);
    }
    let line = ["pgnkit", "export", "--isolated", "--layout", "moves", "--keep-escapes"];
    let matches = (globals.program)().try_get_matches_from(line)?;
    let matches = matches.subcommand_matches("export").context("export")?;
    let plan = export::Args::from_arg_matches(matches)?.plan(globals)?;
    let inputs = Inputs { list: vec![Input::Path(args.file.clone())], ..Inputs::default() };
    // git shows stderr between the differences: only errors are worth it.
    let messages = Arc::new(Stderr::messages(Verbosity::Quiet, false, ProgressWhen::Never));
    let run = pgn_work::Globals { messages, ..globals.run.clone() };
    pgn_work::export::run(&plan, &inputs, UsedFiles::default(), &run)
}
