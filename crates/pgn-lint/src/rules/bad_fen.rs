use super::prelude::*;

use pgn_chess::start::StartFault;
use pgn_syntax::TagPair;

pub(super) static RULE: Rule = Rule {
    code: "T017",
    name: "bad-fen",
    severity: Severity::Error,
    otherwise: None,
    page: include_str!("bad_fen.md"),
    checks: &[Check::Start(StartFault::BadFen, check)],
};

fn check(_cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    report.at(pair.value, "the FEN cannot be read").help(
        "ranks from 8 to 1 with `/` between, side to move, castling, en passant, two numbers",
    );
}
