use super::prelude::*;

use pgn_syntax::count_line_ends;

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
        let between = &cx.src[end as usize..cx.game.span.end as usize];
        if n == 0 && count_line_ends(between) == 0 && cx.after.starts_with(b"[") {
            report
                .at(span, "the next game begins on the last line of this one")
                .help("other readers lose it: `export` begins a new line")
                .otherwise();
            return;
        }
        report.at(span, message).help("`export` writes one");
    }
}
