use super::prelude::*;
use crate::{context::Follows, doubts::HELP_CUT_OFF};

rule!("unterminated_comment.md", Check::Syntax(SyntaxErrorKind::UnterminatedComment, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    let end = cx.node_at(error.span.start).map_or(cx.game.end, |node| node.span.end);
    let rest = cx.src.get(end as usize..).unwrap_or_default();
    let is_last = cx.follows == Follows::Nothing && rest.trim_ascii().is_empty();
    report
        .at(error.span, "this comment is never closed")
        .help(match is_last {
            true if cx.may_be_cut_off() => HELP_CUT_OFF,
            true => "it is read as ending at the end of the file",
            false => "it is read as ending before the next tag section",
        })
        .unsafe_fix(close(cx, error.span));
}

/// Returns an edit that closes the comment after its last word.
fn close(cx: &GameCx<'_>, open: Span) -> Option<Edit> {
    let node = cx.node_at(open.start)?;
    let text = node.span.of(cx.src).trim_ascii_end();
    let at = node.span.start + index(text.len());
    Some(Edit::insert(at, if text.ends_with(b"\\") { " }" } else { "}" }))
}
