use super::prelude::*;

rule!("redundant_fen.md", Check::Start(StartFault::RedundantFen, check));

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    let found = report.at(pair.value, "the FEN is the initial position");
    let pairs_of = |name| cx.game.tags.iter().filter(move |pair| pair.known == Some(name));
    // Without this pair, another one would count.
    if pairs_of(TagName::FEN).count() == 1 {
        let pairs = pairs_of(TagName::SET_UP).chain([pair]);
        found.unsafe_fix(pairs.map(|pair| Edit::delete_pair(cx.src, pair.span)));
    }
}
