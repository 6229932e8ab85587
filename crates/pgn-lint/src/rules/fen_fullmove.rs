use super::prelude::*;

use pgn_chess::start::StartFault;
use pgn_syntax::{Span, TagPair};

pub(super) static RULE: Rule = Rule {
    code: "T029",
    name: "fen-fullmove",
    severity: Severity::Warning,
    otherwise: None,
    page: include_str!("fen_fullmove.md"),
    checks: &[Check::Start(StartFault::FenFullmove, check)],
};

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    report
        .at(pair.value, "the move number of the FEN is missing or 0")
        .safe_fix(edits(cx.src, pair.value));
}

fn edits(src: &[u8], value: Span) -> Option<Edit> {
    Some(Edit::replace(fen_field(src, value, 5)?, "1"))
}
