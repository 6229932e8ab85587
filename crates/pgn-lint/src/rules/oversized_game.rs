use super::prelude::*;

rule!("oversized_game.md", Check::Oversized(check));

fn check(report: &mut Report<'_>, span: Span) {
    report
        .at(span, "the game is too large, and was not read")
        .help("`--max-game-size` lets larger games be read");
}
