use super::prelude::*;

use pgn_syntax::CommentKind;

use crate::numbers;

rule!("blank_line_in_movetext.md", Check::Syntax(SyntaxErrorKind::BlankLineInMovetext, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    if lines::is_within_line_end(cx.src, error.span.start) {
        return;
    }
    // The line may separate the game from text that is not part of it.
    let index = cx.node_index(error.span.start);
    let is_before_words = (cx.game.nodes.get(index))
        .is_some_and(|node| node.kind == NodeKind::Comment(CommentKind::Words));
    let edit = Edit::delete_empty_lines(cx.src, error.span.start).filter(|_| !is_before_words);
    let found = report.at(error.span, "an empty line inside the movetext");
    if numbers::restart_after(cx, index) {
        found.help(numbers::HELP_RESTART).unsafe_fix(edit);
    } else {
        found.safe_fix(edit);
    }
}
