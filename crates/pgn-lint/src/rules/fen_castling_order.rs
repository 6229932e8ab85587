use super::prelude::*;

use pgn_chess::start::StartFault;
use pgn_syntax::TagPair;

pub(super) static RULE: Rule = Rule {
    code: "T025",
    name: "fen-castling-order",
    severity: Severity::Warning,
    otherwise: None,
    page: include_str!("fen_castling_order.md"),
    checks: &[Check::Start(StartFault::FenCastlingOrder, check)],
};

fn check(_cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    report.at(pair.value, "the castling letters of the FEN are not in the order KQkq");
}
