use super::prelude::*;

rule!("blank_lines_between_games.md", Check::Game(check));

fn check(cx: &GameCx<'_>, report: &mut Report<'_>) {
    let end = lines::content_end(cx);
    if lines::is_last(cx) {
        return;
    }
    if let Some((n, span)) = lines::wrong_empty_lines(cx, end..cx.game.span.end) {
        let message = match n {
            0 => "no empty line between this game and the next".to_owned(),
            n => format!("{n} empty lines between this game and the next"),
        };
        report.at(span, message).help("`export` writes one");
    }
}
