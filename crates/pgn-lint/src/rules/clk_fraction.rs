use super::prelude::*;

use crate::{clock, commands};

rule!("clk_fraction.md", Check::Game(check));

fn check(cx: &GameCx<'_>, report: &mut Report<'_>) {
    // Only the first one of a game is reported: a program writes all its times alike.
    for node in commands::comments(cx) {
        for (at, command) in commands::of(cx, node) {
            if command.operands.contains(&b'.')
                && clock::kind(command.name)
                    .is_some_and(|kind| clock::read(kind, command.operands).is_some())
            {
                let span = Span { start: at, end: at + commands::len(&command) };
                report.at(span, "a clock time with a fraction of a second");
                return;
            }
        }
    }
}
