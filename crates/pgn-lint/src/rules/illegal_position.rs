use super::prelude::*;

use pgn_chess::start::StartFault;
use pgn_syntax::TagPair;

pub(super) static RULE: Rule = Rule {
    code: "T018",
    name: "illegal-position",
    severity: Severity::Error,
    otherwise: None,
    page: include_str!("illegal_position.md"),
    checks: &[Check::Start(StartFault::IllegalPosition, check)],
};

fn check(_cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    report
        .at(pair.value, "the position of the FEN cannot be: one king each, and the side that has just moved not in check");
}
