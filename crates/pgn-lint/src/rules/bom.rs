use pgn_syntax::cut_points::is_tag_line;

use super::prelude::*;

rule!("bom.md", Check::Syntax(SyntaxErrorKind::Bom, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    // Two files that were joined: the tag pair begins the line then. Elsewhere words must stay apart.
    let begins_line = cx.src[..error.span.start as usize].last().is_none_or(is_line_end);
    let is_before_tag = begins_line && is_tag_line(cx.src, error.span.end as usize);
    let edit = match is_before_tag || error.span.start == 0 {
        true => Edit::delete(error.span),
        false => Edit::blank_out(cx.src, error.span),
    };
    report
        .at(error.span, "a byte order mark is not part of PGN")
        .help("save the file as UTF-8 without one; `export` writes none")
        .safe_fix([edit]);
}
