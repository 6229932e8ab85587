use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    code: "F017",
    name: "c1-byte",
    severity: Severity::Warning,
    otherwise: None,
    page: include_str!("c1_byte.md"),
    checks: &[Check::File(check)],
};

fn check(facts: &FileFacts, report: &mut FileReport<'_>) {
    let Some(mark) = facts.c1 else { return };
    let others = match facts.n_c1 {
        0 | 1 => String::new(),
        2 => ", as in one more text of the file".to_owned(),
        n => format!(", as in {} more texts of the file", n - 1),
    };
    report
        .at(mark, format!("a character of the codes 128 to 159{others}"))
        .help("in Windows' files these are quotes and dashes; `export` writes them in UTF-8");
}
