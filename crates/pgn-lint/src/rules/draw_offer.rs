use super::prelude::*;

rule!("draw_offer.md", Check::Syntax(SyntaxErrorKind::DrawOffer, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    let message = format!("{} is a draw offer, which is not part of a move", cx.quoted(error.span));
    report
        .at(error.span, message)
        .help("write `{(=)}` to keep it as a comment")
        .unsafe_fix(in_braces(error.span));
}
