use super::prelude::*;

use pgn_syntax::{Span, command::Command};

use crate::clock;

pub(super) static RULE: Rule = Rule {
    code: "A018",
    name: "bad-command",
    severity: Severity::Warning,
    otherwise: None,
    page: include_str!("bad_command.md"),
    checks: &[Check::Command(check)],
};

fn check(_cx: &GameCx<'_>, span: Span, command: Option<&Command<'_>>, report: &mut Report<'_>) {
    let message = match command {
        None => Some("`[%` begins a command that has no name or no end".to_owned()),
        Some(command) => fault(command),
    };
    if let Some(message) = message {
        report
            .at(span, message)
            .help("a command is written `[%name operand]`, operands with commas between");
    }
}

/// Returns what is missing in a command that is otherwise complete.
fn fault(command: &Command<'_>) -> Option<String> {
    let is_time = clock::kind(command.name).is_some();
    if is_time && command.operands.contains(&b',') {
        return Some(format!("{} has several operands, and takes one", quote(command.name)));
    }
    let needs_one =
        is_time || matches!(command.name, b"eval" | b"csl" | b"cal" | b"evp" | b"mdl" | b"tqu");
    (needs_one && command.operands.is_empty())
        .then(|| format!("{} has no operand", quote(command.name)))
}
