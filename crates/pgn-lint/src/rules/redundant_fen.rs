use super::prelude::*;

use pgn_chess::start::StartFault;
use pgn_syntax::TagPair;

pub(super) static RULE: Rule = Rule {
    code: "T046",
    name: "redundant-fen",
    severity: Severity::Info,
    otherwise: None,
    page: include_str!("redundant_fen.md"),
    checks: &[Check::Start(StartFault::RedundantFen, check)],
};

fn check(_cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    report.at(pair.value, "the FEN is the initial position");
}
