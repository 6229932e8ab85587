use super::prelude::*;

rule!("mixed_newlines.md", Check::File(check));

fn check(facts: &FileFacts, report: &mut FileReport<'_>) {
    // Copies in text mode write CR LF for the LF of each CR LF.
    if let (None, Some(crlf), Some(cr)) = (facts.lf, facts.crlf, facts.cr)
        && crlf.offset == cr.offset + 1
    {
        report
            .at(cr, "this line ends in CR CR LF, so that an empty line follows")
            .help("`export` writes LF");
        return;
    }
    let kinds = [(facts.lf, "LF"), (facts.crlf, "CR LF"), (facts.cr, "CR")];
    let mut seen: Vec<(Mark, &str)> =
        kinds.iter().filter_map(|(mark, name)| mark.map(|mark| (mark, *name))).collect();
    seen.sort_unstable_by_key(|(mark, _)| mark.offset);
    if let [(_, first), (mark, other), ..] = seen[..] {
        report
            .at(mark, format!("this line ends in {other}, those before it in {first}"))
            .help("`export` writes LF");
    }
}
