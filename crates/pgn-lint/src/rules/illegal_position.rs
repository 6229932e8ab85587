use super::prelude::*;
use crate::position_faults;

rule!("illegal_position.md", Check::Start(StartFault::IllegalPosition, check));

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    let value = pair.value(cx.src);
    let is_of_variant = cx.game.tag(cx.src, TagName::VARIANT).is_some();
    let message = match is_of_variant {
        // Variants have other rules for kings.
        true => "the position of the FEN is not possible".to_owned(),
        false => {
            format!(
                "the position of the FEN is not possible: {}",
                position_faults::illegal_reason(&value)
            )
        }
    };
    report.at(pair.value, message);
}
