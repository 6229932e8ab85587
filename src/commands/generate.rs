//! `pgnkit generate`: files derived from the description of the command line.

use std::{
    fs,
    io::{self, Write as _},
    path::PathBuf,
};

use anyhow::{Context as _, ensure};
use clap::{Arg, Args as ClapArgs, Subcommand, ValueHint, builder::PossibleValuesParser};
use clap_complete::Shell;
use pgn_work::{ExitStatus, output_files, paths};

use super::outputs::{ForceArgs, to_stdout};
use crate::{config, globals::Globals, topics::TOPICS};

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
            to_stdout(&completions(*shell, (globals.program)()))?;
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

/// Returns the completions of a shell.
fn completions(shell: Shell, program: clap::Command) -> Vec<u8> {
    let rules = || pgn_lint::RULES.iter().map(|it| it.name);
    let shown = program.get_subcommands().filter(|command| !command.is_hide_set());
    // The values of an argument are static. The program ends after this.
    let commands: Vec<&'static str> = shown.map(|it| &*it.get_name().to_owned().leak()).collect();
    let mut program = program.mut_subcommands(|command| {
        let name = command.get_name().to_owned();
        command.mut_args(|arg| match (&*name, arg.get_id().as_str()) {
            ("help", "topic") => {
                let topics = TOPICS.iter().map(|it| it.name);
                let names = commands.iter().copied().chain(topics).chain(rules());
                arg.value_parser(PossibleValuesParser::new(names))
            }
            ("rules", "name") => arg.value_parser(PossibleValuesParser::new(rules())),
            _ => with_plain_names(arg),
        })
    });
    let mut out = Vec::new();
    clap_complete::generate(shell, &mut program, "pgnkit", &mut out);
    if shell == Shell::Bash {
        let text = String::from_utf8_lossy(&out);
        // Without a word, bash itself lists files.
        let text = text
            .replace("    opts=\"\"\n", BASH_EXCLUDED)
            .replace("compgen -W \"${opts}\" --", "compgen -W \"${opts}\" -X \"${excluded}\" --");
        out = text.into_bytes();
    }
    out
}

/// Lines that set the pattern of the words that bash does not list: options, unless one is begun.
const BASH_EXCLUDED: &str = "    opts=\"\"
    local excluded=\"-*\"
    [[ ${cur} == -* ]] && excluded=\"!-*\"
";

/// Returns an option whose value has a name that zsh does not take for code: without the parts that can be left out, as
/// in `FIELD[:PART]`.
fn with_plain_names(arg: Arg) -> Arg {
    let names = arg.get_value_names().unwrap_or_default();
    let plain = |name: &str| name.split([':', '[']).next().unwrap_or_default().to_owned();
    let plain: Vec<String> = names.iter().map(|name| plain(name)).collect();
    if plain.iter().zip(names).all(|(plain, name)| plain == name.as_str()) {
        return arg;
    }
    // The names of an argument are static. The program ends after this.
    arg.value_names(plain.into_iter().map(|name| &*name.leak()).collect::<Vec<&'static str>>())
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
