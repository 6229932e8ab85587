use super::prelude::*;

rule!("no_final_newline.md", Check::File(check));

fn check(facts: &FileFacts, report: &mut FileReport<'_>) {
    if facts.n_games > 0
        && let Some(mark) = facts.unended
    {
        report
            .at(mark, "the last line of the file has no line end")
            .safe_fix([Edit::insert(0, "\n")]);
    }
}
