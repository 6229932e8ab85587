//! `pgnkit generate`: files derived from the description of the command line.

use std::{
    fs,
    io::{self, Write as _},
    path::PathBuf,
};

use anyhow::{Context as _, ensure};
use clap::{Args as ClapArgs, Subcommand, ValueHint};
use clap_complete::Shell;
use pgn_work::{ExitStatus, output_files, paths};

use super::outputs::{ForceArgs, to_stdout};
use crate::{config, globals::Globals};

/// The output of `generate gitattributes`. A line that begins with `#` is a comment for git.
const GITATTRIBUTES: &str = "\
# Add to .gitattributes in the repository:
*.pgn diff=pgn merge=pgn

# Run once per user, because git does not take commands from a repository:
#   git config --global diff.pgn.textconv 'pgnkit git-textconv --'
#   git config --global diff.pgn.xfuncname '^(\\[(Event|White) \"[^?].*)$'
#   git config --global merge.pgn.name 'games in PGN'
#   git config --global merge.pgn.driver 'pgnkit git-merge %O %A %B %L -- %P'
";

/// Write completions, man pages, a schema, settings for git
#[derive(ClapArgs, Debug)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Write the completions of a shell to stdout
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: Shell,
    },
    /// Write the JSON schema of pgnkit.toml to stdout
    ConfigSchema,
    /// Write the settings with which git compares and merges games to stdout
    Gitattributes,
    /// Write the man pages into a folder, which is created if it is missing
    Man {
        /// The folder of the pages
        #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
        dir: PathBuf,

        #[command(flatten)]
        force: ForceArgs,
    },
}

pub(crate) fn run(args: &Args, globals: &Globals) -> anyhow::Result<ExitStatus> {
    match &args.what {
        What::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut (globals.program)(), "pgnkit", &mut script);
            to_stdout(&script)?;
        }
        What::ConfigSchema => {
            let schema = config::schema(&(globals.program)());
            to_stdout(format!("{schema:#}\n").as_bytes())?;
        }
        What::Gitattributes => to_stdout(GITATTRIBUTES.as_bytes())?,
        What::Man { dir, force } => {
            let pages = man_pages((globals.program)())?;
            for (name, _) in &pages {
                let path = dir.join(name);
                let shown = paths::show(&path);
                ensure!(force.force || !path.exists(), "{shown} exists; --force replaces it");
            }
            fs::create_dir_all(dir)
                .with_context(|| format!("cannot create the folder {}", paths::show(dir)))?;
            let mut outputs = Vec::with_capacity(pages.len());
            for (name, page) in &pages {
                let path = dir.join(name);
                let mut out = output_files::create_derived(&path, force.force)?;
                out.write_all(page)?;
                outputs.push(out);
            }
            output_files::close_all(outputs, true, &globals.run)?;
        }
    }
    Ok(ExitStatus::Clean)
}

/// Returns the name and text of each page: one for the program and one for each command.
fn man_pages(program: clap::Command) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut root = program.disable_help_subcommand(true);
    root.build();
    let mut pages = Vec::new();
    let mut commands = vec![root];
    while let Some(command) = commands.pop() {
        let mut page = Vec::new();
        let man = clap_mangen::Man::new(command.clone());
        man.render(&mut page)?;
        pages.push((man.get_filename(), with_examples(page)));
        commands.extend(command.get_subcommands().filter(|sub| !sub.is_hide_set()).cloned());
    }
    pages.sort_unstable();
    Ok(pages)
}

/// Moves the examples at the end of the help into a section of their own that keeps their line
/// breaks.
fn with_examples(page: Vec<u8>) -> Vec<u8> {
    let text = String::from_utf8_lossy(&page);
    match text.split_once(".SH EXTRA\nExamples:\n") {
        Some((page, examples)) => format!("{page}.SH EXAMPLES\n.nf\n{examples}.fi\n").into_bytes(),
        None => page,
    }
}
