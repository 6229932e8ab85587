use super::prelude::*;

pub(super) static RULE: Rule =
    Rule::of(include_str!("redundant_fen.md"), &[Check::Start(StartFault::RedundantFen, check)]);

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    let setup = cx.game.tags.iter().filter(|other| other.known == Some(TagName::SET_UP));
    let pairs = setup.chain([pair]).map(|pair| Edit::delete_pair(cx.src, pair.span));
    report.at(pair.value, "the FEN is the initial position").unsafe_fix(pairs);
}
