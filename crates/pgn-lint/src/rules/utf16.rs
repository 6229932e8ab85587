use super::prelude::*;

rule!("utf16.md", Check::File(check));

fn check(facts: &FileFacts, report: &mut FileReport<'_>) {
    if facts.was_utf16 {
        report.at(Mark::START, "the file is UTF-16").help("save it as UTF-8");
    } else if facts.n_games == 0 && facts.has_nul {
        let mark = facts.junk.unwrap_or(Mark::START);
        report
            .at(mark, "no game in this file, but NUL bytes, as in UTF-16 or a binary file")
            .help("save it as UTF-8");
    }
}
