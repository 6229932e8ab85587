use super::prelude::*;

rule!("unquoted_tag_value.md", Check::Syntax(SyntaxErrorKind::UnquotedTagValue, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    let is_remark = cx.may_be_remark();
    let help = match is_remark {
        true => {
            "a tag value must be in quotes: `\"…\"`; put a remark on the game before into a comment: `{…}`"
        }
        false => "a tag value must be in quotes: `\"…\"`",
    };
    report
        .at(error.span, format!("the tag value {} has no quotes", cx.quoted(error.span)))
        .help(help)
        .fix(Applicability::safe_if(!is_remark), edits(error.span.of(cx.src), error.span));
}

fn edits(value: &[u8], span: Span) -> Vec<Edit> {
    if value.is_empty() || value.iter().any(|byte| b"\"\\".contains(byte)) {
        return Vec::new();
    }
    vec![Edit::insert(span.start, "\""), Edit::insert(span.end, "\"")]
}
