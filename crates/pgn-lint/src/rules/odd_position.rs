use super::prelude::*;
use crate::position_faults;

rule!("odd_position.md", Check::Start(StartFault::OddPosition, check));

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    let reason = position_faults::odd_reason(&pair.value(cx.src));
    report.at(pair.value, format!("the position of the FEN is odd: {reason}"));
}
