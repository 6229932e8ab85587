use super::prelude::*;

rule!("no_games.md", Check::File(check));

fn check(facts: &FileFacts, report: &mut FileReport<'_>) {
    if facts.n_games == 0 && facts.junk.is_none() && facts.foreign.is_none() {
        report.at(Mark::START, "no games: white space, comments and escape lines only");
    }
}
