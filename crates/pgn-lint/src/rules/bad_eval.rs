use super::prelude::*;

use pgn_syntax::{Evaluation, command::Command};

rule!("bad_eval.md", Check::Command(check));

fn check(cx: &GameCx<'_>, span: Span, command: Option<&Command<'_>>, report: &mut Report<'_>) {
    let Some(command) = command else { return };
    let operand = command.operands;
    if command.name == b"eval" && !operand.is_empty() && Evaluation::read(operand).is_none() {
        report.at(span, format!("{} is not an evaluation", cx.quote(operand)));
    }
}
