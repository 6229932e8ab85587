use super::prelude::*;

use pgn_chess::start::{StartFault, Variant, start};
use pgn_syntax::{TagName, TagPair};

pub(super) static RULE: Rule = Rule {
    code: "T049",
    name: "variant-not-checked",
    severity: Severity::Info,
    otherwise: None,
    page: include_str!("variant_not_checked.md"),
    checks: &[Check::Tag(&[TagName::VARIANT], check)],
};

fn check(cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    let start = start(cx.game, cx.src);
    if start.variant == Variant::Unchecked && !start.faults.contains(StartFault::UnknownVariant) {
        report.at(pair.value, format!("the moves of {} are not checked", quote(value)));
    }
}
