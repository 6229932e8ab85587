use super::prelude::*;

use memchr::memmem;

rule!(
    "termination_contradicts_result.md",
    Check::Tag(&[TagName::TERMINATION], check),
    Check::Game(check_comment)
);

fn check(cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    let result = cx.game.tag(cx.src, TagName::RESULT).map(|result| result.value.of(cx.src));
    let Some(result @ (b"1-0" | b"0-1" | b"1/2-1/2")) = result else { return };
    let is_other = match winner(cx, value) {
        Some(winner) => winner.as_bytes() != result,
        None => value.eq_ignore_ascii_case(b"unterminated"),
    };
    if is_other {
        let message =
            format!("Termination says {}, Result says {}", cx.quote(value), cx.quote(result));
        report.at(pair.value, message);
    }
}

/// Returns the result in the text of Termination, if it names a player as the winner: `ann won by checkmate`.
fn winner(cx: &GameCx<'_>, value: &[u8]) -> Option<&'static str> {
    let name = &value[..memmem::find(value, b" won ")?];
    let is_player = |tag: TagName| {
        let pair = cx.game.tag(cx.src, tag);
        pair.is_some_and(|pair| pair.value.of(cx.src).eq_ignore_ascii_case(name))
    };
    match (is_player(TagName::WHITE), is_player(TagName::BLACK)) {
        (true, false) => Some(Marker::WhiteWins.text()),
        (false, true) => Some(Marker::BlackWins.text()),
        _ => None,
    }
}

/// Reports a last comment that says who has lost, if the result says otherwise.
fn check_comment(cx: &GameCx<'_>, report: &mut Report<'_>) {
    let mut nodes = cx.game.nodes.iter().rev();
    let last = nodes.find(|node| !matches!(node.kind, NodeKind::Marker(_)));
    let Some(last) = last.filter(|node| node.kind.is_comment()) else { return };
    let text = last.comment_text(cx.src).trim_ascii();
    let text = text.strip_suffix(b".").unwrap_or(text);
    let Some(winner) = winner_of_comment(text) else { return };
    if let Some((marker, _)) = cx.game.marker
        && marker != Marker::Unknown
        && marker != winner
    {
        let message =
            format!("the last comment says {}, the result is `{}`", cx.quote(text), marker.text());
        report.at(last.span, message);
    }
}

/// Returns the winner of a game whose last comment says that a side has lost: `White resigns`, `Black forfeits on time`.
fn winner_of_comment(text: &[u8]) -> Option<Marker> {
    let (side, verb) = text.split_at_checked("White ".len())?;
    let is_loss = LOSSES.iter().any(|loss| verb.eq_ignore_ascii_case(loss.as_bytes()));
    match side.to_ascii_lowercase().as_slice() {
        b"white " if is_loss => Some(Marker::BlackWins),
        b"black " if is_loss => Some(Marker::WhiteWins),
        _ => None,
    }
}

/// What servers and programs write after the color of the player who has lost.
const LOSSES: [&str; 4] =
    ["resigns", "forfeits on time", "forfeits by disconnection", "forfeits by leaving"];
