//! `pgnkit git-textconv`: the text of a file in the form in which git compares it.

use std::{fs::File, io, path::PathBuf, sync::Arc};

use anyhow::{Context as _, anyhow, ensure};
use clap::{Args as ClapArgs, FromArgMatches as _, ValueHint};
use pgn_work::{
    ExitStatus,
    export::LeftOutText,
    inputs::Inputs,
    messages::Verbosity,
    outputs::{Output, UsedFiles},
    paths,
};

use super::export;
use crate::{globals::Globals, messages::Stderr, progress::ProgressWhen};

/// Write a file as git compares it, one move a line
///
/// This is a diff driver for git: `pgnkit generate gitattributes` prints the settings for it. The layout is
/// that of `export --layout moves`, whatever the layout of the file. Text that export leaves out,
/// such as text between games, is on lines before or after the game. A file without games is
/// written as it is.
#[derive(ClapArgs, Debug)]
pub(crate) struct Args {
    /// The file to convert
    #[arg(value_hint = ValueHint::FilePath)]
    file: PathBuf,
}

pub(crate) fn run(args: &Args, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let name = paths::show(&args.file);
    let mut file = File::open(&args.file).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => anyhow!("no such file or folder: {name}"),
        // Windows opens no folders.
        _ if args.file.is_dir() => anyhow!("{name}: is a folder"),
        _ => anyhow!("{name}: cannot be read: {error}"),
    })?;
    ensure!(!file.metadata()?.is_dir(), "{name}: is a folder");
    let line = ["pgnkit", "export", "--isolated", "--layout", "moves", "--keep-escapes"];
    let matches = (globals.program)().try_get_matches_from(line)?;
    let matches = matches.subcommand_matches("export").context("export")?;
    let folder = globals.run.temporary_folder()?;
    let converted = folder.path().join("games.pgn");
    let mut plan = export::Args::from_arg_matches(matches)?.plan(globals)?;
    plan.output = Output::File(converted.clone());
    plan.left_out = LeftOutText::Written;
    let mut path = args.file.clone();
    if !file.metadata()?.is_file() {
        // A pipe can be read only once.
        path = folder.path().join("in.pgn");
        io::copy(&mut file, &mut File::create(&path)?)?;
        file = File::open(&path)?;
    }
    let inputs = Inputs::of_file(&path);
    // git shows stderr between the differences, so that only errors are printed.
    let messages = Arc::new(Stderr::messages(Verbosity::Quiet, false, ProgressWhen::Never));
    let run = pgn_work::Globals { messages, ..globals.run.clone() };
    let status = pgn_work::export::run(&plan, &inputs, UsedFiles::default(), &run)?;
    // Without games, or if it is not PGN, the file itself is written.
    let mut text = match File::open(&converted) {
        Ok(text) if text.metadata()?.len() > 0 => text,
        _ => file,
    };
    let mut out = pgn_stream::Output::stdout()?;
    io::copy(&mut text, &mut out)?;
    out.commit()?;
    Ok(status)
}
