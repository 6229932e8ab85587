use super::prelude::*;

rule!("crlf.md", Check::File(check));

fn check(facts: &FileFacts, report: &mut FileReport<'_>) {
    if facts.lf.is_some() {
        return;
    }
    match (facts.crlf, facts.cr) {
        (Some(mark), None) => report.at(mark, "lines end in CR LF"),
        (None, Some(mark)) => report.at(mark, "lines end in CR"),
        _ => return,
    }
    .help("archives use LF; `export` writes it");
}
