use super::prelude::*;

use std::time::Duration;

use pgn_syntax::{clock_time, command::Command};

use crate::clock;

rule!("bad_clk.md", Check::Command(check));

fn check(cx: &GameCx<'_>, span: Span, command: Option<&Command<'_>>, report: &mut Report<'_>) {
    let Some(command) = command else { return };
    let Some(kind) = clock::kind(command.name) else { return };
    if !command.operands.is_empty()
        && !command.operands.contains(&b',')
        && clock::read(kind, command.operands).is_none()
        && !cx.facts.has_bad_clock.replace(true)
    {
        let text = cx.quote(command.operands);
        let message = match clock_time::read(command.operands) {
            Some(time) => {
                format!("{text} is not a time in full: it is read as `{}`", in_full(time))
            }
            None => format!("{text} is not a clock time"),
        };
        report.at(span, message).help(match kind {
            clock::ClockKind::Mechanical => "times of mechanical clocks are written `hh:mm:ss`",
            clock::ClockKind::Spent | clock::ClockKind::Digital => "times are written `h:mm:ss`",
        });
    }
}

/// Returns a time as hours, minutes and whole seconds.
fn in_full(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}
