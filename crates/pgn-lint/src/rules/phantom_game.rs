use super::prelude::*;

use pgn_syntax::NodeKind;

pub(super) static RULE: Rule = Rule {
    code: "P030",
    name: "phantom-game",
    severity: Severity::Warning,
    otherwise: None,
    page: include_str!("phantom_game.md"),
    checks: &[Check::Game(check)],
};

fn check(cx: &GameCx<'_>, report: &mut Report<'_>) {
    let game = cx.game;
    let is_empty = game.n_plies == 0
        && !game.tags.is_empty()
        && !game.nodes.iter().any(|node| matches!(node.kind, NodeKind::Comment(_)))
        && game.tags.iter().all(|pair| says_nothing(pair.value.of(cx.src)));
    if is_empty {
        let first = &game.tags[0];
        report.at(first.span, "a game without moves and without known tag values");
    }
}

/// Returns true for `?`, `????.??.??`, `*`, `-` and the empty value.
fn says_nothing(value: &[u8]) -> bool {
    value.iter().all(|byte| matches!(byte, b'?' | b'.' | b'*' | b'-' | b' '))
}
