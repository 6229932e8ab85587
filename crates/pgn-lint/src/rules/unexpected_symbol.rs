use super::{malformed_tag::is_without_value, prelude::*};

rule!("unexpected_symbol.md", Check::Syntax(SyntaxErrorKind::UnexpectedSymbol, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    if is_without_value(cx.src, error.span) {
        return;
    }
    let message =
        format!("{} is not a move, nor any other token of PGN", quote(error.span.of(cx.src)));
    report
        .at(error.span, message)
        .help("put words into a comment: `{…}`")
        .unsafe_fix(in_braces(error.span));
}
