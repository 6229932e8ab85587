use super::prelude::*;
use crate::markup;
use pgn_syntax::line_start;

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

/// Returns edits that put `%` before each line of the text, if only blanks are before it on
/// its line.
fn escape(src: &[u8], span: Span) -> Vec<Edit> {
    let is_blank = |byte: &u8| *byte == b' ';
    let (start, end) = (line_start(src, span.start as usize), span.end as usize);
    let has_more = src[end..].iter().take_while(|byte| !is_line_end(byte)).any(|it| !is_blank(it));
    if !src[start..span.start as usize].iter().all(is_blank) || has_more {
        return Vec::new();
    }
    let begins_line = |at: &usize| at.checked_sub(1).is_none_or(|last| is_line_end(&src[last]));
    let starts = (start..end).filter(|at| begins_line(at) && !is_line_end(&src[*at]));
    starts.map(|at| Edit::insert(index(at), "% ")).collect()
}
