use super::prelude::*;

use crate::numbers::{self, NumberFault};

rule!("superfluous_move_number.md", Check::Game(check));

fn check(cx: &GameCx<'_>, report: &mut Report<'_>) {
    if let Some((span, n)) = numbers::first(cx, NumberFault::Superfluous) {
        let (mv, others) = (cx.quoted(span), lines::others(n, "as does", "as do"));
        report.at(numbers::before(cx, span), format!("{mv} needs no number{others}"));
    }
}
