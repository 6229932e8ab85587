use super::{malformed_tag::in_parentheses, prelude::*};

rule!("rav_without_move.md", Check::Syntax(SyntaxErrorKind::RavWithoutMove, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    // Another rule reports a tag pair in parentheses.
    if in_parentheses(cx.src, error.span.start).is_none() {
        report.at(error.span, "a variation before any move: there is nothing it could replace");
    }
}
