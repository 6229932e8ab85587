use super::prelude::*;

use pgn_chess::start::StartFault;
use pgn_syntax::TagPair;

pub(super) static RULE: Rule = Rule {
    code: "T048",
    name: "variant-without-fen",
    severity: Severity::Warning,
    otherwise: None,
    page: include_str!("variant_without_fen.md"),
    checks: &[Check::Start(StartFault::VariantWithoutFen, check)],
};

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    report
        .at(pair.value, format!("a game of {} needs a FEN", quote(pair.value.of(cx.src))))
        .help("the usual array is assumed");
}
