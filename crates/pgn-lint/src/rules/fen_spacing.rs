use super::prelude::*;

use pgn_chess::start::StartFault;
use pgn_syntax::{Span, TagPair};

pub(super) static RULE: Rule = Rule {
    code: "T044",
    name: "fen-spacing",
    severity: Severity::Warning,
    otherwise: None,
    page: include_str!("fen_spacing.md"),
    checks: &[Check::Start(StartFault::FenSpacing, check)],
};

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    report
        .at(pair.value, "the fields of the FEN are not separated by single spaces")
        .safe_fix(edits(cx.src, pair.value));
}

fn edits(src: &[u8], value: Span) -> Option<Edit> {
    let text = std::str::from_utf8(value.of(src)).ok()?;
    let fields: Vec<&str> = text.split_ascii_whitespace().collect();
    Some(Edit::turn(src, value, &fields.join(" ")))
}
