use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    code: "F002",
    name: "no-games",
    severity: Severity::Info,
    otherwise: None,
    page: include_str!("no_games.md"),
    checks: &[Check::File(check)],
};

fn check(facts: &FileFacts, report: &mut FileReport<'_>) {
    if facts.n_games == 0 && facts.junk.is_none() && facts.foreign.is_none() {
        report.at(Mark::START, "no games: white space, comments and escape lines only");
    }
}
