use super::prelude::*;

use crate::numbers::{self, NumberFault};

rule!("missing_move_number.md", Check::Game(check));

fn check(cx: &GameCx<'_>, report: &mut Report<'_>) {
    if let Some((span, n)) = numbers::first(cx, NumberFault::Missing) {
        let others = lines::others(n, "as has", "as have");
        report.at(span, format!("{} has no number before it{others}", cx.quoted(span)));
    }
}
