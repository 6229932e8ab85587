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

/// Returns an edit that removes the characters that are not allowed in a name, and writes a blank before a quote.
fn edits(src: &[u8], name: Span) -> Option<Edit> {
    let mut plain = plain_tag_name(name.of(src))?;
    if src.get(name.end as usize) == Some(&b'"') {
        plain.push(' ');
    }
    Some(Edit::turn(src, name, &plain))
}
