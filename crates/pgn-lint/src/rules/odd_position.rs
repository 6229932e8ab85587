use super::prelude::*;

use pgn_chess::start::StartFault;
use pgn_syntax::TagPair;

pub(super) static RULE: Rule = Rule {
    code: "T019",
    name: "odd-position",
    severity: Severity::Warning,
    otherwise: None,
    page: include_str!("odd_position.md"),
    checks: &[Check::Start(StartFault::OddPosition, check)],
};

fn check(_cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    report
        .at(pair.value, "the position of the FEN is odd: pawns on a back rank, or too many pieces");
}
