use super::prelude::*;

use pgn_chess::start::StartFault;
use pgn_syntax::TagPair;

pub(super) static RULE: Rule = Rule {
    code: "T045",
    name: "short-fen",
    severity: Severity::Warning,
    otherwise: None,
    page: include_str!("short_fen.md"),
    checks: &[Check::Start(StartFault::ShortFen, check)],
};

fn check(_cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    report
        .at(pair.value, "the FEN has fewer than six fields")
        .help("what is missing is read as `0 1`");
}
