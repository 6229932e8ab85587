use super::prelude::*;

rule!("blank_line_in_tags.md", Check::Syntax(SyntaxErrorKind::BlankLineInTags, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    if lines::is_within_line_end(cx.src, error.span.start) {
        return;
    }
    // Markup that breaks a line is read as one.
    let first = cx.src.get(error.span.start as usize);
    if first.is_some_and(|byte| !byte.is_ascii_whitespace()) {
        return;
    }
    report
        .at(error.span, "an empty line in the tag section")
        .safe_fix(Edit::delete_empty_lines(cx.src, error.span.start));
}
