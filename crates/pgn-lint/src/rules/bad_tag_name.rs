use super::prelude::*;

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
    let plain = name.of(src).iter().filter(|byte| pgn_syntax::is_name_byte(byte));
    let plain: String = plain.map(|&byte| char::from(byte)).collect();
    let is_name = plain.bytes().next().is_some_and(|byte| byte.is_ascii_alphanumeric());
    is_name.then(|| Edit::turn(src, name, &plain))
}
