use super::prelude::*;

rule!("not_pgn.md", Check::File(check));

fn check(facts: &FileFacts, report: &mut FileReport<'_>) {
    if let Some(kind) = facts.foreign {
        report
            .at(Mark::START, format!("this file is {kind}, not PGN"))
            .help("its games are neither checked nor fixed: pass the PGN file itself");
        return;
    }
    if facts.n_games == 0
        && !facts.has_nul
        && let Some(mark) = facts.junk
    {
        report.at(mark, "no game in this file: it is not PGN");
    }
}
