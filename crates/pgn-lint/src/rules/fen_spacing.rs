use super::prelude::*;

use pgn_chess::start::StartFault;
use pgn_syntax::TagPair;

pub(super) static RULE: Rule = Rule {
    code: "T044",
    name: "fen-spacing",
    severity: Severity::Warning,
    otherwise: None,
    page: include_str!("fen_spacing.md"),
    checks: &[Check::Start(StartFault::FenSpacing, check)],
};

fn check(_cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    report.at(pair.value, "the fields of the FEN have other blanks between them than one space");
}
