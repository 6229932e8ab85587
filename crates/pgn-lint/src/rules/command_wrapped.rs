use super::prelude::*;

use pgn_syntax::{command::Command, write::WIDTH};

rule!("command_wrapped.md", Check::Command(check));

fn check(cx: &GameCx<'_>, span: Span, command: Option<&Command<'_>>, report: &mut Report<'_>) {
    let Some(command) = command else { return };
    // Export format also breaks a command that does not fit on a line.
    if command.text.len() <= WIDTH - 2 && command.text.iter().any(is_line_end) {
        report.at(
            span,
            format!("the command {} is broken over several lines", cx.quote(command.name)),
        );
    }
}
