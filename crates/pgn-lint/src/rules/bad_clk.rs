use super::prelude::*;

use pgn_syntax::command::Command;

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
        report.at(span, format!("{} is not a clock time", quote(command.operands))).help(
            match kind {
                clock::ClockKind::Mechanical => "times of mechanical clocks are written `hh:mm:ss`",
                clock::ClockKind::Spent | clock::ClockKind::Digital => {
                    "times are written `h:mm:ss`"
                }
            },
        );
    }
}
