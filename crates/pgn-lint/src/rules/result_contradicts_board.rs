use super::prelude::*;

use pgn_chess::{Ending, GameEnd, Position, ending, shakmaty};

use super::bad_result::read_result;

rule!("result_contradicts_board.md", Check::End(EndFact::Played, check));

fn check(cx: &GameCx<'_>, end: &GameEnd, report: &mut Report<'_>) {
    let Some(board) = board_result(end) else { return };
    let tag = cx.game.tag(cx.src, TagName::RESULT);
    let tag = tag.and_then(|pair| read_result(pair.value.of(cx.src))).unwrap_or(Marker::Unknown);
    let (marker, span) = match cx.game.marker {
        Some((marker, span)) => (marker, span),
        None => (tag, Span { start: cx.game.end, end: cx.game.end }),
    };
    let decided = |marker| marker != Marker::Unknown;
    let result = if decided(marker) { marker } else { tag };
    // Another rule reports two different decided results; there the board decides.
    if result == board || decided(marker) && decided(tag) && marker != tag {
        return;
    }
    if cx.game.marker.is_none() && !decided(tag) {
        // Another rule reports that there is no result.
        return;
    }
    let variant = end.position.as_ref().and_then(Position::variant);
    let what = match end.position.as_ref().map(ending) {
        // A last check may be called a mate, as no move can follow.
        Some(Ending::Checkmate { .. } | Ending::Variant { .. })
            if variant.is_some_and(|variant| variant != shakmaty::variant::Variant::Crazyhouse) =>
        {
            "a position that is decided by the rules of its variant"
        }
        // A game without a result may be a lesson.
        Some(Ending::InsufficientMaterial) if !decided(result) => return,
        Some(Ending::InsufficientMaterial) => "a draw of two lone kings",
        Some(Ending::Stalemate) => "stalemate",
        _ => "checkmate",
    };
    let (board_text, text) = (board.text(), result.text());
    let message = if cx.game.marker.is_none() || decided(tag) && !decided(marker) {
        format!(
            "the game ends in {what}, so its result is `{board_text}`, and its Result tag says `{text}`"
        )
    } else {
        format!("the game ends in {what}, so its result is `{board_text}`, not `{text}`")
    };
    let found = report
        .at(span, message)
        .help("`export --fix-results` corrects it")
        .unsafe_fix(edits(cx, board, marker));
    if !decided(result) {
        found.otherwise();
    }
}

/// Returns edits that write the result of the board into the marker and the tag.
fn edits(cx: &GameCx<'_>, board: Marker, marker: Marker) -> Vec<Edit> {
    let mut edits = Vec::new();
    if let Some((_, span)) = cx.game.marker.filter(|_| marker != board) {
        edits.push(Edit::replace(span, board.text()));
    }
    if let Some(pair) = cx.game.tag(cx.src, TagName::RESULT)
        && Marker::exact(pair.value.of(cx.src)).is_some_and(|said| said != board)
    {
        edits.push(Edit::replace(pair.value, board.text()));
    }
    edits
}

/// Returns the result of the final position: of mate or stalemate, in variants that are played also of their other
/// ends. Of insufficient material it is the result of two lone kings, except in those variants.
fn board_result(end: &GameEnd) -> Option<Marker> {
    let position = end.position.as_ref().filter(|_| end.is_mainline_complete)?;
    // With other men, a side may have lost on time under some rules.
    let has_only_kings = || {
        if position.variant().is_some() {
            return false;
        }
        let fen = position.fen();
        let board = fen.split(' ').next().unwrap_or_default();
        board.bytes().filter(u8::is_ascii_alphabetic).count() == 2
    };
    match ending(position) {
        Ending::InsufficientMaterial => has_only_kings().then_some(Marker::Draw),
        ending => ending.result(),
    }
}
