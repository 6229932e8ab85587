use super::prelude::*;

rule!("unquoted_tag_value.md", Check::Syntax(SyntaxErrorKind::UnquotedTagValue, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report
        .at(error.span, format!("the tag value {} has no quotes", quote(error.span.of(cx.src))))
        .help("a tag value stands in quotes: `\"…\"`")
        .safe_fix(edits(error.span.of(cx.src), error.span));
}

fn edits(value: &[u8], span: Span) -> Vec<Edit> {
    if value.is_empty() || value.iter().any(|byte| b"\"\\".contains(byte)) {
        return Vec::new();
    }
    vec![Edit::insert(span.start, "\""), Edit::insert(span.end, "\"")]
}
