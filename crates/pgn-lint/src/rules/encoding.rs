use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    code: "F010",
    name: "encoding",
    severity: Severity::Info,
    otherwise: None,
    page: include_str!("encoding.md"),
    checks: &[Check::File(check)],
};

fn check(facts: &FileFacts, report: &mut FileReport<'_>) {
    if let (None, Some(mark)) = (facts.utf8, facts.eight_bit) {
        report
            .at(mark, "the file is in an 8-bit encoding, not in UTF-8")
            .help("it is read in the character set of `--encoding`, by default windows-1252");
    }
}
