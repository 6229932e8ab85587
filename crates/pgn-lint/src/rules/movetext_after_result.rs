use super::prelude::*;

rule!("movetext_after_result.md", Check::Syntax(SyntaxErrorKind::MovetextAfterResult, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    let text = error.span.of(cx.src);
    match Marker::read(text) {
        Some(_) if error.span.end <= cx.game.start => {
            let message = format!("{} is a termination marker before the game", cx.quote(text));
            report
                .at(error.span, message)
                .help("delete it, unless the game that it ends is missing")
        }
        Some(_) => {
            report.at(error.span, format!("{} is a second termination marker", cx.quote(text)))
        }
        None => report.at(error.span, "movetext after the termination marker"),
    };
}
