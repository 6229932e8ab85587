use super::prelude::*;

rule!("fen_ep_rank.md", Check::Start(StartFault::FenEpRank, check));

fn check(_cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    report
        .at(pair.value, "the en passant square of the FEN is on an impossible rank")
        .help("it is on rank 6 if White is to move, on rank 3 if Black is");
}
