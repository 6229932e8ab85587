use super::prelude::*;
use crate::tag_facts::plain_tag_name;

rule!("bad_tag_name.md", Check::Syntax(SyntaxErrorKind::BadTagName, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report
        .at(error.span, format!("{} is not a tag name", quote(error.span.of(cx.src))))
        .help(
            "a tag name has letters, digits and underscores, and does not begin with an underscore",
        )
        .unsafe_fix(edits(cx.src, error.span));
}

/// Returns an edit that removes the characters that are not allowed in a name.
fn edits(src: &[u8], name: Span) -> Option<Edit> {
    plain_tag_name(name.of(src)).map(|plain| Edit::turn(src, name, &plain))
}
