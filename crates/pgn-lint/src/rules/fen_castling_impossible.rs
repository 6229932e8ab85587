use super::prelude::*;

use pgn_chess::start::StartFault;
use pgn_syntax::TagPair;

pub(super) static RULE: Rule = Rule {
    code: "T024",
    name: "fen-castling-impossible",
    severity: Severity::Error,
    otherwise: None,
    page: include_str!("fen_castling_impossible.md"),
    checks: &[Check::Start(StartFault::FenCastlingImpossible, check)],
};

fn check(_cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    report.at(pair.value, "the FEN allows castling that king and rook are not placed for");
}
