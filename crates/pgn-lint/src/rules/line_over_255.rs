use super::prelude::*;

rule!("line_over_255.md", Check::File(check));

fn check(facts: &FileFacts, report: &mut FileReport<'_>) {
    let Some(mark) = facts.long_lines.first else { return };
    let others = match facts.long_lines.n {
        0 | 1 => String::new(),
        2 => "; one more line is as long".to_owned(),
        n => format!("; {} more lines are as long", n - 1),
    };
    let message =
        format!("this line has {} characters, more than 254{others}", facts.long_line_len);
    report.at(mark, message).help("`export` fills lines to 79 characters");
}
