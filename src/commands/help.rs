//! `pgnkit help`: the help of a command, the page of a rule, or a page of the book as text.

use anyhow::bail;
use clap::Args as ClapArgs;
use pgn_report::pages;
use pgn_work::ExitStatus;

use super::{common, outputs::to_stdout};
use crate::{
    globals::Globals,
    hints,
    topics::{TOPICS, Topic},
};

const EXAMPLES: &str = "Examples:
  pgnkit help               commands and topics
  pgnkit help expressions   what --where understands
  pgnkit help merge         the help of a command
  pgnkit help illegal-move  the page of a rule";

/// Show the help of a command, or a page of the book
#[derive(ClapArgs, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A command, a topic, or a rule of check [default: list commands and topics]
    #[arg(value_name = "TOPIC")]
    topic: Option<String>,
}

/// Maximum width of the lines of a page in columns.
const WIDTH: usize = 80;

pub(crate) fn run(args: &Args, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let mut program = (globals.program)();
    let text = match args.topic.as_deref() {
        None => list(&program),
        Some(topic) => match text_of(topic, &mut program) {
            Some(text) => text,
            None => bail!("{}", no_such_topic(topic, &program)),
        },
    };
    to_stdout(text.as_bytes())?;
    Ok(ExitStatus::Clean)
}

/// Returns the help of a command, or the page of a topic or rule; `None` if there is none of this name.
fn text_of(topic: &str, program: &mut clap::Command) -> Option<String> {
    program.build();
    if let Some(command) = program.find_subcommand_mut(topic) {
        return Some(command.render_long_help().to_string());
    }
    let width = common::terminal_width().map_or(WIDTH, |width| width.clamp(20, WIDTH));
    let is_meant = |it: &&Topic| {
        it.name == topic || it.name.trim_end_matches('s') == topic || it.aliases.contains(&topic)
    };
    let page = match TOPICS.iter().find(is_meant) {
        Some(topic) => topic.page,
        None => pgn_lint::find(topic).ok()?.page,
    };
    Some(pages::as_text(page, width))
}

/// Returns the list of commands and topics, one per line.
fn list(program: &clap::Command) -> String {
    let line = |name: &str, about: &str| format!("  {name:<18}{about}\n");
    let of_command = |command: &clap::Command| {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        line(command.get_name(), &about)
    };
    let commands: String = program.get_subcommands().map(of_command).collect();
    let topics: String = TOPICS.iter().map(|topic| line(topic.name, topic.about)).collect();
    format!(
        "Commands (pgnkit help COMMAND):\n{commands}\nTopics (pgnkit help TOPIC):\n{topics}\n\
         Rules of check: pgnkit rules lists them, pgnkit help RULE shows one.\n"
    )
}

/// Returns the message for an unknown topic.
fn no_such_topic(topic: &str, program: &clap::Command) -> String {
    let names = program.get_subcommands().map(clap::Command::get_name);
    let names = names.chain(TOPICS.iter().map(|topic| topic.name));
    let rules = pgn_lint::RULES.iter().map(|rule| rule.name);
    let known = hints::command_of(topic).map(|(word, options)| match options {
        // The page on formats describes the output.
        ["--format" | "--notation", ..] if word == "export" => "formats",
        _ => word,
    });
    let meant = known.or_else(|| hints::nearest(topic, names.chain(rules)));
    let hint = meant
        .filter(|name| *name != "help")
        .map_or("pgnkit help".to_owned(), |name| format!("pgnkit help {name}"));
    format!("no command, topic or rule is called `{topic}`; try: {hint}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_fit_a_terminal() {
        for topic in TOPICS {
            let text = pages::as_text(topic.page, WIDTH);
            assert!(text.lines().count() > 10, "{}", topic.name);
            for line in text.lines() {
                // Code and long words are not wrapped.
                let is_code = line.starts_with("    ");
                let is_word = !line.trim().contains(' ');
                let n = line.chars().count();
                assert!(n <= WIDTH || is_code || is_word, "{}: {line}", topic.name);
                assert!(!line.contains("]("), "{}: {line}", topic.name);
            }
        }
    }

    #[test]
    fn every_topic_is_listed_and_has_a_text() {
        let mut program = crate::command();
        let listed = list(&program);
        for topic in TOPICS {
            assert!(listed.contains(&format!("\n  {}", topic.name)), "{}", topic.name);
            assert!(text_of(topic.name, &mut program).is_some());
        }
        assert!(text_of("merge", &mut program).unwrap().contains("--dedup"));
        assert!(text_of("illegal-move", &mut program).unwrap().starts_with("illegal-move (M001)"));
        for (alias, topic) in TOPICS.iter().flat_map(|it| it.aliases.iter().map(|a| (a, it.name))) {
            assert!(program.find_subcommand(alias).is_none() && pgn_lint::find(alias).is_err());
            let page = text_of(alias, &mut program).unwrap();
            assert_eq!(Some(page), text_of(topic, &mut program), "{alias}");
        }
        assert_eq!(text_of("chess", &mut program), None);
        for (topic, meant) in [
            ("expresions", " expressions"),
            ("book", ""),
            ("nothing", ""),
            ("parquet", " formats"),
            ("dedupe", " merge"),
        ] {
            let message = no_such_topic(topic, &program);
            assert!(message.ends_with(&format!("try: pgnkit help{meant}")), "{message}");
        }
    }
}
