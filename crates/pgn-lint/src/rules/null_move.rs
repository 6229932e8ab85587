use super::prelude::*;

use pgn_syntax::san::CheckIndicator;

use crate::numbers;

rule!("null_move.md", Check::Null(check));

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    let text = cx.quoted(ply.span);
    if ply.depth == 0 && ply.index == 0 && numbers::begins_with_placeholder(cx) {
        let message = format!("{text} stands for a move of White, but Black is to move in the FEN");
        let number = ply.number;
        let help = format!("leave it out: the first number is `{number}...`");
        report.at(ply.span, message).help(help).otherwise();
        return;
    }
    let is_in_check = ply.before.sign() != CheckIndicator::None;
    let check = if is_in_check { ", and the side that passes is in check" } else { "" };
    if ply.depth > 0 || cx.replay.allow_null {
        report.at(ply.span, format!("{text} is a null move, which PGN does not have{check}"));
    } else {
        report
            .at(ply.span, format!("{text} is a null move in the main line{check}"))
            .help("`--allow-null` accepts it")
            .otherwise();
    }
}
