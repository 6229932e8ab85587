use super::prelude::*;
use crate::fen;

use pgn_chess::start::StartFault;
use pgn_syntax::TagPair;

pub(super) static RULE: Rule =
    Rule::of(include_str!("odd_position.md"), &[Check::Start(StartFault::OddPosition, check)]);

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    let reason = fen::odd_reason(&pair.value(cx.src));
    report.at(pair.value, format!("the position of the FEN is odd: {reason}"));
}
