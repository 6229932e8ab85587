use super::prelude::*;

rule!("escape_line.md", Check::Syntax(SyntaxErrorKind::EscapeLine, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    // This program reads these lines, `export` keeps them, and unused-suppression checks them.
    if error.span.of(cx.src).starts_with(b"% pgnkit: ignore ") {
        return;
    }
    report.at(error.span, "an escape line, which readers ignore");
}
