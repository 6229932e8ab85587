use super::prelude::*;

rule!("no_final_newline.md", Check::File(check));

fn check(facts: &FileFacts, report: &mut FileReport<'_>) {
    if facts.n_games > 0
        && let Some(mark) = facts.unended
    {
        report
            .at(mark, "the last line of the file has no line end")
            .fix(Applicability::safe_if(!facts.may_be_cut_off), [Edit::insert(0, "\n")]);
    }
}
