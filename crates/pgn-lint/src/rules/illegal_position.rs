use super::prelude::*;

use pgn_chess::Variant;

use crate::position_faults;

rule!("illegal_position.md", Check::Start(StartFault::IllegalPosition, check));

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    let value = pair.value(cx.src);
    let reason = match cx.start().variant {
        Variant::Standard | Variant::Chess960 => Some(position_faults::illegal_reason(&value)),
        Variant::Known(variant) => position_faults::illegal_reason_in(variant, &value),
        Variant::Unchecked => None,
    };
    let reason = reason.map_or(String::new(), |reason| format!(": {reason}"));
    report.at(pair.value, format!("the position of the FEN is not possible{reason}"));
}
