//! The pages of the book that are made from the program: a page for each command, `cli.md` with the options of
//! all commands, and the table of contents.

use std::fmt::Write as _;

use clap::{Arg, Command};

/// The table of contents without commands and rules. A line `{commands}` or `{rules}` stands for theirs.
const CONTENTS: &str = "\
# pgnkit

[Start](start.md)

- [Install](install.md)
- [Tasks](tasks.md)
  - [Cleaning a club archive](club-archive.md)
  - [Following a broadcast](follow.md)
- [Inputs and outputs](files.md)
- [Commands](cli.md)
{commands}
- [Settings: pgnkit.toml](configuration.md)
- [Expressions](expressions.md)
- [Programs and sites: --target](targets.md)
- [Duplicates](dedup.md)
- [Unifying names](names.md)
- [Scores and Elo](scores.md)
- [Splitting files](split.md)
- [Encodings](encodings.md)
- [Formats](formats.md)
- [Coming from pgn-extract](from-pgn-extract.md)
- [CI and pre-commit](ci.md)
- [Editors and git](editors.md)
- [Large files](scale.md)
- [Beyond one machine](cluster.md)
- [Performance](performance.md)
- [Measurements of single changes](performance-history.md)
- [Rules](rules.md)
{rules}

# For developers

- [Architecture](architecture.md)
- [Contributing](contributing.md)
- [Glossary](glossary.md)
- [Conformance](conformance.md)
- [What other programs say](judged.md)
- [Dependencies](dependencies.md)
";

/// Returns the table of contents, in the form of mdBook.
pub(crate) fn contents(program: &Command) -> String {
    let mut page = String::new();
    for line in CONTENTS.lines() {
        match line {
            "{commands}" => {
                for name in program.get_subcommands().map(Command::get_name) {
                    writeln!(page, "  - [{name}](commands/{name}.md)").unwrap();
                }
            }
            "{rules}" => {
                for rule in pgn_lint::RULES {
                    let name = rule.name;
                    writeln!(page, "  - [{name} ({})](rules/{name}.md)", rule.code).unwrap();
                }
            }
            line => writeln!(page, "{line}").unwrap(),
        }
    }
    page
}

/// Returns the page of the program itself: commands, the options of all of them, exit status.
pub(crate) fn program(program: &Command) -> String {
    let mut page = "\
# Command line

<!-- Made from the program: SNAPSHOTS=overwrite cargo test --test all generated:: writes this page and those of the commands. -->

| command | does |
| --- | --- |
"
    .to_owned();
    for command in program.get_subcommands() {
        let name = command.get_name();
        writeln!(page, "| [{name}](commands/{name}.md) | {} |", about(command)).unwrap();
    }
    page.push_str(
        "
Every command takes the options below, before or after its name, but only commands that select games take `--where`, `--bytes` and `--manifest`. [Inputs and outputs](files.md) says what is read and what is written.

Data goes to stdout, messages to stderr. If the reader of stdout stops early (`| head`), the run ends without a message and with status 0, or 1 if `check` or `diff` had found something by then. If it was also writing files, they are not written, and the status is 2.

| status | means |
| --- | --- |
| 0 | done; nothing to report |
| 1 | the command found what the next table says |
| 2 | wrong options or settings, or something could not be read, written or done; if both 1 and 2 apply, the status is 2 |

| command | the status is 1 for |
| --- | --- |
| `check` | findings of the level of `--fail-on` or a higher one; with `--diff`, files that would change |
| `export` | with `--check` or `--diff`, files that would change; with `--on-error fail`, a game with errors |
| `strip-comments` | with `--check` or `--diff`, files that would change |
| `merge` | with `--account`, games that are lost or have less annotation |
| `filter` | with `--exit-status`, no game selected |
| `diff` | differences; with `--account`, games that are lost or have less annotation |
| `git-merge` | a conflict |
| `server` | an editor that ended without `shutdown` |
",
    );
    push_options(program, "##", |_| true, &mut page);
    page
}

/// Returns the page of a command.
pub(crate) fn command(command: &Command) -> String {
    let mut page = String::new();
    push_command(command, "#", &mut page);
    page.push_str("\nThe options of all commands are in [Command line](../cli.md).\n");
    page
}

fn push_command(command: &Command, level: &str, page: &mut String) {
    let name = command.get_bin_name().unwrap();
    writeln!(page, "{level} {name}\n").unwrap();
    let long = command.get_long_about().or(command.get_about()).unwrap().to_string();
    writeln!(page, "{}\n", escaped(&sentence(&long))).unwrap();
    let usage = command.clone().render_usage().to_string();
    writeln!(page, "```text\n{}\n```", usage.trim_start_matches("Usage: ").trim_end()).unwrap();
    if let Some(examples) = command.get_after_help().map(ToString::to_string) {
        let (title, examples) = examples.split_once('\n').unwrap();
        assert_eq!(title, "Examples:", "{name}");
        let lines: Vec<&str> = examples.lines().map(|line| line.trim_start()).collect();
        writeln!(page, "\n{level}# Examples\n\n```text\n{}\n```", lines.join("\n")).unwrap();
    }
    push_options(command, &format!("{level}#"), |arg| !arg.is_global_set(), page);
    for sub in command.get_subcommands() {
        page.push('\n');
        push_command(sub, &format!("{level}#"), page);
    }
}

/// Appends arguments and options, by the headings of the help.
fn push_options(command: &Command, level: &str, is_shown: fn(&Arg) -> bool, page: &mut String) {
    let mut headings: Vec<(&str, Vec<&Arg>)> = Vec::new();
    let shown = |arg: &&Arg| {
        !arg.is_hide_set() && is_shown(arg) && !["help", "version"].contains(&arg.get_id().as_str())
    };
    for arg in command.get_arguments().filter(shown) {
        let usual = if arg.is_positional() { "Arguments" } else { "Options" };
        let heading = arg.get_help_heading().unwrap_or(usual);
        match headings.iter_mut().find(|(it, _)| *it == heading) {
            Some((_, args)) => args.push(arg),
            None => headings.push((heading, vec![arg])),
        }
    }
    for (heading, args) in headings {
        write!(page, "\n{level} {heading}\n").unwrap();
        let level = format!("{level}#");
        args.into_iter().for_each(|arg| push_option(arg, &level, page));
    }
}

fn push_option(arg: &Arg, level: &str, page: &mut String) {
    let short = arg.get_short().filter(|_| arg.get_long().is_some());
    let short = short.map_or(String::new(), |short| format!("-{short}, "));
    let name = arg.to_string();
    write!(page, "\n{level} `{short}{}`\n\n", name.trim_end_matches("...")).unwrap();
    let help = arg.get_long_help().or(arg.get_help()).map(ToString::to_string).unwrap_or_default();
    writeln!(page, "{}", escaped(&sentence(&help))).unwrap();
    let values: Vec<_> =
        arg.get_possible_values().into_iter().filter(|value| !value.is_hide_set()).collect();
    let is_flag = !arg.get_action().takes_values();
    if !values.is_empty() && !is_flag {
        page.push('\n');
        for value in &values {
            let help = value.get_help().map(|help| format!(": {}", escaped(&help.to_string())));
            writeln!(page, "- `{}`{}", value.get_name(), help.unwrap_or_default()).unwrap();
        }
    }
    let defaults: Vec<_> = arg.get_default_values().iter().map(|it| it.to_string_lossy()).collect();
    if !defaults.is_empty() && !is_flag && !arg.is_hide_default_value_set() {
        writeln!(page, "\nDefault: `{}`", defaults.join(",")).unwrap();
    }
}

fn about(command: &Command) -> String {
    escaped(&command.get_about().unwrap().to_string())
}

/// Returns the text with a full stop at the end of each paragraph.
fn sentence(text: &str) -> String {
    let end = |part: &str| match part.trim_end() {
        part if part.ends_with(['.', ':', ';', '`']) || part.is_empty() => part.to_owned(),
        part => format!("{part}."),
    };
    text.split("\n\n").map(end).collect::<Vec<_>>().join("\n\n")
}

/// Returns the text as Markdown that shows it as it is, except for code between backquotes.
fn escaped(text: &str) -> String {
    let parts = text.split('`').enumerate();
    let escape = |part: &str| part.replace('*', "\\*").replace('<', "\\<").replace('|', "\\|");
    let parts = parts.map(|(i, part)| if i % 2 == 1 { format!("`{part}`") } else { escape(part) });
    parts.collect()
}
