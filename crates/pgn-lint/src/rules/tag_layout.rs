use super::prelude::*;

rule!("tag_layout.md", Check::Syntax(SyntaxErrorKind::TagLayout, check));

fn check(_cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report.at(error.span, "this tag pair has no line of its own");
}
