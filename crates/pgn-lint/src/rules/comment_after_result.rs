use super::prelude::*;

rule!("comment_after_result.md", Check::Syntax(SyntaxErrorKind::CommentAfterResult, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report.at(error.span, "a comment after the termination marker").safe_fix(edits(cx, error.span));
}

/// Returns edits that move the marker after the comment, because the marker is shorter.
fn edits(cx: &GameCx<'_>, comment: Span) -> Vec<Edit> {
    let Some((_, span)) = cx.game.marker else { return Vec::new() };
    let Ok(marker) = std::str::from_utf8(span.of(cx.src)) else { return Vec::new() };
    let between = cx.src.get(span.end as usize..comment.start as usize).unwrap_or_default();
    if !between.trim_ascii().is_empty() {
        return Vec::new();
    }
    let is_line = comment.of(cx.src).starts_with(b";");
    let gap = if is_line { cx.line_end() } else { " " };
    let Some(deleted) = Edit::delete_word(cx.src, span) else { return Vec::new() };
    // The blank before the comment may be the one that is removed with the marker.
    if deleted.span.end > comment.start {
        return Vec::new();
    }
    vec![deleted, Edit::insert(comment.end, format!("{gap}{marker}"))]
}
