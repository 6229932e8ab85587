use super::prelude::*;

use crate::{
    lines::{self, Verb},
    numbers::{self, NumberFault},
};

pub(super) static RULE: Rule = Rule {
    code: "L010",
    name: "missing-move-number",
    severity: Severity::Style,
    otherwise: None,
    page: include_str!("missing_move_number.md"),
    checks: &[Check::Game(check)],
};

fn check(cx: &GameCx<'_>, report: &mut Report<'_>) {
    let (mut first, mut n) = (None, 0);
    numbers::odd(cx, |fault| {
        if let NumberFault::Missing(span) = fault {
            first.get_or_insert(span);
            n += 1;
        }
    });
    if let Some(span) = first {
        let others = lines::others(n, Verb::Have);
        report.at(span, format!("{} has no number before it{others}", quote(span.of(cx.src))));
    }
}
