use super::prelude::*;

use pgn_chess::start::StartFault;
use pgn_syntax::TagPair;

pub(super) static RULE: Rule = Rule {
    code: "T029",
    name: "fen-fullmove",
    severity: Severity::Warning,
    otherwise: None,
    page: include_str!("fen_fullmove.md"),
    checks: &[Check::Start(StartFault::FenFullmove, check)],
};

fn check(_cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    report.at(pair.value, "the move number of the FEN is none, or 0");
}
