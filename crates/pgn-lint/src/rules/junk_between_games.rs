use super::prelude::*;
use crate::markup;

rule!("junk_between_games.md", Check::Syntax(SyntaxErrorKind::JunkBetweenGames, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report
        .at(error.span, format!("{} belongs to no game", cx.quoted(error.span)))
        .help(if markup::is_forum_tag(error.span.of(cx.src)) {
            markup::HELP_FORUM_TAG
        } else {
            "put text between games into a comment or after `%` at the beginning of its line"
        })
        .unsafe_fix(escape(cx.src, error.span));
}

/// Returns edits that put `%` before each line of the text, if the text begins a line.
fn escape(src: &[u8], span: Span) -> Vec<Edit> {
    let is_line_start = |at: usize| at == 0 || is_line_end(&src[at - 1]);
    let (start, end) = (span.start as usize, span.end as usize);
    let has_more =
        src[end..].iter().take_while(|byte| !is_line_end(byte)).any(|byte| *byte != b' ');
    if !is_line_start(start) || has_more {
        return Vec::new();
    }
    let starts = (start..end).filter(|&at| is_line_start(at) && !is_line_end(&src[at]));
    starts.map(|at| Edit::insert(index(at), "% ")).collect()
}
